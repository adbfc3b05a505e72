/** A call is prepared before what it waits for is done, leaves after it, and not at all when that fails. */
import { afterEach, describe, expect, it } from 'vitest';
import { S2sError } from '../../src/domain/errors.ts';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRealClock, makeRequest } from '../support/make-request.ts';

let server: Loopback;
afterEach(() => server.close());

const { signal } = new AbortController();
const references = ['anthropic/claude-new', 'openai/gpt-new', 'program', 'rehearsal'];
const program = [process.execPath, '-e', "process.stdin.resume().on('end', () => console.log('ready'))"];

async function setUp(clock = makeRealClock()) {
  server = await startLoopback({ reply: () => 'ready' });
  const starts: string[] = [];
  const providers = createProviders({
    config: { program: { type: 'command', command: program } },
    env: {
      ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdefghij',
      OPENAI_API_KEY: 'sk-test-0123456789abcdefghij',
      ANTHROPIC_BASE_URL: server.url,
      OPENAI_BASE_URL: `${server.url}/v1`,
      PATH: process.env['PATH'] ?? '',
    },
    rehearsal: createRehearsal(),
  });
  const ask = createAsk({
    providers,
    clock,
    random: () => 0,
    redact: (text) => text,
    onRetry: ({ key }) => starts.push(`${key} again`),
  });
  return { ask, starts };
}

describe('a call that waits', () => {
  it.each(references)(
    'of %s that is stopped before it may leave starts no clock when it might',
    async (reference) => {
      let limits = 0;
      const clock = makeRealClock();
      const { ask } = await setUp({
        ...clock,
        deadline: (ms) => {
          limits += 1;
          return clock.deadline(ms);
        },
      });
      const stop = new AbortController();
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const ready = (): Promise<void> => {
        stop.abort();
        return gate;
      };
      expect(await ask(makeRequest(reference), { signal: stop.signal, ready })).toMatchObject({ ok: false });
      open();
      await gate;
      await new Promise((resolve) => setImmediate(resolve));
      expect({ limits, requests: server.requests.length }).toEqual({ limits: 0, requests: 0 });
    },
  );

  it.each(references)('of %s leaves when it may', async (reference) => {
    const { ask } = await setUp();
    let open: () => void = () => undefined;
    let isAwaited: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const awaited = new Promise<void>((resolve) => {
      isAwaited = resolve;
    });
    let isOver = false;
    const asking = ask(makeRequest(reference), {
      signal,
      ready: () => {
        isAwaited();
        return gate;
      },
    }).finally(() => {
      isOver = true;
    });
    await awaited;
    // A request that did not wait would be at the server by now: another one goes there and back.
    await fetch(`${server.url}/v1/models/claude-old`).then((response) => response.text());
    expect(server.requests).toHaveLength(0);
    expect(isOver).toBe(false);
    open();
    expect(await asking).toMatchObject({ ok: true });
  });

  it.each(references)('of %s does not leave when it must not, and is not tried again', async (reference) => {
    const { ask, starts } = await setUp();
    const full = new S2sError('FILE_UNWRITABLE', 'The disk is full.');
    let waits = 0;
    const asking = ask(makeRequest(reference), {
      signal,
      ready: () => {
        waits += 1;
        return Promise.reject(full);
      },
    });
    await expect(asking).rejects.toBe(full);
    expect(server.requests).toHaveLength(0);
    expect({ waits, starts }).toEqual({ waits: 1, starts: [] });
  });

  it.each(references)('of %s has its whole time when it leaves', async (reference) => {
    const { ask } = await setUp();
    const clock = makeRealClock();
    // Longer than the call may take.
    const ready = (): Promise<void> =>
      new Promise((resolve) => clock.deadline(1_800).signal.addEventListener('abort', () => resolve()));
    const reply = await ask(makeRequest(reference, { timeout_ms: 1_500 }), { signal, ready });
    expect(reply).toMatchObject({ ok: true });
    expect(reply.duration_ms).toBeLessThan(1_500);
  });

  it.each(references)('of %s ends with the signal', async (reference) => {
    const { ask } = await setUp();
    const stop = new AbortController();
    const asking = ask(makeRequest(reference), {
      signal: stop.signal,
      ready: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    expect(await asking).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(server.requests).toHaveLength(0);
  });
});
