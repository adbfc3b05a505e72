import { afterEach, describe, expect, it } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import type { Answer, AskedRequest, Fault, Loopback } from '../support/loopback-server.ts';
import { startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function setUp(reply: (request: AskedRequest) => Answer, config: Partial<ProviderConfig> = {}) {
  server = await startLoopback({ reply });
  const providers = createProviders({
    config: { local: { type: 'openai', base_url: `${server.url}/v1/`, ...config } },
    env: {},
  });
  return { provider: providers.find('local/some-model').provider, requests: server.requests };
}

const call = { modelName: 'some-model', signal: new AbortController().signal };
const refuse = (status: number, message: string): Fault => ({
  fault: 'status',
  status,
  body: { error: { message } },
});
const formats = (requests: readonly AskedRequest[]) =>
  requests.map((request) => (request.body['response_format'] as { type?: string } | undefined)?.type ?? null);

describe('the provider for OpenAI-compatible servers', () => {
  it('sends the prompt as text, the strict schema and the limits', async () => {
    const { provider, requests } = await setUp(() => '{"position":"x"}', {
      effort: 'low',
      stop: ['END'],
      headers: { 'x-team': 'blue' },
    });
    const completion = await provider.complete(makeRequest('local/some-model'), call);
    expect(completion).toMatchObject({
      text: '{"position":"x"}',
      stop_reason: 'stop',
      request_id: 'req_1',
      model: 'some-model',
    });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(requests[0]?.headers['x-team']).toBe('blue');
    expect(requests[0]?.body).toMatchObject({
      model: 'some-model',
      messages: [
        { role: 'system', content: 'You are the QA lead.' },
        { role: 'user', content: 'The project: a queue.\n\nWhich queue?' },
      ],
      max_tokens: 4000,
      stop: ['END'],
      reasoning_effort: 'low',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: { additionalProperties: false } },
      },
    });
  });

  it('falls back from schema to JSON to a description, and remembers for this model', async () => {
    const { provider, requests } = await setUp(({ body }) => {
      const type = (body['response_format'] as { type?: string } | undefined)?.type;
      if (type === 'json_schema') return refuse(400, 'response_format type json_schema is not supported');
      if (type === 'json_object')
        return refuse(400, "'response_format.type' must be 'json_schema' or 'text'");
      return '{"position":"x"}';
    });
    await provider.complete(makeRequest('local/some-model'), call);
    await provider.complete(makeRequest('local/some-model'), call);
    expect(formats(requests)).toEqual(['json_schema', 'json_object', null, null]);
    expect(requests[0]?.user).not.toContain('JSON object');
    expect(requests[1]?.user).toContain('JSON object');
    expect(requests[3]?.user).toContain('"confidence"');
    await provider.complete(makeRequest('local/other'), { ...call, modelName: 'other' });
    expect(formats(requests).slice(4)).toEqual(['json_schema', 'json_object', null]);
  });

  it('adapts the name of the token limit, the stop sequences and the effort', async () => {
    const { provider, requests } = await setUp(
      ({ body }) => {
        if ('max_tokens' in body)
          return refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
        if ('stop' in body)
          return refuse(400, "Unsupported parameter: 'stop' is not supported with this model.");
        if ('reasoning_effort' in body)
          return refuse(400, 'Unrecognized request argument supplied: reasoning_effort');
        return '{"position":"x"}';
      },
      { effort: 'high', stop: ['END'] },
    );
    await provider.complete(makeRequest('local/some-model'), call);
    expect(requests).toHaveLength(4);
    expect(requests[3]?.body).toMatchObject({ max_completion_tokens: 4000 });
    expect(formats(requests)).toEqual(Array(4).fill('json_schema'));
  });

  it('adapts each of several calls that run side by side', async () => {
    const { provider, requests } = await setUp(({ schema }) =>
      schema === null ? '{"position":"x"}' : refuse(400, 'json_schema is not supported'),
    );
    const calls = Array.from({ length: 4 }, () => provider.complete(makeRequest('local/some-model'), call));
    await expect(Promise.all(calls)).resolves.toHaveLength(4);
    expect(requests).toHaveLength(8);
  });

  it('leaves the token limit out where it is larger than the model', async () => {
    const { provider, requests } = await setUp(({ body }) =>
      'max_tokens' in body
        ? refuse(400, "max_tokens is too large: 4000. This model's maximum context length is 2048 tokens.")
        : 'ready',
    );
    await provider.complete(makeRequest('local/some-model'), call);
    expect(requests).toHaveLength(2);
  });

  it('does not go on asking a server that refuses everything', async () => {
    const { provider, requests } = await setUp(() =>
      refuse(400, 'max_tokens, stop, response_format: all wrong'),
    );
    await expect(provider.complete(makeRequest('local/some-model'), call)).rejects.toMatchObject({
      kind: 'bad-request',
    });
    expect(requests.length).toBeLessThan(8);
  });

  it('reads cached tokens', async () => {
    const { provider } = await setUp(() => ({
      text: 'x',
      usage: { input: 10, output: 7, cacheRead: 300, cost: 5 },
    }));
    const { usage } = await provider.complete(makeRequest('local/some-model'), call);
    expect(usage).toEqual({
      calls: 1,
      input_tokens: 310,
      output_tokens: 7,
      cache_read_tokens: 300,
      cache_write_tokens: 0,
      cost_usd: null,
    });
  });

  it('streams a call that may take longer than fetch waits, with the same result', async () => {
    const { provider, requests } = await setUp(() => ({
      text: 'a reply in several pieces: ü, 日本, longer than forty characters',
      usage: { input: 9, output: 3 },
    }));
    const slow = await provider.complete(makeRequest('local/some-model', { timeout_ms: 400_000 }), call);
    const plain = await provider.complete(makeRequest('local/some-model'), call);
    expect(requests.map((request) => request.stream)).toEqual([true, false]);
    expect(slow).toEqual({ ...plain, request_id: 'req_1' });
  });

  it.each<[name: string, text: string, kind: string]>([
    [
      'an error',
      'data: {"choices":[{"delta":{"content":"half"}}]}\n\ndata: {"error":{"code":503,"message":"overloaded"}}\n\n',
      'overloaded',
    ],
    ['nothing more', 'data: {"choices":[{"delta":{"content":"half"}}]}\n\n', 'network'],
    [
      'the limit',
      'data: {"choices":[{"delta":{"content":"half"},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n',
      'truncated',
    ],
    [
      'a refusal',
      'data: {"choices":[{"delta":{"refusal":"no"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      'refusal',
    ],
  ])('sees that a stream ended with %s', async (_, text, kind) => {
    const { provider } = await setUp(() => ({
      fault: 'status',
      status: 200,
      body: text,
      headers: { 'content-type': 'text/event-stream' },
    }));
    const request = makeRequest('local/some-model', { timeout_ms: 400_000 });
    await expect(provider.complete(request, call)).rejects.toMatchObject({ kind });
  });

  it('keeps to the limit of the provider where it is shorter', async () => {
    const { provider } = await setUp(() => ({ fault: 'stall-headers' }), { timeout: 0.1 });
    await expect(provider.complete(makeRequest('local/some-model'), call)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('0.1 s'),
    });
  });
});
