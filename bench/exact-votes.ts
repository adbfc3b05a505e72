/** Exact values for votes on one yes-or-no question, to compare the simulation with. */

/** Seats that are all equally likely to be right. */
export interface Seats {
  count: number;
  /** The chance that one seat is right, 0 to 1. */
  accuracy: number;
  /**
   * The correlation between any two seats: with this chance all seats share one draw, else each makes its own. The
   * accuracy of each seat stays the same.
   */
  correlation: number;
}

/** The chance that exactly `right` of the seats are right. */
export function exactlyRight(seats: Seats, right: number): number {
  const { count, accuracy, correlation } = seats;
  const together = right === count ? accuracy : right === 0 ? 1 - accuracy : 0;
  return correlation * together + (1 - correlation) * binomial(count, right, accuracy);
}

/** The chance that at least `needed` of the seats are right. */
export function atLeastRight(seats: Seats, needed: number): number {
  let sum = 0;
  for (let right = needed; right <= seats.count; right += 1) sum += exactlyRight(seats, right);
  return sum;
}

/** How many independent seats these are worth, by the variance of their mean: n / (1 + (n − 1) × correlation). */
export function countIndependent({ count, correlation }: Seats): number {
  return count / (1 + (count - 1) * correlation);
}

/**
 * The mean number of rounds if each of `count` seats changes its position with chance `change` in every round after the
 * first, and the first round without a change, from `fewest` on, is the last: a geometric wait, cut off at `most`.
 */
export function meanRounds(options: { count: number; change: number; fewest: number; most: number }): number {
  const { count, change, fewest, most } = options;
  const still = (1 - change) ** count;
  if (still === 0) return most;
  const first = Math.max(2, fewest);
  if (first >= most) return most;
  return first - 1 + (1 - (1 - still) ** (most - first + 1)) / still;
}

function binomial(count: number, right: number, chance: number): number {
  let ways = 1;
  for (let index = 1; index <= right; index += 1) ways = (ways * (count - right + index)) / index;
  return ways * chance ** right * (1 - chance) ** (count - right);
}
