import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { findReachedLimit } from '../../src/roundtable/rules/limits.ts';
import { type Ending, listDegradation, listDissent, nameResult } from '../../src/roundtable/rules/outcome.ts';
import { addUsage, noUsage } from '../../src/roundtable/rules/usage.ts';
import {
  createConflict,
  createEscalation,
  createProposal,
  createRound,
  createSession,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';
import { callUsage } from '../support/scripted-model.ts';

const point = { id: 'C-001', proposal_id: 'P-001', text: 't', round: 1, supported_by: [], stood_aside: [] };
const settled = createConflict({ status: 'resolved', resolution_type: 'consensus', resolution: 'r' });
const none = {
  mechanism: 'none',
  threshold: null,
  block_prevents_terminal: false,
  stand_aside_allowed: true,
} as const;

describe('the result', () => {
  const rows: [string, SessionChanges, Ending, string][] = [
    ['skipped', { consensus: [point] }, 'skipped', 'skipped'],
    ['at the end of the rounds', { consensus: [point] }, 'max-rounds', 'max-rounds'],
    ['at a limit', { consensus: [point] }, 'limit', 'limit'],
    ['all agreed', { consensus: [point], conflicts: [settled] }, null, 'consensus'],
    ['a conflict left', { consensus: [point], conflicts: [createConflict()] }, null, 'partial-consensus'],
    [
      'a proposal that fell',
      { consensus: [point], proposals: [createProposal({}, { status: 'rejected' })] },
      null,
      'partial-consensus',
    ],
    [
      'a proposal nobody voted on',
      { consensus: [point], proposals: [createProposal()] },
      null,
      'partial-consensus',
    ],
    ['nothing agreed', { conflicts: [createConflict()] }, null, 'stable-disagreement'],
    ['nothing at all', {}, null, 'stable-disagreement'],
    [
      'still, with an open conflict',
      { consensus: [point], conflicts: [createConflict()] },
      'stable',
      'stable-disagreement',
    ],
    ['still, and all agreed', { consensus: [point] }, 'stable', 'consensus'],
    ['nothing to vote on by rule', { settings: { consensus: none } }, null, 'collected'],
    [
      'decided by a person',
      { escalations: [createEscalation({ decision: 'own' })], conflicts: [settled] },
      null,
      'decided',
    ],
    [
      'decided, but something else is open',
      {
        escalations: [createEscalation({ decision: 'own' })],
        conflicts: [createConflict()],
        consensus: [point],
      },
      null,
      'partial-consensus',
    ],
    [
      'accepted by a policy is not decided by a person',
      { escalations: [createEscalation({ decision: 'accept', answered_by: 'policy' })], consensus: [point] },
      null,
      'consensus',
    ],
    [
      'granted rounds decide nothing',
      { escalations: [createEscalation()], consensus: [point] },
      null,
      'consensus',
    ],
  ];
  it.each(rows)('of a discussion: %s', (_name, changes, ending, result) => {
    expect(nameResult(createSession(createTable(), changes), ending)).toBe(result);
  });
});

describe('dissent', () => {
  const changedIn = (round: number, seat: string): Session['rounds'][number] =>
    createRound(round, {
      answers: createRound(round).answers.map((answer) => ({ ...answer, changed: answer.seat === seat })),
    });

  it('keeps a standing block with its reason, and where a proposal fell the smaller side', () => {
    const passed = createProposal({ 'qa-lead': 'block', 'devops-engineer': 'support' }, { status: 'agreed' });
    expect(listDissent({ ...createSession(), proposals: [passed] })).toEqual([
      { seat: 'qa-lead', text: 'qa-lead says so (against P-001: Use a queue in the database.)', round: 2 },
    ]);
    const fell = createProposal(
      { 'qa-lead': 'block', 'software-architect': 'block', 'devops-engineer': 'support' },
      { status: 'rejected' },
    );
    expect(listDissent({ ...createSession(), proposals: [fell] })).toEqual([
      {
        seat: 'devops-engineer',
        text: 'devops-engineer says so (for P-001, which was not agreed: Use a queue in the database.)',
        round: 2,
      },
    ]);
  });

  it('keeps what was held in a conflict, unless it was settled by the panel or its holder gave it up', () => {
    const session = createSession(createTable(), { conflicts: [createConflict()] });
    expect(listDissent(session).map(({ seat }) => seat)).toEqual(['software-architect', 'qa-lead']);
    const gaveUp = { ...session, rounds: [createRound(1), changedIn(2, 'qa-lead')] };
    expect(listDissent(gaveUp).map(({ seat }) => seat)).toEqual(['software-architect']);
    const before = { ...session, rounds: [changedIn(1, 'qa-lead')] };
    expect(listDissent(before)).toHaveLength(2);
    expect(listDissent({ ...session, conflicts: [settled] })).toEqual([]);
    const overruled = createConflict({ status: 'resolved', resolution_type: 'user' });
    expect(listDissent({ ...session, conflicts: [overruled] })).toHaveLength(2);
  });
});

describe('dissent in a conflict that was settled over a head', () => {
  const conflict = createConflict({
    status: 'resolved',
    resolution_type: 'facilitator',
    resolution: 'Keep the queue inside the service that runs already.',
    positions: [
      { seat: 'qa-lead', text: 'I would keep the queue inside the service.' },
      { seat: 'devops-engineer', text: 'I would run the queue as a broker of its own.' },
    ],
  });
  it('names who lost, and not whose way was chosen', () => {
    expect(listDissent({ ...createSession(), conflicts: [conflict] }).map(({ seat }) => seat)).toEqual([
      'devops-engineer',
    ]);
  });
});

describe('what was missing', () => {
  it('is nothing in a whole run', () => {
    expect(listDegradation({ ...createSession(), rounds: [createRound(1)] }, null)).toEqual([]);
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
        { ...failure, round: 3, seat: 'devops-engineer', kind: 'server', step: 'ballot' },
      ],
    };
    expect(listDegradation(session, 'timeout: too slow')).toEqual([
      'qa-lead gave no answer in rounds 1, 2 (timeout, refusal).',
      'The program asked its own question in round 1.',
      'The program assembled the synthesis of rounds 2, 3.',
      'No vote in the final ballot from devops-engineer.',
      'The document was assembled by the program, not written by the synthesizer: timeout: too slow.',
    ]);
  });
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
