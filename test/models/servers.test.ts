/** Whole runs against servers of the kinds that people really have: no seat is lost for the way in which a server works. */
import { afterEach, describe, expect, it } from 'vitest';
import { createProviders } from '../../src/models/create-providers.ts';
import { readReply } from '../../src/models/replies/read-reply.ts';
import { type Answer, type AskedRequest, type Loopback, startLoopback } from '../support/loopback-server.ts';
import { makeRequest } from '../support/make-request.ts';
import { makePanelProject, seats } from './panel-project.ts';
import { playPanel } from './scripted-panel.ts';

let server: Loopback | undefined;
afterEach(() => server?.close());

const refusal = (message: string, status = 400): Answer => ({
  fault: 'status',
  status,
  body: { error: { message } },
});
const isDescribed = ({ user }: AskedRequest): boolean => user.includes('Reply with one JSON object');
const tool = (text: string): Answer => ({
  fault: 'status',
  status: 200,
  body: {
    choices: [
      {
        message: { content: null, tool_calls: [{ function: { name: 'reply', arguments: text } }] },
        finish_reason: 'tool_calls',
      },
    ],
    usage: {},
  },
});

/** What a server makes of a call, given the reply that a good one would send. */
const kinds: readonly [name: string, serve: (asked: AskedRequest, text: string) => Answer][] = [
  [
    'ignores the form',
    (asked, text) => (isDescribed(asked) ? text : 'I would keep the jobs in one durable queue.'),
  ],
  [
    'refuses the form and the system role, each in its own words',
    ({ body }, text) =>
      JSON.stringify(body).includes('"system"')
        ? refusal('Jinja Exception: System role not supported', 500)
        : 'response_format' in body
          ? refusal('response_format is not supported')
          : text,
  ],
  [
    'refuses without saying what',
    ({ body }, text) => ('response_format' in body ? refusal('Bad Request') : text),
  ],
  [
    'takes fewer tokens than are asked for',
    ({ body }, text) =>
      Number(body['max_tokens']) > 4096
        ? refusal('max_tokens is too large: at most 4096 completion tokens')
        : text,
  ],
  ['calls a tool', (_, text) => tool(text)],
  ['thinks aloud, and closes only', (_, text) => `Perhaps {"position": "A draft."}?\n</think>\n\n${text}`],
  ['says that it was cut at the end of each reply', (_, text) => ({ text, stopReason: 'max_tokens' })],
];

describe('a run with a server that', () => {
  it.each(kinds)(
    '%s loses no seat',
    async (_, serve) => {
      const panel = playPanel();
      server = await startLoopback({
        reply: async (asked) => {
          // What the panel says depends on the form, which it finds in the schema or in the prompt.
          const has = asked.schema !== null || isDescribed(asked) || asked.user.includes('"position"');
          const good = has ? await panel(asked) : '';
          return serve(asked, typeof good === 'object' && 'text' in good ? good.text : '');
        },
      });
      const project = await makePanelProject({
        roundtable: { models: { default: 'local/some' } },
        providers: { local: { type: 'openai', base_url: `${server.url}/v1` } },
      });
      try {
        const run = await project.begin(['--json'], {});
        expect(run.code, run.stderr).toBe(0);
        const session = await project.session();
        expect(session.status).toBe('completed');
        expect(session.failures).toEqual([]);
        for (const round of session.rounds) expect(round.answers).toHaveLength(seats.length);
        expect(JSON.stringify(session.rounds)).not.toMatch(/A draft|<\/?think/);
      } finally {
        await project.remove();
      }
    },
    120_000,
  );
});

describe('the form of a reply', () => {
  type Serve = (asked: AskedRequest) => Answer;
  const form = { position: 'Use the queue.', confidence: 0.5 };
  const good = JSON.stringify(form);
  const told: Serve = (asked) => (isDescribed(asked) ? good : 'I would use the queue.');
  const hindered: Serve = ({ body }) => ('response_format' in body || 'output_config' in body ? '' : good);

  async function askOften(protocol: 'openai' | 'anthropic', serve: Serve, times = 4) {
    const started = await startLoopback({ reply: serve });
    server = started;
    const providers = () =>
      createProviders({
        config: {
          anthropic: { type: 'anthropic', base_url: started.url },
          openai: { type: 'openai', base_url: `${started.url}/v1` },
        },
        env: { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
      });
    const { provider } = providers().find(`${protocol}/some`);
    const call = { modelName: 'some', signal: new AbortController().signal };
    const read: unknown[] = [];
    for (let count = 0; count < times; count += 1) {
      const request = makeRequest(`${protocol}/some`);
      const completion = await provider.complete(request, call).catch(() => null);
      const reply =
        completion && readReply({ ...completion, ok: true, duration_ms: 0, provider: protocol }, request);
      read.push(reply?.ok ? (reply.data ?? null) : null);
    }
    return { read, requests: started.requests, providers, call };
  }

  it.each<[name: string, protocol: 'openai' | 'anthropic', serve: Serve, lost: number]>([
    ['is enforced', 'openai', () => good, 0],
    ['is enforced', 'anthropic', () => good, 0],
    ['is ignored', 'openai', told, 1],
    ['is ignored', 'anthropic', told, 1],
    [
      'is ignored, and other keys are used',
      'openai',
      (asked) => (isDescribed(asked) ? good : '{"answer": "Use the queue."}'),
      1,
    ],
    [
      'is ignored, and a list is sent',
      'openai',
      (asked) => (isDescribed(asked) ? good : '- Use the queue.\n- Or a table.'),
      1,
    ],
    [
      'is ignored, and a part is left out',
      'openai',
      (asked) => (isDescribed(asked) ? good : '{"confidence": 0.5}'),
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
  ])('that %s (%s) is described after that, for the rest of the run', async (_, protocol, serve, lost) => {
    const { read, requests } = await askOften(protocol, serve);
    expect(read.slice(lost).map((data) => (data as { position: string } | null)?.position)).toEqual(
      Array(4 - lost).fill('Use the queue.'),
    );
    expect(requests).toHaveLength(4);
    expect(requests.map(isDescribed)).toEqual(requests.map((_one, index) => lost > 0 && index > 0));
  });

  it('is forgotten with the run, and never mixed up between models', async () => {
    const { requests, providers, call } = await askOften('openai', told, 2);
    const { provider } = providers().find('openai/some');
    await provider.complete(makeRequest('openai/some'), call);
    await provider.complete(makeRequest('openai/other'), { ...call, modelName: 'other' });
    expect(requests.map(isDescribed)).toEqual([false, true, false, false]);
  });

  it.each([
    ['two of them could not be read', { unread: 2 }, true],
    ['both failed for another reason', { unread: 0 }, false],
    ['a good reply was read since', { unread: 2, isProven: true }, false],
  ])('is left to the prompt by who goes on behind two attempts, where %s', async (_, said, isLeft) => {
    const { requests, providers, call } = await askOften('openai', () => good, 0);
    const { provider } = providers().find('openai/some');
    const { unread, isProven = false } = said as { unread: number; isProven?: boolean };
    if (isProven) await provider.complete(makeRequest('openai/some'), call);
    await provider.complete(makeRequest('openai/some', { attempt: 3, unread }), call);
    const { body = {} } = requests.at(-1) ?? {};
    expect('response_format' in body).toBe(!isLeft);
    // The next call is asked as ever: nobody has learned from this run's own replies.
    await provider.complete(makeRequest('openai/some'), call);
    expect(requests.map(isDescribed).at(-1)).toBe(false);
  });

  it('is described with its fields, their types and an example when a call is repeated', async () => {
    const { requests, providers, call } = await askOften('openai', () => good, 1);
    await providers()
      .find('openai/some')
      .provider.complete(makeRequest('openai/some', { attempt: 2 }), call);
    expect(requests.map(isDescribed)).toEqual([false, true]);
    const { user = '' } = requests[1] ?? {};
    expect(user).toContain('"position": "…" /* Your position. */');
    expect(user).toMatch(/"confidence": <number from 0 to 1>/);
    expect(user).toMatch(/For example:\n\{"position":"…","confidence":0/);
  });
});
