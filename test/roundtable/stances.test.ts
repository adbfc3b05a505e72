import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/domain/records.ts';
import { stances as stanceWords } from '../../src/domain/vocabulary.ts';
import { readPlainAnswer, readPlainReview } from '../../src/roundtable/replies/plain-text.ts';
import { chooseReviewReply } from '../../src/roundtable/replies/replies.ts';
import { listVoices } from '../../src/roundtable/rules/other-speakers.ts';
import {
  listUnvoted,
  presumeSupport,
  readLatestStances,
  readStances,
  readStanceWord,
  recordStances,
  takesStances,
} from '../../src/roundtable/rules/stances.ts';
import { createItem, createSession } from '../support/roundtable-fixtures.ts';

describe('a word for a stance', () => {
  it.each([
    ['support', 'support'],
    ['Supports', 'support'],
    ['agree', 'support'],
    ['yes', 'support'],
    ['Yes, with the shorter limit', 'support'],
    ['in favour', 'support'],
    ['+1', 'support'],
    ['+1, it is cheap', 'support'],
    ['1', 'support'],
    ['for', 'support'],
    ['stand_aside', 'stand_aside'],
    ['Stand aside', 'stand_aside'],
    ['stand-aside because it is late', 'stand_aside'],
    ['abstain', 'stand_aside'],
    ['support with reservations', 'stand_aside'],
    ['0', 'stand_aside'],
    ['block', 'block'],
    ['BLOCK: it loses jobs', 'block'],
    ['oppose', 'block'],
    ['I oppose this', 'block'],
    ['strongly oppose', 'block'],
    ['against', 'block'],
    ['no', 'block'],
    ['No.', 'block'],
    ['no, it loses jobs', 'block'],
    ['no because it loses jobs', 'block'],
    ['disagree', 'block'],
    ['-1', 'block'],
    ['− 1', 'block'],
    ['do not support', 'block'],
    ["I don't agree with the limit", 'block'],
    ['cannot support it', 'block'],
  ])('"%s" means %s', (text, stance) => {
    expect(readStanceWord(text)).toBe(stance);
  });

  it.each([
    '',
    'maybe',
    'unsure',
    'no objection',
    'No concerns from my side',
    'no block',
    'no longer block',
    'block lifted',
    'support withdrawn',
    'for now nothing',
    'pro memoria',
    'partly',
    '12',
    '1 of 3',
    'REQ-001',
  ])('"%s" means none, and is never guessed', (text) => {
    expect(readStanceWord(text)).toBeNull();
  });

  it('is a stance or nothing, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([null, ...stanceWords]).toContain(readStanceWord(text));
      }),
    );
  });
});

describe('stances of a reply', () => {
  const items = [createItem(), createItem({}, { id: 'RISK-002' }), createItem({}, { id: 'P-001' })];
  const read = (item_id: string, stance: string, reason = '') =>
    readStances([{ item_id, stance, reason }], items);

  it.each([
    ['P-1', 'agree', ['P-001 support']],
    ['**REQ-001**: Use a queue in the database.', 'Oppose', ['REQ-001 block']],
    ['REQ-001: answers RISK-002', 'support', ['REQ-001 support']],
    ['REQ-001 (with RISK-002)', 'support', ['REQ-001 support']],
    ['REQ-001, RISK-002', 'support', ['REQ-001 support', 'RISK-002 support']],
    ['(req 1)', 'no', ['REQ-001 block']],
    ['', 'REQ-001: oppose', ['REQ-001 block']],
    ['REQ-001: oppose', '', ['REQ-001 block']],
  ])('reads "%s" with "%s"', (id, word, expected) => {
    const { stances, unread } = read(id, word);
    expect(stances.map(({ item_id: item, stance }) => `${item} ${stance}`)).toEqual(expected);
    expect(unread).toEqual([]);
  });

  it.each([
    ['REQ-404', 'support', 'REQ-404: support'],
    ['the queue', 'block', 'the queue: block'],
    ['REQ-001', 'hm', 'REQ-001: hm'],
    ['REQ-001', '', 'REQ-001'],
    ['', 'support', 'support'],
    ['REQ-001', 'no objection', 'REQ-001: no objection'],
  ])('keeps "%s" with "%s" as one that could not be read', (id, word, unread) => {
    expect(read(id, word)).toEqual({ stances: [], unread: [unread] });
  });

  it('gives each one back, read or unread: none is lost', () => {
    const anyDraft = fc.record({
      item_id: fc.oneof(fc.constantFrom('REQ-001', 'p 1', 'REQ-404', ''), fc.string()),
      stance: fc.oneof(fc.constantFrom('support', 'oppose', 'hm', ''), fc.string()),
      reason: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(anyDraft), (drafts) => {
        const { stances, unread } = readStances(drafts, items);
        const said = drafts.filter((draft) => Object.values(draft).some((text) => text !== ''));
        expect(stances.length + unread.length).toBeGreaterThanOrEqual(said.length);
        for (const { item_id: id } of stances) expect(items.map((item) => item.id)).toContain(id);
      }),
    );
  });

  it('reach the program however the list is formed', () => {
    for (const stances of [
      [{ item_id: 'REQ-001', stance: 'oppose' }],
      [{ item_id: 'REQ-001', stance: 'against', extra: 1 }],
      { 'REQ-001': 'no' },
      { 'REQ-001': { stance: 'block', reason: 'r' } },
      { item_id: 'req-1', stance: 'BLOCK' },
      ['REQ-001: oppose'],
      'REQ-001: oppose',
    ]) {
      const reply = chooseReviewReply({ priorities: false, judgements: false }).parse({ stances });
      expect(readStances(reply.stances, items).stances, JSON.stringify(stances)).toMatchObject([
        { item_id: 'REQ-001', stance: 'block' },
      ]);
    }
  });
});

describe('stances in plain text', () => {
  const voices = listVoices(createSession().participants, 'qa-lead');
  const answer = (text: string) => readPlainAnswer(text, { stops: [], voices }).form;

  it.each([
    ['REQ-001: oppose', 'oppose', ''],
    ['REQ-001: support', 'support', ''],
    ['- **REQ-001**: block because it loses jobs', 'block', 'it loses jobs'],
    ['REQ-001: stand_aside because it is late', 'stand_aside', 'it is late'],
    ['REQ-001 – stand aside, it is late', 'stand aside', 'it is late'],
    ['REQ-1: No.', 'No', ''],
    ['REQ-001: **Support**. It is cheap.', 'Support', 'It is cheap.'],
    ['REQ-001: no, it loses jobs', 'no', 'it loses jobs'],
    ['REQ-001: against (it loses jobs)', 'against', '(it loses jobs)'],
  ])('are read in "%s"', (line, stance, reason) => {
    expect(answer(`I want the database.\n${line}`)).toEqual({
      position: 'I want the database.',
      stances: [{ item_id: expect.stringMatching(/^REQ-0*1$/), stance, reason }],
    });
  });

  it.each([
    'REQ-001: Object storage for the clips.',
    'REQ-001: No retries after the fifth.',
    'REQ-001: Support for a second region is out of scope.',
    'REQ-001: Block requests over ten megabytes.',
    'REQ-001: For every job there is one row.',
    'I block REQ-001: it loses jobs.',
  ])('are not read in "%s", which says what it says', (line) => {
    expect(answer(`I want the database.\n${line}`)).toEqual({
      position: `I want the database.\n${line}`,
      stances: [],
    });
  });

  it('are what a review says beside what is missing', () => {
    expect(readPlainReview('The limit for one job is missing.\nREQ-001: oppose', voices)).toEqual({
      stances: [{ item_id: 'REQ-001', stance: 'oppose', reason: '' }],
      missing: [{ text: 'The limit for one job is missing.' }],
    });
    expect(readPlainReview('REQ-001: support\n\nNothing.', voices)).toMatchObject({ missing: [] });
  });
});

describe('recording', () => {
  const given = (seat: string, stance: 'support' | 'block' | 'stand_aside', reason = '', id = 'REQ-001') => ({
    seat,
    stances: [{ item_id: id, stance, reason }],
  });

  it('keeps every word of a seat with its round, and the latest counts', () => {
    const first = recordStances(
      [createItem()],
      [given('qa-lead', 'support'), given('devops-engineer', 'block', 'slow')],
      2,
    );
    const second = recordStances(first.items, [given('devops-engineer', 'support')], 3);
    expect(second.items[0]?.stances).toEqual([
      { seat: 'qa-lead', stance: 'support', reason: '', round: 2 },
      { seat: 'devops-engineer', stance: 'block', reason: 'slow', round: 2 },
      { seat: 'devops-engineer', stance: 'support', reason: '', round: 3 },
    ]);
    expect(second.changed).toEqual(['devops-engineer on REQ-001']);
    expect(readLatestStances(second.items[0] ?? createItem()).get('devops-engineer')?.stance).toBe('support');
    // What was there before stays as it was.
    expect(first.items[0]?.stances).toHaveLength(2);
  });

  it('takes the same stance of the same round once, but keeps another reason for it', () => {
    const once = recordStances([createItem()], [given('qa-lead', 'block', 'slow')], 2);
    const same = recordStances(once.items, [given('qa-lead', 'block', 'slow'), given('qa-lead', 'block')], 2);
    expect(same.items[0]?.stances).toHaveLength(1);
    const more = recordStances(once.items, [given('qa-lead', 'block', 'and it loses jobs')], 2);
    expect(more.items[0]?.stances.map(({ reason }) => reason)).toEqual(['slow', 'and it loses jobs']);
    expect(more.changed).toEqual([]);
  });

  it('says what it could not place: what does not exist, and what takes no stance', () => {
    const items = [
      createItem({}, { id: 'REQ-002', status: 'withdrawn' }),
      createItem({}, { id: 'POINT-001', raised_in: 'review' }),
    ];
    const { items: after, losses } = recordStances(
      items,
      ['REQ-002', 'POINT-001', 'REQ-404'].map((id) => given('qa-lead', 'block', 'r', id)),
      2,
    );
    expect(after).toEqual(items);
    expect(losses).toEqual([
      'qa-lead: a stance on REQ-002, which is not open to one',
      'qa-lead: a stance on POINT-001, which is not open to one',
      'qa-lead: a stance on REQ-404, which does not exist',
    ]);
  });

  it('keeps what a seat says on a decision of a person, which changes nothing about it', () => {
    const decided = createItem({}, { id: 'DEC-001', status: 'agreed', decided_by: 'user' });
    const other = createItem({}, { id: 'DEC-002', status: 'agreed', decided_by: 'user' });
    const { items, losses } = recordStances(
      [decided, other],
      [
        given('qa-lead', 'block', 'It goes against DEC-002.', 'DEC-001'),
        given('devops-engineer', 'support', '', 'DEC-001'),
      ],
      3,
    );
    expect(losses).toEqual([]);
    expect(items[0]).toEqual({ ...decided, stances: items[0]?.stances });
    expect(items[0]?.stances.map(({ seat, stance }) => `${seat} ${stance}`)).toEqual([
      'qa-lead block',
      'devops-engineer support',
    ]);
  });

  it('keeps the priority that a seat gives with a stance until it gives another', () => {
    const say = (items: Item[], priority: 'must' | 'could' | null, round: number) =>
      recordStances(
        items,
        [
          {
            seat: 'qa-lead',
            stances: [
              {
                item_id: 'REQ-001',
                stance: 'support' as const,
                reason: '',
                ...(priority === null ? {} : { priority }),
              },
            ],
          },
        ],
        round,
      ).items;
    const first = say([createItem()], 'must', 2);
    const later = say(say(first, null, 3), 'could', 4);
    expect(later[0]?.stances.map(({ priority }) => priority)).toEqual(['must', 'must', 'could']);
  });

  it('takes a block that names a decision of a person as saying that the item contradicts it', () => {
    const decided = createItem({}, { id: 'DEC-001', status: 'agreed', decided_by: 'user' });
    const counted = createItem({}, { id: 'DEC-002', status: 'agreed', decided_by: 'count' });
    const say = (stance: 'block' | 'support') =>
      recordStances(
        [createItem(), decided, counted],
        [given('qa-lead', stance, 'it goes against dec-1 and DEC-002')],
        3,
      ).items[0]?.contradicts;
    expect(say('block')).toEqual(['DEC-001']);
    expect(say('support')).toEqual([]);
  });

  it('takes that back when the block is lifted, and keeps what the synthesis or another block says', () => {
    const decided = ['DEC-001', 'DEC-002', 'DEC-003'].map((id) =>
      createItem({}, { id, status: 'agreed', decided_by: 'user' }),
    );
    const say = (items: Item[], seat: string, stance: 'block' | 'support', reason = '') =>
      recordStances(items, [given(seat, stance, reason)], 3).items;
    const first = say(
      [createItem({}, { contradicts: ['DEC-003'] }), ...decided],
      'qa-lead',
      'block',
      'against DEC-001 and DEC-003',
    );
    const second = say(first, 'devops-engineer', 'block', 'against DEC-001 and DEC-002');
    expect(second[0]?.contradicts).toEqual(['DEC-003', 'DEC-001', 'DEC-002']);
    const third = say(second, 'qa-lead', 'support');
    expect(third[0]?.contradicts).toEqual(['DEC-003', 'DEC-001', 'DEC-002']);
    expect(say(third, 'devops-engineer', 'support')[0]?.contradicts).toEqual(['DEC-003']);
    // A block for another reason no longer says so either.
    expect(say(third, 'devops-engineer', 'block', 'too slow')[0]?.contradicts).toEqual([
      'DEC-003',
      'DEC-001',
      'DEC-002',
    ]);
  });

  it('lets a block put what a policy accepted to the count again, and no other stance', () => {
    const accepted = createItem({}, { status: 'agreed', decided_by: 'policy' });
    const say = (stance: 'block' | 'support' | 'stand_aside') =>
      recordStances([accepted], [given('qa-lead', stance, 'no')], 3).items[0];
    expect(say('block')).toMatchObject({ status: 'agreed', decided_by: 'count' });
    expect(say('block')?.history.at(-1)?.change).toContain('blocked by qa-lead');
    expect(say('support')).toMatchObject({ decided_by: 'policy', history: [] });
    expect(say('stand_aside')).toMatchObject({ decided_by: 'policy', history: [] });
  });

  it('takes stances on what is open, and on what was agreed by counting', () => {
    const takes = (changes: Parameters<typeof createItem>[1]) => takesStances(createItem({}, changes));
    expect(takes({})).toBe(true);
    expect(takes({ status: 'agreed', decided_by: 'count' })).toBe(true);
    expect(takes({ status: 'agreed', decided_by: 'user' })).toBe(false);
    expect(takes({ raised_in: 'review' })).toBe(false);
    for (const status of ['withdrawn', 'replaced', 'rejected'] as const)
      expect(takes({ status })).toBe(false);
  });
});

describe('presumed support', () => {
  const presume = (
    item: ReturnType<typeof createItem>,
    options: { proposers?: string[]; shown?: string[]; wordedBefore?: number } = {},
  ) =>
    presumeSupport([item], {
      proposers: () => options.proposers ?? ['qa-lead'],
      shown: options.shown ?? ['qa-lead', 'devops-engineer'],
      wordedBefore: options.wordedBefore ?? 2,
      round: 2,
    })[0]?.stances;

  it('is that of who put it forward and was shown the wording, and is marked as such', () => {
    expect(presume(createItem())).toEqual([
      { seat: 'qa-lead', stance: 'support', reason: '', round: 2, presumed: true },
    ]);
  });

  it.each<[string, Parameters<typeof createItem>[1], Parameters<typeof presume>[1]]>([
    ['was not shown the wording', {}, { shown: ['devops-engineer'] }],
    ['is shown a wording that is newer than what it saw', { worded_in: 2 }, {}],
    ['did not put it forward', {}, { proposers: [] }],
    ['put forward what a person has decided', { status: 'agreed', decided_by: 'user' }, {}],
    ['put forward what is withdrawn', { status: 'withdrawn' }, {}],
  ])('is none where the seat %s', (_name, changes, options) => {
    expect(presume(createItem({}, changes), options)).toEqual([]);
  });

  it('never speaks over a stance of the seat itself', () => {
    for (const stance of ['support', 'stand_aside', 'block'] as const)
      expect(presume(createItem({ 'qa-lead': stance }))).toMatchObject([{ seat: 'qa-lead', stance }]);
  });

  it('leaves the seat among those that have not voted', () => {
    const item = createItem();
    const presumed = { ...item, stances: presume(item) ?? [] };
    expect(listUnvoted([presumed], 'qa-lead')).toHaveLength(1);
    expect(listUnvoted([createItem({ 'qa-lead': 'block' })], 'qa-lead')).toEqual([]);
    expect(listUnvoted([createItem({}, { status: 'rejected' })], 'qa-lead')).toEqual([]);
  });
});
