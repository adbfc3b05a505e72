/**
 * Keys of calls: `<round>/<step>/<seat>/<attempt>`, and `text/<step>/<seat>/<attempt>` for the text after the last round. A step that
 * is held again has a number behind its name: `last-call-2`.
 */
import type { JournalLine } from '../ports/journal.ts';

/** Steps in the order in which each builds on those before it. */
const stepOrder = [
  ...['question', 'answer', 'synthesis'],
  ...['draft', 'mend-draft', 'review', 'revision', 'mend-revision', 'shorten', 'last-call', 'patch'],
];

/** The parts of a key; attempts count from 1. */
export interface CallKey {
  /** Infinity for the text. */
  round: number;
  /** The step's place in a round or in the text. */
  stepIndex: number;
  step: string;
  seat: string;
  attempt: number;
}

/** Reads a key; null for any other text. */
export function readCallKey(key: string): CallKey | null {
  const match = /^(\d+|text)\/([a-z-]+(?:-\d+)?)\/([^/]+)\/(\d+)$/.exec(key);
  const [, where, step, seat, attempt] = match ?? [];
  if (where === undefined || step === undefined || seat === undefined || attempt === undefined) return null;
  const [, name = step, again = '0'] = /^([a-z-]*[a-z])(?:-(\d+))?$/.exec(step) ?? [];
  return {
    round: where === 'text' ? Number.POSITIVE_INFINITY : Number(where),
    step,
    stepIndex: stepOrder.indexOf(name) + stepOrder.length * Math.max(0, Number(again) - 1),
    seat,
    attempt: Number(attempt),
  };
}

/** Whether the later call used the result of the earlier one: it retries that call or belongs to a later step. */
export function buildsOn(later: CallKey, earlier: CallKey): boolean {
  if (later.round !== earlier.round) return false;
  if (later.stepIndex !== earlier.stepIndex) return later.stepIndex > earlier.stepIndex;
  return later.seat === earlier.seat && later.attempt > earlier.attempt;
}

/** Whether a call that builds on this failure has succeeded. */
export function isSettledFailure(failure: { key: string }, lines: readonly JournalLine[]): boolean {
  const key = readCallKey(failure.key);
  if (key === null) return false;
  return lines.some((line) => {
    if (line.kind !== 'call' || !line.ok) return false;
    const other = readCallKey(line.key);
    return other !== null && buildsOn(other, key);
  });
}

/** Keys of the finished calls after the last saved round: those that have to be made again after a change. */
export function listOpenCalls(lines: readonly JournalLine[], savedRounds: number): string[] {
  const open = lines.filter((line) => line.kind === 'call' && line.ok).map(({ key }) => key);
  return [...new Set(open)].filter((key) => (readCallKey(key)?.round ?? 0) > savedRounds);
}
