/** Follows the stored events of a session from any number on, whichever process runs it. */
import type { SpeakingEvent, StreamEvent } from '../../session/event-schema.ts';
import { firstPlace } from '../../session/ports/event-store.ts';
import type { AppParts } from '../app-parts.ts';
import type { FollowOptions } from '../options.ts';
import { untilAborted } from '../until-aborted.ts';

/** Milliseconds between two checks for new events. */
const pollMs = 150;

/** Yields each event once, in order, and in between the words of speaking seats, until the session is over. Throws UNKNOWN_SESSION. */
export async function* followEvents(
  parts: Pick<AppParts, 'events' | 'repository' | 'running' | 'world'>,
  { session, after = 0, signal = new AbortController().signal }: FollowOptions,
): AsyncGenerator<StreamEvent | SpeakingEvent, void, undefined> {
  const { repository, events } = parts;
  const { id } = await repository.resolve(session);
  let place = firstPlace;
  let seen = after;
  let isOver = false;
  let hasLooked = false;
  /** Whether the newest run reported its completion. */
  let hasCompleted = false;
  const told = new Map<string, string>();
  while (!signal.aborted) {
    const part = await events.read(id, place);
    const hasMoved = part !== null && part.next.offset > place.offset;
    if (part !== null) place = part.next;
    for (const event of part?.events ?? []) {
      if (event.type === 'session-started' || event.type === 'completed')
        hasCompleted = event.type === 'completed';
      if (event.seq <= seen) continue;
      seen = event.seq;
      // Events keep their fields from one version to the next.
      yield event as StreamEvent;
      if (signal.aborted) return;
    }
    if (hasMoved) {
      hasLooked = false;
      continue;
    }
    if (isOver) return;
    // The list was read to its end, so the answers of seats that still speak are not in it.
    const run = parts.running.get(id);
    for (const { text, ...said } of run?.readSpeech() ?? []) {
      const name = `${said.step}/${said.seat}`;
      if (told.get(name) === text) continue;
      told.set(name, text);
      yield { v: 1, at: parts.world.clock.now().toISOString(), type: 'seat-speaking', ...said, text };
      if (signal.aborted) return;
    }
    if (!hasLooked && run === undefined && !(await repository.isLeased(id))) {
      hasLooked = true;
      isOver = hasCompleted || (await isEnded(repository, id));
      // Read once more: events may have been written between the last read and the end of the run.
      if (isOver) continue;
    }
    const pause = parts.world.clock.deadline(pollMs);
    await untilAborted(pause.signal, signal);
    pause.clear();
  }
}

async function isEnded(repository: AppParts['repository'], id: string): Promise<boolean> {
  const { status } = (await repository.load(id)).session;
  return status === 'completed' || status === 'closed';
}
