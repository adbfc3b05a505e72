import { describe, expect, it } from 'vitest';
import type { Round } from '../../src/domain/round.ts';
import type { Session } from '../../src/domain/session.ts';
import {
  countGrantedRounds,
  findEscalationCauses,
  findKeyword,
  listGrantedConflicts,
  raiseEscalation,
} from '../../src/roundtable/rules/escalation.ts';
import { answerEscalation } from '../../src/roundtable/rules/person-decision.ts';
import {
  createConflict,
  createEscalation,
  createRound,
  createSession,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';

function hold(
  changes: SessionChanges,
  round: Partial<Round> & { round: number },
): { session: Session; round: Round } {
  const record = createRound(round.round, round);
  const session = createSession(createTable(), changes);
  return { session: { ...session, rounds: [record], total_rounds: record.round }, round: record };
}

function findTriggers(
  changes: SessionChanges,
  round: Partial<Round> & { round: number },
  forSides = false,
): string[] {
  const held = hold(changes, round);
  return findEscalationCauses(held.session, held.round, { forSides }).map(
    ({ trigger, subject }) => `${trigger} ${subject}`,
  );
}

const unsure = { answers: createRound(1).answers.map((answer) => ({ ...answer, confidence: 0.4 })) };

describe('an escalation is due', () => {
  const open = [createConflict()];
  const keyword = [createConflict({ description: 'Is Security worth a second broker' })];
  const rows: [string, SessionChanges, Partial<Round> & { round: number }, string[]][] = [
    ['never without a cause', { conflicts: open }, { round: 2 }, []],
    [
      'when the facilitator asks',
      {},
      { round: 1, proposed_action: 'escalate', escalation_reason: 'budget' },
      ['facilitator null'],
    ],
    [
      'by the facilitator about the one open conflict',
      { conflicts: open },
      { round: 1, proposed_action: 'escalate' },
      ['facilitator queue-kind'],
    ],
    ['when a conflict is three rounds old', { conflicts: open }, { round: 3 }, ['conflict-age queue-kind']],
    ['and not after two', { conflicts: open }, { round: 2 }, []],
    [
      'at the age that is set',
      { conflicts: open, settings: { escalation: { max_rounds_per_conflict: 2 } } },
      { round: 2 },
      ['conflict-age queue-kind'],
    ],
    [
      'for a keyword in an open conflict, once both sides could answer each other',
      { conflicts: keyword },
      { round: 2 },
      ['critical-keyword queue-kind'],
    ],
    ['not for a keyword in the round that opens the conflict', { conflicts: keyword }, { round: 1 }, []],
    [
      'not for a keyword in the round that opens it, however late that is',
      { conflicts: [createConflict({ ...keyword[0], opened_in: 4 })] },
      { round: 4 },
      [],
    ],
    [
      'for a keyword in a position',
      {
        conflicts: [
          createConflict({ positions: [{ seat: 'qa-lead', text: 'this is blocking us', round: 1 }] }),
        ],
      },
      { round: 2 },
      ['critical-keyword queue-kind'],
    ],
    [
      'not for a keyword in a resolved one',
      { conflicts: [createConflict({ ...keyword[0], status: 'resolved' })] },
      { round: 2 },
      [],
    ],
    [
      'not for a keyword elsewhere',
      { topic: 'Security of the queue', conflicts: open },
      { round: 2, synthesis: 'security' },
      [],
    ],
    ['for low confidence from min_rounds on', {}, { round: 3, ...unsure }, ['low-confidence null']],
    ['not for low confidence before it', {}, { round: 2, ...unsure }, []],
    [
      'once for one conflict, whatever its triggers',
      { conflicts: keyword },
      { round: 3 },
      ['conflict-age queue-kind'],
    ],
    [
      'once for all conflicts when the facilitator asks about several',
      { conflicts: [...keyword, createConflict({ id: 'other' })] },
      { round: 3, proposed_action: 'escalate' },
      ['facilitator null'],
    ],
    [
      'never when it is switched off',
      { conflicts: keyword, settings: { escalation: { enabled: false } } },
      { round: 3, ...unsure, proposed_action: 'escalate' },
      [],
    ],
    [
      'not again while it waits for an answer',
      { conflicts: open, escalations: [createEscalation({ status: 'pending', decision: null })] },
      { round: 4 },
      [],
    ],
    [
      'not again once it was decided',
      {
        settings: { min_rounds: 1 },
        escalations: [createEscalation({ trigger: 'low-confidence', subject: null, decision: 'accept' })],
      },
      { round: 4, ...unsure },
      [],
    ],
  ];
  it.each(rows)('%s', (_name, changes, round, expected) => {
    expect(findTriggers(changes, round)).toEqual(expected);
  });

  it('is never due for the confidence of seats that argue assigned sides', () => {
    expect(findTriggers({}, { round: 3, ...unsure }, true)).toEqual([]);
    expect(findTriggers({ conflicts: open }, { round: 3, ...unsure }, true)).toEqual([
      'conflict-age queue-kind',
    ]);
  });

  it('lets the mean ignore seats without a confidence, and a round without any say nothing', () => {
    const [first, ...rest] = createRound(3).answers;
    const answers = [
      { ...first, confidence: 0.4 },
      ...rest.map((answer) => ({ ...answer, confidence: null })),
    ];
    expect(findTriggers({}, { round: 3, answers: answers as Round['answers'] })).toEqual([
      'low-confidence null',
    ]);
    const none = createRound(3).answers.map((answer) => ({ ...answer, confidence: null }));
    expect(findTriggers({}, { round: 3, answers: none })).toEqual([]);
  });

  it('starts the count of a conflict anew with granted rounds, for every trigger', () => {
    const conflicts = [createConflict({ description: 'a legal question' })];
    const escalations = [createEscalation({ round: 3, extra_rounds: 2 })];
    const dueIn = (round: number): string[] => findTriggers({ conflicts, escalations }, { round });
    expect(dueIn(4)).toEqual([]);
    expect(dueIn(5)).toEqual(['critical-keyword queue-kind']);
    const aged = [createConflict()];
    const ages = [4, 5, 6].map((round) => findTriggers({ conflicts: aged, escalations }, { round }).length);
    expect(ages).toEqual([0, 0, 1]);
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
  ])('"%s": %s', (description, keyword) => {
    const keywords = ['security', 'must-have', 'blocking', 'legal', 'c++', ' '];
    expect(findKeyword({ description, positions: [] }, keywords)).toBe(keyword);
  });
  it('does not take the name of a seat for a keyword', () => {
    const seats = [{ id: 'security-champion', role: 'Security Champion' }];
    const named = {
      description: 'The security-champion and the Security champion want a broker.',
      positions: [],
    };
    expect(findKeyword(named, ['security'], seats)).toBeNull();
    expect(
      findKeyword({ ...named, description: `${named.description} Security is open.` }, ['security'], seats),
    ).toBe('security');
  });
});

describe('a decision', () => {
  const pending = createEscalation({ round: 3, status: 'pending', decision: null, answered_by: null });
  const session = createSession(createTable(), {
    conflicts: [createConflict(), createConflict({ id: 'other' })],
    escalations: [pending],
  });
  const at = '2026-03-02T10:00:00.000Z';

  it('is about the open conflicts that the facilitator names, each with its own recommendation', () => {
    const both = {
      ...session,
      escalations: [],
      conflicts: [
        createConflict({ recommendation: 'take the table' }),
        createConflict({ id: 'retention', description: 'How long', recommendation: 'a month' }),
      ],
    };
    const ask = (names: string[]) => {
      const round = createRound(1, {
        proposed_action: 'escalate',
        escalate_conflicts: names,
        recommendation: 'all',
      });
      return findEscalationCauses(both, round, { forSides: false }).map((cause) => {
        const { subject, recommendation } = raiseEscalation(both, cause, round);
        return [subject, recommendation];
      });
    };
    expect(ask(['retention'])).toEqual([['retention', 'a month']]);
    expect(ask(['retention', 'queue-kind'])).toEqual([
      ['queue-kind', 'take the table'],
      ['retention', 'a month'],
    ]);
    expect(ask([])).toEqual([[null, 'all']]);
    expect(ask(['nothing'])).toEqual([[null, 'all']]);
  });

  it('accepts the recommendation, and settles the conflict in the name of who accepted', () => {
    for (const by of ['user', 'policy'] as const) {
      const after = answerEscalation(session, 'E-001', { decision: { decision: 'accept', by }, at });
      expect(after.escalations[0]).toMatchObject({
        status: 'answered',
        answered_by: by,
        text: 'take the database',
      });
      expect(after.conflicts).toMatchObject([
        { status: 'resolved', resolution: 'take the database', resolution_type: by },
        { status: 'open' },
      ]);
    }
  });

  it('decides otherwise in its own words', () => {
    const after = answerEscalation(session, 'E-001', {
      decision: { decision: 'own', text: 'take both', by: 'user' },
      at,
    });
    expect(after.conflicts[0]).toMatchObject({ resolution: 'take both', resolution_type: 'user' });
    expect(after.escalations[0]).toMatchObject({ decision: 'own', text: 'take both', answered_at: at });
  });

  it.each([null, '', ' '])(
    'accepts nothing where nothing was recommended (%j): it goes on waiting',
    (recommendation) => {
      const asked = { ...session, escalations: [{ ...pending, recommendation }] };
      for (const by of ['user', 'policy'] as const)
        expect(answerEscalation(asked, 'E-001', { decision: { decision: 'accept', by }, at })).toBe(asked);
    },
  );

  it('grants rounds: the conflict stays open, and only those of a person count', () => {
    const user = answerEscalation(session, 'E-001', {
      decision: { decision: 'continue', rounds: 3, by: 'user' },
      at,
    });
    expect(user.conflicts).toEqual(session.conflicts);
    expect(countGrantedRounds(user)).toBe(3);
    expect(listGrantedConflicts(user, 3).map(({ id }) => id)).toEqual(['queue-kind']);
    expect(listGrantedConflicts(user, 5).map(({ id }) => id)).toEqual(['queue-kind']);
    expect(listGrantedConflicts(user, 6)).toEqual([]);
    const policy = answerEscalation(session, 'E-001', {
      decision: { decision: 'continue', rounds: 1, by: 'policy' },
      at,
    });
    expect(countGrantedRounds(policy)).toBe(0);
  });

  it('counts one more round for guidance after the last', () => {
    const guidance = [
      { after_round: 1, text: 'Mind the nights.', by: 'user' },
      { after_round: 3, text: 'And the days.', by: 'user', grants_round: true },
    ];
    expect(countGrantedRounds({ ...session, guidance })).toBe(1);
  });

  it('about no conflict in particular settles all only when the facilitator asked', () => {
    const decide = (trigger: 'facilitator' | 'low-confidence'): string[] => {
      const asked = { ...session, escalations: [{ ...pending, trigger, subject: null }] };
      const after = answerEscalation(asked, 'E-001', { decision: { decision: 'accept', by: 'user' }, at });
      return after.conflicts.map(({ status }) => status);
    };
    expect(decide('facilitator')).toEqual(['resolved', 'resolved']);
    expect(decide('low-confidence')).toEqual(['open', 'open']);
  });

  it('is asked for with the positions of its conflict, else with the answers of the round', () => {
    const round = createRound(3, { recommendation: 'take the database' });
    const about = raiseEscalation(
      session,
      { trigger: 'conflict-age', subject: 'queue-kind', reason: 'old' },
      round,
    );
    expect(about).toMatchObject({
      id: 'E-002',
      round: 3,
      status: 'pending',
      recommendation: 'take the database',
      positions: createConflict().positions,
    });
    const own = raiseEscalation(
      {
        ...session,
        conflicts: [createConflict({ recommendation: 'measure first' }), createConflict({ id: 'other' })],
      },
      { trigger: 'conflict-age', subject: 'queue-kind', reason: 'old' },
      round,
    );
    expect(own.recommendation).toBe('measure first');
    const calm = { ...session, conflicts: [] };
    const general = raiseEscalation(
      calm,
      { trigger: 'low-confidence', subject: null, reason: 'unsure' },
      round,
    );
    expect(general.positions).toEqual(
      round.answers.map(({ seat, position }) => ({ seat, text: position, round: 3 })),
    );
  });
});
