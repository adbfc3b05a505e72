/** The events of a run, kept in memory, for any number of readers at any time. */
import type { StreamEvent } from '../../session/event-schema.ts';
import { untilAborted } from '../until-aborted.ts';

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
