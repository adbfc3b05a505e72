/** Programs that play a seat are agents of their own: what they are given, what they may do, and what counts as their answer. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandKind } from '../../src/models/command/kind.ts';
import { createCommandProvider, fillCommand } from '../../src/models/command/provider.ts';
import { chooseVariables } from '../../src/models/command/surroundings.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { diagnoseSeat } from '../../src/models/doctor.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import { makeRealClock, makeRequest } from '../support/make-request.ts';

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 's2s-programs-'));
});
afterEach(async () => {
  await rm(project, { recursive: true, force: true });
});

const call = { modelName: '', signal: new AbortController().signal };
const plain = makeRequest('tool', { schema: null });
const formed = makeRequest('tool');

interface Printed {
  stdout?: string;
  stderr?: string;
  code?: number;
}

/** A program that prints these and ends. */
function makePrinter({ stdout = '', stderr = '', code = 0 }: Printed, config: Partial<ProviderConfig> = {}) {
  const script = `process.stdout.write(${JSON.stringify(stdout)});process.stderr.write(${JSON.stringify(stderr)});process.exitCode=${code}`;
  return createCommandProvider({
    name: 'tool',
    config: {
      type: 'command',
      command_folder: project,
      command: [process.execPath, '-e', script],
      ...config,
    },
    env: { PATH: process.env['PATH'] },
  });
}

const form = '{"position":"A log of events.","confidence":0.8}';
const result = { type: 'result', is_error: false, result: form, session_id: 's-1', total_cost_usd: 0.01 };

describe('an answer', () => {
  const lines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join('\n');
  it.each<[name: string, printed: Printed, output: string, text: string]>([
    ['colours', { stdout: '\u001b[1m\u001b[32mA log.\u001b[0m\n' }, 'text', 'A log.'],
    ['noise on the other stream', { stdout: 'A log.', stderr: 'Error: no updates\n' }, 'text', 'A log.'],
    [
      'an error that it speaks of',
      { stdout: 'Error: a word that is defined first.' },
      'text',
      'Error: a word that is defined first.',
    ],
    ['one object', { stdout: JSON.stringify(result) }, 'json:result', form],
    [
      'an object between lines',
      { stdout: `Starting…\n${JSON.stringify(result, null, 2)}\nDone.\n` },
      'json:result',
      form,
    ],
    [
      'events, the last of them with nothing',
      { stdout: lines({ type: 'system' }, result, { result: null }) },
      'json:result',
      form,
    ],
    ['events as a list', { stdout: JSON.stringify([{ type: 'system' }, result]) }, 'json:result', form],
    [
      'the events of Codex',
      {
        stdout: lines(
          { type: 'thread.started', thread_id: 't' },
          { type: 'error', message: 'Reconnecting... 1/5' },
          { type: 'item.completed', item: { type: 'reasoning', text: 'Hm.' } },
          { type: 'item.completed', item: { type: 'agent_message', text: form } },
          { type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 2 } },
        ),
      },
      'json:item.text',
      form,
    ],
    ['an object as the answer', { stdout: '{"result":{"position":"x"}}' }, 'json:result', '{"position":"x"}'],
    ['an object that is the answer', { stdout: `${form}\n` }, 'json', form],
  ])('is read from %s', async (_, printed, output, text) => {
    const { text: read } = await makePrinter(printed, { output }).complete(formed, call);
    expect(read).toBe(text);
  });

  it('has the tokens that any of the events states', async () => {
    const stdout = lines(
      { item: { text: form } },
      { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 } },
    );
    const { usage } = await makePrinter({ stdout }, { output: 'json:item.text' }).complete(formed, call);
    expect(usage).toMatchObject({ input_tokens: 10, cache_read_tokens: 4, output_tokens: 2, cost_usd: null });
    const stats = { models: { m: { tokens: { prompt: 7, candidates: 2, thoughts: 3, cached: 1 } } } };
    const other = await makePrinter(
      { stdout: JSON.stringify({ response: form, stats }, null, 2) },
      { output: 'json:response' },
    ).complete(formed, call);
    expect(other.usage).toMatchObject({ input_tokens: 7, output_tokens: 5, cache_read_tokens: 1 });
  });
});

describe('a failure', () => {
  it.each<[name: string, printed: Printed, output: string, reason: string, said: string]>([
    [
      'Claude Code',
      { stdout: JSON.stringify({ ...result, is_error: true, result: 'API Error: 529' }), code: 1 },
      'json:result',
      'program-error',
      'API Error: 529',
    ],
    [
      'Claude Code',
      { stdout: JSON.stringify({ type: 'result', subtype: 'error_max_turns' }) },
      'json:result',
      'program-error',
      'error_max_turns',
    ],
    [
      'Codex',
      { stdout: '{"type":"turn.failed","error":{"message":"stream error"}}', code: 1 },
      'json:item.text',
      'program-error',
      'stream error',
    ],
    [
      'Gemini',
      { stdout: '{"error":{"type":"ApiError","message":"Quota exceeded"}}', code: 1 },
      'json:response',
      'program-error',
      'Quota exceeded',
    ],
    [
      'any program',
      { stdout: 'Credit balance is too low', code: 1 },
      'text',
      'exit',
      'Credit balance is too low',
    ],
    [
      'any program',
      { stdout: form, stderr: 'telemetry failed', code: 1 },
      'text',
      'exit',
      'telemetry failed',
    ],
  ])('of %s is told by its fields or its exit code: %j', async (_, printed, output, reason, said) => {
    await expect(makePrinter(printed, { output }).complete(plain, call)).rejects.toMatchObject({
      kind: 'server',
      facts: { reason, said },
    });
  });
});

describe('what a program is given', () => {
  it('is an empty folder of its own, which is gone afterwards', async () => {
    const script = `const fs=require('node:fs');const seen=fs.readdirSync('.');fs.writeFileSync('left','x');fs.mkdirSync('deep');
      console.log(JSON.stringify({cwd:process.cwd(),seen}))`;
    await writeFile(path.join(project, 'secret.txt'), 'of the project');
    const provider = createCommandProvider({
      name: 'tool',
      config: { type: 'command', command_folder: project, command: [process.execPath, '-e', script] },
      env: { PATH: process.env['PATH'] },
    });
    const answers = await Promise.all([provider.complete(plain, call), provider.complete(plain, call)]);
    const [one, two] = answers.map(({ text }) => JSON.parse(text) as { cwd: string; seen: string[] });
    expect(one?.seen).toEqual([]);
    expect(one?.cwd).not.toBe(two?.cwd);
    expect(one?.cwd.startsWith(project)).toBe(false);
    for (const seat of [one, two]) await expect(readdir(seat?.cwd ?? '')).rejects.toThrow('ENOENT');
    expect(await readdir(project)).toEqual(['secret.txt']);
  });

  it('is gone also when the program fails, is too slow or is called off', async () => {
    const script = `require('node:fs').writeFileSync(process.env.NOTE, process.cwd());setInterval(()=>{},1000)`;
    const note = path.join(project, 'note');
    const provider = createCommandProvider({
      name: 'tool',
      config: {
        type: 'command',
        command_folder: project,
        command: [process.execPath, '-e', script],
        env: ['NOTE'],
      },
      env: { PATH: process.env['PATH'], NOTE: note },
    });
    const stop = new AbortController();
    const running = provider.complete(plain, { ...call, signal: stop.signal });
    running.catch(() => undefined);
    await expect.poll(() => readFile(note, 'utf8').catch(() => '')).not.toBe('');
    stop.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(readdir(await readFile(note, 'utf8'))).rejects.toThrow('ENOENT');
  });

  it.each<[command: string[], place: string]>([
    [['./seat.cjs'], 'seat.cjs'],
    [['tools/seat.cjs'], 'tools/seat.cjs'],
    [[process.execPath, 'tools/seat.cjs'], 'tools/seat.cjs'],
    [[process.execPath, 'seat.cjs', '--flag', 'x.y'], 'seat.cjs'],
  ])('names files beside the configuration in full: %j', async (command, place) => {
    const file = path.join(project, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!${process.execPath}\nconsole.log('From the file.')`);
    await chmod(file, 0o755);
    const provider = createCommandProvider({
      name: 'tool',
      config: { type: 'command', command_folder: project, command },
      env: { PATH: process.env['PATH'] },
    });
    await expect(provider.complete(plain, call)).resolves.toMatchObject({ text: 'From the file.' });
  });

  const env = Object.fromEntries(
    [
      ...[
        'PATH',
        'HOME',
        'LANG',
        'LC_ALL',
        'TERM',
        'HTTPS_PROXY',
        'no_proxy',
        'NODE_EXTRA_CA_CERTS',
        'XDG_CONFIG_HOME',
      ],
      ...[
        'AWS_SECRET_ACCESS_KEY',
        'GITHUB_TOKEN',
        'DATABASE_URL',
        'NODE_OPTIONS',
        'ANTHROPIC_API_KEY',
        'OPENAI_API_KEY',
      ],
      ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_ACCESS_TOKEN'],
      ...[
        'CLAUDE_CODE_OAUTH_TOKEN',
        'CODEX_HOME',
        'CODEX_SANDBOX',
        'CODEX_THREAD_ID',
        'GEMINI_CLI',
        'GEMINI_API_KEY',
      ],
    ].map((name) => [name, 'value']),
  );
  it.each<[named: string[], more: string[]]>([
    [[], []],
    [['ANTHROPIC_API_KEY'], ['ANTHROPIC_API_KEY']],
    [
      ['CLAUDE_CODE_OAUTH_TOKEN', 'CODEX_HOME'],
      ['CLAUDE_CODE_OAUTH_TOKEN', 'CODEX_HOME'],
    ],
    [['GEMINI_API_KEY', 'NOT_SET'], ['GEMINI_API_KEY']],
    [['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT'], []],
    [['CLAUDE_CODE_SESSION_ACCESS_TOKEN', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'GEMINI_CLI'], []],
    [['AWS_SECRET_ACCESS_KEY'], ['AWS_SECRET_ACCESS_KEY']],
  ])('is a set of named variables: %j adds %j', (named, more) => {
    expect(Object.keys(chooseVariables(env, named)).sort()).toEqual(
      [
        ...[
          'PATH',
          'HOME',
          'LANG',
          'LC_ALL',
          'TERM',
          'HTTPS_PROXY',
          'no_proxy',
          'NODE_EXTRA_CA_CERTS',
          'XDG_CONFIG_HOME',
        ],
        ...more,
      ].sort(),
    );
  });
});

describe('the shipped programs', () => {
  const shipped = commandKind.listReadyMade({});
  const argumentsOf = (name: string, model: string): string =>
    fillCommand(shipped[name]?.config.command ?? [], { name, modelName: model })
      .map((part) => (part === '' ? "''" : part))
      .join(' ');

  it.each([
    ['claude-code', "--tools ''"],
    ['claude-code', '--strict-mcp-config'],
    ['claude-code', "--setting-sources ''"],
    ['codex', '--sandbox read-only'],
    ['codex', '--skip-git-repo-check'],
    ['codex', '--ephemeral'],
    ['codex', '--disable shell_tool'],
    ['gemini', '--approval-mode default'],
    ['gemini', '--extensions none'],
  ])('%s is run with %s', (name, flags) => {
    expect(argumentsOf(name, 'some')).toContain(flags);
    expect(argumentsOf(name, 'some')).toContain('--model some');
    expect(argumentsOf(name, '')).not.toContain('--model');
    expect(argumentsOf(name, '')).not.toMatch(/dangerous|yolo|bypass|full-auto/);
  });

  it('take the place of nothing that a person writes: every argument may be given again', () => {
    const key = commandKind.keys.find(({ name }) => name === 'command');
    for (const { config } of Object.values(shipped))
      expect(key?.schema.safeParse(config.command).success).toBe(true);
    expect(key?.schema.safeParse(['']).success).toBe(false);
  });

  it.each<[command: string[] | null, words: string]>([
    [null, 'take its tools away'],
    [
      [
        process.execPath,
        '-e',
        'console.log(JSON.stringify({position: "ready", confidence: 1, concerns: []}))',
      ],
      'can read and change whatever you can',
    ],
  ])('are told of by doctor, with what they may do (%j)', async (command, words) => {
    const bin = path.join(project, 'bin');
    await mkdir(bin);
    await writeFile(
      path.join(bin, 'claude'),
      `#!${process.execPath}\nconsole.log(JSON.stringify({ result: '{"position":"ready","confidence":1,"concerns":[]}' }))`,
    );
    await chmod(path.join(bin, 'claude'), 0o755);
    const providers = createProviders({
      config:
        command === null
          ? {}
          : { tool: { type: 'command', command_folder: project, command, env: ['TOOL_KEY'] } },
      env: { PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    });
    const diagnosis = await diagnoseSeat({
      seat: 'qa-lead',
      reference: command === null ? 'claude-code' : 'tool',
      providers,
      clock: makeRealClock(),
      redact: (text) => text,
      signal: new AbortController().signal,
      timeoutMs: 10_000,
    });
    expect(diagnosis).toMatchObject({ verdict: 'works' });
    expect(diagnosis.notice).toContain(words);
    expect(diagnosis.notice).toContain(command === null ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'TOOL_KEY');
    providers.end();
  });
});
