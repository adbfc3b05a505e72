/** The events of a run, numbered and kept in memory, for any number of readers at any time. */
import type { StreamEvent } from '../session/event-schema.ts';
import type { Clock, Report } from '../session/ports.ts';
import { createPublicEvents } from '../wording/public-event.ts';
import { untilAborted } from './until-aborted.ts';

/** The log. Each reader gets every event from the first on, and finishes when the run ends. */
export interface EventLog {
  report: Report;
  events: AsyncIterable<StreamEvent>;
  /** No event comes after this; safe to repeat. */
  end: () => void;
}

/** Makes an empty log. */
export function createEventLog({ now }: Pick<Clock, 'now'>): EventLog {
  const publicEvents = createPublicEvents(now);
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
    report: (event) => {
      if (isEnded) return;
      // Their fields match the schema: tests check real runs against it.
      kept.push(...(publicEvents.publish(event) as unknown as StreamEvent[]));
      wake();
    },
    events: { [Symbol.asyncIterator]: read },
    end: () => {
      isEnded = true;
      wake();
    },
  };
}
