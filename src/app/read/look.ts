/** Reads the present state of a session: the stored data, who runs it, and its open round. */

import type { StreamEvent } from '../../session/event-schema.ts';
import { firstPlace, type KeptEvent } from '../../session/ports/event-store.ts';
import { foldOpenRound } from '../../session/rules/open-round.ts';
import type { AppParts } from '../app-parts.ts';
import { loadChecked } from '../journal-changes.ts';
import type { LookOptions } from '../options.ts';
import type { SessionView } from '../results.ts';
import { viewTurn } from '../run/person-turn.ts';
import { chooseSession } from './get-session.ts';

/** Reads the state; throws as `getSession` does. */
export async function look(parts: AppParts, options: LookOptions): Promise<SessionView> {
  const { repository, running, jobs } = parts;
  const id = await chooseSession(parts, options.session);
  // The session is read last: an event is stored only after the data it reports, so the session has at least what the events report.
  const events = await readEvents(parts, id);
  const isHere = running.has(id);
  const isLeased = isHere || (await repository.isLeased(id));
  // Advice leaves the waiting messages only after the session has it.
  const waiting = await repository.readMessages(id);
  const { session } = await (options.checked === true ? loadChecked(parts, id) : repository.load(id));
  const isOver = session.status === 'completed' || session.status === 'closed';
  const openRound = isOver ? null : foldOpenRound(events as StreamEvent[]);
  return {
    session,
    runner: isHere ? 'here' : isLeased ? 'elsewhere' : null,
    openRound,
    turn: isLeased ? null : viewTurn(session, openRound),
    waiting: waiting.map(({ message }) => message),
    lastEvent: events.at(-1)?.seq ?? 0,
    workerError: isLeased ? null : ((await jobs?.look(id))?.error ?? null),
  };
}

/** Sessions that a server ran and that nobody runs now, newest first. */
export async function listServed({ repository, events }: AppParts): Promise<string[]> {
  const [active, paused] = await Promise.all([
    repository.list({ status: 'active' }),
    repository.list({ status: 'paused' }),
  ]);
  const served: string[] = [];
  for (const { id, head } of [...active.entries, ...paused.entries])
    if (head !== null && (await events.isServed(id)) && !(await repository.isLeased(id))) served.push(id);
  return served.sort((one, other) => (one < other ? 1 : -1));
}

/** All stored events of a session. */
async function readEvents({ events }: Pick<AppParts, 'events'>, id: string): Promise<KeptEvent[]> {
  const all: KeptEvent[] = [];
  let place = firstPlace;
  for (;;) {
    const part = await events.read(id, place);
    if (part === null || part.next.offset === place.offset) return all;
    all.push(...part.events);
    place = part.next;
  }
}
