/** Every event of a run is kept beside the session, for readers of any process: one list over all runs, numbered on. */
import { describeError } from '../domain/errors.ts';
import type { Report } from '../domain/ports.ts';
import { createPublicEvents } from '../domain/public-event.ts';
import type { Session } from '../domain/session.ts';
import type { AppParts } from './app-parts.ts';
import { listPastEvents } from './past-events.ts';
import { buildResult } from './result.ts';
import type { RunReport } from './results.ts';

/** Keeps the events of one run. */
export interface EventKeeper {
  report: Report;
  /** The last event of the run: its result, or why there is none. */
  finish: (ended: { report: RunReport } | { error: unknown }) => void;
  close: () => Promise<void>;
}

/** Opens the list of a session for the holder of its lease; one without a list gets the events of its finished rounds first. */
export async function keepEvents(
  { events, world }: Pick<AppParts, 'events' | 'world'>,
  session: Session,
): Promise<EventKeeper> {
  const writer = await events.open(session.id);
  const past = writer.last === 0 && session.rounds.length > 0 ? listPastEvents(session) : [];
  // A reader takes a number that the list does not have for another's, so it never sees half of them.
  if (past.length > 0) writer.append(...past);
  const stream = createPublicEvents(() => world.clock.now(), writer.last + past.length);
  return {
    report: (event) => {
      writer.append(...stream.publish(event));
    },
    finish: (ended) => {
      const result =
        'report' in ended
          ? buildResult(ended.report.session, {
              full: false,
              duration: ended.report.durationMs,
              sessionFile: ended.report.sessionFile,
            })
          : { error: describeError(ended.error) };
      writer.append(stream.publishResult(result));
    },
    close: () => writer.close(),
  };
}
