/** Streams and what servers make of them, over both protocols: no reply is lost for the form in which it comes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMessageJoiner } from '../../src/models/anthropic/join-events.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { watchText } from '../../src/models/http/read-response.ts';
import { createChunkJoiner } from '../../src/models/openai/join-chunks.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

const signal = new AbortController().signal;

/** Asks for a stream, which a long time limit makes of it, and gets this body. */
async function ask(
  protocol: 'anthropic' | 'openai',
  body: string | object,
  { type = 'text/event-stream' } = {},
) {
  const started = await serveModel({
    reply: () => ({ fault: 'status', status: 200, body, headers: { 'content-type': type } }),
  });
  const { provider } = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: started.url },
      openai: { type: 'openai', base_url: `${started.url}/v1` },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  }).find(`${protocol}/some`);
  const request = makeRequest(`${protocol}/some`, { schema: null, timeout_ms: 400_000 });
  const completion = await provider.complete(request, { modelName: 'some', signal });
  expect(started.requests.map((asked) => asked.stream)).toEqual([true]);
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
    ['no blank line at the end', data(piece({ delta: { content: 'A queue.' } }), '[DONE]').trimEnd()],
    [
      'words behind reasoning',
      data(piece({ delta: { reasoning: 'A draft.' } }), piece({ delta: { content: 'A queue.' } }), stop),
    ],
    [
      'an error behind its end',
      data(piece({ delta: { content: 'A queue.' } }), stop, { error: { message: 'late', code: 500 } }),
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

  it.each<[name: string, event: string, kind: string]>([
    ['an error', data({ error: { message: 'busy now', code: 503 } }), 'overloaded'],
    [
      'an error in the place of a choice',
      data({ choices: [{ error: { message: 'gone', code: 502 } }] }),
      'server',
    ],
    ['nothing more', '', 'network'],
    ['the limit', data(piece({ delta: {}, finish_reason: 'length' }), '[DONE]'), 'truncated'],
    ['a refusal', data(piece({ delta: { refusal: 'no' }, finish_reason: 'stop' }), '[DONE]'), 'refusal'],
  ])('that ends with %s is that failure', async (_, event, kind) => {
    const failing = ask('openai', data(piece({ delta: { content: 'half' } })) + event);
    await expect(failing).rejects.toMatchObject({ kind });
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
      'an error behind its end',
      data(
        start,
        text('A queue.'),
        ended,
        { type: 'message_stop' },
        { type: 'error', error: { type: 'api_error', message: 'late' } },
      ),
    ],
  ])('is read from %s, with its tokens', async (_, body, type = 'text/event-stream') => {
    expect(await ask('anthropic', body, { type })).toMatchObject({
      text: 'A queue.',
      model: 'real',
      stop_reason: 'end_turn',
      usage: { input_tokens: 13, output_tokens: 3, cache_read_tokens: 4 },
    });
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
