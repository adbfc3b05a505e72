/** Stores every event of a run beside the session, for readers in any process: one list for all runs, with continuous numbers. */

import { describeError } from '../../session/errors.ts';
import type { StreamEvent } from '../../session/event-schema.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { createPublicEvents } from '../../wording/public-event.ts';
import type { AppParts } from '../app-parts.ts';
import { buildResult } from '../result.ts';
import type { RunReport } from '../results.ts';
import { untilAborted } from '../until-aborted.ts';

/** Stores the events of one run. */
export interface EventKeeper {
  /** Stores what happened, and returns it as numbered events. */
  report: (event: RoundtableEvent) => StreamEvent[];
  /** Stores the last event of the run: its result, or the error. */
  finish: (ended: { report: RunReport } | { error: unknown }) => void;
  close: () => Promise<void>;
}

/** Opens the event list of a session for the holder of its lease. */
export async function keepEvents(
  { events, world, redactData }: Pick<AppParts, 'events' | 'world' | 'redactData'>,
  session: Session,
): Promise<EventKeeper> {
  const writer = await events.open(session.id);
  const stream = createPublicEvents(() => world.clock.now(), writer.last);
  return {
    report: (event) => {
      const events = stream.publish(event);
      writer.append(...events);
      // Their fields match the schema: tests check real runs against it.
      return events as unknown as StreamEvent[];
    },
    finish: (ended) => {
      const result =
        'report' in ended
          ? buildResult(ended.report.session, {
              full: false,
              duration: ended.report.durationMs,
              sessionFile: ended.report.sessionFile,
            })
          : { error: redactData(describeError(ended.error)) };
      writer.append(stream.publishResult(result));
    },
    close: () => writer.close(),
  };
}

/** The log. Each reader gets every event from the first on, and finishes when the run ends. */
export interface EventLog {
  add: (events: readonly StreamEvent[]) => void;
  events: AsyncIterable<StreamEvent>;
  /** No event comes after this; safe to repeat. */
  end: () => void;
}

/** Makes an empty log. */
export function createEventLog(): EventLog {
  const kept: StreamEvent[] = [];
  let isEnded = false;
  let changed = new AbortController();
  const wake = (): void => {
    changed.abort();
    changed = new AbortController();
  };
  async function* read(): AsyncGenerator<StreamEvent, void, undefined> {
    for (let index = 0; ; index += 1) {
      while (index >= kept.length) {
        if (isEnded) return;
        await untilAborted(changed.signal);
      }
      yield kept[index] as StreamEvent;
    }
  }
  return {
    add: (events) => {
      if (isEnded) return;
      kept.push(...events);
      wake();
    },
    events: { [Symbol.asyncIterator]: read },
    end: () => {
      isEnded = true;
      wake();
    },
  };
}
