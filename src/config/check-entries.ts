import type { FileProblem } from '../domain/errors.ts';
import type { ConfigEntry } from './read-config.ts';

/** Pairs of keys of which the first may not be above the second. */
const orderedKeys = [
  ['roundtable.limits.min_rounds', 'roundtable.limits.max_rounds'],
  ['roundtable.answers.min_characters', 'roundtable.answers.max_characters'],
] as const;

/** Finds values of one file that contradict each other. */
export function checkEntries(entries: ReadonlyMap<string, ConfigEntry>): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const [lowKey, highKey] of orderedKeys) {
    const low = entries.get(lowKey);
    const high = entries.get(highKey);
    if (typeof low?.value !== 'number' || typeof high?.value !== 'number' || low.value <= high.value)
      continue;
    problems.push({
      file: low.file ?? '',
      line: low.line ?? undefined,
      column: low.column ?? undefined,
      message: `"${lowKey}" is ${low.value}, above "${highKey}", which is ${high.value} in line ${high.line}`,
    });
  }
  return problems;
}
