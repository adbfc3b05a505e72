/** The key of a call, `<round>/<step>/<seat>/<attempt>`, taken apart. */
import type { JournalLine } from './journal.ts';

/** Steps of a round in the order in which each builds on the ones before. */
const stepOrder = ['question', 'answer', 'synthesis', 'ballot', 'draft'];

/** A key taken apart; attempts count from 1. */
export interface CallKey {
  round: number;
  /** The step's place in a round. */
  stepIndex: number;
  step: string;
  seat: string;
  attempt: number;
}

/** Reads a key, or gives null for a text that is none. */
export function readCallKey(key: string): CallKey | null {
  const match = /^(\d+)\/([a-z]+)\/([^/]+)\/(\d+)$/.exec(key);
  const [, round, step, seat, attempt] = match ?? [];
  if (round === undefined || step === undefined || seat === undefined || attempt === undefined) return null;
  return { round: Number(round), step, stepIndex: stepOrder.indexOf(step), seat, attempt: Number(attempt) };
}

/** True when the later call was made knowing how the earlier one ended: a retry of it, or a later step of its round. */
export function buildsOn(later: CallKey, earlier: CallKey): boolean {
  if (later.round !== earlier.round) return false;
  if (later.stepIndex !== earlier.stepIndex) return later.stepIndex > earlier.stepIndex;
  return later.seat === earlier.seat && later.attempt > earlier.attempt;
}

/** Whether a later call that succeeded was made knowing that this one had failed. */
export function isSettledFailure(failure: { key: string }, lines: readonly JournalLine[]): boolean {
  const key = readCallKey(failure.key);
  if (key === null) return false;
  return lines.some((line) => {
    if (line.kind !== 'call' || !line.ok) return false;
    const other = readCallKey(line.key);
    return other !== null && buildsOn(other, key);
  });
}

/** Keys of the finished calls after the last saved round: those that a change makes necessary again. */
export function listOpenCalls(lines: readonly JournalLine[], savedRounds: number): string[] {
  const open = lines.filter((line) => line.kind === 'call' && line.ok).map(({ key }) => key);
  return [...new Set(open)].filter((key) => (readCallKey(key)?.round ?? 0) > savedRounds);
}
