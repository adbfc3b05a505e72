/** Exact values for votes of seats that judge one yes-or-no question, to hold the simulation against. */

/** Seats that are right with the same chance. `correlation` is that of any two of them. */
export interface Seats {
  count: number;
  /** The chance that one seat is right, 0 to 1. */
  accuracy: number;
  /**
   * With this chance all seats make one common draw, else each makes its own: that gives exactly this correlation
   * between any two, and leaves each one's accuracy as it is.
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

/** How many independent seats would vary as much in their sum: n / (1 + (n − 1) × correlation). */
export function countIndependent({ count, correlation }: Seats): number {
  return count / (1 + (count - 1) * correlation);
}

/**
 * The mean number of rounds where each of `count` seats changes its position with chance `change` in every round
 * after the first, and a round without a change from `fewest` on ends it: a geometric wait that is cut off at `most`.
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
