import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decision,
  type DecisionFacts,
  decide,
  decideAfterEscalation,
} from '../../src/roundtable/rules/decision-table.ts';

function createFacts(changes: Partial<DecisionFacts> = {}): DecisionFacts {
  return {
    pause: null,
    skip: false,
    round: 4,
    minRounds: 3,
    maxRounds: 20,
    grantedRounds: 0,
    escalationDue: null,
    proposed: 'continue',
    uncoveredCritical: [],
    phase: { index: 0, names: ['only'], rounds: 4, minRounds: 1, maxRounds: 10 },
    standingBlocks: [],
    guided: false,
    nothingMoved: false,
    ...changes,
  };
}

const atFirstOfTwo = { index: 0, names: ['opening', 'closing'], rounds: 2, minRounds: 2, maxRounds: 10 };
const topic = { id: 'storage', name: 'Storage' };

describe('the decision table', () => {
  const rows: [string, Partial<DecisionFacts>, Partial<Decision>][] = [
    ['1 person', { pause: 'person' }, { action: 'pause', rule: 1, override: 'the person asked for a pause' }],
    ['1 signal', { pause: 'signal' }, { action: 'pause', rule: 1, override: 'pause: signal' }],
    ['1 budget', { pause: 'budget' }, { action: 'pause', rule: 1, override: 'pause: budget' }],
    [
      '2 skip, before min_rounds',
      { skip: true, round: 1 },
      { action: 'conclude', rule: 2, ending: 'skipped', override: 'the person skipped to the conclusion' },
    ],
    [
      '3 max_rounds',
      { round: 20 },
      { action: 'conclude', rule: 3, ending: 'max-rounds', override: 'max_rounds 20/20' },
    ],
    [
      '3 max_rounds with granted rounds',
      { round: 22, grantedRounds: 2 },
      { action: 'conclude', rule: 3, override: 'max_rounds 22/22' },
    ],
    ['3 not yet: a person granted rounds', { round: 20, grantedRounds: 2 }, { action: 'continue', rule: 13 }],
    [
      '3 overrides nothing when conclude was proposed',
      { round: 20, proposed: 'conclude' },
      { action: 'conclude', rule: 3, ending: 'max-rounds', override: null },
    ],
    [
      '4 by a rule',
      { escalationDue: 'max_rounds_per_conflict 3/3' },
      { action: 'escalate', rule: 4, override: 'max_rounds_per_conflict 3/3' },
    ],
    [
      '4 as the facilitator asked',
      { escalationDue: 'a person must say', proposed: 'escalate' },
      { action: 'escalate', rule: 4, override: null },
    ],
    [
      '5 min_rounds',
      { proposed: 'conclude', round: 2 },
      { action: 'continue', rule: 5, override: 'min_rounds 2/3' },
    ],
    [
      '6 critical topic',
      { proposed: 'conclude', uncoveredCritical: [topic] },
      { action: 'continue', rule: 6, override: 'critical topic not covered: Storage', topic },
    ],
    [
      '7 later phase',
      { proposed: 'conclude', phase: atFirstOfTwo },
      { action: 'phase', rule: 7, override: 'phase not held yet: closing' },
    ],
    [
      '8 block',
      { proposed: 'conclude', standingBlocks: ['P-001', 'P-003'] },
      { action: 'continue', rule: 8, override: 'blocked: P-001, P-003' },
    ],
    ['9 conclude', { proposed: 'conclude' }, { action: 'conclude', rule: 9, override: null, ending: null }],
    [
      '9 but guidance deserves a round',
      { proposed: 'conclude', guided: true },
      { action: 'continue', rule: 9, override: 'the person has just given the panel guidance' },
    ],
    ['10 phase', { proposed: 'phase', phase: atFirstOfTwo }, { action: 'phase', rule: 10, override: null }],
    [
      '10 before its min_rounds',
      { proposed: 'phase', phase: { ...atFirstOfTwo, rounds: 1 } },
      { action: 'continue', rule: 10, override: 'min_rounds of phase opening: 1/2' },
    ],
    [
      '10 in the last phase, before its min_rounds',
      { proposed: 'phase', phase: { index: 0, names: ['only'], rounds: 1, minRounds: 2, maxRounds: 10 } },
      { action: 'continue', rule: 10, override: 'min_rounds of phase only: 1/2' },
    ],
    [
      '11 does not wait for min_rounds',
      { phase: { ...atFirstOfTwo, rounds: 1, maxRounds: 1 } },
      { action: 'phase', rule: 11, override: 'max_rounds_per_phase 1/1' },
    ],
    [
      '10 after the last phase is a conclusion',
      { proposed: 'phase' },
      { action: 'conclude', rule: 10, override: 'the last phase is over' },
    ],
    [
      '10 after the last phase, from 5',
      { proposed: 'phase', round: 2 },
      { action: 'continue', rule: 5, override: 'the last phase is over; min_rounds 2/3' },
    ],
    [
      '11 max_rounds_per_phase',
      { phase: { ...atFirstOfTwo, rounds: 10 } },
      { action: 'phase', rule: 11, override: 'max_rounds_per_phase 10/10' },
    ],
    [
      '11 in the last phase',
      { phase: { index: 1, names: ['a', 'b'], rounds: 10, minRounds: 1, maxRounds: 10 } },
      { action: 'conclude', rule: 11, override: 'max_rounds_per_phase 10/10', ending: null },
    ],
    [
      '12 nothing moved',
      { nothingMoved: true },
      { action: 'conclude', rule: 12, ending: 'stable', override: 'nothing moved in round 4' },
    ],
    [
      '12 from 5: a critical topic holds it, and nothing is overridden',
      { nothingMoved: true, uncoveredCritical: [topic] },
      { action: 'continue', rule: 6, topic, override: null, ending: null },
    ],
    [
      '12 from 5: the next phase',
      { nothingMoved: true, phase: atFirstOfTwo },
      { action: 'phase', rule: 7, override: 'nothing moved in round 4; phase not held yet: closing' },
    ],
    ['13 continue', {}, { action: 'continue', rule: 13, override: null, topic: null }],
    [
      '13 when an escalation is not due',
      { proposed: 'escalate' },
      {
        action: 'continue',
        rule: 13,
        override: 'no escalation is due: it is switched off, or this was put to a person before',
      },
    ],
  ];
  it.each(rows)('row %s', (_name, facts, expected) => {
    expect(decide(createFacts(facts))).toMatchObject(expected);
  });

  it('takes the first row that holds', () => {
    const all = createFacts({
      pause: 'person',
      skip: true,
      round: 20,
      escalationDue: 'due',
      proposed: 'conclude',
      uncoveredCritical: [topic],
      standingBlocks: ['P-001'],
      phase: atFirstOfTwo,
    });
    const order: [Partial<DecisionFacts>, number][] = [
      [{}, 1],
      [{ pause: null }, 2],
      [{ skip: false }, 3],
      [{ round: 2 }, 4],
      [{ escalationDue: null }, 5],
      [{ round: 4 }, 6],
      [{ uncoveredCritical: [] }, 7],
      [{ phase: { ...atFirstOfTwo, index: 1 } }, 8],
      [{ standingBlocks: [] }, 9],
    ];
    let facts = all;
    for (const [change, rule] of order) {
      facts = { ...facts, ...change };
      expect(decide(facts).rule).toBe(rule);
    }
  });

  it('goes on behind row 4 once an escalation was answered', () => {
    const facts = createFacts({ escalationDue: 'still there', proposed: 'escalate' });
    expect(decideAfterEscalation(facts)).toMatchObject({ action: 'continue', rule: 13, override: null });
    expect(decideAfterEscalation({ ...facts, proposed: 'conclude' })).toMatchObject({
      action: 'conclude',
      rule: 9,
    });
  });
});

const anyFacts: fc.Arbitrary<DecisionFacts> = fc.record({
  pause: fc.constant(null),
  skip: fc.constant(false),
  round: fc.integer({ min: 1, max: 30 }),
  minRounds: fc.integer({ min: 1, max: 10 }),
  maxRounds: fc.integer({ min: 10, max: 20 }),
  grantedRounds: fc.integer({ min: 0, max: 5 }),
  escalationDue: fc.option(fc.constant('due')),
  proposed: fc.constantFrom('continue' as const, 'phase' as const, 'conclude' as const, 'escalate' as const),
  uncoveredCritical: fc.constantFrom([], [topic]),
  phase: fc.record({
    index: fc.integer({ min: 0, max: 2 }),
    names: fc.constant(['a', 'b', 'c']),
    rounds: fc.integer({ min: 1, max: 12 }),
    minRounds: fc.integer({ min: 1, max: 3 }),
    maxRounds: fc.integer({ min: 1, max: 10 }),
  }),
  standingBlocks: fc.constantFrom([], ['P-001']),
  guided: fc.boolean(),
  nothingMoved: fc.boolean(),
});

describe('whatever the facilitator says', () => {
  it('never concludes before min_rounds, with a critical topic open, or under a block, below max_rounds', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts.round < facts.maxRounds + facts.grantedRounds);
        const held =
          facts.round < facts.minRounds ||
          facts.uncoveredCritical.length > 0 ||
          facts.standingBlocks.length > 0 ||
          facts.phase.index < 2;
        if (held) expect(decide(facts).action).not.toBe('conclude');
      }),
      { numRuns: 2000 },
    );
  });

  it('always concludes at max_rounds plus granted rounds, and never by that row before', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const isOver = facts.round >= facts.maxRounds + facts.grantedRounds;
        const decision = decide(facts);
        expect(decision.rule === 3).toBe(isOver);
        if (isOver) expect(decision.action).toBe('conclude');
      }),
      { numRuns: 1000 },
    );
  });

  it('says why whenever it does something else than was proposed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { action, override, rule } = decide(facts);
        if (action !== facts.proposed) expect(override).not.toBeNull();
        if (action === facts.proposed && rule !== 3 && action !== 'continue') expect(override).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});
