/** The server inside the test's process, over a panel on loopback, with a clock that only the test moves. */
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { serveMcp } from '../../src/mcp/serve-mcp.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import type { Clock } from '../../src/session/ports/ports.ts';
import { makeWorld } from '../support/make-app.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Time that stands still until it is moved. */
export interface TestClock extends Clock {
  /** Moves the time on, and ends the deadlines that are over then. */
  advance: (milliseconds: number) => void;
  /** Milliseconds that are left of each deadline. */
  pending: () => number[];
}

/** Makes such a clock. */
export function makeTestClock(): TestClock {
  let at = 0;
  const deadlines = new Set<{ due: number; end: () => void }>();
  return {
    now: () => new Date(Date.UTC(2026, 0, 5) + at),
    elapsed: () => at,
    deadline: (milliseconds) => {
      const controller = new AbortController();
      const entry = { due: at + milliseconds, end: () => controller.abort() };
      deadlines.add(entry);
      return { signal: controller.signal, clear: () => deadlines.delete(entry) };
    },
    advance: (milliseconds) => {
      at += milliseconds;
      for (const entry of [...deadlines]) {
        if (entry.due > at) continue;
        deadlines.delete(entry);
        entry.end();
      }
    },
    pending: () => [...deadlines].map(({ due }) => due - at),
  };
}

/** A server that runs, with the client's ends of its streams. */
export interface TestServer {
  wire: { input: PassThrough; output: PassThrough };
  clock: TestClock;
  /** What it wrote to its log. */
  log: string[];
  /** Resolves when it has ended. */
  ended: Promise<void>;
  stop: () => void;
  /** Whether it had to be ended by force. */
  wasEndedNow: () => boolean;
}

/** Starts one in a project. `env` is all that it sees of the environment. */
export function startServer(
  cwd: string,
  { env = {}, clock = makeTestClock() }: { env?: Record<string, string>; clock?: TestClock } = {},
): TestServer {
  const input = new PassThrough();
  const output = new PassThrough();
  const log: string[] = [];
  const stopping = new AbortController();
  let endedNow = false;
  const world = makeWorld({
    env,
    clock,
    fetch: globalThis.fetch,
    createProviders: async (config, { rehearsal }) =>
      createProviders({ config, env, ...(rehearsal ? { rehearsal: createRehearsal() } : {}) }),
  });
  const ended = serveMcp({
    openApp: (notify) => createApp({ cwd, world, notify }),
    input: output,
    output: input,
    clock,
    randomToken: world.randomToken,
    cwd,
    version: '0.0.0',
    say: (text) => log.push(text),
    stop: stopping.signal,
    endNow: () => {
      endedNow = true;
    },
  });
  onTestFinished(async () => {
    stopping.abort();
    await ended;
  });
  return {
    wire: { input, output },
    clock,
    log,
    ended,
    stop: () => stopping.abort(),
    wasEndedNow: () => endedNow,
  };
}

/** Waits until a call waits on the clock, and then lets the time pass. */
export async function passTime(clock: TestClock, milliseconds: number): Promise<void> {
  await waitUntil(() => {
    if (!clock.pending().includes(milliseconds)) throw new Error('nobody waits yet');
  });
  clock.advance(milliseconds);
}
