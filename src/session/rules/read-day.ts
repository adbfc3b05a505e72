/** The day of an instant, for documents: one day for everybody, that of whoever started the session. */
import type { Session } from '../session.ts';

/** `2026-11-30`, in the session's time zone; in UTC where it has none, or one that this system does not know. */
export function readDay(
  instant: string,
  { time_zone: timeZone = 'UTC' }: Pick<Session, 'time_zone'>,
): string {
  try {
    // Swedish writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));
  } catch {
    return instant.slice(0, 10);
  }
}
