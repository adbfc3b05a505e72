/** Following a session over broken connections: nothing is lost, nothing is told twice. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageEvent, Shown } from '../../src/page/answer-types.ts';
import { type Client, createClient, Refusal } from '../../src/page/client.ts';
import { chooseWait, followSession, splitEvents } from '../../src/page/follow-session.ts';
import { shownSession } from './shown-session.ts';

const encoder = new TextEncoder();

function makeEvent(seq: number): PageEvent {
  return { v: 1, seq, at: '2026-03-02T09:00:00.000Z', type: 'notice', level: 'info', text: `é ${seq}` };
}

/** Waits end at once; only silence never comes. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds < 10_000) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** A server whose lines break: each connection gives some bytes of what comes after a number, in pieces. */
function makeBreakingServer(
  cuts: readonly { bytes: number; piece: number; fails: boolean; stored: number }[],
) {
  const total = 1000;
  let connections = 0;
  let stored = 0;
  const client: Pick<Client, 'get' | 'open'> = {
    get: async <Answer>() => {
      const cut = cuts[connections];
      // The state knows of some events that nobody was told yet.
      stored = Math.min(total, Math.max(stored, cut?.stored ?? total));
      const status = cut === undefined ? 'completed' : 'active';
      return shownSession({ status, last_event: cut === undefined ? total : stored }) as Answer;
    },
    open: async (_address, { after }) => {
      const cut = cuts[connections] ?? { bytes: Number.POSITIVE_INFINITY, piece: 100, fails: false };
      connections += 1;
      let text = 'retry: 1000\n\n: still here\n\n';
      // The last one is sent again, as a server does that was asked by an older number.
      for (let seq = Math.max(1, after); seq <= total; seq += 1)
        text += `id: ${seq}\ndata: ${JSON.stringify(makeEvent(seq))}\n\n`;
      const bytes = encoder.encode(text).slice(0, cut.bytes);
      let at = 0;
      return new ReadableStream({
        pull: (controller) => {
          if (at >= bytes.length)
            return cut.fails ? controller.error(new Error('reset')) : controller.close();
          controller.enqueue(bytes.slice(at, at + cut.piece));
          at += cut.piece;
        },
      });
    },
  };
  return { client, count: () => connections };
}

test('of 1,000 events none is lost or doubled over 20 broken connections', async () => {
  const cut = fc.record({
    bytes: fc.integer({ min: 0, max: 20_000 }),
    piece: fc.integer({ min: 7, max: 4000 }),
    fails: fc.boolean(),
    stored: fc.integer({ min: 0, max: 1000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 20, maxLength: 20 }), async (cuts) => {
      const { client, count } = makeBreakingServer(cuts);
      let known = 0;
      const connections: string[] = [];
      const wrong: PageEvent[] = [];
      await followSession('one', {
        ...{ client, wait, signal: new AbortController().signal },
        onSession: ({ last_event }) => {
          known = last_event;
        },
        onEvent: (event) => {
          if (event.type === 'seat-speaking' || event.seq !== known + 1) wrong.push(event);
          known += 1;
        },
        onConnection: (connection) => connections.push(connection),
      });
      expect(wrong).toEqual([]);
      expect(count()).toBe(20);
      expect(known).toBe(1000);
      expect(connections.at(-1)).toBe('over');
    }),
    { numRuns: 5 },
  );
});

test('what no other try would change ends it, and what may pass does not', async () => {
  const follow = (code: string, then: Partial<Shown>) => {
    let asked = 0;
    const client: Pick<Client, 'get' | 'open'> = {
      get: async <Answer>() => {
        asked += 1;
        if (asked < 4) throw new Refusal({ code, message: 'No.' });
        return shownSession(then) as Answer;
      },
      open: () => Promise.reject(new Error('not reached')),
    };
    const connections: string[] = [];
    const done = followSession('one', {
      ...{ client, wait, signal: new AbortController().signal, onSession: () => {}, onEvent: () => {} },
      onConnection: (connection) => connections.push(connection),
    });
    return done.then(() => connections);
  };
  for (const code of ['UNKNOWN_SESSION', 'UNAUTHORIZED', 'FORBIDDEN'])
    await expect(follow(code, {})).rejects.toMatchObject({ code });
  for (const code of ['UNREACHABLE', 'TOO_MANY_REQUESTS', 'INTERNAL'])
    expect(await follow(code, { status: 'closed' })).toEqual(['lost', 'lost', 'over']);
});

describe('a stream', () => {
  test.for([
    ['', [], ''],
    ['retry: 1000\n\n', [], ''],
    [': still here\n\nid: 1\ndata: {"a"', [], 'id: 1\ndata: {"a"'],
    ['id: 1\ndata: {"a":1}\n\nid: 2', [{ a: 1 }], 'id: 2'],
    ['data: {"a":1}\n\ndata: {"b":\ndata: 2}\n\n', [{ a: 1 }, { b: 2 }], ''],
  ] as const)('is read in whole events: %j', ([text, events, rest]) => {
    expect(splitEvents(text)).toEqual({ events, rest });
  });

  test('is tried again later and later, and at least every eight seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(chooseWait)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });
});

describe('a client', () => {
  let signedOut = 0;
  const onSignedOut = () => {
    signedOut += 1;
  };
  const parts = { token: 'abc', readName: () => '', makeKey: () => 'key', onSignedOut };

  test('sends a command again under the same key when the line breaks, and no third time', async () => {
    const seen: unknown[] = [];
    const make = (failures: number) =>
      createClient({
        ...parts,
        fetch: async (_address, init) => {
          seen.push(init?.headers);
          if (seen.length <= failures) throw new TypeError('reset');
          return Response.json({ fine: true });
        },
      });
    expect(await make(1).post('/api/x', {})).toEqual({ fine: true });
    expect(seen).toEqual(
      Array(2).fill({
        authorization: 'Bearer abc',
        'content-type': 'application/json',
        'idempotency-key': 'key',
      }),
    );
    seen.length = 0;
    await expect(make(9).post('/api/x', {})).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(seen).toHaveLength(2);
  });

  test('what the server refuses keeps its code, hint and problems', async () => {
    const error = {
      code: 'NOT_TRUSTED',
      message: 'No.',
      hint: 'Trust.',
      problems: [{ file: 'a', message: 'b' }],
    };
    const client = createClient({ ...parts, fetch: async () => Response.json({ error }, { status: 403 }) });
    await expect(client.get('/api/x')).rejects.toMatchObject({ ...error, name: 'Refusal' });
    const mute = createClient({ ...parts, fetch: async () => new Response('oh', { status: 502 }) });
    await expect(mute.get('/api/x')).rejects.toMatchObject({ code: 'HTTP_502' });
    expect(signedOut).toBe(0);
    const out = createClient({ ...parts, fetch: async () => new Response('', { status: 401 }) });
    await expect(out.get('/api/x')).rejects.toMatchObject({ code: 'HTTP_401' });
    expect(signedOut).toBe(1);
  });
});
