/** Many topics of one file: what the file may say, stopping and going on, and one budget. */
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readBatch } from '../../src/app/start/read-batch.ts';
import { S2sError } from '../../src/session/errors.ts';
import { type BatchScript, listSent } from '../support/loopback-batches.ts';
import { createPanel } from '../support/loopback-panel.ts';
import { startLoopback } from '../support/loopback-server.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeHastyClock } from '../support/make-request.ts';
import { runInProcess } from '../support/run-in-process.ts';

function readProblems(text: string): string[] {
  try {
    readBatch(text, 'topics.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

describe('the file', () => {
  test('a list of texts and mappings, with defaults', () => {
    const topics = readBatch(
      'defaults: {workflow_type: design, max_rounds: 3}\ntopics:\n- Which queue?\n- {topic: Which cache?, workflow_type: specs, max_rounds: 5}\n- Which queue?\n',
      'topics.yaml',
    );
    expect(topics.map(({ options }) => options)).toMatchObject([
      { topic: 'Which queue?', workflowType: 'design', maxRounds: 3 },
      { topic: 'Which cache?', workflowType: 'specs', maxRounds: 5 },
      { topic: 'Which queue?', workflowType: 'design', maxRounds: 3 },
    ]);
    expect(new Set(topics.map(({ key }) => key)).size).toBe(3);
  });

  test('an entry keeps its key when the file is put in another order', () => {
    const keys = (text: string) => readBatch(text, 'a').map(({ key }) => key);
    expect(keys('- {topic: B, seed: 2}\n- A\n').sort()).toEqual(keys('[A, {seed: 2, topic: B}]').sort());
  });

  test.each([
    ['', ['1:1 a list of 1 to 500 topics is needed']],
    ['topics: Which queue?', ['1:9 a list of 1 to 500 topics is needed']],
    ['topics: []', ['1:9 a list of 1 to 500 topics is needed']],
    ['topics: [A]\nbudget: 5\n', ['2:1 there is no key budget here']],
    ['- A\n- [B]\n- 7\n', ['2:3 a text or a mapping with topic is needed', '3:3 a text or a mapping with topic is needed']],
    ['- {workflow_type: specs}\n', ['1:3 topic is missing']],
    ['- topic: A\n  max_round: 3\n', ['2:3 there is no option max_round; did you mean max_rounds?']],
    ['defaults: {colour: red}\ntopics: [A]\n', ['1:12 there is no option colour']],
    ['- topic: A\n  context: [docs, ../secret]\n', ['2:19 context: is not a path inside the project']],
    ['- {topic: A, context: [/etc/passwd]}\n', ['1:24 context: is not a path inside the project']],
    ['- {topic: A, with_me: true}\n', ['1:14 there is no option with_me']],
    ['- {topic: A, topic: B}\n', ['1:14 this key appears twice']],
  ])('%j', (text, problems) => {
    const found = readProblems(text);
    expect(found).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(found[index]).toContain(problem);
  }); // biome-ignore format: a table
});

test('a batch that is stopped goes on with the sessions that it made, and makes no finished call again', async () => {
  const root = await makeProjectFolder();
  const topics = readBatch('[Which queue?, Which store?, Which cache?]', 'a').map(({ key, options }) => ({
    key,
    options: { ...options, workflowType: 'design' as const, rehearsal: true, maxRounds: 3 },
  }));
  const stop = new AbortController();
  let asked = 0;
  const first = makeApp(root, {
    onCall: async () => {
      asked += 1;
      if (asked === 12) stop.abort();
    },
  }).app;
  const begun = await first.batch({ topics, name: 'a', atOnce: 2, signal: stop.signal });
  expect(begun.rows.map(({ status }) => status)).toEqual(['paused', 'paused', null]);
  const again: string[] = [];
  const second = makeApp(root, { onCall: async ({ key }) => void again.push(key) }).app;
  const report = await second.batch({ topics, name: 'a', atOnce: 2 });
  expect(report.rows).toMatchObject([
    { status: 'completed' },
    { status: 'completed' },
    { status: 'completed' },
  ]);
  expect(report.rows.slice(0, 2).map(({ session_id: id }) => id)).toEqual(
    begun.rows.slice(0, 2).map(({ session_id: id }) => id),
  );
  expect((await second.list()).total).toBe(3);
  expect(again.length).toBeGreaterThan(0);
  for (const { session_id: session } of report.rows) {
    const { calls } = await second.calls({ session: session ?? '' });
    const done = calls.flatMap((line) => (line.kind === 'call' && line.ok ? [line.key] : []));
    expect(new Set(done).size).toBe(done.length);
  }
  const events: string[] = [];
  const third = await second.batch({ topics, name: 'a', report: ({ type }) => void events.push(type) });
  expect(third.rows).toEqual(report.rows);
  expect(events).toEqual([]);
});

test('one budget holds for all, and more of it goes on with what was paused', async () => {
  const server = await startLoopback({ reply: createPanel() });
  onTestFinished(server.close);
  const cwd = await makeFolder({
    '.s2s/config.yaml': 'name: queues\n',
    'topics.yaml': 'defaults: {workflow_type: design, min_rounds: 2, max_rounds: 2}\ntopics: [Which queue?, Which store?]\n',
    'own/config.yaml': `roundtable: {models: {default: local/m}}\nproviders: {local: {type: openai, base_url: "${server.url}/v1"}}\nprices: {local/m: {input: 1000, output: 1000}}\n`,
  });
  const place = { cwd, home: cwd, env: { OLLAMA_HOST: '127.0.0.1:9', S2S_CONFIG_DIR: path.join(cwd, 'own'), S2S_EVIDENCE: 'off' } };
  const run = async (...flags: string[]) => {
    const { code, stdout, stderr } = await runInProcess(['batch', 'topics.yaml', '--no-input', '--json', ...flags], place);
    return { code, stderr, result: JSON.parse(stdout) };
  };
  const short = await run('--max-cost', '0.2');
  expect(short.code, short.stderr).toBe(3);
  expect(short.result).toMatchObject({ total: 2, completed: 0, failed: 0 });
  const calls = server.requests.length;
  // What is used up is used up: the same budget pays for nothing more.
  const same = await run('--max-cost', '0.2');
  expect([same.code, same.result.cost_usd, server.requests.length]).toEqual([3, short.result.cost_usd, calls]);
  const more = await run('--max-cost', '100000');
  expect(more.code, more.stderr).toBe(0);
  expect(more.result).toMatchObject({ completed: 2 });
  expect(more.result.topics.map(({ session_id: id }: { session_id: string }) => id)).toEqual(
    short.result.topics.map(({ session_id: id }: { session_id: string }) => id),
  );
}); // biome-ignore format: short

test('with --provider-batch every call goes with batches, also over a stop, and costs half', async () => {
  const script: BatchScript = { batches: [] };
  const server = await startLoopback({ reply: createPanel(), batches: script });
  onTestFinished(server.close);
  const cwd = await makeFolder({
    '.s2s/config.yaml': 'name: queues\n',
    'topics.yaml': 'defaults: {workflow_type: design, min_rounds: 2, max_rounds: 2}\ntopics: [Which queue?, Which store?]\n',
  });
  const env = { OLLAMA_HOST: '127.0.0.1:9', ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length', ANTHROPIC_BASE_URL: server.url };
  const run = async (signal?: AbortSignal) => {
    const { stdout, stderr, code } = await runInProcess(
      ['batch', 'topics.yaml', '--provider-batch', '--model', 'anthropic/claude-haiku-5-5', '--agent-timeout', '1', '--no-input', '--json'],
      { cwd, home: cwd, env, clock: makeHastyClock(), ...(signal ? { stop: signal } : {}) },
    );
    return { code, stderr, result: JSON.parse(stdout) };
  };
  const stop = new AbortController();
  script.onPoll = () => void (script.batches.length >= 6 && stop.abort());
  const first = await run(stop.signal);
  expect([first.code, first.result.completed], first.stderr).toEqual([3, 0]);
  const second = await run();
  expect([second.code, second.result.completed], second.stderr).toEqual([0, 2]);
  expect(second.stderr).not.toContain('full price');
  const sent = listSent(script);
  expect(new Set(sent).size).toBe(sent.length);
  // 10 tokens in and 5 out, at 0.1 and 0.5 dollars for a million.
  expect(second.result.cost_usd).toBeCloseTo((sent.length * (10 * 0.1 + 5 * 0.5)) / 2e6, 9);
  // What waits at one time goes together; how much that is depends on the machine.
  expect(script.batches.length).toBeLessThan(sent.length);
}); // biome-ignore format: short

test('whoever goes on without batches hears what that costs before a call is made', async () => {
  const script: BatchScript = { batches: [] };
  const server = await startLoopback({ reply: createPanel(), batches: script });
  onTestFinished(server.close);
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: queues\n', 'topics.yaml': '- Which queue?\n' });
  const env = { OLLAMA_HOST: '127.0.0.1:9', ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length', ANTHROPIC_BASE_URL: server.url };
  const stop = new AbortController();
  script.onPoll = () => {
    stop.abort();
    return undefined;
  };
  const flags = ['--provider-batch', '--model', 'anthropic/claude-haiku-5-5', '--no-input', '--json'];
  const first = await runInProcess(['batch', 'topics.yaml', ...flags], { cwd, home: cwd, env, clock: makeHastyClock(), stop: stop.signal });
  const [{ session_id: id }] = JSON.parse(first.stdout).topics;
  const asked = server.requests.length;
  // Without a key, no call can cost anything.
  const alone = await runInProcess(['roundtable', 'resume', id, '--no-input'], { cwd, home: cwd, env: { ...env, ANTHROPIC_API_KEY: '' }, clock: makeHastyClock() });
  expect(alone.stderr).toMatch(/started with batches of its provider.*full price.*s2s batch <file> --provider-batch/s);
  expect(server.requests.length).toBe(asked);
}); // biome-ignore format: short

test('--provider-batch names the seats whose provider has no batches', async () => {
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: queues\n', 'topics.yaml': '- {topic: Which queue?, participants: [qa-lead, software-architect]}\n' });
  const flags = ['--provider-batch', '--model', 'anthropic/claude-haiku-5-5', '--models', 'qa-lead=openai/gpt-5', '--no-input', '--json'];
  const env = { ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length', OPENAI_API_KEY: 'sk-another-key-of-some-length' };
  const { code, stdout } = await runInProcess(['batch', 'topics.yaml', ...flags], { cwd, home: cwd, env });
  const [{ error, session_id }] = JSON.parse(stdout).topics;
  expect([code, error.code, session_id]).toEqual([2, 'INVALID_VALUE', null]);
  expect(error.message).toContain('qa-lead (openai/gpt-5) have no batch interface');
  expect(error.message).not.toContain('software-architect');
  expect(error.hint).toContain('--models qa-lead=anthropic/<model>');
}); // biome-ignore format: short
