/** The words for the state of a session: one table for the terminal, the page, batches and lists. */
import type { Wait } from '../session/session-head.ts';
import type { OutcomeResult, PauseReason, SessionStatus } from '../session/vocabulary.ts';
import { resultWords } from './outcome.ts';

const words = {
  running: 'running',
  queued: 'waiting for a free place',
  interrupted: 'interrupted',
  decision: 'a decision is needed',
  turn: 'your turn',
  completed: 'completed',
  closed: 'closed',
  person: 'paused',
  signal: 'interrupted',
  time: 'paused: time limit',
  budget: 'paused: budget used up',
  'no-quorum': 'paused: too few answers',
  // What was asked is answered: else `decision` or `turn` says what it waits for.
  'waiting-for-person': 'answered, not resumed',
} as const satisfies Record<PauseReason, string> & Record<string, string>;

/** What is known of a session. */
export interface Standing {
  status: SessionStatus;
  pause_reason: PauseReason | null;
  waits_for?: Wait | undefined;
  result?: OutcomeResult | null | undefined;
}

/**
 * The state in a word or two; of what has ended, what was reached. `runs`: a process holds it now, or will once a place is free. An active
 * session that nobody runs was interrupted, by a kill or a lost machine.
 */
export function sayState(
  { status, pause_reason: reason, waits_for: wait, result }: Standing,
  runs: 'running' | 'queued' | null,
): string {
  if (runs === 'queued') return words.queued;
  if (status === 'active') return words[runs ?? 'interrupted'];
  if (status === 'paused') return words[wait ?? reason ?? 'person'];
  return result == null ? words[status] : resultWords[result];
}

/** What is asked of a person. */
export function sayWait(wait: 'decision' | 'turn'): string {
  return words[wait];
}

/** Whether it goes on only when a person does something; what a person paused themselves asks for nobody. */
export function needsPerson({ status, pause_reason: reason }: Standing, runs: string | null): boolean {
  return status === 'paused' && runs === null && reason !== 'person';
}
