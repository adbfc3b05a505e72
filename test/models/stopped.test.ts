/** A call that is stopped ends at once, and one that is stopped before it begins costs nothing. */
import { afterEach, describe, expect, it } from 'vitest';
import { createAsk } from '../../src/models/client/create-ask.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRealClock, makeRequest } from '../support/make-request.ts';

let server: Loopback;
afterEach(() => server.close());

const program = [process.execPath, '-e', 'process.stdin.resume(); setInterval(() => undefined, 1000)'];

async function setUp(onRequest: () => void = () => undefined) {
  server = await startLoopback({
    reply: () => {
      onRequest();
      return { fault: 'stall-headers' };
    },
  });
  let limits = 0;
  const clock = makeRealClock();
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
    clock: {
      ...clock,
      deadline: (ms) => {
        limits += 1;
        return clock.deadline(ms);
      },
    },
    random: () => 0,
    redact: (text) => text,
  });
  return { ask, countLimits: () => limits };
}

describe('a call that is stopped', () => {
  it.each(['anthropic/claude-new', 'openai/gpt-new', 'program', 'rehearsal'])(
    'before it begins makes no request to %s and starts no clock',
    async (reference) => {
      const { ask, countLimits } = await setUp();
      const reply = await ask(makeRequest(reference), { signal: AbortSignal.abort() });
      expect(reply).toMatchObject({ ok: false, kind: 'cancelled', usage: { calls: 0 } });
      // A request that left would be at the server by now: another one goes there and back.
      await fetch(`${server.url}/v1/models`).then((response) => response.text());
      expect({ limits: countLimits(), requests: server.requests.length }).toEqual({ limits: 0, requests: 0 });
    },
  );

  it.each(['anthropic/claude-new', 'openai/gpt-new'])(
    'while %s thinks ends, is not tried again, and gives its connection up',
    async (reference) => {
      const stop = new AbortController();
      const { ask } = await setUp(() => stop.abort());
      expect(await ask(makeRequest(reference), { signal: stop.signal })).toMatchObject({
        ok: false,
        kind: 'cancelled',
      });
      await expect.poll(() => server.abandoned()).toBe(1);
      expect(server.requests).toHaveLength(1);
    },
  );
});
