/** How the form of a reply is asked for: what a server refuses or does not keep to is asked in a weaker way, for the rest of the run. */
import { describe, expect, it } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import { readReply } from '../../src/models/replies/read-reply.ts';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

type Serve = (asked: AskedRequest) => Answer;
type Protocol = 'openai' | 'anthropic';

const form = { position: 'Use the queue.', confidence: 0.5 };
const good = JSON.stringify(form);
const isDescribed = ({ user }: AskedRequest): boolean => user.includes('Reply with one JSON object');
const readWay = (asked: AskedRequest): string => {
  const told = asked.schema === null ? null : 'schema';
  return [told, isDescribed(asked) ? 'prompt' : null].filter((one) => one !== null).join(' and ');
};
const refuse = (error: object | string, status = 400): Answer => ({
  fault: 'status',
  status,
  body: { error },
});

async function open(serve: Serve, config: Partial<ProviderConfig> = {}) {
  const started = await serveModel({ reply: serve });
  const providers = createProviders({
    config: {
      anthropic: { ...config, type: 'anthropic', base_url: started.url },
      openai: { ...config, type: 'openai', base_url: `${started.url}/v1` },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  });
  const { signal } = new AbortController();
  const ask = async (reference: string, parts: Parameters<typeof makeRequest>[1] = {}): Promise<unknown> => {
    const request = makeRequest(reference, parts);
    const { provider, modelName } = providers.find(reference);
    const completion = await provider.complete(request, { modelName, signal }).catch(() => null);
    const reply =
      completion && readReply({ ...completion, ok: true, duration_ms: 0, provider: 'p' }, request);
    return reply?.ok === true ? (reply.data ?? null) : null;
  };
  return { ask, ways: () => started.requests.map(readWay), requests: started.requests };
}

describe('a form that a server refuses', () => {
  it.each<Protocol>(['openai', 'anthropic'])(
    'is asked for in the prompt of %s, for this model and this run',
    async (protocol) => {
      const { ask, ways } = await open(({ schema }) => (schema === null ? good : refuse({ message: 'no' })));
      expect([await ask(`${protocol}/a`), await ask(`${protocol}/a`)]).toEqual([form, form]);
      expect(ways()).toEqual(['schema', 'prompt', 'prompt']);
      await ask(`${protocol}/b`);
      expect(ways().slice(3)).toEqual(['schema', 'prompt']);
    },
  );

  it.each([
    ['another fault is not blamed on the form', refuse('busy', 500), 1],
    ['a key that is refused is not blamed on the form', refuse('no', 401), 1],
    ['a request that is wrong in any way fails', refuse('wrong'), 2],
  ])('%s', async (_, answer, times) => {
    const { ask, requests } = await open(() => answer);
    expect(await ask('openai/a')).toBeNull();
    expect(requests).toHaveLength(times);
  });
});

describe('a parameter', () => {
  const unsupported = (param: string): Answer =>
    refuse({ message: 'no', code: 'unsupported_parameter', param });

  it('that the server names as not supported is left out, and the limit is called by its other name', async () => {
    const { ask, requests } = await open(
      ({ body }) => {
        const named = ['max_tokens', 'stop', 'reasoning_effort'].find((name) => name in body);
        return named === undefined ? good : unsupported(named);
      },
      { effort: 'high' },
    );
    const stops = { stop_sequences: ['END'] };
    expect([await ask('openai/a', stops), await ask('openai/a', stops)]).toEqual([form, form]);
    expect(requests).toHaveLength(5);
    expect(requests[4]?.body).toMatchObject({ max_completion_tokens: 4000 });
    expect(readWay(requests[4] as AskedRequest)).toBe('schema');
  });

  it('is left out once only: a server that goes on naming it is at fault', async () => {
    const { ask, requests } = await open(() => unsupported('stop'));
    expect(await ask('openai/a')).toBeNull();
    expect(requests).toHaveLength(3);
  });

  it('for the length of replies is lowered to what the configuration says', async () => {
    const { ask, requests } = await open(() => good, { max_output_tokens: 1000 });
    await ask('openai/a');
    await ask('anthropic/a');
    expect(requests.map(({ body }) => body['max_tokens'])).toEqual([1000, 1000]);
  });
});

describe('a form that a model does not keep to', () => {
  const told: Serve = (asked) => (isDescribed(asked) ? good : 'I would use the queue.');
  const hindered: Serve = ({ body }) => ('response_format' in body || 'output_config' in body ? '' : good);

  it.each<[name: string, protocol: Protocol, serve: Serve, lost: number]>([
    ['is enforced', 'openai', () => good, 0],
    ['is enforced', 'anthropic', () => good, 0],
    ['is ignored', 'openai', told, 1],
    ['is ignored', 'anthropic', told, 1],
    [
      'is answered with other keys',
      'openai',
      (asked) => (isDescribed(asked) ? good : '{"answer": "Use it."}'),
      1,
    ],
    ['makes a model silent', 'openai', hindered, 2],
    ['makes a model silent', 'anthropic', hindered, 2],
    [
      'makes a model send an empty object',
      'openai',
      ({ body }) => ('response_format' in body ? '{}' : good),
      2,
    ],
  ])(
    'and that %s (%s) is described after that, for the rest of the run',
    async (_, protocol, serve, lost) => {
      const { ask, requests } = await open(serve);
      const read: unknown[] = [];
      for (let count = 0; count < 4; count += 1) read.push(await ask(`${protocol}/some`));
      expect(read.slice(lost)).toEqual(Array(4 - lost).fill(form));
      expect(requests.map(isDescribed)).toEqual(requests.map((_one, index) => lost > 0 && index > 0));
    },
  );

  it('is never mixed up between models', async () => {
    const { ask, requests } = await open(told);
    for (const reference of ['openai/a', 'openai/a', 'openai/b']) await ask(reference);
    expect(requests.map(isDescribed)).toEqual([false, true, false]);
  });

  it('is described to whoever goes on behind a reply that could not be read, and to nobody else', async () => {
    const { ask, requests } = await open(() => good);
    await ask('openai/some', { attempt: 2, unread: 1 });
    await ask('openai/some', { attempt: 2 });
    expect(requests.map(isDescribed)).toEqual([true, false]);
  });
});
