/** Refusals that ask for less: one ladder for every server, and what helped is remembered. */
import { afterEach, describe, expect, it } from 'vitest';
import { findStatedLimit } from '../../src/models/client/ask-for-less.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import { type AskedRequest, type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';

let server: Loopback | undefined;
afterEach(() => server?.close());

type Protocol = AskedRequest['protocol'];
type Body = AskedRequest['body'];
interface Refusal {
  status?: number;
  words: unknown;
}

const good = '{"position":"Use the queue.","confidence":0.5}';

/** A server that refuses every body for which `refuse` has words. Twice the same call, so that what is remembered shows. */
async function askTwice(
  protocol: Protocol,
  refuse: (body: Body) => Refusal | null,
  {
    maxTokens = 8000,
    slow = false,
    ...config
  }: Partial<ProviderConfig> & { maxTokens?: number; slow?: boolean } = {},
) {
  const started = await startLoopback({
    reply: ({ body }) => {
      const refusal = refuse(body);
      if (refusal === null) return good;
      const { status = 400, words } = refusal;
      return {
        fault: 'status',
        status,
        body: typeof words === 'string' ? { error: { message: words } } : words,
      };
    },
  });
  server = started;
  const { provider } = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: started.url, ...config },
      openai: { type: 'openai', base_url: `${started.url}/v1`, ...config },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  }).find(`${protocol}/some`);
  const request = makeRequest(`${protocol}/some`, {
    max_output_tokens: maxTokens,
    ...(slow ? { timeout_ms: 400_000 } : {}),
  });
  const call = { modelName: 'some', signal: new AbortController().signal };
  const completion = await provider.complete(request, call);
  expect(completion.text).toBe(good);
  const first = started.requests.length;
  await provider.complete(request, call);
  expect(started.requests.length - first, 'what helped is remembered').toBe(1);
  return { count: first, body: started.requests.at(-1)?.body ?? {}, asked: started.requests.at(-1) };
}

const limitOf = (body: Body): number => Number(body['max_tokens'] ?? body['max_completion_tokens'] ?? 0);
const above = (most: number, words: (asked: number) => unknown, status?: number) => (body: Body) =>
  limitOf(body) > most ? { words: words(limitOf(body)), ...(status === undefined ? {} : { status }) } : null;
const has = (part: string, words: unknown, status?: number) => (body: Body) =>
  JSON.stringify(body).includes(part) ? { words, ...(status === undefined ? {} : { status }) } : null;
const optional = { effort: 'high' as const, stop: ['END'] };

const limits: readonly [
  name: string,
  protocol: Protocol,
  refuse: (body: Body) => Refusal | null,
  most: number,
][] = [
  [
    'of a chat model',
    'openai',
    above(
      4096,
      (n) =>
        `max_tokens is too large: ${n}. This model supports at most 4096 completion tokens, whereas you provided ${n}.`,
    ),
    4096,
  ],
  [
    'in other words',
    'openai',
    above(
      6144,
      (n) =>
        `The parameter \`max_tokens\` specified in the request are not valid: integer above maximum value, expected a value <= 6144, but got ${n} instead. Request id: 0217529643`,
    ),
    6144,
  ],
  ['in another language', 'openai', above(4096, () => 'max_tokens参数错误: 取值范围[1, 4096]'), 4096],
  [
    'of an output',
    'openai',
    above(1024, () => 'The requested output length exceeds what this endpoint allows (1024).'),
    1024,
  ],
  ['as a range', 'openai', above(2000, () => 'Range of max_tokens should be [1, 2000]'), 2000],
  [
    'as a parameter',
    'openai',
    above(4096, (n) => ({
      error: {
        message: 'Param Incorrect',
        param: `max_tokens is too large: ${n}. This model supports at most 4096 completion tokens.`,
      },
    })),
    4096,
  ],
  [
    'as the context',
    'openai',
    above(
      3896,
      (n) =>
        `This model's maximum context length is 4096 tokens. However, you requested ${n + 200} tokens (200 in the messages, ${n} in the completion). Please reduce the length of the messages or completion.`,
    ),
    3896,
  ],
  [
    'as tokens a minute',
    'openai',
    above(
      5500,
      (n) =>
        `Request too large for model on tokens per minute (TPM): Limit 6000, Requested ${n + 500}, please reduce your message size and try again.`,
      413,
    ),
    5500,
  ],
  [
    'as what can be paid for',
    'openai',
    above(
      1234,
      (n) =>
        `This request requires more credits, or fewer max_tokens. You requested up to ${n} tokens, but can only afford 1234.`,
      402,
    ),
    1234,
  ],
  [
    'as a value that the schema of the server does not allow',
    'openai',
    above(
      4096,
      () => ({
        detail: [{ loc: ['body', 'max_tokens'], msg: 'Input should be less than or equal to 4096' }],
      }),
      422,
    ),
    4096,
  ],
  ['with commas in its number', 'openai', above(4096, () => 'max_tokens must be at most 4,096'), 4096],
  ['without any number', 'openai', above(0, () => 'max_tokens is too large for this model'), 0],
  [
    'as the context, without a number',
    'openai',
    above(0, () => 'the request exceeds the available context size', 500),
    0,
  ],
  [
    'of a message',
    'anthropic',
    above(
      4096,
      (n) => `max_tokens: ${n} > 4096, which is the maximum allowed number of output tokens for some`,
    ),
    4096,
  ],
  [
    'of a message, as the context',
    'anthropic',
    above(
      1000,
      (n) =>
        `input length and \`max_tokens\` exceed context limit: 199000 + ${n} > 200000, decrease input length or \`max_tokens\` and try again`,
    ),
    1000,
  ],
  ['of a message, without any number', 'anthropic', above(4096, () => 'max_tokens too high'), 4096],
];

const parts: readonly [
  name: string,
  protocol: Protocol,
  refuse: (body: Body) => Refusal | null,
  gone: string,
][] = [
  [
    'the name of the limit',
    'openai',
    has(
      '"max_tokens"',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    '"max_tokens"',
  ],
  [
    'any limit',
    'openai',
    has('tokens"', 'Unrecognized request argument supplied: max_tokens, max_completion_tokens'),
    'tokens"',
  ],
  [
    'the system role',
    'openai',
    has('"system"', "'messages[0].role' does not support 'system' with this model."),
    '"system"',
  ],
  [
    'the system role, in a template',
    'openai',
    has('"system"', 'Jinja Exception: System role not supported', 500),
    '"system"',
  ],
  [
    'roles that do not alternate',
    'openai',
    has('"system"', 'Conversation roles must alternate user/assistant/user/assistant/...', 500),
    '"system"',
  ],
  [
    'instructions of a developer',
    'openai',
    has('"system"', 'Developer instruction is not enabled for models/gemma-3-27b-it'),
    '"system"',
  ],
  [
    'other roles',
    'openai',
    has('"system"', 'Only user, assistant and tool roles are supported, got system.', 500),
    '"system"',
  ],
  [
    'the schema',
    'openai',
    has('json_schema', 'Invalid parameter: response_format of type json_schema is not supported'),
    'json_schema',
  ],
  [
    'the form',
    'openai',
    has('response_format', 'This response_format type is unavailable now'),
    'response_format',
  ],
  [
    'the form, for want of a provider',
    'openai',
    has('response_format', 'No endpoints found that can handle the requested parameters.', 404),
    'response_format',
  ],
  ['the form, as a grammar', 'openai', has('json_schema', 'failed to parse grammar', 500), 'json_schema'],
  [
    'the effort',
    'openai',
    has('reasoning_effort', 'Unrecognized request argument supplied: reasoning_effort'),
    'reasoning_effort',
  ],
  [
    'the effort, as a value',
    'openai',
    has('reasoning_effort', 'think value "high" is not supported for this model'),
    'reasoning_effort',
  ],
  [
    'the stop sequences',
    'openai',
    has('"stop"', "Unsupported parameter: 'stop' is not supported with this model."),
    '"stop"',
  ],
  [
    'the count in a stream',
    'openai',
    has('stream_options', 'body.stream_options: property not supported', 422),
    'stream_options',
  ],
  ['the stream', 'openai', has('"stream"', 'Streaming is not supported by this deployment', 501), '"stream"'],
  [
    'the form',
    'anthropic',
    has('"format"', 'output_config.format: structured outputs are not supported by this model'),
    '"format"',
  ],
  ['the effort', 'anthropic', has('effort', 'This model does not support the effort parameter.'), 'effort'],
  [
    'all of its settings',
    'anthropic',
    has('output_config', 'output_config: Extra inputs are not permitted'),
    'output_config',
  ],
  [
    'the form, by a plan',
    'openai',
    has('response_format', 'response_format is not allowed on your plan', 403),
    'response_format',
  ],
  [
    'the form, in another language',
    'openai',
    has('response_format', 'Der Parameter "response_format" wird nicht unterstützt'),
    'response_format',
  ],
  [
    'the form, by a decoder',
    'openai',
    has('response_format', 'guided decoding backend cannot compile this'),
    'response_format',
  ],
  ['the form, by a grammar', 'openai', has('json_schema', 'failed to parse grammar', 500), 'json_schema'],
  [
    'the role of a developer',
    'openai',
    has('"system"', 'Developer instruction is not enabled for models/gemma'),
    '"system"',
  ],
  [
    'roles in a template',
    'openai',
    has('"system"', 'Error rendering prompt with jinja template', 500),
    '"system"',
  ],
  [
    'marks for the cache',
    'anthropic',
    has('cache_control', 'messages.0.content.0.cache_control: Extra inputs are not permitted'),
    'cache_control',
  ],
  [
    'marks for the cache, elsewhere',
    'anthropic',
    has('cache_control', 'Prompt caching is not available for this deployment', 500),
    'cache_control',
  ],
  [
    'blocks',
    'anthropic',
    has(
      '"type":"text"',
      {
        detail: [
          { loc: ['body', 'system'], msg: 'Input should be a valid string', input: 'response_format' },
        ],
      },
      422,
    ),
    '"type":"text"',
  ],
  [
    'the system prompt',
    'anthropic',
    has('"system"', 'system: this model takes no system prompt'),
    '"system"',
  ],
  [
    'the stop sequences',
    'anthropic',
    has('stop_sequences', 'stop_sequences: not supported'),
    'stop_sequences',
  ],
];

const vague: readonly [words: unknown, status: number][] = [
  ['Bad Request', 400],
  ['Provider returned error', 400],
  ['', 422],
  ['invalid params', 400],
  ['Internal Server Error', 500],
  [{ error: { code: 'invalid_request_error', message: null } }, 400],
];

describe('a refusal', () => {
  it.each(limits)('of the limit %s (%s) is answered with a lower one', async (_, protocol, refuse, most) => {
    const { body, count } = await askTwice(protocol, refuse);
    expect(limitOf(body)).toBe(most);
    expect(count).toBeLessThanOrEqual(4);
  });

  it.each(parts)('of %s (%s) is answered without it', async (_, protocol, refuse, gone) => {
    const { body, count, asked } = await askTwice(protocol, refuse, {
      ...optional,
      slow: gone.startsWith('"stream') || gone.startsWith('stream'),
    });
    expect(JSON.stringify(body)).not.toContain(gone);
    expect(count).toBeLessThanOrEqual(4);
    // Nothing that was to be said is lost.
    const told = `${asked?.system} ${asked?.user}`;
    for (const words of ['You are the QA lead.', 'The project: a queue.', 'Which queue?'])
      expect(told).toContain(words);
  });

  it.each([
    'This model only support stream mode, please enable the stream parameter to access the model.',
    'Non-streaming requests are not supported',
    'stream must be set to true',
    'The request has to be streamed',
    'Please use streaming for this model',
  ])('of an answer in one piece (%s) is answered with a stream', async (words) => {
    const { body } = await askTwice('openai', (asked) => (asked['stream'] === true ? null : { words }));
    expect(body).toMatchObject({ stream: true, max_tokens: 8000, response_format: { type: 'json_schema' } });
  });

  it('of a part of the form leaves the limit of the output as it is', async () => {
    const words =
      "Invalid schema for response_format 'answer': In context=('properties', 'x'), 'minimum' is not permitted.";
    const { body } = await askTwice('openai', has('json_schema', words));
    expect(body).toMatchObject({ max_tokens: 8000, response_format: { type: 'json_object' } });
  });

  describe.each(vague)('in the words %j (%i)', (words, status) => {
    it.each<[protocol: Protocol, part: string]>([
      ['openai', '"system"'],
      ['openai', 'json_schema'],
      ['openai', 'response_format'],
      ['openai', 'reasoning_effort'],
      ['openai', '"stop"'],
      ['openai', '"max_tokens"'],
      ['anthropic', 'cache_control'],
      ['anthropic', 'output_config'],
      ['anthropic', '"system"'],
      ['anthropic', '"type":"text"'],
    ])('to %s is answered without the one part that it is about: %s', async (protocol, part) => {
      const { body } = await askTwice(protocol, has(part, words, status), optional);
      expect(JSON.stringify(body)).not.toContain(part);
      const others =
        protocol === 'openai' ? ['"system"', 'reasoning_effort', '"stop"'] : ['"system"', 'stop_sequences'];
      for (const other of others) if (other !== part) expect(JSON.stringify(body)).toContain(other);
    });

    it('finds two parts that are refused together', async () => {
      const refuse = (body: Body) =>
        has('"system"', words, status)(body) ?? has('reasoning_effort', words, status)(body);
      const { body } = await askTwice('openai', refuse, optional);
      expect(JSON.stringify(body)).not.toMatch(/"system"|reasoning_effort/);
    });
  });

  it('of everything names all that was tried, and is not searched again', async () => {
    const asking = askTwice('openai', () => ({ words: 'no' }), optional);
    await expect(asking).rejects.toMatchObject({
      kind: 'bad-request',
      message: expect.stringMatching(
        /answered 400: no \(also tried: .*stop sequences.*effort.*system.*together\)/,
      ),
    });
    expect(server?.requests.length).toBeLessThan(15);
  });

  it('after a first success is not searched, since the request itself was taken before', async () => {
    let count = 0;
    server = await startLoopback({
      reply: () => {
        count += 1;
        return count === 1 ? good : { fault: 'status', status: 400, body: { error: { message: 'no' } } };
      },
    });
    const { provider } = createProviders({
      config: { openai: { type: 'openai', base_url: `${server.url}/v1` } },
      env: {},
    }).find('openai/some');
    const call = { modelName: 'some', signal: new AbortController().signal };
    await provider.complete(makeRequest('openai/some'), call);
    await expect(provider.complete(makeRequest('openai/some'), call)).rejects.toMatchObject({
      kind: 'bad-request',
    });
    expect(count).toBe(2);
  });

  it('met by several calls at once is searched by one of them', async () => {
    server = await startLoopback({
      reply: ({ body }) => ('response_format' in body ? { fault: 'status', status: 400, body: 'no' } : good),
    });
    const { provider } = createProviders({
      config: { openai: { type: 'openai', base_url: `${server.url}/v1` } },
      env: {},
    }).find('openai/some');
    const call = { modelName: 'some', signal: new AbortController().signal };
    const calls = Array.from({ length: 5 }, () => provider.complete(makeRequest('openai/some'), call));
    await expect(Promise.all(calls)).resolves.toHaveLength(5);
    expect(server.requests.length).toBeLessThan(20);
  });

  it.each<[words: string, now: number, fit: number | null]>([
    ['400 Bad Request: max_tokens is too large', 8000, null],
    ['max_tokens must be less than 8192 for gpt-4o-2024-08-06', 16_000, 8192],
    ['prompt is too long: 300000 tokens > 200000 maximum', 8000, null],
    ['maximum context length is 8192 tokens, however you requested 16384 tokens', 8000, null],
  ])('%s: of %i tokens there fit %s', (words, now, fit) => {
    expect(findStatedLimit(words, now)).toBe(fit);
  });
});
