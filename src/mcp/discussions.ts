/** The discussions that this server runs: they go on between calls, and are paused when the server ends. */

import type { RunOptions } from '../app/options.ts';
import type { Run } from '../app/results.ts';
import { untilAborted } from '../app/until-aborted.ts';
import type { StreamEvent } from '../session/event-schema.ts';
import { sayPause } from '../wording/pause.ts';
import { sayActivity } from './say-activity.ts';

/** A running discussion. */
export interface Following {
  /** What is happening now, in the program's words; contains nothing that a model said. */
  readonly activity: string;
  /** How often the stored session has changed since the run began. */
  readonly saves: number;
  pause: Run['pause'];
  /** Resolves with the next event or the end, or when the signal aborts. */
  nextChange: (signal: AbortSignal) => Promise<void>;
}

/** Why the last run of a session ended, in case the stored session does not say. */
export interface Ending {
  /** Why it paused, in words; null unless it paused. */
  detail: string | null;
  error: unknown;
}

/** The options of a run that the register gives. */
type RunPart = Pick<RunOptions, 'signal' | 'attend'>;

/** The places for discussions, where those of assistants are not the only ones. */
export interface Places {
  enter: (id: string) => Promise<void>;
  leave: (id: string) => void;
  isWaiting: (id: string) => boolean;
}

/** The discussions of one server. */
export interface Discussions {
  /** Begins a run and follows it. If `cancel` aborts before this resolves, the run is paused, since no client knows of it yet. */
  begin: (make: (options: RunPart) => Promise<Run>, cancel: AbortSignal) => Promise<Run>;
  /** The run of a session, or null if this server is not running it. */
  find: (sessionId: string) => Following | null;
  findEnding: (sessionId: string) => Ending | null;
  /** Pauses all runs, also those just starting, and resolves when they have ended. No run begins afterwards. */
  end: () => Promise<void>;
}

const storedBy: readonly StreamEvent['type'][] = ['round-saved', 'paused', 'completed', 'escalation-raised'];

/** Makes an empty register. Each run waits for one of the places; without them, any number run at once. */
export function createDiscussions(places: Places | null = null): Discussions {
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
        ({ reason, detail, failure }): Ending => ({
          detail: reason === null ? null : sayPause(reason, detail),
          error: failure,
        }),
        (error: unknown): Ending => ({ detail: null, error }),
      );
      endings.set(run.sessionId, ending);
      running.delete(run.sessionId);
      places?.leave(run.sessionId);
      wake();
    };
    const following: Following = {
      get activity() {
        return activity;
      },
      get saves() {
        return saves;
      },
      pause: (options) => {
        run.pause(options);
        // Without a place it pauses before it calls a model.
        if (places?.isWaiting(run.sessionId) === true) places.leave(run.sessionId);
      },
      nextChange: (signal) => untilAborted(changed.signal, signal),
    };
    running.set(run.sessionId, { following, ended: read() });
    if (closing.signal.aborted) following.pause();
  };

  return {
    begin: async (make, cancel) => {
      const starting = new AbortController();
      const stop = (): void => starting.abort();
      if (cancel.aborted) stop();
      cancel.addEventListener('abort', stop);
      closing.signal.addEventListener('abort', stop);
      if (closing.signal.aborted) stop();
      const attend: RunOptions['attend'] = async ({ id }) => {
        await places?.enter(id);
        return {};
      };
      const begun = make({ signal: starting.signal, attend }).then((run) => {
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
