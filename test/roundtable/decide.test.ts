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
    phase: { index: 0, names: ['only'], rounds: 4, minRounds: 1, maxRounds: 10, laterRounds: 0 },
    standingBlocks: [],
    guided: false,
    stillRounds: 0,
    ...changes,
  };
}

const atFirstOfTwo = {
  index: 0,
  names: ['opening', 'closing'],
  rounds: 2,
  minRounds: 2,
  maxRounds: 10,
  laterRounds: 1,
};
const topic = { id: 'storage', name: 'Storage' };

describe('the decision table', () => {
  const rows: [string, Partial<DecisionFacts>, Partial<Decision>][] = [
    ['1 person', { pause: 'person' }, { action: 'pause', rule: 1, override: 'the person asked for a pause' }],
    ['1 signal', { pause: 'signal' }, { action: 'pause', rule: 1, override: 'the run was asked to stop' }],
    ['1 budget', { pause: 'budget' }, { action: 'pause', rule: 1, override: 'the budget is used up' }],
    [
      '2 skip, before min_rounds',
      { skip: true, round: 1 },
      { action: 'conclude', rule: 2, ending: 'skipped', override: 'the person skipped to the conclusion' },
    ],
    [
      '3 by a rule',
      { escalationDue: 'max_rounds_per_conflict 3/3' },
      { action: 'escalate', rule: 3, override: 'max_rounds_per_conflict 3/3' },
    ],
    [
      '3 as the facilitator asked',
      { escalationDue: 'a person must say', proposed: 'escalate' },
      { action: 'escalate', rule: 3, override: null },
    ],
    [
      '3 in the last allowed round too',
      { escalationDue: 'due', round: 20 },
      { action: 'escalate', rule: 3, ending: null },
    ],
    [
      '4 max_rounds',
      { round: 20 },
      { action: 'conclude', rule: 4, ending: 'max-rounds', override: 'max_rounds 20/20' },
    ],
    [
      '4 max_rounds with granted rounds',
      { round: 22, grantedRounds: 2 },
      { action: 'conclude', rule: 4, override: 'max_rounds 22/22' },
    ],
    ['4 not yet: a person granted rounds', { round: 20, grantedRounds: 2 }, { action: 'continue', rule: 13 }],
    [
      '4 overrides nothing when conclude was proposed, which is what ended it',
      { round: 20, proposed: 'conclude' },
      { action: 'conclude', rule: 4, ending: 'conclude', override: null },
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
      { proposed: 'conclude', standingBlocks: ['REQ-001', 'REQ-003'] },
      { action: 'continue', rule: 8, override: 'blocked: REQ-001, REQ-003' },
    ],
    [
      '9 conclude',
      { proposed: 'conclude' },
      { action: 'conclude', rule: 9, override: null, ending: 'conclude' },
    ],
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
      { proposed: 'phase', phase: { ...atFirstOfTwo, index: 1, rounds: 1, laterRounds: 0 } },
      { action: 'continue', rule: 10, override: 'min_rounds of phase closing: 1/2' },
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
      { phase: { ...atFirstOfTwo, index: 1, rounds: 10, laterRounds: 0 } },
      { action: 'conclude', rule: 11, override: 'max_rounds_per_phase 10/10', ending: 'conclude' },
    ],
    [
      '11 the rounds that are left are those that later phases need',
      { round: 18, phase: { ...atFirstOfTwo, laterRounds: 2 } },
      {
        action: 'phase',
        rule: 11,
        override: 'the rounds that are left are needed for the later phases',
      },
    ],
    [
      '11 not while one more is left',
      { round: 17, phase: { ...atFirstOfTwo, laterRounds: 2 } },
      { action: 'continue', rule: 13 },
    ],
    [
      '11 counts granted rounds as left',
      { round: 18, grantedRounds: 1, phase: { ...atFirstOfTwo, laterRounds: 2 } },
      { action: 'continue', rule: 13 },
    ],
    [
      '11 never ends the last phase for want of rounds',
      { round: 19, phase: { ...atFirstOfTwo, index: 1, laterRounds: 0 } },
      { action: 'continue', rule: 13 },
    ],
    [
      '12 nothing moved',
      { stillRounds: 1 },
      { action: 'conclude', rule: 12, ending: 'stable', override: 'nothing moved in round 4' },
    ],
    [
      '12 from 5: a critical topic holds it, and nothing is overridden',
      { stillRounds: 1, uncoveredCritical: [topic] },
      { action: 'continue', rule: 6, topic, override: null, ending: null },
    ],
    [
      '12 from 5: a block holds it',
      { stillRounds: 1, standingBlocks: ['REQ-001'] },
      { action: 'continue', rule: 8, ending: null },
    ],
    [
      '12 from 5: the next phase',
      { stillRounds: 1, phase: atFirstOfTwo },
      { action: 'phase', rule: 7, override: 'nothing moved in round 4; phase not held yet: closing' },
    ],
    [
      '12 the second time passes topics and blocks, and says what it passes',
      { stillRounds: 2, uncoveredCritical: [topic], standingBlocks: ['REQ-001'] },
      {
        action: 'conclude',
        rule: 12,
        ending: 'stable',
        override: 'nothing moved in round 4; critical topic not covered: Storage; blocked: REQ-001',
      },
    ],
    [
      '12 the second time still holds the later phases',
      { stillRounds: 2, uncoveredCritical: [topic], phase: atFirstOfTwo },
      { action: 'phase', rule: 7 },
    ],
    [
      '9 after two still rounds passes them as well',
      { stillRounds: 2, proposed: 'conclude', uncoveredCritical: [topic], standingBlocks: ['REQ-001'] },
      { action: 'conclude', rule: 9, ending: 'conclude' },
    ],
    [
      '10 after two still rounds too, where it counts as a conclusion',
      { stillRounds: 2, proposed: 'phase', uncoveredCritical: [topic], standingBlocks: ['REQ-001'] },
      { action: 'conclude', rule: 10, ending: 'conclude' },
    ],
    ['12 does not pass min_rounds', { stillRounds: 2, round: 2 }, { action: 'continue', rule: 5 }],
    ['12 lets guidance have its round', { stillRounds: 2, guided: true }, { action: 'continue', rule: 12 }],
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
      standingBlocks: ['REQ-001'],
      phase: atFirstOfTwo,
    });
    const order: [Partial<DecisionFacts>, number][] = [
      [{}, 1],
      [{ pause: null }, 2],
      [{ skip: false }, 3],
      [{ escalationDue: null }, 4],
      [{ round: 2 }, 5],
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
    expect(decideAfterEscalation({ ...facts, round: 20 })).toMatchObject({ action: 'conclude', rule: 4 });
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
    laterRounds: fc.integer({ min: 0, max: 4 }),
  }),
  standingBlocks: fc.constantFrom([], ['REQ-001']),
  guided: fc.boolean(),
  stillRounds: fc.integer({ min: 0, max: 2 }),
});

describe('what ended it', () => {
  it('is said with a conclusion and with nothing else', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { action, ending } = decide(facts);
        expect(ending !== null).toBe(action === 'conclude');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('whatever the facilitator says', () => {
  it('never concludes before min_rounds, the later phases, a critical topic or a block while anything moves', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts.round < facts.maxRounds + facts.grantedRounds);
        const isStuck = facts.stillRounds > 1;
        const held =
          facts.round < facts.minRounds ||
          (facts.uncoveredCritical.length > 0 && !isStuck) ||
          (facts.standingBlocks.length > 0 && !isStuck) ||
          facts.phase.index < 2 ||
          facts.guided;
        if (held) expect(decide(facts).action).not.toBe('conclude');
      }),
      { numRuns: 2000 },
    );
  });

  it('asks a person whenever that is due, else concludes at max_rounds plus granted rounds, and never by that row before', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const isOver = facts.round >= facts.maxRounds + facts.grantedRounds;
        const decision = decide(facts);
        expect(decision.rule === 4).toBe(isOver && facts.escalationDue === null);
        if (decision.rule === 4) expect(decision.action).toBe('conclude');
        expect(decision.rule === 3).toBe(facts.escalationDue !== null);
      }),
      { numRuns: 1000 },
    );
  });

  it('says why whenever it does something else than was proposed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { action, override, rule } = decide(facts);
        if (action !== facts.proposed) expect(override).not.toBeNull();
        if (action === facts.proposed && action === 'conclude' && facts.stillRounds < 2)
          expect(override, String(rule)).toBeNull();
        if (action === facts.proposed && action === 'escalate') expect(override).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});
