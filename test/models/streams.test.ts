/** Streams and what servers make of them, over both protocols: no reply is lost for the form in which it comes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMessageJoiner } from '../../src/models/anthropic/join-events.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { watchText } from '../../src/models/http/read-response.ts';
import { createChunkJoiner } from '../../src/models/openai/join-chunks.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';

let server: Loopback | undefined;
afterEach(() => server?.close());

const signal = new AbortController().signal;

/** Asks with or without streaming a server that sends this body; a longer time makes a stream. */
async function ask(
  protocol: 'anthropic' | 'openai',
  body: string | object,
  { stream = true, type = 'text/event-stream' } = {},
) {
  const started = await startLoopback({
    reply: () => ({ fault: 'status', status: 200, body, headers: { 'content-type': type } }),
  });
  server = started;
  const { provider } = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: started.url },
      openai: { type: 'openai', base_url: `${started.url}/v1` },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  }).find(`${protocol}/some`);
  const request = makeRequest(`${protocol}/some`, { schema: null, timeout_ms: stream ? 400_000 : 5000 });
  const completion = await provider.complete(request, { modelName: 'some', signal });
  expect(started.requests.map((asked) => asked.stream)).toEqual([stream]);
  return completion;
}

const data = (...events: unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const piece = (choice: object): object => ({ id: 'c-1', choices: [{ index: 0, ...choice }] });
const whole = {
  id: 'c-1',
  model: 'real',
  choices: [{ message: { role: 'assistant', content: 'A queue.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3 },
};
const stop = piece({ delta: {}, finish_reason: 'stop' });

describe('whoever watches', () => {
  const pieces = (protocol: 'anthropic' | 'openai', texts: readonly string[]): string =>
    protocol === 'openai'
      ? data(...texts.map((content) => piece({ delta: { content } })), stop, '[DONE]')
      : data(
          { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
          ...texts.map((text) => ({
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'text_delta', text },
          })),
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
          { type: 'message_stop' },
        );

  it.each(['anthropic', 'openai'] as const)(
    'hears %s as the text comes, and the reply is the same',
    async (protocol) => {
      const all = Buffer.from(pieces(protocol, ['Ä ', 'queue ', 'of … 🧵.']));
      const heard: string[] = [];
      const completion = await watch(protocol, heard, async (send) => {
        // Every byte comes by itself, so that letters are cut too.
        for (const byte of all) await send(Buffer.from([byte]));
      });
      expect(completion.text).toBe('Ä queue of … 🧵.');
      expect(heard.at(-1)).toBe('Ä queue of … 🧵.');
      const cut: string[] = [];
      const take = watchText(protocol === 'openai' ? createChunkJoiner() : createMessageJoiner(), (soFar) =>
        cut.push(soFar),
      );
      for (const byte of all) take(Uint8Array.of(byte));
      expect(cut).toEqual(['Ä ', 'Ä queue ', 'Ä queue of … 🧵.']);
    },
  );

  it('hears nothing of a reply that is no stream, and it counts all the same', async () => {
    const heard: string[] = [];
    const completion = await watch('openai', heard, (send) => send(Buffer.from(JSON.stringify(whole))));
    expect([completion.text, heard]).toEqual(['A queue.', []]);
  });

  it('is told of a stream that broke off, which is no reply', async () => {
    const heard: string[] = [];
    const begun = data(piece({ delta: { content: 'A qu' } }));
    await expect(watch('openai', heard, (send) => send(Buffer.from(begun)))).rejects.toMatchObject({
      kind: 'network',
    });
    expect(heard).toEqual(['A qu']);
  });

  async function watch(
    protocol: 'anthropic' | 'openai',
    heard: string[],
    write: (send: (bytes: Buffer) => Promise<void>) => Promise<void>,
  ) {
    const plain = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (bytes: Buffer) => new Promise<void>((done) => response.write(bytes, () => done()));
      void write(send).then(() => response.end());
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const { provider } = createProviders({
      config: { [protocol]: { type: protocol, base_url: protocol === 'openai' ? `${url}/v1` : url } },
      env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
    }).find(`${protocol}/some`);
    const request = makeRequest(`${protocol}/some`, { schema: null, timeout_ms: 20_000 });
    return provider.complete(request, {
      modelName: 'some',
      signal,
      onText: (soFar) => heard.push(soFar),
    });
  }
});

describe('a chat completion', () => {
  it.each<[name: string, body: string | object, type?: string]>([
    [
      'pieces of text',
      data(piece({ delta: { content: 'A ' } }), piece({ delta: { content: 'queue.' } }), stop),
    ],
    [
      'pieces that are lists',
      data(
        piece({ delta: { content: [{ type: 'text', text: 'A ' }] } }),
        piece({ delta: { content: [{ type: 'text', text: 'queue.' }] } }),
        stop,
      ),
    ],
    ['a whole reply that is not streamed', whole, 'application/json'],
    ['a whole reply that is called a stream', whole],
    [
      'a stream that is called JSON',
      data(piece({ delta: { content: 'A queue.' } }), stop),
      'application/json',
    ],
    [
      'no end mark but a reason to stop',
      data(piece({ delta: { content: 'A queue.' }, finish_reason: 'stop' })),
    ],
    ['an end mark but no reason', data(piece({ delta: { content: 'A queue.' } }), '[DONE]')],
    [
      'comments, line ends of another system and a mark of byte order',
      `\uFEFF: ping\r\n\r\ndata:${JSON.stringify(piece({ delta: { content: 'A queue.' } }))}\r\n\r\ndata: [DONE]\r\n\r\n`,
    ],
    ['no blank line at the end', data(piece({ delta: { content: 'A queue.' } }), '[DONE]').trimEnd()],
    [
      'words behind reasoning',
      data(piece({ delta: { reasoning: 'A draft.' } }), piece({ delta: { content: 'A queue.' } }), stop),
    ],
    [
      'empty events and pings',
      `data:\n\nevent: ping\ndata: {}\n\n${data(piece({ delta: { content: 'A queue.' } }), stop)}`,
    ],
    [
      'an error behind its end',
      data(piece({ delta: { content: 'A queue.' } }), stop, { error: { message: 'late', code: 500 } }),
    ],
    [
      'data over several lines',
      `data: {"choices":[{"delta":\ndata: {"content":"A queue."}}]}\n\ndata: [DONE]\n\n`,
    ],
  ])('is read from %s', async (_, body, type = 'text/event-stream') => {
    expect((await ask('openai', body, { type })).text).toBe('A queue.');
  });

  it('keeps its tokens and its model, wherever in the stream they stand', async () => {
    const body = data(
      piece({ delta: { content: 'A queue.' } }),
      stop,
      { choices: [], model: 'real', usage: { prompt_tokens: 9, completion_tokens: 3 } },
      { choices: [], model: 'real', usage: null },
      '[DONE]',
    );
    const { usage, model, stop_reason } = await ask('openai', body);
    expect({ usage, model, stop_reason }).toMatchObject({
      usage: { input_tokens: 9, output_tokens: 3 },
      model: 'real',
      stop_reason: 'stop',
    });
  });

  it('that comes as a stream although none was asked for is read', async () => {
    const body = data(piece({ delta: { content: 'A queue.' } }), stop, '[DONE]');
    expect((await ask('openai', body, { stream: false })).text).toBe('A queue.');
  });

  it.each<[name: string, event: string, kind: string, words: string]>([
    ['wrapped', data({ error: { message: 'busy now', code: 503 } }), 'overloaded', 'busy now'],
    ['as a text', data({ error: 'engine is overloaded' }), 'server', 'overloaded'],
    ['by its type', data({ error: { type: 'rate_limit_error', message: 'wait' } }), 'rate-limit', 'wait'],
    [
      'in the place of a choice',
      data({ choices: [{ error: { message: 'gone', code: 502 } }] }),
      'server',
      'gone',
    ],
  ])('that ends with an error %s is that failure', async (_, event, kind, words) => {
    const failing = ask('openai', data(piece({ delta: { content: 'half' } })) + event);
    await expect(failing).rejects.toMatchObject({ kind, message: expect.stringContaining(words) });
  });
});

const start = {
  type: 'message_start',
  message: {
    type: 'message',
    model: 'real',
    content: [],
    usage: { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 4 },
  },
};
const text = (words: string): object => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: words },
});
const ended = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn' },
  usage: { output_tokens: 3, input_tokens: null },
};
const message = {
  type: 'message',
  model: 'real',
  content: [{ type: 'text', text: 'A queue.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 9, output_tokens: 3, cache_read_input_tokens: 4 },
};

describe('a message', () => {
  it.each<[name: string, body: string | object, type?: string]>([
    ['pieces', data(start, text('A '), text('queue.'), ended, { type: 'message_stop' })],
    [
      'pieces with thinking before them',
      data(
        start,
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'A draft.' } },
        text('A queue.'),
        ended,
        { type: 'message_stop' },
      ),
    ],
    ['a whole message that is not streamed', message, 'application/json'],
    ['a whole message that is called a stream', message],
    ['pieces whose last event is missing', data(start, text('A '), text('queue.'), ended)],
    [
      'lines of another system, an event split over two of them',
      data(start, text('A queue.'), ended, { type: 'message_stop' }).replaceAll('\n', '\r\n'),
    ],
    [
      'an error behind its end',
      data(
        start,
        text('A queue.'),
        ended,
        { type: 'message_stop' },
        { type: 'error', error: { type: 'api_error', message: 'late' } },
      ),
    ],
    [
      'pieces with pings and no blank line at the end',
      `: ping\n\n${data(start, text('A queue.'), ended, { type: 'message_stop' })}`.trimEnd(),
    ],
  ])('is read from %s, with its tokens', async (_, body, type = 'text/event-stream') => {
    expect(await ask('anthropic', body, { type })).toMatchObject({
      text: 'A queue.',
      model: 'real',
      stop_reason: 'end_turn',
      usage: { input_tokens: 13, output_tokens: 3, cache_read_tokens: 4 },
    });
  });

  it('that comes as a stream although none was asked for is read', async () => {
    const body = data(start, text('A queue.'), ended, { type: 'message_stop' });
    expect((await ask('anthropic', body, { stream: false })).text).toBe('A queue.');
  });

  it.each<[name: string, event: string, kind: string]>([
    [
      'overload',
      data({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      'overloaded',
    ],
    ['nothing more', '', 'network'],
    [
      'the limit',
      data({ type: 'message_delta', delta: { stop_reason: 'max_tokens' } }, { type: 'message_stop' }),
      'truncated',
    ],
    [
      'a refusal',
      data({ type: 'message_delta', delta: { stop_reason: 'refusal' } }, { type: 'message_stop' }),
      'refusal',
    ],
  ])('whose stream ends with %s is that failure', async (_, event, kind) => {
    await expect(ask('anthropic', data(start, text('half')) + event)).rejects.toMatchObject({ kind });
  });
});

describe('a stream', () => {
  it.each(['openai', 'anthropic'] as const)('of %s is read from single bytes', async (protocol) => {
    const body =
      protocol === 'openai'
        ? data(piece({ delta: { content: 'Ü 日本 🙂' } }), stop, '[DONE]')
        : data(start, text('Ü 日本 🙂'), ended, { type: 'message_stop' });
    const dripping = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
      response.end();
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const { port } = dripping.address() as AddressInfo;
    const { provider } = createProviders({
      config: {
        anthropic: { type: 'anthropic', base_url: `http://127.0.0.1:${port}` },
        openai: { type: 'openai', base_url: `http://127.0.0.1:${port}/v1` },
      },
      env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
    }).find(`${protocol}/some`);
    const request = makeRequest(`${protocol}/some`, { schema: null, timeout_ms: 400_000 });
    const completion = await provider.complete(request, { modelName: 'some', signal });
    expect(completion.text).toBe('Ü 日本 🙂');
    await new Promise((resolve) => {
      dripping.close(resolve);
      dripping.closeAllConnections();
    });
  });
});
