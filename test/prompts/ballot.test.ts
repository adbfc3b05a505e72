import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBallotForm, readBallot, readLooseBallot } from '../../src/prompts/forms/ballot.ts';
import { toJsonSchema } from '../../src/prompts/forms/json-schema.ts';

const ids = ['REQ-001', 'REQ-002', 'NFR-001'];

/** The votes that could be read, by item. */
function read(data: unknown): Record<string, string> {
  return Object.fromEntries([...readBallot(data, ids).votes].map(([id, { vote }]) => [id, vote]));
}

test.each<[text: string, votes: Record<string, string>]>([
  ['[{"ITEM_ID":"req-001","STANCE":"Block"}]', { 'REQ-001': 'block' }],
  [
    'Here it is:\n```json\n[{"REQ-001":"block"},{"REQ-002":"ratify"}]\n```',
    { 'REQ-001': 'block', 'REQ-002': 'ratify' },
  ],
  ['{"stances":{"REQ-001":{"Stance":"stand aside"}}}', { 'REQ-001': 'stand_aside' }],
  ['[{"REQ-001":"ratify"},{"REQ-0', {}],
  ['I ratify [REQ-001] and {REQ-002}.', {}],
  ['', {}],
])('a ballot without a field of the form is read, or is none: %s', (text, votes) => {
  expect(read(readLooseBallot(text))).toEqual(votes);
});

describe('a ballot', () => {
  test('asks for a field for every item', () => {
    const schema = toJsonSchema(createBallotForm(ids)) as {
      properties: { votes: { required: string[]; properties: Record<string, { enum: string[] }> } };
    };
    expect(schema.properties.votes.required).toEqual(ids);
    expect(schema.properties.votes.properties['NFR-001']?.enum).toEqual(['ratify', 'stand_aside', 'block']);
  });

  test.each([
    [{ remarks: true }, true],
    [{ remarks: true, words: false }, false],
  ])('with %j asks for words to ratify: %j', (options, asks) => {
    const schema = JSON.stringify(toJsonSchema(createBallotForm(ids, [], options)));
    expect(schema.includes('ratify_if')).toBe(asks);
  });

  test.each<[name: string, data: unknown, votes: Record<string, string>]>([
    [
      'as asked',
      { votes: { 'REQ-001': 'ratify', 'REQ-002': 'block' } },
      { 'REQ-001': 'ratify', 'REQ-002': 'block' },
    ],
    ['keys in capitals, ids without zeros', { VOTES: { 'req-1': 'BLOCK' } }, { 'REQ-001': 'block' }],
    [
      'entries with other keys',
      [
        { ITEM_ID: 'REQ-001', STANCE: 'block' },
        { item: 'NFR-1', vote: 'Stand aside' },
      ],
      { 'REQ-001': 'block', 'NFR-001': 'stand_aside' },
    ],
    [
      'a list of pairs',
      [{ 'REQ-001': 'block' }, { 'REQ-002': 'ratify' }],
      { 'REQ-001': 'block', 'REQ-002': 'ratify' },
    ],
    [
      'deep inside something else',
      { result: { ballot: [{ entry: { id: 'REQ-002', decision: 'stand-aside' } }] } },
      { 'REQ-002': 'stand_aside' },
    ],
    ['objects under ids', { votes: { 'REQ-001': { vote: 'block', reason: 'no' } } }, { 'REQ-001': 'block' }],
    ['two that differ', { votes: { 'REQ-001': 'ratify' }, more: [{ item: 'REQ-001', vote: 'block' }] }, {}],
    [
      'words that are no vote',
      { votes: { 'REQ-001': 'yes', 'REQ-002': 'support it', 'NFR-001': 'maybe' } },
      {},
    ],
    ['prose', 'I ratify REQ-001 and block REQ-002.', {}],
    ['an id inside a sentence', { note: 'I would block REQ-001 and ratify the rest', vote: 'ratify' }, {}],
    ['half a reply', { votes: { 'REQ-001': 'ratify' } }, { 'REQ-001': 'ratify' }],
    ['ids of others', { votes: { 'REQ-009': 'ratify' } }, {}],
    [
      'a remark that looks like a vote',
      { remarks: [{ id: 'REQ-001', vote: 'ratify' }, { 'REQ-002': 'block' }] },
      {},
    ],
    ['nothing', null, {}],
  ])('is read: %s', (_, data, votes) => {
    expect(read(data)).toEqual(votes);
    expect(readBallot(data, ids).unread).toEqual(ids.filter((id) => !(id in votes)));
  });

  test('keeps what a seat said with its vote, in either place', () => {
    const data = {
      votes: { 'REQ-001': 'block', 'REQ-002': 'stand_aside' },
      exceptions: [
        {
          item: 'REQ-001',
          reason: 'it loses jobs',
          lifted_by: 'a journal',
          ratify_if: 'Jobs are written first.',
        },
        { item: 'REQ-002', reason: 'too much', lifted_by: '', ratify_if: '' },
      ],
    };
    expect(readBallot(data, ids).votes.get('REQ-001')).toEqual({
      vote: 'block',
      reason: 'it loses jobs',
      lifted_by: 'a journal',
      ratify_if: 'Jobs are written first.',
    });
  });

  test('never holds a support that nobody gave', () => {
    const word = fc.constantFrom(
      'block',
      'stand_aside',
      'BLOCK',
      'no',
      '',
      'abstain',
      'rat',
      'ratified?',
      'not ratify',
    );
    const leaf = fc.oneof(word, fc.string(), fc.integer(), fc.constant(null));
    const tree = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(
          fc.constantFrom(...ids, 'item', 'vote', 'Vote', 'ITEM_ID', 'ratify', 'votes'),
          tie('any'),
          { maxKeys: 4 },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(tree, (data) => {
        // Nothing in the data says ratify as a vote, so nothing may be read as one.
        expect(Object.values(read(data))).not.toContain('ratify');
      }),
    );
  });
});
