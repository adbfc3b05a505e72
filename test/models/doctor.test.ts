import { describe, expect, it } from 'vitest';
import { createCostLimit } from '../../src/models/client/cost-limit.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { diagnoseSeat } from '../../src/models/doctor.ts';
import { createRedactor } from '../../src/text/secrets/redactor.ts';
import type { Answer, AskedRequest, Loopback } from '../support/loopback-server.ts';
import { makeRealClock } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

/** The server of the last diagnosis. */
let server: Loopback | undefined;

async function diagnose(
  answer: Answer | ((asked: AskedRequest) => Answer),
  reference: string,
  {
    env = { ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef' },
    limitUsd,
  }: { env?: Record<string, string>; limitUsd?: number } = {},
) {
  server = await serveModel({
    reply: typeof answer === 'function' ? answer : () => answer,
    models: ['claude-new'],
    retires: { 'claude-old': '2026-11-30T00:00:00Z' },
  });
  const providers = createProviders({
    config: {
      anthropic: { type: 'anthropic', base_url: server.url },
      local: { type: 'openai', base_url: `${server.url}/v1` },
      gone: { type: 'openai', base_url: 'http://127.0.0.1:9/v1' },
    },
    env,
  });
  const redact = createRedactor(providers.secrets);
  const signal = new AbortController().signal;
  return diagnoseSeat({
    seat: 'qa-lead',
    reference,
    providers,
    clock: makeRealClock(),
    redact,
    signal,
    timeoutMs: isFault(answer, 'stall-headers') ? 200 : 8000,
    ...(limitUsd !== undefined && {
      money: { limit: createCostLimit({ limitUsd, spentUsd: 0, prices }), prices },
    }),
  });
}

/** The longest answer to a probe, of 21,000 tokens, costs ten cents. */
const prices = { 'local/m': { input: 1, output: 5 } };

const isFault = (answer: unknown, fault: string): boolean =>
  typeof answer === 'object' && answer !== null && 'fault' in answer && answer.fault === fault;

const error = (status: number, message: string, type?: string): Answer => ({
  fault: 'status',
  status,
  body: { error: { message, type } },
});

const ready = '{"position":"ready","confidence":1,"concerns":[]}';
const bad = { error: { message: 'response_format is not supported' } };
const isTold = ({ body }: AskedRequest): boolean => 'response_format' in body || 'output_config' in body;
const isDescribed = ({ user }: AskedRequest): boolean => user.includes('Reply with one JSON object');

describe('diagnoseSeat', () => {
  it.each<[name: string, reply: (asked: AskedRequest) => Answer, verdict: string, words: string]>([
    ['that keeps to the form', () => ready, 'works', 'Answered in'],
    [
      'that ignores the form',
      (asked) => (isDescribed(asked) ? ready : 'ready'),
      'works-with-form-in-prompt',
      'form in the prompt',
    ],
    [
      'that refuses the form',
      (asked) => (isTold(asked) ? { fault: 'status', status: 400, body: bad } : ready),
      'works-with-form-in-prompt',
      'form in the prompt',
    ],
    [
      'whose form hinders it',
      (asked) => (isTold(asked) ? '' : ready),
      'works-with-form-in-prompt',
      'form in the prompt',
    ],
    [
      'that answers with other keys',
      (asked) => (isDescribed(asked) ? ready : '{"answer":"ready"}'),
      'works-with-form-in-prompt',
      'form in the prompt',
    ],
    ['that never keeps to a form', () => 'ready', 'failed', 'not in the form that a seat needs'],
    ['that is always empty', () => '', 'failed', 'not in the form that a seat needs'],
    ['that is cut off', () => ({ text: '{"posi', stopReason: 'max_tokens' }), 'failed', 'cut off at'],
  ])('a server %s', async (_, reply, verdict, words) => {
    for (const reference of ['local/m', 'anthropic/claude-new']) {
      const diagnosis = await diagnose(reply, reference);
      expect(diagnosis).toMatchObject({ verdict, message: expect.stringContaining(words) });
    }
  });

  it.each<[name: string, answer: Answer, limitUsd: number, verdict: string, calls: number]>([
    ['no probe fits', ready, 0.05, 'above-limit', 0],
    ['one fits', ready, 0.11, 'works', 1],
    // Only what was certainly not spent is free for the next one.
    ['a second no longer fits', { text: 'no', usage: { input: 9, output: 9000 } }, 0.11, 'above-limit', 1],
  ])('below a cost limit into which %s', async (_, answer, limitUsd, verdict, calls) => {
    const { remedy, ...found } = await diagnose(answer, 'local/m', { limitUsd });
    expect(found).toMatchObject({ verdict, ok: verdict === 'works' });
    expect(remedy ?? 'config show --sources').toContain('config show --sources');
    expect(server?.requests).toHaveLength(calls);
  });

  it.each<[name: string, answer: Answer, reference: string, verdict: string, ok: boolean]>([
    ['works', ready, 'anthropic/claude-new', 'works', true],
    ['retires on a date', ready, 'anthropic/claude-old', 'retiring', true],
    ['has a key that is rejected', error(401, 'no'), 'anthropic/claude-new', 'key-rejected', false],
    ['has no credit', error(402, 'no'), 'local/m', 'no-credit', false],
    [
      'names a model that is not there',
      error(404, 'model "m" not found', 'not_found_error'),
      'local/m',
      'model-unknown',
      false,
    ],
    ['names a provider that is not there', '', 'nobody/m', 'model-unknown', false],
    ['cannot be reached', '', 'gone/m', 'unreachable', false],
    ['is too slow', { fault: 'stall-headers' }, 'local/m', 'too-slow', false],
    ['fails otherwise', error(400, 'strange'), 'local/m', 'failed', false],
  ])('a seat %s', async (_, answer, reference, verdict, ok) => {
    const diagnosis = await diagnose(answer, reference);
    expect(diagnosis).toMatchObject({ seat: 'qa-lead', model: reference, verdict, ok });
    if (verdict === 'works') expect(diagnosis.remedy).toBeNull();
    else expect(diagnosis.remedy).not.toBeNull();
  });

  it('tells a missing key from a rejected one, and names the variable', async () => {
    const diagnosis = await diagnose(ready, 'anthropic/claude-new', { env: {} });
    expect(diagnosis).toMatchObject({
      verdict: 'key-missing',
      ok: false,
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('makes one call to the exact model, and one with a long prompt where it costs nothing', async () => {
    await diagnose(ready, 'anthropic/claude-new');
    expect(server?.requests.map((request) => request.model)).toEqual(['claude-new']);
    await diagnose(ready, 'local/exact-model:1b');
    expect(server?.requests.map((request) => request.model)).toEqual(['exact-model:1b', 'exact-model:1b']);
    expect(server?.requests[1]?.user.length).toBeGreaterThan(30_000);
  });

  it.each([2048, 4096])('says how to widen a context of %i tokens that cuts prompts', async (context) => {
    const counted = ({ user, system }: AskedRequest): number =>
      Math.round((user.length + system.length) / 4.3);
    const diagnosis = await diagnose(
      (asked) => ({ text: ready, usage: { input: Math.min(context, counted(asked)) } }),
      'local/small',
    );
    expect(diagnosis).toMatchObject({
      verdict: 'cuts-prompts',
      ok: false,
      message: expect.stringContaining(`counted ${context} tokens`),
      remedy: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
    });
  });

  it('says that another model answers, and what a refused key may mean', async () => {
    const other = await diagnose({ text: ready, model: 'other-7b' }, 'local/small');
    expect(other.message).toMatch(/Answered in .* as other-7b\./);
    const refused = await diagnose(error(401, 'no'), 'anthropic/claude-new');
    expect(refused.remedy).toContain('api_key_header');
  });
});
