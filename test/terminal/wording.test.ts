import { describe, expect, it } from 'vitest';
import { findReachedLimit } from '../../src/domain/usage.ts';
import { type DecisionFacts, decide } from '../../src/roundtable/rules/decision-table.ts';
import {
  sayLoss,
  sayPassed,
  sayPause,
  sayReason,
  sayStatus,
  sayStrategy,
} from '../../src/terminal/wording.ts';

const facts: DecisionFacts = {
  pause: null,
  skip: false,
  round: 2,
  minRounds: 3,
  maxRounds: 9,
  grantedRounds: 0,
  escalationDue: null,
  proposed: 'conclude',
  uncoveredCritical: [],
  phase: { index: 0, names: ['opening'], rounds: 1, minRounds: 2, maxRounds: 4, laterRounds: 0 },
  standingBlocks: [],
  guided: false,
  stillRounds: 0,
};
const late = { ...facts, round: 5 };

/** The override that the decision table records, as it is shown. */
function show(changes: Partial<DecisionFacts>, base = facts): string {
  return sayReason(decide({ ...base, ...changes }).override ?? '');
}

describe('what the decision table records, in words', () => {
  it.each([
    [show({}), 'this is round 2 of at least 3'],
    [show({ round: 9, proposed: 'continue' }), 'the discussion has reached its limit of 9 rounds'],
    [
      show({ round: 1, maxRounds: 1, proposed: 'continue' }),
      'the discussion has reached its limit of 1 round',
    ],
    [show({ proposed: 'phase' }), 'this is round 1 of at least 2 in the phase "opening"'],
    [
      show({ uncoveredCritical: [{ id: 'a', name: 'Costs' }] }, late),
      'a critical topic is not covered yet: Costs',
    ],
    [show({ standingBlocks: ['P-001', 'P-002'] }, late), 'a block stands against P-001, P-002'],
    [
      show({ phase: { ...facts.phase, names: ['opening', 'critic'] } }, late),
      'the phase "critic" is still to come',
    ],
    [
      show(
        { proposed: 'continue', phase: { ...facts.phase, rounds: 4, names: ['opening', 'critic'] } },
        late,
      ),
      'the phase has reached its limit of 4 rounds',
    ],
    [show({ pause: 'person' }), ''],
    [show({ pause: 'budget' }), 'the budget is used up'],
  ])('%s', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

describe('reasons, in words', () => {
  it.each([
    ['max_rounds_per_conflict 3/3: "C-001" is still open', 'C-001 has been open for 3 rounds'],
    ['critical keyword "legal" in the open conflict "C-002"', 'the open conflict C-002 mentions "legal"'],
    [
      'mean confidence 0.42 is below 0.5',
      'the panel is not sure enough: its mean confidence is 0.42, below 0.5',
    ],
    ['a limit was reached (total_timeout 90 s)', 'a limit was reached (the time limit of 1m 30s)'],
    [
      'qa-lead gave no answer in round 1 (timeout, rate-limit).',
      'qa-lead gave no answer in round 1 (timeout, rate limit).',
    ],
    ['malformed: no JSON was found', 'unreadable: no JSON was found'],
    [
      'max_cost 2 USD cannot be checked: the price of a model is unknown (1 tokens so far).',
      'The cost limit of $2.00 cannot be checked: the price of a model is unknown (1 token so far).',
    ],
    ['Round 3 moved nothing', 'Round 3 moved nothing'],
  ])('%s', (stored, shown) => {
    expect(sayReason(stored)).toBe(shown);
  });

  it('names the fields of replies as people write them', () => {
    expect(sayLoss('facilitator: open_questions (1 of 3 entries) could not be read')).toBe(
      'facilitator: open questions (1 of 3 entries) could not be read',
    );
  });
});

describe('a pause, in words', () => {
  const usage = { input_tokens: 400, output_tokens: 12, cost_usd: 0.25 } as never;
  const detail = (limits: { max_tokens: number | null; max_cost: number | null }): string =>
    findReachedLimit(usage, limits)?.detail ?? '';

  it.each([
    ['person', 'the person asked for a pause', 'you asked for it.'],
    ['signal', 'stopped on request', 'the run was interrupted.'],
    ['time', 'pause: time', 'the time limit was reached.'],
    ['time', 'total_timeout 600 s', 'the time limit of 10m 00s was reached.'],
    ['budget', 'pause: budget', 'the budget is used up.'],
    [
      'budget',
      detail({ max_tokens: 300, max_cost: null }),
      'the budget is used up: 412 tokens are used of the 300 allowed.',
    ],
    [
      'budget',
      detail({ max_tokens: null, max_cost: 0.2 }),
      'the budget is used up: $0.2500 is spent of the $0.2000 allowed.',
    ],
    ['no-quorum', 'no quorum: 1 of 2 needed answers', 'no quorum: 1 of 2 needed answers.'],
    ['waiting-for-person', 'E-001 waits for a decision', 'the discussion is waiting for a person.'],
  ] as const)('%s (%s)', (reason, recorded, shown) => {
    expect(sayPause(reason, recorded)).toBe(shown);
  });

  it('says in a list why a session is paused, and nothing of it otherwise', () => {
    expect(sayStatus('paused', 'waiting-for-person', false)).toBe('paused (waiting for a person)');
    expect(sayStatus('completed', null, false)).toBe('completed');
    expect([true, false].map((running) => sayStatus('active', null, running))).toEqual([
      'running',
      'interrupted',
    ]);
  });
});

describe('a seat that said nothing', () => {
  it.each([
    ['passed', 'QA lead passed'],
    ['sits out after two failed rounds', 'QA lead sits out after two failed rounds'],
    ['not asked in this phase', 'QA lead passed: not asked in this phase'],
  ])('%s', (reason, shown) => {
    expect(sayPassed('QA lead', reason)).toBe(shown);
  });
});

describe('why a strategy was chosen', () => {
  it.each([
    ['.s2s/config.yaml:54, roundtable.strategy.default', 'debate (set in .s2s/config.yaml, line 54)'],
    ['--strategy', 'debate (--strategy)'],
    ['the topic says “or”, which suits the debate strategy', undefined],
    ['', 'debate'],
  ])('%s', (reason, shown) => {
    expect(sayStrategy('debate', reason)).toBe(shown ?? `debate (${reason})`);
  });
});
