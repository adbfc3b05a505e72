import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/domain/records.ts';
import type { FullAnswer } from '../../src/domain/round.ts';
import {
  collectStatements,
  listUnplaced,
  numberStatements,
  placeStatements,
  readNotTaken,
  reasonless,
} from '../../src/roundtable/rules/statements.ts';
import { assembleSynthesis } from '../../src/roundtable/steps/synthesis.ts';
import { createSession, createStatement, createTable } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  type HandlerParts,
  holdRun,
  itemEntry,
  readPromptText,
  synthesisStep,
} from '../support/scripted-model.ts';

const origin = { seat: 'qa-lead', round: 2, raised_in: 'round', for_side: false } as const;
const draft = (text: string) => ({ text, why: '', verify: '', replaces: [] });

describe('statements', () => {
  it('are numbered over the whole session, the same words of one answer once', () => {
    const known = [createStatement('S-008')];
    const added = numberStatements(
      known,
      [
        draft('Keep jobs.'),
        draft('keep JOBS'),
        draft('Wait less than 5 s.'),
        draft('Wait < 5 s.'),
        draft('Wait > 5 s.'),
      ],
      origin,
    );
    expect(added.map(({ id, text }) => `${id} ${text}`)).toEqual([
      'S-009 Keep jobs.',
      'S-010 Wait less than 5 s.',
      'S-011 Wait < 5 s.',
      'S-012 Wait > 5 s.',
    ]);
    expect(added[0]).toMatchObject({ seat: 'qa-lead', round: 2, items: [], not_taken: null });
    expect(added[0]).not.toHaveProperty('for_side');
  });

  it.each([
    ['RISK: a write is lost.', 'A write is lost.'],
    ['DEC: 10 minutes.', '10 minutes.'],
    ['NOTE: a write is lost.', 'NOTE: a write is lost.'],
    ['RISK:', 'RISK:'],
    ['Risk: a write is lost.', 'Risk: a write is lost.'],
    ['RISK-001: keep it.', 'RISK-001: keep it.'],
  ])('%s begins without the label that its number will be', (said, text) => {
    expect(numberStatements([], [draft(said)], origin)[0]?.text).toBe(text);
  });

  it('say when they were made for an assigned side', () => {
    const answer: FullAnswer = {
      id: 'qa-lead',
      role: 'Qa lead',
      position: 'p',
      statements: [{ id: 'S-001', ...draft('Keep jobs.') }],
      concerns: [],
      confidence: null,
      facts: [],
      assumptions: [],
      questions: [],
      context_challenge: null,
      changed_because: null,
      stances: [],
      judgements: [],
    };
    const collect = (argues: boolean): Statement | undefined =>
      collectStatements([], [answer], { round: 1, forSide: (seat) => argues && seat === 'qa-lead' })[0];
    expect(collect(true)).toMatchObject({ id: 'S-001', seat: 'qa-lead', for_side: true });
    expect(collect(false)).not.toHaveProperty('for_side');
  });

  it('end in the items that name them, else among those not taken, with the reason, else with none', () => {
    const said = ['S-001', 'S-002', 'S-003', 'S-004'].map((id) => createStatement(id));
    const notTaken = readNotTaken(
      [
        { statement: '**S-2**: Keep jobs.', reason: 'it repeats S-001' },
        { statement: 's1', reason: 'wrongly left out' },
        { statement: 'S-404', reason: 'nobody said it' },
      ],
      said,
    );
    expect(notTaken.map(({ statement }) => statement)).toEqual(['S-002', 'S-001']);
    const items = [
      { id: 'REQ-001', from: ['S-001'] },
      { id: 'REQ-002', from: ['S-001', 'S-004'] },
    ];
    const placed = placeStatements(said, items, notTaken);
    expect(placed.map(({ id, items: held, not_taken: reason }) => [id, held, reason])).toEqual([
      ['S-001', ['REQ-001', 'REQ-002'], null],
      ['S-002', [], 'it repeats S-001'],
      ['S-003', [], reasonless],
      ['S-004', ['REQ-002'], null],
    ]);
    // What was left out once can be taken up later; a reason that was given is not forgotten.
    const later = placeStatements(placed, [...items, { id: 'REQ-003', from: ['S-003'] }], []);
    expect(later.map(({ not_taken: reason }) => reason)).toEqual([null, 'it repeats S-001', null, null]);
  });

  it('of a round are unplaced while neither an item nor a reason names them', () => {
    const said = ['S-001', 'S-002', 'S-003'].map((id) => createStatement(id));
    const placed = { items: [{ from: ['S-001'] }], notTaken: [{ statement: 'S-002' }] };
    expect(listUnplaced(said, placed).map(({ id }) => id)).toEqual(['S-003']);
  });

  it('are each an item of their own where the program assembles the synthesis', () => {
    const said = [createStatement('S-001', { why: 'w', verify: 'v' }), createStatement('S-002')];
    expect(assembleSynthesis([], said).items).toMatchObject([
      { from: ['S-001'], type: 'POINT', text: 'Statement S-001.', rationale: 'w', acceptance: ['v'] },
      { from: ['S-002'], acceptance: [] },
    ]);
  });
});

const table = createTable();
async function run(parts: HandlerParts) {
  return holdRun({
    session: createSession(table, { settings: { min_rounds: 1, max_rounds: 1 } }),
    table,
    script: createHandler(parts),
  });
}

it('asks for a priority where the result is a list of demands, and keeps it', async () => {
  const hold = (output: 'requirements' | 'summary') =>
    holdRun({
      session: createSession(table, { output_type: output, settings: { min_rounds: 1, max_rounds: 1 } }),
      table,
      script: createHandler({
        answer: ({ seat }) =>
          answerStep(`${seat} wants its jobs kept.`, {
            statements: [
              {
                text: `The queue shall keep jobs of ${seat}.`,
                why: '',
                verify: '',
                replaces: [],
                priority: 'Must have',
              },
            ],
          }),
      }),
    });
  const asked = await hold('requirements');
  expect(asked.session.statements.map(({ priority }) => priority)).toEqual(['must', 'must', 'must']);
  const forms = (held: typeof asked) =>
    JSON.stringify(held.requests.find(({ step }) => step === 'answer')?.schema).includes('"priority"');
  expect(forms(asked)).toBe(true);
  expect(forms(await hold('summary'))).toBe(false);
});

describe('statements that a synthesis leaves out', () => {
  const synthesis: HandlerParts['synthesis'] = () =>
    synthesisStep({
      next_action: 'conclude',
      items: [itemEntry('Keep jobs in a table.', { id: 'new-1', from: ['S-001'] })],
      conflicts: [{ id: 'new', description: 'Which table', item_ids: ['new-1'], positions: [] }],
    });

  it('are asked for once, and only they; what the second reply brings goes where it says', async () => {
    const { session, requests } = await run({
      synthesis,
      statements: () => ({
        data: {
          items: [
            // The label is that of another item than the synthesis called so.
            itemEntry('Run a broker.', { id: 'new-1', from: ['S-003'] }),
            // Without its kind: the id says which item is meant.
            { id: 'req-1', text: 'Keep jobs in a table.', from: ['S-002'] },
          ],
          not_taken: [],
        },
      }),
    });
    const asked = requests.filter(({ step }) => step === 'statements');
    expect(asked).toHaveLength(1);
    const text = readPromptText(asked[0] ?? requests[0] ?? fail());
    expect(text).toContain('S-002: Round 1: qa-lead prefers the database.');
    expect(text).toContain('S-003: Round 1: devops-engineer prefers the database.');
    expect(text).not.toContain('S-001: Round 1');
    expect(text).toContain('REQ-001: Keep jobs in a table.');
    expect(session.statements.map(({ id, items }) => `${id} ${items.join()}`)).toEqual([
      'S-001 REQ-001',
      'S-002 REQ-001',
      'S-003 REQ-002',
    ]);
    expect(session.artifacts.map(({ id, from }) => `${id} ${from.join()}`)).toEqual([
      'REQ-001 S-001,S-002',
      'REQ-002 S-003',
    ]);
    expect(session.conflicts[0]?.item_ids).toEqual(['REQ-001']);
  });

  it('stand as not taken up without a reason when the second reply leaves them out again', async () => {
    const { session, requests } = await run({
      synthesis,
      statements: () => ({ data: { items: [], not_taken: [{ statement: 's-2', reason: 'it is S-001' }] } }),
    });
    expect(requests.filter(({ step }) => step === 'statements')).toHaveLength(1);
    expect(session.statements.map(({ not_taken: reason }) => reason)).toEqual([
      null,
      'it is S-001',
      reasonless,
    ]);
  });

  it.each([{ fail: 'timeout' } as const, { text: 'no object at all' }])(
    'stand so as well when no second reply can be had, and the synthesis is kept',
    async (reply) => {
      const { session, result } = await run({ synthesis, statements: () => reply });
      expect(result.ended).toBe('completed');
      expect(session.rounds[0]?.synthesis_fallback).toBeNull();
      expect(session.statements.map(({ not_taken: reason }) => reason)).toEqual([
        null,
        reasonless,
        reasonless,
      ]);
    },
  );

  it('are not asked for when all have their place, however it is written', async () => {
    const { requests } = await run({
      synthesis: () =>
        synthesisStep({
          next_action: 'conclude',
          items: [itemEntry('Keep jobs.', { from: ['[S-1]', 'S-002 (qa-lead)'] })],
          not_taken: { '**S-003**': 'it repeats the topic' },
        }),
    });
    expect(requests.filter(({ step }) => step === 'statements')).toEqual([]);
  });

  it('do not exist where the program assembles the synthesis: each is an item', async () => {
    const { session } = await run({ synthesis: () => ({ fail: 'refusal' }) });
    expect(session.rounds[0]?.synthesis_fallback).toContain('refusal');
    expect(session.statements.every(({ items }) => items.length === 1)).toBe(true);
    expect(session.artifacts).toMatchObject([
      { type: 'POINT', from: ['S-001'] },
      { type: 'POINT', from: ['S-002'] },
      { type: 'POINT', from: ['S-003'] },
    ]);
  });
});

describe('an answer', () => {
  it('without statements, in older forms and in plain text, is one statement as a whole', async () => {
    const { session } = await holdRun({
      session: createSession(table, {
        settings: { min_rounds: 1, max_rounds: 1, plain_text_seats: ['devops-engineer'] },
      }),
      table,
      script: createHandler({
        answer: ({ seat }) =>
          seat === 'devops-engineer'
            ? { text: 'I want a broker of its own.' }
            : seat === 'qa-lead'
              ? { data: { position: 'I want the database.', rationale: ['It is there.', 'It is tested.'] } }
              : answerStep('I want two.', {
                  statements: [draft('Two queues.'), { ...draft('One table.'), why: 'w' }],
                }),
      }),
    });
    expect(session.statements.map(({ id, seat, text, why }) => [id, seat, text, why])).toEqual([
      ['S-001', 'software-architect', 'Two queues.', ''],
      ['S-002', 'software-architect', 'One table.', 'w'],
      ['S-003', 'qa-lead', 'I want the database.', 'It is there. It is tested.'],
      ['S-004', 'devops-engineer', 'I want a broker of its own.', ''],
    ]);
  });
});

function fail(): never {
  throw new Error('not found');
}
