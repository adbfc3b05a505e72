/**
 * How reliable and how quick each agent has been, as a score that fades with every session. It breaks ties when a panel
 * is chosen and ranks agents for a task. Losing it costs a preference, never a session.
 */
import * as z from 'zod';

/** One seat's part in a session. */
export interface SeatPerformance {
  seat: string;
  answers: number;
  failures: number;
  /** Milliseconds of its answers on average; null when it gave none. */
  mean_ms: number | null;
}

/** One agent's record. Scores from 0 to 1, times in milliseconds. */
export const agentRecordSchema = z.looseObject({
  score: z.number().min(0).max(1),
  answers: z.number().int().min(0),
  failures: z.number().int().min(0),
  /** The mean over all answers so far. */
  mean_ms: z.number().min(0).nullable(),
  sessions: z.number().int().min(0),
  updated_at: z.string(),
});

export type AgentRecord = z.infer<typeof agentRecordSchema>;

/** The whole record, as far as it could be read. */
export interface AgentsRecord {
  agents: ReadonlyMap<string, AgentRecord>;
  /** Ids of the sessions that are in it, oldest first. */
  sessions: readonly string[];
  /** What is wrong with the stored record, in a sentence, or null. */
  damage: string | null;
}

/** The port. */
export interface TrackRecord {
  /** Reads the record; it is empty when nothing is stored. Never throws because of the stored data or of reading it. */
  read(): Promise<AgentsRecord>;
  /**
   * Adds a session's seats, once for each session id. Returns sentences for the person, none when all is well.
   * Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, FILE_UNREADABLE, FILE_TOO_LARGE, SESSION_LOCKED.
   */
  recordSession(session: { id: string; seats: readonly SeatPerformance[] }): Promise<string[]>;
}

/** The weight of the newest session; the earlier score has the rest. */
const newestWeight = 0.3;
/** The share of one session's value that depends on speed. */
const speedShare = 0.2;
/** Milliseconds at which an answer counts as half as quick as one that takes no time. */
const halfSpeedMs = 60_000;
/** The score of an agent without a record: neither good nor bad. */
const neutralScore = 0.5;

/**
 * The value of one session for an agent, 0 to 1: the share of its turns that it answered, of which a fifth depends on
 * speed (1 for no time, a half at a minute).
 */
export function valueSession({ answers, failures, mean_ms: meanMs }: Omit<SeatPerformance, 'seat'>): number {
  const turns = answers + failures;
  if (turns === 0) return neutralScore;
  const speed = halfSpeedMs / (halfSpeedMs + (meanMs ?? halfSpeedMs));
  return (answers / turns) * (1 - speedShare + speedShare * speed);
}

/** The record after one more session: 0.7 of what it was and 0.3 of the session's value. `at` is ISO 8601. */
export function addToRecord(
  before: AgentRecord | undefined,
  performance: Omit<SeatPerformance, 'seat'>,
  at: string,
): AgentRecord {
  const score = before?.score ?? neutralScore;
  const answers = (before?.answers ?? 0) + performance.answers;
  const spent =
    (before?.mean_ms ?? 0) * (before?.answers ?? 0) + (performance.mean_ms ?? 0) * performance.answers;
  return {
    ...before,
    score: round(score + newestWeight * (valueSession(performance) - score)),
    answers,
    failures: (before?.failures ?? 0) + performance.failures,
    mean_ms: answers === 0 ? null : Math.round(spent / answers),
    sessions: (before?.sessions ?? 0) + 1,
    updated_at: at,
  };
}

function round(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
}
