/**
 * Simulates how the consensus rules and the stopping rule affect accuracy and the number of calls, for seats of known
 * accuracy and correlation. Counting and stopping use the program's own code; only the seats are simulated.
 */

import type { Round } from '../src/domain/round.ts';
import type { ConsensusRule } from '../src/domain/settings.ts';
import type { Stance } from '../src/domain/vocabulary.ts';
import { countStandstills } from '../src/roundtable/rules/movement.ts';
import { createRandom } from '../src/roundtable/rules/random.ts';
import { countItem } from '../src/roundtable/rules/votes.ts';
import { atLeastRight, countIndependent, meanRounds, type Seats } from './exact-votes.ts';

/** A simulated share and its exact value. `error` is the standard error for the number of trials. */
export interface Measured {
  simulated: number;
  exact: number;
  error: number;
}

/** A rule, and the fewest seats in favour that it needs to agree. */
export interface NamedRule {
  name: string;
  rule: ConsensusRule;
  needed: (count: number) => number;
}

const countsBlocks = { block_prevents_terminal: false, stand_aside_allowed: true };

/** The rules of the program. A seat that thinks an item wrong blocks it. */
export const rules: readonly NamedRule[] = [
  {
    name: 'majority 0.60',
    rule: { mechanism: 'majority', threshold: 0.6, ...countsBlocks },
    needed: (count) => Math.ceil(count * 0.6 - 1e-9),
  },
  {
    name: 'majority 0.67',
    rule: { mechanism: 'majority', threshold: 0.67, ...countsBlocks },
    // Shares are compared at two decimals: 2 of 3 meets 0.67.
    needed: (count) => Math.ceil(count * 0.665 - 1e-9),
  },
  {
    name: 'weighted majority 0.60',
    rule: { mechanism: 'weighted_majority', threshold: 0.6, ...countsBlocks },
    // All seats are equally sure here, so weights change nothing.
    needed: (count) => Math.ceil(count * 0.6 - 1e-9),
  },
  {
    name: 'majority 0.60, blocks count',
    rule: { mechanism: 'majority', threshold: 0.6, ...countsBlocks, block_prevents_terminal: true },
    needed: (count) => count,
  },
  {
    name: 'consent',
    rule: { mechanism: 'consent', threshold: null, ...countsBlocks },
    needed: (count) => count,
  },
  {
    name: 'unanimous',
    rule: { mechanism: 'unanimous', threshold: null, ...countsBlocks },
    needed: (count) => count,
  },
  {
    name: 'facilitator decides',
    rule: { mechanism: 'facilitator_decides', threshold: null, ...countsBlocks },
    // The facilitator cannot agree for the panel: the stances are counted as for a majority.
    needed: (count) => Math.ceil(count * 0.6 - 1e-9),
  },
  {
    name: 'none',
    rule: { mechanism: 'none', threshold: null, ...countsBlocks },
    needed: (count) => count + 1,
  },
];

/** How often a rule agrees to a right item, and how often to a wrong one. */
export function measureRule(
  { rule, needed }: NamedRule,
  seats: Seats,
  options: { trials: number; seed: number },
): { right: Measured; wrong: Measured } {
  const agreed = { right: 0, wrong: 0 };
  const random = createRandom(options.seed, `rule/${rule.mechanism}/${rule.threshold}/${seats.count}`);
  const participants = Array.from({ length: seats.count }, (_, index) => ({ id: `s${index}` }));
  for (let trial = 0; trial < options.trials; trial += 1) {
    const judged = drawJudgements(seats, random);
    for (const kind of ['right', 'wrong'] as const) {
      const stances = judged.map((isRight, index) => ({
        seat: `s${index}`,
        stance: (isRight === (kind === 'right') ? 'support' : 'block') satisfies Stance as Stance,
        reason: '',
        round: 1,
      }));
      const tally = countItem({ stances, contradicts: [] }, rule, {
        participants,
        quorum: Math.min(2, seats.count),
      });
      if (tally.agreed) agreed[kind] += 1;
    }
  }
  const opposite = { ...seats, accuracy: 1 - seats.accuracy };
  return {
    right: compare(agreed.right, atLeastRight(seats, needed(seats.count)), options.trials),
    wrong: compare(agreed.wrong, atLeastRight(opposite, needed(seats.count)), options.trials),
  };
}

/** How seats behave after the first round. */
export interface Discussion {
  fewest: number;
  most: number;
  /** Chance that a seat reconsiders its position in a round. */
  change: number;
  /** `fresh`: it judges again, as in the first round. `follow`: it adopts the majority's position. */
  how: 'fresh' | 'follow';
  stopWhenStable: boolean;
}

/** The cost and the results of discussions under a majority of 0.60. */
export interface DiscussionFigures {
  rounds: Measured;
  calls: number;
  /** Share of discussions in which the majority of the last round is right. */
  last: number;
  /** The same for the first, blind round, with the same seats. */
  first: number;
  /** Share of discussions in which all seats end with the same wrong opinion. */
  falseUnanimity: number;
}

/** Simulates many discussions. A round is one question, one answer per seat and one synthesis; a review per seat and the draft follow. */
export function measureDiscussion(
  seats: Seats,
  discussion: Discussion,
  options: { trials: number; seed: number },
): DiscussionFigures {
  const random = createRandom(options.seed, `discussion/${discussion.how}/${discussion.change}`);
  const ids = Array.from({ length: seats.count }, (_, index) => `s${index}`);
  const sum = { rounds: 0, squares: 0, last: 0, first: 0, falseUnanimity: 0 };
  for (let trial = 0; trial < options.trials; trial += 1) {
    let judged = drawJudgements(seats, random);
    sum.first += isMostlyRight(judged) ? 1 : 0;
    const rounds: Round[] = [makeRound(1, ids, 0)];
    while (rounds.length < discussion.most) {
      const isOver =
        discussion.stopWhenStable && rounds.length >= discussion.fewest && countStandstills(rounds, ids) > 0;
      if (isOver) break;
      const before = judged;
      const table = isMostlyRight(before);
      const wants = before.map(() => random() < discussion.change);
      judged = before.map((isRight, index) => {
        if (wants[index] !== true) return isRight;
        return discussion.how === 'follow' ? table : random() < seats.accuracy;
      });
      // A fresh judgement counts as a change whatever its result; following counts only if the position changes.
      const moved = wants.filter(
        (wanted, index) => wanted && (discussion.how === 'fresh' || judged[index] !== before[index]),
      ).length;
      rounds.push(makeRound(rounds.length + 1, ids, moved));
    }
    sum.rounds += rounds.length;
    sum.squares += rounds.length ** 2;
    sum.last += isMostlyRight(judged) ? 1 : 0;
    sum.falseUnanimity += judged.every((isRight) => !isRight) ? 1 : 0;
  }
  const { trials } = options;
  const mean = sum.rounds / trials;
  const spread = Math.sqrt(Math.max(0, sum.squares / trials - mean ** 2));
  const exact = !discussion.stopWhenStable
    ? discussion.most
    : discussion.how === 'fresh'
      ? meanRounds({
          count: seats.count,
          change: discussion.change,
          fewest: discussion.fewest,
          most: discussion.most,
        })
      : Number.NaN;
  return {
    rounds: { simulated: mean, exact, error: spread / Math.sqrt(trials) },
    calls: mean * (seats.count + 2) + seats.count + 1,
    last: sum.last / trials,
    first: sum.first / trials,
    falseUnanimity: sum.falseUnanimity / trials,
  };
}

/** Both tables, as text. */
export function describeSimulation(options: { trials: number; seed: number }): string {
  const panels: Seats[] = [
    { count: 3, accuracy: 0.8, correlation: 0 },
    { count: 5, accuracy: 0.8, correlation: 0 },
    { count: 5, accuracy: 0.8, correlation: 0.5 },
    { count: 5, accuracy: 0.6, correlation: 0 },
  ];
  const lines = [
    `Seats that know: what each rule agrees to (${options.trials} trials, seed ${options.seed}).`,
    '| seats | rule | right agreed | exact | wrong agreed | exact | ± |',
    '|---|---|---:|---:|---:|---:|---:|',
  ];
  for (const seats of panels) {
    const name = `${seats.count} at ${seats.accuracy}, correlation ${seats.correlation} (worth ${countIndependent(seats).toFixed(1)})`;
    for (const each of rules) {
      const { right, wrong } = measureRule(each, seats, options);
      const cells = [
        right.simulated,
        right.exact,
        wrong.simulated,
        wrong.exact,
        Math.max(right.error, wrong.error),
      ];
      lines.push(`| ${name} | ${each.name} | ${cells.map((value) => value.toFixed(4)).join(' | ')} |`);
    }
  }
  const five: Seats = { count: 5, accuracy: 0.8, correlation: 0 };
  lines.push(
    '',
    'Five independent seats at 0.8, majority 0.60, 3 to 20 rounds: what the stopping rule saves.',
    '| after the first round | stops when stable | rounds | exact | calls | right at first | right at last | all wrong together |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
  );
  for (const [how, change] of [
    ['fresh', 0],
    ['fresh', 0.05],
    ['fresh', 0.2],
    ['follow', 0.2],
    ['follow', 0.5],
  ] as const) {
    for (const stopWhenStable of [true, false]) {
      const figures = measureDiscussion(five, { fewest: 3, most: 20, change, how, stopWhenStable }, options);
      const exact = Number.isNaN(figures.rounds.exact) ? '' : figures.rounds.exact.toFixed(2);
      const words =
        change === 0
          ? 'nobody changes'
          : how === 'fresh'
            ? `${change} look anew`
            : `${change} follow the majority`;
      lines.push(
        `| ${words} | ${stopWhenStable ? 'yes' : 'no'} | ${figures.rounds.simulated.toFixed(2)} | ${exact} | ${figures.calls.toFixed(1)} | ${figures.first.toFixed(3)} | ${figures.last.toFixed(3)} | ${figures.falseUnanimity.toFixed(4)} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function drawJudgements(seats: Seats, random: () => number): boolean[] {
  const common = random() < seats.correlation ? random() < seats.accuracy : null;
  return Array.from({ length: seats.count }, () => common ?? random() < seats.accuracy);
}

function isMostlyRight(judged: readonly boolean[]): boolean {
  return judged.filter(Boolean).length * 2 > judged.length;
}

/** A round with only the fields that the stopping rule reads. */
function makeRound(round: number, ids: string[], moved: number): Round {
  return {
    round,
    asked: ids,
    passed: [],
    failed: [],
    moved: Array.from({ length: moved }, () => 'changed position'),
  } as Pick<Round, 'round' | 'asked' | 'passed' | 'failed' | 'moved'> as Round;
}

function compare(hits: number, exact: number, trials: number): Measured {
  return { simulated: hits / trials, exact, error: Math.sqrt((exact * (1 - exact)) / trials) };
}
