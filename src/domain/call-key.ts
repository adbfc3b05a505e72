/** Keys of calls: `<round>/<step>/<seat>/<attempt>`. */
import type { JournalLine } from './journal.ts';

/** Steps of a round, each building on those before it; `ballot` occurs only in journals of version 1. */
const stepOrder = ['question', 'look', 'answer', 'synthesis', 'statements', 'ballot', 'review', 'draft'];

/** The parts of a key; attempts count from 1. */
export interface CallKey {
  round: number;
  /** The step's place in a round. */
  stepIndex: number;
  step: string;
  seat: string;
  attempt: number;
}

/** Reads a key; null for any other text. */
export function readCallKey(key: string): CallKey | null {
  const match = /^(\d+)\/([a-z]+)\/([^/]+)\/(\d+)$/.exec(key);
  const [, round, step, seat, attempt] = match ?? [];
  if (round === undefined || step === undefined || seat === undefined || attempt === undefined) return null;
  return { round: Number(round), step, stepIndex: stepOrder.indexOf(step), seat, attempt: Number(attempt) };
}

/** Whether the later call used the result of the earlier one: it retries that call or belongs to a later step of its round. */
export function buildsOn(later: CallKey, earlier: CallKey): boolean {
  if (later.round !== earlier.round) return false;
  const isOwnAnswer = earlier.step === 'look' && later.step === 'answer';
  if (later.stepIndex !== earlier.stepIndex && !isOwnAnswer) return later.stepIndex > earlier.stepIndex;
  if (isOwnAnswer) return later.seat === earlier.seat;
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
