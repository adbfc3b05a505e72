/** The discussions that this server runs: they go on between calls, and end with it. */
import type { Run } from '../app/results.ts';
import { untilAborted } from '../app/until-aborted.ts';
import type { StreamEvent } from '../domain/event-schema.ts';
import { sayActivity } from './say-activity.ts';

/** A discussion under way. */
export interface Following {
  /** What is happening now, in words of the program alone: nothing that a model said. */
  readonly activity: string;
  /** How often the stored session has changed since the run began. */
  readonly saves: number;
  pause: () => void;
  /** Resolves with the next event or the end, or when the signal aborts. */
  nextChange: (signal: AbortSignal) => Promise<void>;
}

/** Why the last run of a session ended, where the stored session does not say it. */
export interface Ending {
  detail: string | null;
  error: unknown;
}

/** The discussions of one server. */
export interface Discussions {
  /** Begins a run and follows it. It is paused when `cancel` aborts before this resolves, since then nobody has heard of it. */
  begin: (make: (signal: AbortSignal) => Promise<Run>, cancel: AbortSignal) => Promise<Run>;
  /** The run of a session, or null when this server does not run it now. */
  find: (sessionId: string) => Following | null;
  findEnding: (sessionId: string) => Ending | null;
  /** Pauses all that runs or is about to, and resolves when it has ended. Nothing begins after it. */
  end: () => Promise<void>;
}

const storedBy: readonly StreamEvent['type'][] = ['round-saved', 'paused', 'completed', 'escalation-raised'];

/** Makes an empty register. */
export function createDiscussions(): Discussions {
  const running = new Map<string, { following: Following; ended: Promise<void> }>();
  const endings = new Map<string, Ending>();
  const beginning = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const follow = (run: Run): void => {
    let activity = 'the discussion begins';
    let saves = 0;
    let changed = new AbortController();
    const wake = (): void => {
      changed.abort();
      changed = new AbortController();
    };
    endings.delete(run.sessionId);
    const read = async (): Promise<void> => {
      for await (const event of run.events) {
        activity = sayActivity(event) ?? activity;
        if (storedBy.includes(event.type)) saves += 1;
        wake();
      }
      const ending = await run.result.then(
        ({ detail, failure }): Ending => ({ detail, error: failure }),
        (error: unknown): Ending => ({ detail: null, error }),
      );
      endings.set(run.sessionId, ending);
      running.delete(run.sessionId);
      wake();
    };
    const following: Following = {
      get activity() {
        return activity;
      },
      get saves() {
        return saves;
      },
      pause: run.pause,
      nextChange: (signal) => untilAborted(changed.signal, signal),
    };
    running.set(run.sessionId, { following, ended: read() });
    if (closing.signal.aborted) run.pause();
  };

  return {
    begin: async (make, cancel) => {
      const starting = new AbortController();
      const stop = (): void => starting.abort();
      if (cancel.aborted) stop();
      cancel.addEventListener('abort', stop);
      closing.signal.addEventListener('abort', stop);
      if (closing.signal.aborted) stop();
      const begun = make(starting.signal).then((run) => {
        follow(run);
        return run;
      });
      const settled = begun.catch(() => undefined);
      beginning.add(settled);
      try {
        return await begun;
      } finally {
        beginning.delete(settled);
        cancel.removeEventListener('abort', stop);
        closing.signal.removeEventListener('abort', stop);
      }
    },
    find: (id) => running.get(id)?.following ?? null,
    findEnding: (id) => endings.get(id) ?? null,
    end: async () => {
      closing.abort();
      await Promise.all(beginning);
      const runs = [...running.values()];
      for (const { following } of runs) following.pause();
      await Promise.all(runs.map(({ ended }) => ended));
    },
  };
}
