import { describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../src/models/anthropic/provider.ts';
import { createHttpClient } from '../../src/models/http/http-client.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

async function setUp(reply: (request: AskedRequest) => Answer, config: Partial<ProviderConfig> = {}) {
  const server = await serveModel({ reply });
  const provider = createAnthropicProvider({
    name: 'anthropic',
    config: { type: 'anthropic', base_url: server.url, ...config },
    env: {
      ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length',
      ...(config.api_key_env ? { [config.api_key_env]: 'another-key-0123' } : {}),
    },
    http: createHttpClient({}),
    needsKey: true,
    statesCost: false,
    log: () => undefined,
  });
  return { provider, requests: server.requests };
}

const call = { modelName: 'claude-new', signal: new AbortController().signal };

describe('the Anthropic provider', () => {
  it('sends the blocks with their cache marks, the strict schema and the effort', async () => {
    const { provider, requests } = await setUp(() => '{"position":"x"}', {
      effort: 'low',
      headers: { 'x-team': 'blue' },
    });
    const completion = await provider.complete(
      makeRequest('anthropic/claude-new', { stop_sequences: ['STOP'] }),
      call,
    );
    expect(completion).toMatchObject({
      text: '{"position":"x"}',
      stop_reason: 'end_turn',
      request_id: 'req_1',
      model: 'claude-new',
    });
    expect(requests[0]?.headers.authorization).toBe('Bearer sk-ant-a-key-of-some-length');
    expect(requests[0]?.headers['x-team']).toBe('blue');
    expect(requests[0]?.body).toEqual({
      model: 'claude-new',
      max_tokens: 4000,
      system: [{ type: 'text', text: 'You are the QA lead.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'The project: a queue.', cache_control: { type: 'ephemeral' } },
            { type: 'text', text: 'Which queue?' },
          ],
        },
      ],
      output_config: {
        effort: 'low',
        format: { type: 'json_schema', schema: makeRequest('anthropic/claude-new').schema?.json },
      },
      stop_sequences: ['STOP'],
    });
  });

  it('marks at most four prefixes, the longest ones, and sends no blank block', async () => {
    const { provider, requests } = await setUp(() => 'ready');
    const blocks = ['1', '2', '3', '  ', '4', '5', '6'].map((text) => ({ text, cache: true }));
    await provider.complete(makeRequest('anthropic/claude-new', { system: blocks, schema: null }), call);
    const body = requests[0]?.body as {
      system: { text: string; cache_control?: object }[];
      messages: { content: { cache_control?: object }[] }[];
    };
    expect(body.system.map((block) => block.text)).toEqual(['1', '2', '3', '4', '5', '6']);
    const marked = [...body.system, ...(body.messages[0]?.content ?? [])].map(
      (block) => block.cache_control !== undefined,
    );
    expect(marked).toEqual([false, false, false, true, true, true, true, false]);
  });

  it('streams what takes long or is long, with the same result', async () => {
    const { provider, requests } = await setUp(() => ({
      text: 'a reply in several pieces, longer than forty characters',
      usage: { input: 9, output: 3 },
    }));
    const long = await provider.complete(
      makeRequest('anthropic/claude-new', { schema: null, max_output_tokens: 30_000 }),
      call,
    );
    const slow = await provider.complete(
      makeRequest('anthropic/claude-new', { schema: null, timeout_ms: 400_000 }),
      call,
    );
    const plain = await provider.complete(makeRequest('anthropic/claude-new', { schema: null }), call);
    expect(requests.map((request) => request.stream)).toEqual([true, true, false]);
    expect(long).toEqual({ ...plain, request_id: 'req_1' });
    expect(slow).toEqual({ ...plain, request_id: 'req_2' });
  });

  it('sends the key in the header that is named, and in no other', async () => {
    const { provider, requests } = await setUp(() => 'ready', { api_key_header: 'Api-Key' });
    await provider.complete(makeRequest('anthropic/claude-new'), call);
    expect(requests[0]?.headers).toMatchObject({ 'api-key': 'sk-ant-a-key-of-some-length' });
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('takes the key from the variable that is named, and only from there', async () => {
    const { provider, requests } = await setUp(() => 'ready', { api_key_env: 'TEAM_KEY' });
    await provider.complete(makeRequest('anthropic/claude-new'), call);
    expect(requests[0]?.headers.authorization).toBe('Bearer another-key-0123');
  });

  it('reads no key from the environment of the process', async () => {
    const server = await serveModel({ reply: () => 'ready' });
    const before = process.env['ANTHROPIC_API_KEY'];
    process.env['ANTHROPIC_API_KEY'] = 'sk-ant-ambient-0123456789';
    try {
      const provider = createAnthropicProvider({
        name: 'anthropic',
        config: { type: 'anthropic', base_url: server.url },
        env: {},
        http: createHttpClient({}),
        needsKey: true,
        statesCost: false,
        log: () => undefined,
      });
      await expect(provider.complete(makeRequest('anthropic/claude-new'), call)).rejects.toMatchObject({
        kind: 'auth',
      });
      expect(server.requests).toHaveLength(0);
    } finally {
      if (before === undefined) delete process.env['ANTHROPIC_API_KEY'];
      else process.env['ANTHROPIC_API_KEY'] = before;
    }
  });
});
