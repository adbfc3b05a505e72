/** The simulation against exact values: the rules count as they should, and the stopping rule stops when it should. */
import { describe, expect, it, test } from 'vitest';
import { measureDiscussion, measureRule, type NamedRule, rules } from '../../bench/consensus-simulation.ts';
import {
  atLeastRight,
  countIndependent,
  exactlyRight,
  meanRounds,
  type Seats,
} from '../../bench/exact-votes.ts';

const five: Seats = { count: 5, accuracy: 0.8, correlation: 0 };
const trials = 4000;
/** More than four standard errors come once in sixteen thousand; the seed is fixed, so this is decided once for all. */
const errors = 4;

function find(name: string): NamedRule {
  const found = rules.find((rule) => rule.name === name);
  if (!found) throw new Error(`no rule ${name}`);
  return found;
}

describe('exact values', () => {
  test.for([
    { needed: 3, chance: 0.94208 },
    { needed: 4, chance: 0.73728 },
    { needed: 5, chance: 0.32768 },
    { needed: 0, chance: 1 },
    { needed: 6, chance: 0 },
  ])('of five seats at 0.8 at least $needed are right with $chance', ({ needed, chance }) => {
    expect(atLeastRight(five, needed)).toBeCloseTo(chance, 10);
  });

  it('a majority of three at 0.8 is right with 0.896', () => {
    expect(atLeastRight({ count: 3, accuracy: 0.8, correlation: 0 }, 2)).toBeCloseTo(0.896, 10);
  });

  it('correlation keeps the accuracy of each seat, has its value between two, and takes from the majority', () => {
    const pair: Seats = { count: 2, accuracy: 0.8, correlation: 0.5 };
    const both = exactlyRight(pair, 2);
    expect(both + exactlyRight(pair, 1) / 2).toBeCloseTo(0.8, 10);
    expect((both - 0.8 ** 2) / (0.8 * 0.2)).toBeCloseTo(0.5, 10);
    expect(atLeastRight({ ...five, correlation: 0.5 }, 3)).toBeCloseTo(0.5 * 0.8 + 0.5 * 0.94208, 10);
    expect(countIndependent({ ...five, correlation: 0.5 })).toBeCloseTo(5 / 3, 10);
  });

  it('the wait for a quiet round is as long as adding up all cases says', () => {
    for (const change of [0, 0.05, 0.2, 0.6, 1]) {
      const still = (1 - change) ** 5;
      let mean = 0;
      let open = 1;
      for (let round = 3; round <= 20; round += 1) {
        const ends = round === 20 ? open : open * still;
        mean += round * ends;
        open -= ends;
      }
      expect(meanRounds({ count: 5, change, fewest: 3, most: 20 })).toBeCloseTo(mean, 8);
    }
  });
});

describe('the program agrees with them', () => {
  const panels: Seats[] = [five, { ...five, correlation: 0.5 }, { count: 3, accuracy: 0.7, correlation: 0 }];
  const cases = rules.flatMap((rule) => panels.map((seats) => ({ name: rule.name, rule, seats })));
  test.for(cases)('$name with $seats.count seats, correlation $seats.correlation', ({ rule, seats }) => {
    const { right, wrong } = measureRule(rule, seats, { trials, seed: 11 });
    for (const share of [right, wrong])
      expect(Math.abs(share.simulated - share.exact)).toBeLessThanOrEqual(errors * share.error);
  });

  it('a majority of five at 0.8 is right with 0.942', () => {
    const { right } = measureRule(find('majority 0.60'), five, { trials, seed: 11 });
    expect(right.exact).toBeCloseTo(0.942, 3);
    expect(right.error).toBeLessThan(0.004);
  });

  test.for([0, 0.05, 0.2])('with %s of the seats changing a round it stops when it is still', (change) => {
    const at = { fewest: 3, most: 20, change, how: 'fresh', stopWhenStable: true } as const;
    const { rounds, calls, first, last } = measureDiscussion(five, at, { trials, seed: 5 });
    expect(Math.abs(rounds.simulated - rounds.exact)).toBeLessThanOrEqual(errors * rounds.error);
    expect(calls).toBeCloseTo(rounds.simulated * 7 + 6, 6);
    // Looking anew leaves the accuracy as it was; stopping takes nothing away.
    for (const share of [first, last]) expect(Math.abs(share - 0.94208)).toBeLessThan(4 * 0.0037);
  });

  it('without the stopping rule every discussion takes all rounds, for no better result', () => {
    const at = { fewest: 3, most: 20, change: 0.2, how: 'follow' } as const;
    const stopped = measureDiscussion(five, { ...at, stopWhenStable: true }, { trials, seed: 5 });
    const whole = measureDiscussion(five, { ...at, stopWhenStable: false }, { trials, seed: 5 });
    expect(whole.rounds.simulated).toBe(20);
    expect(stopped.calls).toBeLessThan(whole.calls / 2);
    expect(Math.abs(stopped.last - whole.last)).toBeLessThan(0.02);
    // Who follows the majority ends up of one mind, also where it is wrong.
    expect(whole.falseUnanimity).toBeGreaterThan(stopped.falseUnanimity);
    expect(whole.falseUnanimity).toBeGreaterThan(0.03);
  });
});
