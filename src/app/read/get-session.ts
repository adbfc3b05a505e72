/** Reads one session, and the calls that were made for it. */

import { findNearest, S2sError } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import type { CallsOptions, SessionChoice } from '../options.ts';
import type { RecordedCalls } from '../results.ts';

/** The session as it is stored. Throws UNKNOWN_SESSION, SESSION_INVALID with all problems. */
export async function getSession(parts: AppParts, options: SessionChoice): Promise<Session> {
  const id = await chooseSession(parts, options.session);
  return (await parts.repository.load(id)).session;
}

/** The calls of a session. Throws as `getSession`, and as `requireRound` and `requireSeat`. */
export async function listCalls(parts: AppParts, options: CallsOptions): Promise<RecordedCalls> {
  const { round, seat } = options;
  const session = await getSession(parts, options);
  if (round !== undefined) requireRound(session, round);
  if (seat !== undefined) requireSeat(session, seat);
  const { lines, problems } = await parts.repository.readJournal(session.id);
  const calls = lines
    .filter(({ kind }) => kind !== 'attempt')
    .filter(({ key }) => round === undefined || key.startsWith(`${round}/`))
    .filter(({ key }) => seat === undefined || key.split('/')[2] === seat);
  return { sessionId: session.id, calls, problems };
}

/** Throws INVALID_VALUE for a round that the session does not have. */
export function requireRound({ id, rounds }: Session, round: number): void {
  if (rounds.some((entry) => entry.round === round)) return;
  const count = `${rounds.length} round${rounds.length === 1 ? '' : 's'}`;
  throw new S2sError('INVALID_VALUE', `The session has ${count}; there is no round ${round}.`, {
    hint: `s2s roundtable show ${id}`,
  });
}

/** Throws UNKNOWN_AGENT for a seat that was not at the table. */
export function requireSeat({ participants }: Session, seat: string): void {
  const seats = participants.map(({ id }) => id);
  if (seats.includes(seat)) return;
  const nearest = findNearest(seat, seats);
  throw new S2sError('UNKNOWN_AGENT', `"${seat}" has no seat in this session.`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Seats: ${seats.join(', ')}`,
  });
}

/**
 * The named session, else the current one, else the newest, since people usually want the session that has just ended. Warns if the
 * pointer to the current session had to be corrected.
 */
export async function chooseSession(
  { repository, notify }: Pick<AppParts, 'repository' | 'notify'>,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return (await repository.resolve(named)).id;
  const { id, notice } = await repository.readCurrent();
  if (notice !== null) notify({ level: 'warning', text: notice });
  return id ?? (await repository.resolve('last')).id;
}
