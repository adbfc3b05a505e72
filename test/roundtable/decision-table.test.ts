/** The decision table, row by row. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DecisionFacts,
  decide,
  decideAfterEscalation,
} from '../../src/roundtable/discussion/decision-table.ts';

type Changes = Partial<Omit<DecisionFacts, 'phase'>> & { phase?: Partial<DecisionFacts['phase']> };

/** Round 3 of 20 in the only phase, after at least 2, everything covered, and the discussion moves. */
function facts({ phase, ...changes }: Changes = {}): DecisionFacts {
  return {
    pause: null,
    skip: false,
    round: 3,
    minRounds: 2,
    maxRounds: 20,
    grantedRounds: 0,
    escalationDue: null,
    proposed: 'continue',
    uncoveredCritical: [],
    phase: {
      ...{ index: 0, names: ['discussion'], rounds: 3, minRounds: 1, maxRounds: 10, laterRounds: 0 },
      ...phase,
    },
    guided: false,
    stillRounds: 0,
    ...changes,
  };
}

const due = { trigger: 'conflict-age', subject: 'CF-001' };
const storage = { id: 'storage', name: 'Storage' };
const costs = { id: 'costs', name: 'Costs' };
const twoPhases = { index: 0, names: ['one', 'two'], laterRounds: 1 };
const everything: Changes = { skip: true, escalationDue: due, round: 20, proposed: 'conclude' };

describe('the rows, the first that holds', () => {
  it.each<[rule: number, string, Changes, action: string, override: object | null]>([
    [1, 'a pause before all', { ...everything, pause: 'signal' }, 'pause', { code: 'paused', by: 'signal' }],
    [1, 'a limit', { pause: 'budget' }, 'pause', { code: 'paused', by: 'budget' }],
    [2, 'a skip', everything, 'conclude', { code: 'skipped' }],
    [3, 'an escalation', { escalationDue: due }, 'escalate', { code: 'escalation', ...due }],
    [3, 'in the last round too', { escalationDue: due, round: 20, proposed: 'escalate' }, 'escalate', null],
    [4, 'the last round', { round: 20 }, 'conclude', { code: 'max_rounds', have: 20, need: 20 }],
    [4, 'the last, proposed', { round: 20, proposed: 'conclude' }, 'conclude', null],
    [12, 'granted rounds come after it', { round: 20, grantedRounds: 1 }, 'continue', null],
    [
      4,
      'the last granted one',
      { round: 21, grantedRounds: 1 },
      'conclude',
      { code: 'max_rounds', have: 21, need: 21 },
    ],
    [
      5,
      'too early',
      { round: 1, proposed: 'conclude' },
      'continue',
      { code: 'min_rounds', have: 1, need: 2 },
    ],
    [
      6,
      'a topic is left',
      { proposed: 'conclude', uncoveredCritical: [storage] },
      'continue',
      { code: 'topic_not_covered', topic_id: 'storage', name: 'Storage' },
    ],
    [
      7,
      'a phase is left',
      { proposed: 'conclude', phase: twoPhases },
      'phase',
      { code: 'phase_not_held', phase: 'two' },
    ],
    [8, 'all is done', { proposed: 'conclude' }, 'conclude', null],
    [8, 'the person advised', { proposed: 'conclude', guided: true }, 'continue', { code: 'guidance_given' }],
    [9, 'the next phase', { proposed: 'phase', phase: twoPhases }, 'phase', null],
    [
      9,
      'too early for it',
      { proposed: 'phase', phase: { ...twoPhases, rounds: 1, minRounds: 2 } },
      'continue',
      { code: 'phase_min_rounds', phase: 'one', have: 1, need: 2 },
    ],
    [9, 'no phase is left', { proposed: 'phase' }, 'conclude', { code: 'last_phase_over' }],
    [
      6,
      'no phase, but a topic is left',
      { proposed: 'phase', uncoveredCritical: [storage] },
      'continue',
      { code: 'topic_not_covered', topic_id: 'storage', name: 'Storage' },
    ],
    [
      10,
      'the phase is used up',
      { phase: { ...twoPhases, rounds: 10 } },
      'phase',
      { code: 'phase_max_rounds', have: 10, need: 10 },
    ],
    [
      10,
      'later phases need the rounds',
      { round: 19, phase: twoPhases },
      'phase',
      { code: 'later_phases_need_rounds' },
    ],
    [
      10,
      'the last phase is used up',
      { phase: { rounds: 10 } },
      'conclude',
      { code: 'phase_max_rounds', have: 10, need: 10 },
    ],
    [11, 'nothing moved', { stillRounds: 1 }, 'conclude', { code: 'nothing_moved', round: 3, uncovered: [] }],
    [5, 'nothing moved, too early', { stillRounds: 1, round: 1 }, 'continue', null],
    [6, 'nothing moved, a topic is left', { stillRounds: 1, uncoveredCritical: [storage] }, 'continue', null],
    [
      7,
      'nothing moved, a phase is left',
      { stillRounds: 1, phase: twoPhases },
      'phase',
      { code: 'phase_not_held', phase: 'two' },
    ],
    [
      11,
      'nothing moved twice: past 6 and 7, and it says what is left',
      { stillRounds: 2, uncoveredCritical: [storage, costs], phase: twoPhases },
      'conclude',
      { code: 'nothing_moved', round: 3, uncovered: ['Storage', 'Costs'] },
    ],
    [5, 'nothing moved twice, too early', { stillRounds: 2, round: 1 }, 'continue', null],
    [11, 'nothing moved twice, the person advised', { stillRounds: 2, guided: true }, 'continue', null],
    [12, 'otherwise', {}, 'continue', null],
    [12, 'no escalation is due', { proposed: 'escalate' }, 'continue', { code: 'escalation_not_due' }],
  ])('%i: %s', (rule, _name, changes, action, override) => {
    expect(decide(facts(changes))).toMatchObject({ rule, action, override });
  });
});

describe('what a decision carries', () => {
  it('names the topic that the next round has to look at', () => {
    expect(decide(facts({ proposed: 'conclude', uncoveredCritical: [storage, costs] })).topic).toEqual(
      storage,
    );
    expect(decide(facts({ stillRounds: 1, uncoveredCritical: [costs] })).topic).toEqual(costs);
    expect(decide(facts()).topic).toBeNull();
  });

  it.each<[Changes, string | null]>([
    [{ proposed: 'conclude' }, 'conclude'],
    [{ round: 20 }, 'max-rounds'],
    [{ round: 20, proposed: 'conclude' }, 'conclude'],
    [{ skip: true }, 'skipped'],
    [{ stillRounds: 1 }, 'stable'],
    [{ proposed: 'phase' }, 'conclude'],
    [{}, null],
  ])('%j ends it as %s', (changes, ending) => {
    expect(decide(facts(changes)).ending).toBe(ending);
  });

  it('after an answered escalation it goes on at row 4', () => {
    const at = facts({ escalationDue: due, pause: null });
    expect(decideAfterEscalation(at)).toMatchObject({ rule: 12, action: 'continue' });
  });
});

it('never goes on past the last allowed round, and never ends before the first allowed one unasked', () => {
  const anything = fc.record({
    round: fc.integer({ min: 1, max: 25 }),
    minRounds: fc.integer({ min: 1, max: 6 }),
    maxRounds: fc.integer({ min: 6, max: 20 }),
    grantedRounds: fc.integer({ min: 0, max: 3 }),
    proposed: fc.constantFrom('continue', 'phase', 'conclude', 'escalate' as const),
    guided: fc.boolean(),
    stillRounds: fc.integer({ min: 0, max: 3 }),
    uncoveredCritical: fc.constantFrom([], [storage]),
    phase: fc.constantFrom({}, twoPhases, { rounds: 10 }),
  });
  fc.assert(
    fc.property(anything, (changes) => {
      const { action, rule } = decide(facts(changes as unknown as Changes));
      const { round, minRounds, maxRounds, grantedRounds } = changes;
      if (round >= maxRounds + grantedRounds)
        expect({ action, rule }).toEqual({ action: 'conclude', rule: 4 });
      else if (round < minRounds) expect(action).not.toBe('conclude');
    }),
  );
});
