/** Makes session ids: `<YYYYMMDD-HHMMSS>-<slug>`, in UTC, readable whatever script the topic is written in. */
import { longestId, readIdTime } from '../../session/rules/session-id.ts';
import { createSlug } from '../../text/slug.ts';

const stampLength = 'YYYYMMDD-HHMMSS'.length;
const defaultSlugLength = 30;

/** What an id depends on besides the topic and the time. */
export interface SessionIdOptions {
  /** The longest slug, in characters; 30 when absent. */
  slugMaxLength?: number | undefined;
  /**
   * Existing ids. A second session in the same second gets the next free second. When the clock was set back, the new id counts
   * on from the newest one: a later session always has a greater id.
   */
  taken: Iterable<string>;
}

/**
 * Makes the id of a new session from its topic and the time.
 * @example createSessionId('Which queue?', new Date('2026-11-27T10:00:00Z'), { taken: [] }) // '20261127-100000-which-queue'
 */
export function createSessionId(topic: string, now: Date, options: SessionIdOptions): string {
  const takenStamps = new Set([...options.taken].map((id) => id.slice(0, stampLength)));
  // No later id could follow the year 9999.
  const times = [...takenStamps].map((stamp) => (stamp.startsWith('9999') ? null : readIdTime(stamp)));
  const newest = times.reduce<number>((latest, time) => Math.max(latest, time ?? 0), 0);
  const room = Math.min(longestId - stampLength - 1, options.slugMaxLength ?? defaultSlugLength);
  const slug = createSlug(topic, room) || 'session';
  let time = newest > now.getTime() ? newest + 1000 : now.getTime();
  while (takenStamps.has(formatIdTime(time))) time += 1000;
  return `${formatIdTime(time)}-${slug}`;
}

function formatIdTime(time: number): string {
  const digits = new Date(time).toISOString().replaceAll(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
}
