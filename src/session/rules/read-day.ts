/** The day of an instant, for documents: one day for everybody, that of whoever started the session. */
import type { Session } from '../session.ts';

/** The instant by which a document is dated: that of its decision. */
export function readDated({ outcome, updated_at: updated }: Pick<Session, 'outcome' | 'updated_at'>): string {
  return outcome?.decided_at ?? updated;
}

/** `2026-11-30`, in the session's time zone; in UTC where it has none, or one that this system does not know. */
export function readDay(instant: string, session: Pick<Session, 'time_zone'>): string {
  return readSecond(instant, session).slice(0, 10);
}

/** `2026-11-30 23:59:00`, in the same time zone. */
export function readSecond(
  instant: string,
  { time_zone: timeZone = 'UTC' }: Pick<Session, 'time_zone'>,
): string {
  // Swedish writes dates as ISO 8601 does.
  const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, ...style }).format(new Date(instant));
  } catch {
    return instant.slice(0, 19).replace('T', ' ');
  }
}
