/** When a person has to decide, what the person is asked, and what the answer does. */
import { describe, expect, it } from 'vitest';
import {
  findEscalationCauses,
  findKeyword,
  raiseEscalation,
} from '../../src/roundtable/discussion/escalation.ts';
import { answerEscalation } from '../../src/roundtable/discussion/person-decision.ts';
import type { EscalationDecision } from '../../src/session/ports/ports.ts';
import type { Round } from '../../src/session/round.ts';
import {
  countGrantedRounds,
  countMostRounds,
  listGrantedConflicts,
} from '../../src/session/rules/granted-rounds.ts';
import type { Session } from '../../src/session/session.ts';
import {
  createConflict,
  createEscalation,
  createRound,
  createSession,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';

function findCauses(number: number, changes: SessionChanges, round: Partial<Round> = {}, forSides = false) {
  const record = createRound(number, round);
  const session = createSession(createTable(), { ...changes, rounds: [record], total_rounds: number });
  return findEscalationCauses(session, record, { forSides });
}

const named = (...args: Parameters<typeof findCauses>): string =>
  findCauses(...args)
    .map(({ trigger, subject }) => `${trigger} ${subject}`)
    .join('; ');

const confident = (...values: (number | null)[]): Partial<Round> => ({
  answers: createRound(1).answers.map((answer, at) => ({ ...answer, confidence: values[at] ?? null })),
});
const unsure = confident(0.4, 0.4, 0.4);
const asks: Partial<Round> = { proposed_action: 'escalate' };
const open: SessionChanges = { conflicts: [createConflict()] };
const secure = createConflict({ description: 'Is Security worth a second broker' });
const withKeyword: SessionChanges = { conflicts: [secure] };
const reword = (changes: object) =>
  createConflict({ positions: createConflict().positions.map((one) => ({ ...one, ...changes })) });
const early = { escalation: { max_rounds_per_conflict: 2 } };
const off = { escalation: { enabled: false } };
const waiting = createEscalation({ status: 'pending', decision: null });
const decided = createEscalation({ trigger: 'low-confidence', subject: null, decision: 'accept' });

describe('an escalation is due', () => {
  it.each<[string, number, string, SessionChanges, Partial<Round>?]>([
    ['never without a cause', 2, '', open],
    ['when the facilitator asks', 1, 'facilitator null', {}, asks],
    ['by the facilitator about the one open conflict', 1, 'facilitator CF-001', open, asks],
    ['when a conflict is three rounds old', 3, 'conflict-age CF-001', open],
    ['at the age that is set', 2, 'conflict-age CF-001', { ...open, settings: early }],
    ['for a keyword, once both sides could answer each other', 2, 'critical-keyword CF-001', withKeyword],
    ['not for a keyword in the round that opens the conflict', 1, '', withKeyword],
    ['however late that is', 4, '', { conflicts: [{ ...secure, opened_in: 4 }] }],
    [
      'for one in a position',
      2,
      'critical-keyword CF-001',
      { conflicts: [reword({ text: 'it is blocking' })] },
    ],
    ['not for one in a resolved conflict', 2, '', { conflicts: [{ ...secure, status: 'resolved' }] }],
    ['not for one elsewhere', 2, '', { ...open, topic: 'Security of jobs' }, { synthesis: 'security' }],
    ['for low confidence from min_rounds on', 3, 'low-confidence null', {}, unsure],
    ['not before it', 2, '', {}, unsure],
    ['for the mean of those who stated one', 3, 'low-confidence null', {}, confident(0.4)],
    ['not where nobody stated one', 3, '', {}, confident()],
    ['once for one conflict, whatever its triggers', 3, 'conflict-age CF-001', withKeyword],
    [
      'once for all conflicts when the facilitator asks about several',
      3,
      'facilitator null',
      { conflicts: [secure, createConflict({ id: 'CF-002' })] },
      asks,
    ],
    ['never when it is switched off', 3, '', { ...withKeyword, settings: off }, { ...unsure, ...asks }],
    ['not where fewer than two positions are held', 9, '', { conflicts: [reword({ held_by: [] })] }],
    ['not again while it waits for an answer', 4, '', { ...open, escalations: [waiting] }],
    ['not again once it was decided', 4, '', { escalations: [decided] }, unsure],
  ])('%s', (_name, number, expected, changes, round) => {
    expect(named(number, changes, round)).toBe(expected);
  });

  it('is never due for the confidence of seats that argue assigned sides', () => {
    expect(named(3, open, unsure, true)).toBe('conflict-age CF-001');
  });

  it('starts the count of a conflict anew with granted rounds, for every trigger', () => {
    const escalations = [createEscalation({ round: 3, extra_rounds: 2 })];
    const dueIn = (changes: SessionChanges) =>
      [4, 5, 6].map((round) => named(round, { ...changes, escalations }));
    expect(dueIn(withKeyword)).toEqual(['', 'critical-keyword CF-001', 'conflict-age CF-001']);
    expect(dueIn(open)).toEqual(['', '', 'conflict-age CF-001']);
  });

  it('with what triggered it in values, and the facilitator’s own words', () => {
    const values = (...args: Parameters<typeof findCauses>) =>
      findCauses(...args).map((cause) => cause.values);
    expect(values(3, open)).toEqual([{ age: 3 }]);
    expect(values(2, withKeyword)).toEqual([{ keyword: 'security' }]);
    expect(values(3, {}, unsure)).toEqual([{ mean: 0.4, below: 0.5 }]);
    expect(findCauses(1, {}, { ...asks, escalation_reason: 'Who pays?' })).toEqual([
      { trigger: 'facilitator', subject: null, values: {}, reason: 'Who pays?' },
    ]);
  });
});

describe('keywords', () => {
  it.each([
    ['Security first', 'security'],
    ['the MUST-HAVE list', 'must-have'],
    ['insecurity', null],
    ['nonblocking calls', null],
    ['legally fine', null],
    ['a [legal] matter', 'legal'],
    ['c++ or not', 'c++'],
    // The name of a seat is none.
    ['The security-champion and the Security champion want a broker', null],
  ])('"%s": %s', (description, keyword) => {
    const keywords = ['security', 'must-have', 'blocking', 'legal', 'c++', ' '];
    const seats = [{ id: 'security-champion', role: 'Security Champion' }];
    expect(findKeyword({ description, positions: [] }, keywords, seats)).toBe(keyword);
  });
});

describe('what is asked', () => {
  const round = createRound(3, { ...asks, recommendation: 'all' });
  const session = createSession(createTable(), {
    conflicts: [
      createConflict({ recommendation: 'take the table' }),
      createConflict({ id: 'CF-002', description: 'How long', recommendation: null }),
    ],
    escalations: [createEscalation({ subject: 'CF-009' })],
  });
  const ask = (escalate_conflicts: string[]) =>
    findEscalationCauses(session, { ...round, round: 1, escalate_conflicts }, { forSides: false }).map(
      (cause) => {
        const { subject, recommendation } = raiseEscalation(session, cause, round);
        return `${subject}: ${recommendation}`;
      },
    );

  it('is about the open conflicts that the facilitator names, each with its own recommendation', () => {
    expect(ask(['CF-002'])).toEqual(['CF-002: all']);
    expect(ask(['CF-002', 'CF-001'])).toEqual(['CF-001: take the table', 'CF-002: all']);
    expect(ask([])).toEqual(['null: all']);
  });

  it('comes with the positions of its conflict, else with the answers of the round', () => {
    const raise = (subject: string | null) =>
      raiseEscalation(session, { trigger: 'facilitator', subject, values: {}, reason: '' }, round);
    expect(raise('CF-001')).toMatchObject({
      ...{ id: 'E-002', round: 3, status: 'pending' },
      positions: [
        { seat: 'software-architect', text: 'in the database' },
        { seat: 'qa-lead', text: 'a broker of its own' },
      ],
    });
    expect(raise(null).positions).toEqual(
      round.answers.map(({ seat, position }) => ({ seat, text: position })),
    );
  });
});

describe('a decision', () => {
  const pending = createEscalation({ round: 3, status: 'pending', decision: null, answered_by: null });
  const session = createSession(createTable(), {
    conflicts: [createConflict(), createConflict({ id: 'CF-002' })],
    escalations: [pending],
  });
  const at = '2026-03-02T10:00:00.000Z';
  const answer = (decision: EscalationDecision, from: Session = session): Session =>
    answerEscalation(from, 'E-001', { decision, at });

  it.each(['user', 'policy', 'assistant'] as const)(
    'accepts the recommendation in the name of the %s',
    (by) => {
      const after = answer({ decision: 'accept', by });
      expect(after.escalations).toMatchObject([
        { status: 'answered', answered_by: by, text: 'take the database' },
      ]);
      expect(after.conflicts).toMatchObject([
        { status: 'resolved', resolution: 'take the database', resolution_type: by },
        { status: 'open' },
      ]);
    },
  );

  it('decides otherwise in words from which nothing is read: they close what was asked about, and make no item', () => {
    const after = answer({ decision: 'own', text: 'take both, not CF-002', by: 'user', name: 'Ada' });
    expect(after.conflicts[0]).toMatchObject({
      resolution: 'take both, not CF-002',
      resolution_type: 'user',
    });
    expect(after.conflicts[0]?.history.at(-1)).toEqual({ round: 3, code: 'decided' });
    expect(after.conflicts[1]).toEqual(session.conflicts[1]);
    expect(after.artifacts).toEqual([]);
    expect(after.escalations).toMatchObject([{ decision: 'own', answered_name: 'Ada', answered_at: at }]);
  });

  it.each([null, '', ' '])(
    'accepts nothing where nothing was recommended (%j): it goes on waiting',
    (none) => {
      const asked = { ...session, escalations: [{ ...pending, recommendation: none }] };
      for (const by of ['user', 'policy'] as const)
        expect(answer({ decision: 'accept', by }, asked)).toBe(asked);
    },
  );

  it('about no conflict in particular closes none', () => {
    const asked = { ...session, escalations: [{ ...pending, subject: null }] };
    const after = answer({ decision: 'accept', by: 'user' }, asked);
    expect(after.conflicts).toEqual(session.conflicts);
    expect(after.escalations).toMatchObject([{ status: 'answered', text: 'take the database' }]);
  });

  it('grants rounds: the conflict stays open, and only those of a person count', () => {
    const user = answer({ decision: 'continue', rounds: 3, by: 'user' });
    expect(user.conflicts).toEqual(session.conflicts);
    expect([countGrantedRounds(user), countMostRounds(user)]).toEqual([3, 23]);
    const spentIn = (round: number) => listGrantedConflicts(user, round).map(({ id }) => id);
    expect([spentIn(3), spentIn(5), spentIn(6)]).toEqual([['CF-001'], ['CF-001'], []]);
    expect(countGrantedRounds(answer({ decision: 'continue', rounds: 1, by: 'policy' }))).toBe(0);
  });

  it('counts one more round for guidance after the last', () => {
    const say = { after_round: 1, text: 'Mind the nights.', by: 'user' };
    const guidance = [say, { ...say, after_round: 3, grants_round: true }];
    expect(countGrantedRounds({ ...session, guidance })).toBe(1);
  });
});
