import { describe, expect, it } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import { readChatReply } from '../../src/models/openai/reply.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

async function setUp(
  reply: (request: AskedRequest) => Answer,
  config: Partial<ProviderConfig> = {},
  env: Record<string, string> = {},
) {
  const server = await serveModel({ reply });
  const providers = createProviders({
    config: { local: { type: 'openai', base_url: `${server.url}/v1/`, ...config } },
    env,
  });
  return { provider: providers.find('local/some-model').provider, requests: server.requests };
}

const call = { modelName: 'some-model', signal: new AbortController().signal };
describe('the provider for OpenAI-compatible servers', () => {
  it('sends the prompt as text, the strict schema and the limits', async () => {
    const { provider, requests } = await setUp(() => '{"position":"x"}', {
      effort: 'low',
      headers: { 'x-team': 'blue' },
    });
    const completion = await provider.complete(
      makeRequest('local/some-model', { stop_sequences: ['END'] }),
      call,
    );
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

  it.each([
    null,
    { prompt_tokens: -5, completion_tokens: -1 },
    { prompt_tokens: 'many', completion_tokens: 'NaN' },
    { prompt_tokens: [1], completion_tokens: { n: 1 } },
    { tokens: { prompt_tokens: 4, completion_tokens: 2 } },
  ])('counts no usage that is none: %j', (usage) => {
    const json = { usage, choices: [{ message: { content: '{"position":"x"}' } }] };
    const request = makeRequest('local/some-model');
    const context = { request, requestId: null, statesCost: true };
    const read = readChatReply({ json, isComplete: true }, context);
    expect(read.usage).toMatchObject({ input_tokens: 0, output_tokens: 0, cost_usd: null });
  });

  it('sends the key in the header that is named, and in no other', async () => {
    const config = { api_key_env: 'AZURE_KEY', api_key_header: 'api-key' };
    const { provider, requests } = await setUp(() => 'ready', config, { AZURE_KEY: 'k-0123456789' });
    await provider.complete(makeRequest('local/some-model'), call);
    expect(requests[0]?.headers['api-key']).toBe('k-0123456789');
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each<[name: string, message: object, text: string]>([
    ['a text', { content: 'A queue.' }, 'A queue.'],
    [
      'parts',
      {
        content: [
          { type: 'text', text: 'A ' },
          { type: 'text', text: 'queue.' },
        ],
      },
      'A queue.',
    ],
    [
      'parts with thinking of their own',
      {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'A queue.' },
        ],
      },
      'A queue.',
    ],
    [
      'thinking in its own field',
      { content: 'A queue.', reasoning_content: 'Hm.', reasoning: 'Hm.' },
      'A queue.',
    ],
  ])('reads the reply from %s', async (_, message, text) => {
    const body = { model: 'm', choices: [{ message, finish_reason: 'stop' }] };
    const { provider } = await setUp(() => ({ fault: 'status', status: 200, body }));
    const request = makeRequest('local/some-model', { schema: null });
    await expect(provider.complete(request, call)).resolves.toMatchObject({ text });
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
    const slow = await provider.complete(
      makeRequest('local/some-model', { schema: null, timeout_ms: 400_000 }),
      call,
    );
    const plain = await provider.complete(makeRequest('local/some-model', { schema: null }), call);
    expect(requests.map((request) => request.stream)).toEqual([true, false]);
    expect(slow).toEqual({ ...plain, request_id: 'req_1' });
  });
});
