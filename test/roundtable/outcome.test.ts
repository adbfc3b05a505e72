import { describe, expect, it } from 'vitest';
import { noUsage } from '../../src/domain/records.ts';
import type { Session } from '../../src/domain/session.ts';
import { endings, type OutcomeResult } from '../../src/domain/vocabulary.ts';
import {
  listDegradation,
  listDissent,
  nameResult,
  unreadStance,
} from '../../src/roundtable/rules/outcome.ts';
import { addUsage, findReachedLimit } from '../../src/roundtable/rules/usage.ts';
import {
  createConflict,
  createEscalation,
  createItem,
  createRound,
  createSession,
  createStatement,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';
import { callUsage } from '../support/scripted-model.ts';

const agreed = createItem({}, { status: 'agreed', decided_by: 'count' });
const decided = createItem({}, { id: 'DEC-001', status: 'agreed', decided_by: 'user' });
const open = createItem({}, { id: 'REQ-002' });
const rejected = createItem({}, { id: 'REQ-003', status: 'rejected', decided_by: 'count' });
const settled = createConflict({ status: 'resolved', resolution_type: 'conceded', resolution: 'r' });
const byPerson = [createEscalation({ decision: 'own' })];
const none = {
  mechanism: 'none',
  threshold: null,
  block_prevents_terminal: false,
  stand_aside_allowed: true,
} as const;

describe('the result', () => {
  const rows: [string, SessionChanges, OutcomeResult][] = [
    ['all agreed', { artifacts: [agreed], conflicts: [settled] }, 'consensus'],
    ['a conflict left', { artifacts: [agreed], conflicts: [createConflict()] }, 'partial-consensus'],
    ['an item that fell', { artifacts: [agreed, rejected] }, 'partial-consensus'],
    ['an item nobody voted on', { artifacts: [agreed, open] }, 'partial-consensus'],
    [
      'what the review raised is no vote',
      { artifacts: [agreed, { ...open, id: 'POINT-001', raised_in: 'review' }] },
      'consensus',
    ],
    [
      'withdrawn and replaced items leave nothing open',
      { artifacts: [agreed, { ...open, status: 'withdrawn' }] },
      'consensus',
    ],
    ['nothing agreed', { artifacts: [open], conflicts: [createConflict()] }, 'undecided'],
    ['everything fell', { artifacts: [rejected] }, 'undecided'],
    ['nothing at all', {}, 'undecided'],
    ['nothing to vote on by rule', { artifacts: [open], settings: { consensus: none } }, 'collected'],
    ['decided by a person', { artifacts: [decided], escalations: byPerson, conflicts: [settled] }, 'decided'],
    [
      'decided by a person, and the rest agreed',
      { artifacts: [decided, agreed], escalations: byPerson, conflicts: [settled] },
      'decided',
    ],
    [
      'decided, but something else is open',
      { artifacts: [decided, agreed], escalations: byPerson, conflicts: [createConflict()] },
      'partial-consensus',
    ],
    [
      'decided by a person where items are only collected',
      { artifacts: [decided], escalations: byPerson, settings: { consensus: none } },
      'decided',
    ],
    [
      'accepted by a policy is neither decided by a person nor a consensus of the panel',
      { artifacts: [agreed], escalations: [createEscalation({ decision: 'accept', answered_by: 'policy' })] },
      'partial-consensus',
    ],
    [
      'decided by an assistant is no consensus of the panel either',
      { artifacts: [agreed], escalations: [createEscalation({ decision: 'own', answered_by: 'assistant' })] },
      'partial-consensus',
    ],
    [
      'rounds that a policy granted decide nothing',
      {
        artifacts: [agreed],
        escalations: [createEscalation({ decision: 'continue', answered_by: 'policy' })],
      },
      'consensus',
    ],
    [
      'granted rounds decide nothing',
      { artifacts: [agreed], escalations: [createEscalation()] },
      'consensus',
    ],
  ];
  it.each(rows)('of a discussion: %s', (_name, changes, result) => {
    expect(nameResult(createSession(createTable(), changes), 'conclude')).toBe(result);
  });

  it('is the same whatever ended the discussion', () => {
    for (const [name, changes, result] of rows)
      for (const ending of endings.filter((entry) => entry !== 'stable'))
        expect(nameResult(createSession(createTable(), changes), ending), `${name}, ${ending}`).toBe(result);
  });

  it('is a stable disagreement where a discussion stood still without agreement, and only there', () => {
    const of = (changes: SessionChanges) => nameResult(createSession(createTable(), changes), 'stable');
    expect(of({ artifacts: [agreed], conflicts: [createConflict()] })).toBe('stable-disagreement');
    expect(of({ artifacts: [open] })).toBe('stable-disagreement');
    expect(of({ artifacts: [agreed] })).toBe('consensus');
  });
});

describe('dissent', () => {
  const changedIn = (round: number, seat: string): Session['rounds'][number] =>
    createRound(round, {
      answers: createRound(round).answers.map((answer) => ({ ...answer, changed: answer.seat === seat })),
    });

  it('keeps a standing block of what was agreed, and support of what was rejected, in the words of the seat', () => {
    const passed = createItem({ 'qa-lead': 'block', 'devops-engineer': 'support' }, { status: 'agreed' });
    expect(listDissent({ ...createSession(), artifacts: [passed] })).toEqual([
      { seat: 'qa-lead', text: 'qa-lead says so', round: 2, on: 'REQ-001' },
    ]);
    const fell = createItem(
      { 'qa-lead': 'block', 'software-architect': 'block', 'devops-engineer': 'support' },
      { status: 'rejected' },
    );
    expect(listDissent({ ...createSession(), artifacts: [fell] })).toEqual([
      { seat: 'devops-engineer', text: 'devops-engineer says so', round: 2, on: 'REQ-001' },
    ]);
  });

  it('cites a supporter without a reason by its own statement, and the round in which it made it', () => {
    const fell = createItem(
      {},
      {
        status: 'rejected',
        from: ['S-001', 'S-002'],
        stances: [{ seat: 'qa-lead', stance: 'support', reason: '', round: 3 }],
      },
    );
    const statements = [
      createStatement('S-001', { text: 'I want one table.', round: 2 }),
      createStatement('S-002', { seat: 'devops-engineer', text: 'One table it is.', round: 3 }),
    ];
    expect(listDissent({ ...createSession(), artifacts: [fell], statements })).toEqual([
      { seat: 'qa-lead', text: 'I want one table.', round: 2, on: 'REQ-001' },
    ]);
  });

  it('is not what is still open, lifted, or voted on by nobody', () => {
    const lifted = createItem({ 'qa-lead': 'block' }, { status: 'agreed' });
    lifted.stances.push({ seat: 'qa-lead', stance: 'support', reason: '', round: 3 });
    const items = [
      createItem({ 'qa-lead': 'block' }),
      createItem({ 'qa-lead': 'support' }, { status: 'withdrawn' }),
      createItem({ 'qa-lead': 'stand_aside' }, { status: 'agreed' }),
      lifted,
    ];
    expect(listDissent({ ...createSession(), artifacts: items, conflicts: [createConflict()] })).toEqual([]);
  });

  it('keeps what was held in a conflict that a person settled, unless its holder gave it up', () => {
    const overruled = createConflict({
      status: 'resolved',
      resolution_type: 'user',
      resolution: 'Buy a hosted one.',
    });
    const session = createSession(createTable(), { conflicts: [overruled] });
    expect(listDissent(session).map(({ seat, round, on }) => [seat, round, on])).toEqual([
      ['software-architect', 1, 'queue-kind'],
      ['qa-lead', 1, 'queue-kind'],
    ]);
    const gaveUp = { ...session, rounds: [createRound(1), changedIn(2, 'qa-lead')] };
    expect(listDissent(gaveUp).map(({ seat }) => seat)).toEqual(['software-architect']);
    const before = { ...session, rounds: [changedIn(1, 'qa-lead')] };
    expect(listDissent(before)).toHaveLength(2);
    expect(listDissent({ ...session, conflicts: [settled] })).toEqual([]);
  });

  it.each([
    [
      'English',
      'DEC-001 stands; a broker of its own would still be safer.',
      'I would run a broker of its own, because it is safer.',
    ],
    ['German', 'Zu DEC-001: ein eigener Broker wäre sicherer.', 'Ein eigener Broker wäre sicherer.'],
    ['Russian', 'По DEC-001: отдельный брокер надёжнее.', 'Нужен отдельный брокер, он надёжнее.'],
  ])('knows an objection by a seat that says its own words again, in %s', (_, later, held) => {
    const conflict = createConflict({
      status: 'resolved',
      resolution_type: 'user',
      resolution: 'Keep the queue where it is.',
      resolved_in: 2,
      item_ids: ['DEC-001'],
      positions: [{ seat: 'qa-lead', text: held, round: 1 }],
    });
    const decision = { ...decided, text: 'Keep the queue where it is.' };
    const say = (position: string, changed: boolean | null) =>
      listDissent({
        ...createSession(),
        conflicts: [conflict],
        artifacts: [decision],
        rounds: [
          createRound(3, {
            answers: createRound(3)
              .answers.filter(({ seat }) => seat === 'qa-lead')
              .map((answer) => ({ ...answer, position, changed })),
          }),
        ],
      }).map(({ text }) => text);
    expect(say(later, null)).toEqual([later]);
    expect(say(later, true)).toEqual([]);
    expect(say('DEC-001', null)).toEqual([]);
  });

  it('names who lost, and not whose way was chosen', () => {
    const conflict = createConflict({
      status: 'resolved',
      resolution_type: 'policy',
      resolution: 'Keep the queue inside the service that runs already.',
      positions: [
        { seat: 'qa-lead', text: 'I would keep the queue inside the service.', round: 1 },
        { seat: 'devops-engineer', text: 'I would run the queue as a broker of its own.', round: 2 },
      ],
    });
    expect(listDissent({ ...createSession(), conflicts: [conflict] })).toEqual([
      {
        seat: 'devops-engineer',
        text: 'I would run the queue as a broker of its own.',
        round: 2,
        on: 'queue-kind',
      },
    ]);
  });
});

describe('a decision of a person that takes up an item whose words changed last', () => {
  const conflict = createConflict({
    status: 'resolved',
    resolution_type: 'user',
    resolution: 'As REQ-001 says.',
    item_ids: ['REQ-001', 'REQ-002', 'DEC-001'],
    positions: [...createConflict().positions, { seat: 'devops-engineer', text: 'a hosted queue', round: 1 }],
  });
  const taken = createItem({}, { status: 'agreed', decided_by: 'user', from: ['S-001'] });
  const decision = createItem(
    {},
    {
      id: 'DEC-001',
      text: 'As REQ-001 says.',
      status: 'agreed',
      decided_by: 'user',
      related_to: ['REQ-001'],
    },
  );
  const loses = (votes: Parameters<typeof createItem>[0], changes: Partial<typeof taken> = {}) => {
    const lost = createItem(votes, { id: 'REQ-002', status: 'replaced', replaced_by: 'DEC-001' });
    const artifacts = [{ ...taken, ...changes }, lost, decision];
    return listDissent({ ...createSession(), artifacts, conflicts: [conflict] }).map(({ seat }) => seat);
  };

  it('leaves behind neither who put it forward nor who blocked only what gave way', () => {
    expect(loses({ 'qa-lead': 'block', 'devops-engineer': 'support' })).toEqual([
      'software-architect',
      'devops-engineer',
    ]);
    const proposed = { proposed_by: [{ seat: 'software-architect', round: 1 }] };
    expect(loses({ 'qa-lead': 'block', 'devops-engineer': 'block' }, proposed)).toEqual([]);
  });

  it('leaves behind who blocks it, whoever put it forward', () => {
    const proposed = {
      proposed_by: [{ seat: 'qa-lead', round: 1 }],
      stances: createItem({ 'qa-lead': 'block' }).stances,
    };
    expect(loses({ 'software-architect': 'block', 'devops-engineer': 'block' }, proposed)).toEqual([
      'qa-lead',
      'qa-lead',
    ]);
  });
});

describe('what was missing', () => {
  const review = { after_round: 3, answers: [], failed: [] };

  it('is nothing in a whole run', () => {
    expect(listDegradation({ ...createSession(), rounds: [createRound(1)], review }, null)).toEqual([]);
    expect(listDegradation(createSession(), null)).toEqual([]);
  });

  it('is named, once for each seat and part, with rounds and kinds', () => {
    const failure = { step: 'answer', message: 'm', request_id: null };
    const session: Session = {
      ...createSession(),
      rounds: [
        createRound(1, { failed: ['qa-lead'], question_fallback: 'r' }),
        createRound(2, { failed: ['qa-lead'], synthesis_fallback: 'r' }),
        createRound(3, { synthesis_fallback: 'r' }),
      ],
      failures: [
        { ...failure, round: 1, seat: 'qa-lead', kind: 'timeout' },
        { ...failure, round: 2, seat: 'qa-lead', kind: 'refusal' },
        { ...failure, round: 3, seat: 'devops-engineer', kind: 'server', step: 'review' },
        {
          ...failure,
          round: 2,
          seat: 'software-architect',
          kind: 'malformed',
          message: `${unreadStance}: REQ-009: hm`,
        },
        {
          ...failure,
          round: 3,
          seat: 'qa-lead',
          kind: 'malformed',
          message: `${unreadStance}: hm`,
          step: 'review',
        },
      ],
      review: { ...review, failed: ['devops-engineer'] },
    };
    expect(listDegradation(session, 'timeout: too slow')).toEqual([
      'qa-lead gave no answer in rounds 1, 2 (timeout, refusal).',
      'The program asked its own question in round 1.',
      'The program assembled the synthesis of rounds 2, 3.',
      'software-architect: a stance could not be read: REQ-009: hm (round 2).',
      'qa-lead: a stance could not be read: hm (review).',
      'No review from devops-engineer; the stances they had before count.',
      'The document was assembled by the program, not written by the synthesizer: timeout: too slow.',
    ]);
  });
});

it('a review that was not held is missing as well', () => {
  const session = { ...createSession(), rounds: [createRound(1)], review: null };
  expect(listDegradation(session, null)).toEqual(['The items were not reviewed before the draft.']);
});

describe('limits', () => {
  const usage = { ...callUsage, input_tokens: 900, output_tokens: 100, cost_usd: 1.25 };
  it.each([
    [null, null, null],
    [1001, null, null],
    [1000, null, 'max_tokens 1000/1000'],
    [null, 1.26, null],
    [null, 1.25, 'max_cost 1.2500/1.25 USD'],
  ])('tokens %s, cost %s: %s', (maxTokens, maxCost, detail) => {
    expect(findReachedLimit(usage, { max_tokens: maxTokens, max_cost: maxCost })?.detail ?? null).toBe(
      detail,
    );
  });

  it('of cost never hold against an unknown price', () => {
    expect(findReachedLimit({ ...usage, cost_usd: null }, { max_tokens: null, max_cost: 0.01 })).toBeNull();
    expect(addUsage(noUsage, { ...callUsage, cost_usd: null }).cost_usd).toBeNull();
  });
});
