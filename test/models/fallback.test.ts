/** A second model for a seat, servers that cut prompts, and the names under which models answer. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPromptCount } from '../../src/models/client/cut-prompt.ts';
import { makeMinimalRequest } from '../../src/models/client/minimal-request.ts';
import { makeUsage } from '../../src/models/client/prices.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { openPanel } from './panel-project.ts';
import { answerCall, type PanelCall, playPanel } from './scripted-panel.ts';

const seat = (
  instead: (call: PanelCall, asked: AskedRequest) => Answer | null,
  { models = {}, limits = {} }: { models?: Record<string, unknown>; limits?: Record<string, unknown> } = {},
) =>
  openPanel(playPanel(instead), {
    roundtable: { models: { default: 'local/some', ...models }, limits: { answer_retries: 0, ...limits } },
  });

const fails = (status: number, code = 'x'): Answer => ({
  fault: 'status',
  status,
  body: { error: { message: 'not today', code } },
});

describe('a second model for a seat', () => {
  it.each<[why: string, answer: Answer]>([
    ['out of credit', fails(402)],
    ['unreadable', 'I would rather chat.'],
    ['too slow', { fault: 'stall-headers' }],
    ['of a server that cuts prompts', { text: '{}', usage: { input: 512 } }],
  ])('takes over from one that is %s, for the rest of the run', async (_, answer) => {
    const table = await seat(
      ({ seat: id }, { model }) => (id === 'alpha' && model === 'first' ? answer : null),
      {
        models: { participants: { alpha: ['local/first', 'local/second'] } },
        limits: { agent_timeout: 1 },
      },
    );
    const run = await table.project.begin(['--json', '--max-rounds', '2']);
    expect(run.json()).toMatchObject({ outcome: { result: 'consensus', degraded: false } });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('The alpha role: local/second takes over from local/first');
    const session = await table.project.session();
    expect(session.takeovers).toMatchObject([
      { seat: 'alpha', from: 'local/first', to: 'local/second', round: 1, step: 'answer' },
    ]);
    expect(session.failures).toEqual([]);
    const asked = table.server.requests.filter(({ model }) => model === 'first');
    expect(asked.length).toBeLessThanOrEqual(4);
    const record = (await table.project.run(['roundtable', 'export', '--type', 'record'])).stdout;
    expect(record).toMatch(
      /Another model took over: round 1, answer, The alpha role \(alpha\): local\/second for local\/first/,
    );
    expect(record).toMatch(/alpha .* second/);
  });

  it('takes over for facilitator and writer, from flags, and pauses when none is left', async () => {
    const table = await seat((_call, { model }) => (model.startsWith('gone') ? fails(402) : null));
    const run = await table.project.begin([
      '--json',
      ...['--max-rounds', '2', '--model', 'local/gone,local/some'],
      ...['--models', 'bravo=local/gone-1,local/gone-2,local/some,charlie=local/other'],
    ]);
    expect(run.code).toBe(0);
    const session = await table.project.session();
    expect(session.takeovers?.map(({ seat: id, to }) => `${id} ${to}`).sort()).toEqual([
      'alpha local/some',
      'bravo local/gone-2',
      'bravo local/some',
      'facilitator local/some',
      'synthesizer local/some',
    ]);
    const paused = await table.project.begin(['--json', '--new', '--model', 'local/gone,local/gone-2']);
    expect(paused.code).toBe(6);
    // Whoever resumes with another model starts with that one.
    const resumed = await table.project.resume(['--model', 'local/some']);
    expect(resumed.code).toBe(0);
  });

  it('is asked for nothing twice by a resume', async () => {
    let stops = true;
    const table = await seat(
      ({ seat: id, step }, { model }) => {
        if (id === 'alpha' && model === 'first') return fails(402);
        return stops && step === 'synthesis' ? fails(401) : null;
      },
      { models: { participants: { alpha: 'local/first, local/second' } } },
    );
    expect((await table.project.begin(['--json', '--max-rounds', '2'])).code).toBe(6);
    stops = false;
    const before = table.server.requests.length;
    expect((await table.project.resume()).code).toBe(0);
    const again = table.server.requests.slice(before);
    expect(again.some(({ model }) => model === 'first')).toBe(false);
    expect((await table.project.session()).takeovers).toHaveLength(1);
  });
});

describe('a server that cuts prompts', () => {
  it('stops the run at the first reply and says how to widen its context', async () => {
    const table = await seat((call, asked) => ({
      text: answerCall(call, asked),
      usage: { input: Math.min(512, Math.floor((asked.system.length + asked.user.length) / 4)) },
    }));
    await writeFile(
      path.join(table.project.root, 'notes.md'),
      'The jobs are long, and so is this note.\n'.repeat(400),
    );
    const run = await table.project.begin(['--json', '--context', 'notes.md']);
    expect(run.code).toBe(6);
    expect(run.json().error.message).toMatch(/cut the prompt: it counted 512 tokens of some \d+/);
    expect(JSON.stringify(run.json().error)).toContain('OLLAMA_CONTEXT_LENGTH');
    expect(table.server.requests).toHaveLength(1);
  });

  it('is warned of once where it is not clear', async () => {
    const table = await seat((call, asked) => ({
      text: answerCall(call, asked),
      usage: { input: Math.max(500, Math.floor((asked.system.length + asked.user.length) / 7)) },
    }));
    const run = await table.project.begin(['--max-rounds', '2']);
    expect(run.stderr.match(/its server may cut prompts/g)).toHaveLength(1);
  });
});

describe('what a server counts of a prompt', () => {
  const sent = { ...makeMinimalRequest('local/some', { seat: 'alpha', timeoutMs: 1 }), schema: null };
  const request = { ...sent, system: [], prompt: [{ text: 'word '.repeat(1_600), cache: false }] };
  const count = (input_tokens: number, cache_read_tokens = 0) =>
    makeUsage(1, { input_tokens, cache_read_tokens });

  it.each([
    ['all', count(1_900), 0, null],
    ['nothing', count(0), 0, null],
    ['far below, of a prompt that was sent before', count(600), 2_100, null],
    ['few, of a prompt that was sent before', count(30), 2_100, null],
    ['few and those that it had kept', count(30, 1_950), 0, null],
    ['all, and those that it had kept among them', count(1_950, 1_900), 0, null],
    [
      'too few, whatever the size',
      count(120),
      0,
      /counted 120 tokens of some 2000.*may cut prompts, or does not count/,
    ],
    ['too few, though it counted more of a shorter one', count(120), 400, /may cut prompts/],
    [
      'not enough',
      count(1_200),
      0,
      /counted 1200 tokens of some 2000 that were sent: its server may cut prompts\. /,
    ],
  ])('%s', (_, usage, most, expected) => {
    const said = checkPromptCount(request, usage, most);
    if (expected === null) expect(said).toBeNull();
    else expect(said).toMatch(expected);
  });

  it('stops at half of it', () => {
    expect(() => checkPromptCount(request, count(600))).toThrow(ModelError);
  });
});

it('names in the record who answered, also for facilitator and writer', async () => {
  const table = await seat((call, asked) => ({ text: answerCall(call, asked), model: 'quite-another-7b' }));
  expect((await table.project.begin(['--json', '--max-rounds', '2'])).code).toBe(0);
  const record = (await table.project.run(['roundtable', 'export', '--type', 'record'])).stdout;
  expect(record.match(/quite-another-7b/g)).toHaveLength(5);
  const shown = (await table.project.run(['roundtable', 'show', '--calls'])).stdout;
  expect(shown).toContain('quite-another-7b');
});
