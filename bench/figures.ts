/** The figures that the benchmark measures, with their goals. */

/** One line of the table. */
export interface Figure {
  /** Stable name for programs, such as `overhead.5`. */
  id: string;
  text: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'kB' | 'tokens' | '×' | '%';
  /** The value must be at most, or at least, this; null: for information only. */
  goal: { at: 'most' | 'least'; value: number } | null;
}

/** Whether a figure meets its goal; null without a goal. */
export function meetsGoal({ value, goal }: Figure): boolean | null {
  if (goal === null) return null;
  return goal.at === 'most' ? value <= goal.value : value >= goal.value;
}

/** A figure for which less is better. */
export function atMost(
  id: string,
  text: string,
  figure: { value: number; unit: Figure['unit']; most: number | null },
): Figure {
  return {
    id,
    text,
    value: figure.value,
    unit: figure.unit,
    goal: figure.most === null ? null : { at: 'most', value: figure.most },
  };
}

/** The median; for an even count, the mean of the two middle numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[half - 1], sorted[half]];
  if (high === undefined) return Number.NaN;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}
