/** Replies that were paid for and stand somewhere else, in another form, or are whole although the server says otherwise. */
import { afterEach, describe, expect, it } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import { readReply } from '../../src/models/replies/read-reply.ts';
import { type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';

let server: Loopback | undefined;
afterEach(() => server?.close());

const form = { position: 'Use the queue that is there.', confidence: 0.8 };
const json = JSON.stringify(form);
/** Its last field is whole, and only the brace is missing. */
const open = JSON.stringify({ confidence: 0.8, position: form.position }).slice(0, -1);
const draft = '{"position": "A draft of it.", "confidence": 0.1}';

type Protocol = 'openai' | 'anthropic';

/** Asks a server that sends this body; what is read out of the reply, or the whole text of a plain one. */
async function ask(
  protocol: Protocol,
  body: unknown,
  { type = 'application/json', plain = false, slow = false } = {},
) {
  server = await startLoopback({
    reply: () => ({ fault: 'status', status: 200, body, headers: { 'content-type': type } }),
  });
  const { provider } = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: server.url },
      openai: { type: 'openai', base_url: `${server.url}/v1` },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
  }).find(`${protocol}/some`);
  const request = makeRequest('x/some', {
    ...(plain ? { schema: null } : {}),
    ...(slow ? { timeout_ms: 400_000 } : {}),
  });
  const completion = await provider.complete(request, {
    modelName: 'some',
    signal: AbortSignal.timeout(20_000),
  });
  const record = { duration_ms: 0, provider: protocol };
  const read = readReply({ ...completion, ...record, ok: true }, request);
  return read.ok ? (plain ? read.text : read.data) : read;
}

const chat = (message: object, finish = 'stop'): object => ({
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
});
const message = (content: unknown, stop = 'end_turn'): object => ({
  type: 'message',
  content,
  stop_reason: stop,
});
const call = (input: unknown): object => ({
  type: 'function',
  id: 'f',
  function: { name: 'answer', arguments: input },
});

const plainBody = JSON.stringify(chat({ content: json }));

const bodies: readonly [name: string, protocol: Protocol, body: unknown, type?: string][] = [
  ['the input of a tool', 'openai', chat({ tool_calls: [call(json)] }, 'tool_calls')],
  ['the input of a tool that is an object', 'openai', chat({ content: '', tool_calls: [call(form)] })],
  ['the input of a function of old', 'openai', chat({ function_call: { name: 'answer', arguments: json } })],
  ['a tool beside words', 'openai', chat({ content: 'Here is my answer.', tool_calls: [call(json)] })],
  ['a field for reasoning', 'openai', chat({ content: '', reasoning_content: json })],
  ['another field for reasoning', 'openai', chat({ reasoning: `So:\n${json}` })],
  [
    'a list of details of reasoning',
    'openai',
    chat({ reasoning_details: [{ type: 'reasoning.text', text: json }] }),
  ],
  ['an object', 'openai', chat({ content: form })],
  ['an object that was parsed already', 'openai', chat({ parsed: form })],
  ['a list of parts', 'openai', chat({ content: [{ type: 'text', text: json }] })],
  ['a list of texts', 'openai', chat({ content: [json.slice(0, 9), json.slice(9)] })],
  [
    'parts behind a thought',
    'openai',
    chat({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: draft }] },
        { type: 'text', text: json },
      ],
    }),
  ],
  [
    'a part whose text is an object',
    'openai',
    chat({ content: [{ type: 'text', text: { value: json, annotations: [] } }] }),
  ],
  ['the text of a completion', 'openai', { choices: [{ text: json, finish_reason: 'stop' }] }],
  [
    'a message of a local server',
    'openai',
    { model: 'm', message: { role: 'assistant', content: json }, done: true },
  ],
  ['a response of a local server', 'openai', { model: 'm', response: json, done: true }],
  [
    'an output of messages',
    'openai',
    {
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'message', content: [{ type: 'output_text', text: json }] },
      ],
    },
  ],
  ['a wrapper', 'openai', { code: 0, data: chat({ content: json }) }],
  ['another wrapper', 'openai', { result: chat({ content: json }), success: true }],
  ['a list of one', 'openai', [chat({ content: json })]],
  ['a text that is called plain', 'openai', `Sure.\n${json}`, 'text/plain; charset=utf-8'],
  ['a body that is itself the reply', 'openai', form],
  ['a key of its own', 'openai', chat({ content: JSON.stringify({ answer: form }) })],
  ['a text in a key of its own', 'openai', chat({ content: JSON.stringify({ answer: json }) })],
  ['a text in a text', 'openai', chat({ content: JSON.stringify(json) })],
  ['a text in a text in a list', 'openai', chat({ content: JSON.stringify({ result: [{ text: json }] }) })],
  [
    'a fence, with commas and a comment too many',
    'openai',
    chat({
      content: `Sure!\n\`\`\`json\n{"position": "Use the queue that is there.", // yes\n"confidence": 0.8,}\n\`\`\`\nAnything else?`,
    }),
  ],
  ['a reply that is whole at the limit', 'openai', chat({ content: json }, 'length')],
  [
    'a reply that is whole, and words that are cut',
    'openai',
    chat({ content: `${json}\n\nTo explain this I wo` }, 'length'),
  ],
  [
    'reasoning that is whole at the limit',
    'openai',
    chat({ content: '', reasoning_content: json }, 'length'),
  ],
  [
    'the input of a tool',
    'anthropic',
    message([{ type: 'tool_use', id: 't', name: 'answer', input: form }], 'tool_use'),
  ],
  [
    'words and the input of a tool',
    'anthropic',
    message(
      [
        { type: 'text', text: 'Here it is.' },
        { type: 'tool_use', name: 'answer', input: form },
      ],
      'tool_use',
    ),
  ],
  ['a thought without a text', 'anthropic', message([{ type: 'thinking', thinking: json, signature: '' }])],
  ['a text instead of blocks', 'anthropic', message(json)],
  ['an object instead of blocks', 'anthropic', message(form)],
  ['blocks without a type', 'anthropic', message([{ text: json }])],
  ['a reply that is whole at the limit', 'anthropic', message([{ type: 'text', text: json }], 'max_tokens')],
  [
    'a reply that is whole at the end of the context',
    'anthropic',
    message([{ type: 'text', text: json }], 'model_context_window_exceeded'),
  ],
  ['a reply of the other protocol', 'anthropic', chat({ content: json })],
  ['a message of the other protocol', 'openai', message([{ type: 'text', text: json }])],
  [
    'the candidates of another vendor, in a list of pieces',
    'openai',
    [
      { candidates: [{ content: { parts: [{ text: json.slice(0, 9) }] } }] },
      { candidates: [{ content: { parts: [{ text: json.slice(9) }] }, finishReason: 'STOP' }] },
    ],
  ],
  ['results with a name of their own', 'openai', { results: [{ outputText: json }] }],
  ['results that hold generated text', 'openai', { results: [{ generated_text: json, stop_reason: 'eos' }] }],
  ['a generation', 'openai', { generation: json, stop_reason: 'stop' }],
  ['a list of generations', 'openai', { generations: [{ text: json }] }],
  ['a list of outputs', 'openai', { outputs: [{ text: json }] }],
  ['a list of predictions', 'openai', { predictions: [{ content: json }] }],
  ['a prediction that is a text', 'openai', { predictions: [json] }],
  ['a result that is a text', 'openai', { id: 'as', result: json, is_truncated: false }],
  ['a list in a list', 'openai', [[{ generated_text: json }]]],
  ['a message that is a text', 'openai', { choices: [{ message: json }] }],
  ['a choice that is a text', 'openai', { choices: [json] }],
  [
    'the second choice',
    'openai',
    { choices: [{ message: { content: '' } }, { message: { content: json } }] },
  ],
  [
    'the last of the messages',
    'openai',
    {
      messages: [
        { role: 'user', content: draft },
        { role: 'assistant', content: json },
      ],
    },
  ],
  ['a name that nobody knows', 'openai', { status: 'done', artefact: { payload: `Here:\n${json}` } }],
  ['a reply beside an error of nothing', 'openai', { ...chat({ content: json }), error: {} }],
  [
    'beside an error of empty words',
    'openai',
    { ...chat({ content: json }), error: { code: 0, message: '' } },
  ],
  ['beside an empty list of errors', 'openai', { ...chat({ content: json }), errors: [] }],
  ['a wrapper with a word', 'openai', { code: 0, msg: 'ok', data: chat({ content: json }) }],
  [
    'a wrapper with a word for success',
    'openai',
    { success: true, message: 'done', data: { content: json } },
  ],
  [
    'a gateway that says that all is well',
    'openai',
    { ...chat({ content: json }), base_resp: { status_code: 0, status_msg: 'success' } },
  ],
  ['JSON with a number that is none', 'openai', `{"usage":{"prompt_tokens":NaN},${plainBody.slice(1)}`],
  ['JSON with a comma too many', 'openai', `${plainBody.slice(0, -1)},}`],
  ['JSON behind a prefix against scripts', 'openai', `)]}'\n${plainBody}`],
  ['JSON in front of a remark', 'openai', `${plainBody}\n<!-- by the proxy -->`],
  ['JSON twice', 'openai', plainBody + plainBody],
  ['a reply without its last brace', 'openai', chat({ content: open }, 'length')],
  [
    'a reply without its last brace, behind a comma',
    'openai',
    chat({ content: `${json.slice(0, -1)},\n` }, 'length'),
  ],
];

describe('a reply', () => {
  it.each(bodies)('is read from %s (%s)', async (_, protocol, body, type) => {
    expect(await ask(protocol, body, { type })).toEqual(form);
  });

  it.each(bodies)('is read from %s (%s), when a stream was asked for', async (_, protocol, body, type) => {
    expect(await ask(protocol, body, { type, slow: true })).toEqual(form);
  });

  it.each<[name: string, protocol: Protocol, body: object]>([
    ['words', 'openai', chat({ content: json, reasoning_content: draft })],
    ['the input of a tool', 'openai', chat({ tool_calls: [call(json)], reasoning: draft })],
    [
      'blocks',
      'anthropic',
      message([
        { type: 'thinking', thinking: draft },
        { type: 'text', text: json },
      ]),
    ],
  ])('in %s wins over a draft in the thinking (%s)', async (_, protocol, body) => {
    expect(await ask(protocol, body)).toEqual(form);
  });

  it('in words that cannot be read is not replaced by a draft in the thinking', async () => {
    const body = chat({ content: 'I would rather keep what is there.', reasoning_content: draft });
    expect(await ask('openai', body)).toBeUndefined();
  });

  it.each<[name: string, protocol: Protocol, body: unknown, type?: string]>([
    ['words', 'openai', chat({ content: 'Keep it.' })],
    ['an object with a text', 'openai', chat({ content: { type: 'text', text: 'Keep it.' } })],
    ['a field for reasoning', 'openai', chat({ content: null, reasoning_content: 'Keep it.' })],
    ['a bare text', 'openai', 'Keep it.', 'text/plain'],
    ['a text instead of blocks', 'anthropic', message('Keep it.')],
    ['thinking and words', 'openai', chat({ content: '<think>A draft.</think>Keep it.' })],
  ])('in plain words is read from %s (%s)', async (_, protocol, body, type) => {
    expect(await ask(protocol, body, { type, plain: true })).toBe('Keep it.');
  });

  it.each<[name: string, protocol: Protocol, body: unknown, kind: string]>([
    ['is cut', 'openai', chat({ content: json.slice(0, 30) }, 'length'), 'truncated'],
    [
      'lacks its last field',
      'openai',
      chat({ content: '{"confidence": 0.8, "position' }, 'length'),
      'truncated',
    ],
    [
      'is cut inside its thinking',
      'openai',
      chat({ content: `<think>${draft.slice(0, 20)}` }, 'length'),
      'truncated',
    ],
    ['is cut', 'anthropic', message([{ type: 'text', text: json.slice(0, 30) }], 'max_tokens'), 'truncated'],
    ['is not there', 'openai', chat({ content: '' }), 'empty'],
    ['is not there', 'anthropic', message([]), 'empty'],
    ['has no place', 'openai', { id: 'c', object: 'chat.completion' }, 'malformed'],
    [
      'is a refusal of a gateway',
      'openai',
      { base_resp: { status_code: 1004, status_msg: 'rate limit' } },
      'rate-limit',
    ],
    [
      'is cut inside its last field',
      'openai',
      chat({ content: '{"confidence": 0.8, "position": "Use t' }, 'length'),
      'truncated',
    ],
  ])('that %s is a failure (%s)', async (_, protocol, body, kind) => {
    await expect(ask(protocol, body)).rejects.toMatchObject({ kind });
  });

  it('that is nothing but thinking is empty', async () => {
    await expect(ask('openai', chat({ content: '<think>So' }), { plain: true })).rejects.toMatchObject({
      kind: 'empty',
    });
  });
});
