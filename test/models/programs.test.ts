/** Programs that play a seat are agents of their own: what they are given, what they may do, and what counts as their answer. */
import { access, chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { attemptCall } from '../../src/models/client/call-limit.ts';
import { commandKind } from '../../src/models/command/kind.ts';
import { createCommandProvider, fillCommand } from '../../src/models/command/provider.ts';
import { chooseVariables } from '../../src/models/command/surroundings.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { diagnoseSeat } from '../../src/models/doctor.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import { sayFailure, sayRemedy } from '../../src/models/say-failure.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRealClock, makeRequest } from '../support/make-request.ts';

let project: string;
beforeEach(async () => {
  project = await makeFolder();
});

const call = { modelName: '', signal: new AbortController().signal };
const plain = makeRequest('tool', { schema: null });
const formed = makeRequest('tool');

/** A program of node; it may read MARK and FOLDER, the test's folder, from its environment. */
function makeProgram(script: string, config: Partial<ProviderConfig> = {}) {
  return createCommandProvider({
    name: 'tool',
    config: {
      type: 'command',
      command_folder: project,
      command: [process.execPath, '-e', script, '{model}'],
      env: ['MARK', 'FOLDER'],
      ...config,
    },
    env: { PATH: process.env['PATH'], MARK: 'from-the-caller', FOLDER: project, OTHER: 'not-for-programs' },
    maxBytes: 100_000,
  });
}

interface Printed {
  stdout?: string;
  stderr?: string;
  code?: number;
}

/** A program that prints these and ends. */
function makePrinter({ stdout = '', stderr = '', code = 0 }: Printed, config: Partial<ProviderConfig> = {}) {
  const script = `process.stdout.write(${JSON.stringify(stdout)});process.stderr.write(${JSON.stringify(stderr)});process.exitCode=${code}`;
  return makeProgram(script, config);
}

async function fail(asking: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asking.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

const readInput = 'let s="";process.stdin.on("data",(d)=>{s+=d}).on("end",()=>{';
const deaf = `require('node:fs').writeFileSync(process.env.FOLDER + '/started', process.cwd() + ' ' + process.pid);process.on('SIGTERM',()=>{});setInterval(()=>{},1000)`;
/** The working folder and the process of the program above, once it runs. */
async function readStarted(): Promise<[cwd: string, pid: number]> {
  const read = () => readFile(path.join(project, 'started'), 'utf8').catch(() => '');
  await expect.poll(read).not.toBe('');
  const [cwd = '', pid] = (await read()).split(' ');
  return [cwd, Number(pid)];
}

const form = '{"position":"A log of events.","confidence":0.8}';
const result = { type: 'result', is_error: false, result: form, session_id: 's-1', total_cost_usd: 0.01 };
const listLines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join('\n');

describe('an answer', () => {
  it.each<[name: string, printed: Printed, output: string, text: string]>([
    ['colours', { stdout: '\u001b[1m\u001b[32mA log.\u001b[0m\n' }, 'text', 'A log.'],
    ['noise on the other stream', { stdout: 'A log.', stderr: 'Error: no updates\n' }, 'text', 'A log.'],
    ['an error that it speaks of', { stdout: 'Error: a word.' }, 'text', 'Error: a word.'],
    [
      'an object between lines',
      { stdout: `Starting…\n${JSON.stringify(result, null, 2)}\nDone.\n` },
      'json:result',
      form,
    ],
    [
      'events, the last of them with nothing',
      { stdout: listLines({ type: 'system' }, result, { result: null }) },
      'json:result',
      form,
    ],
    ['events as a list', { stdout: JSON.stringify([{ type: 'system' }, result]) }, 'json:result', form],
    ['an object as the answer', { stdout: '{"result":{"position":"x"}}' }, 'json:result', '{"position":"x"}'],
    ['an object that is the answer', { stdout: `${form}\n` }, 'json', form],
  ])('is read from %s', async (_, printed, output, text) => {
    const { text: read } = await makePrinter(printed, { output }).complete(formed, call);
    expect(read).toBe(text);
  });

  it.each<[name: string, events: object[], output: string, usage: object]>([
    [
      'Claude Code',
      [
        {
          ...result,
          usage: {
            ...{ input_tokens: 4, cache_creation_input_tokens: 100 },
            ...{ cache_read_input_tokens: 1000, output_tokens: 50 },
          },
        },
      ],
      'json:result',
      {
        ...{ input_tokens: 1104, output_tokens: 50, cache_read_tokens: 1000, cache_write_tokens: 100 },
        cost_usd: 0.01,
      },
    ],
    [
      'Codex',
      [
        { type: 'thread.started', thread_id: 's-1' },
        { type: 'error', message: 'Reconnecting... 1/5' },
        { type: 'item.completed', item: { type: 'agent_message', text: form } },
        { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 } },
      ],
      'json:item.text',
      { input_tokens: 10, cache_read_tokens: 4, output_tokens: 2, cost_usd: null },
    ],
    [
      'Gemini',
      [
        {
          ...{ session_id: 's-1', response: form },
          stats: { models: { m: { tokens: { prompt: 7, candidates: 2, thoughts: 3, cached: 1 } } } },
        },
      ],
      'json:response',
      { input_tokens: 7, output_tokens: 5, cache_read_tokens: 1, cost_usd: null },
    ],
  ])('of %s has its id, its tokens and, where it says it, its cost', async (_, events, output, usage) => {
    const read = await makePrinter({ stdout: listLines(...events) }, { output }).complete(formed, call);
    expect(read).toMatchObject({
      text: form,
      usage: { calls: 1, ...usage },
      request_id: 's-1',
      model: 'tool',
    });
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
    ['any program', { stdout: 'No credit', code: 53 }, 'text', 'exit', 'No credit'],
    [
      'any program',
      { stdout: form, stderr: '\u001b[31mtelemetry failed\u001b[0m', code: 1 },
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

  it.each<[name: string, printed: Printed, output: string, kind: string, words: string]>([
    ['nothing', {}, 'text', 'empty', 'printed nothing'],
    ['nothing but a complaint', { stderr: 'no network' }, 'text', 'empty', 'printed nothing: no network'],
    ['no JSON', { stdout: 'hello' }, 'json:result', 'malformed', 'printed no JSON'],
    ['JSON without the place', { stdout: '{}' }, 'json:a.b', 'malformed', '"a.b"'],
    ['an empty answer in JSON', { stdout: '{"result":""}' }, 'json:result', 'empty', 'empty'],
    ['too much', { stdout: 'x'.repeat(100_001) }, 'text', 'malformed', 'more than'],
    [
      'how it is used',
      { stderr: 'usage: tool [flags]', code: 2 },
      'text',
      'bad-request',
      'with code 2: usage',
    ],
    ['what a shell says', { stderr: 'not found', code: 127 }, 'text', 'bad-request', 'ended with code 127: '],
  ])('is that the program prints %s', async (_, printed, output, kind, words) => {
    const failure = await fail(makePrinter(printed, { output }).complete(formed, call));
    expect(failure.kind).toBe(kind);
    expect(sayFailure(failure)).toContain(words);
  });

  it('says what to do about a program that is not there', async () => {
    const failure = await fail(makeProgram('', { command: ['no-such-assistant'] }).complete(formed, call));
    expect(failure.kind).toBe('unknown-model');
    expect(sayFailure(failure)).toContain('no-such-assistant');
    expect(sayRemedy(failure)).toContain('PATH');
  });
});

describe('what a program is given', () => {
  it('is the whole prompt on standard input, the form described, and none of it as an argument', async () => {
    const provider = makeProgram(
      `${readInput}console.log(JSON.stringify({s,argv:process.argv.slice(1),mark:process.env.MARK,keys:Object.keys(process.env)}))})`,
    );
    const { text, model } = await provider.complete(makeRequest('tool/m-1'), { ...call, modelName: 'm-1' });
    const seen = JSON.parse(text) as { s: string; argv: string[]; mark: string; keys: string[] };
    expect(seen.s).toMatch(
      /^You are the QA lead\.\n\nThe project: a queue\.\n\nWhich queue\?\n\nReply with one JSON object/,
    );
    expect(seen).toMatchObject({ argv: ['m-1'], mark: 'from-the-caller' });
    expect(seen.keys).not.toContain('OTHER');
    expect(model).toBe('m-1');
  });

  it('may be larger than any pipe', async () => {
    const prompt = [{ text: 'ä'.repeat(1_000_000), cache: false }];
    const request = makeRequest('tool', { prompt, schema: null });
    const { text } = await makeProgram(`${readInput}console.log(s.length)})`).complete(request, call);
    expect(Number(text)).toBe(1_000_000 + 'You are the QA lead.\n\n'.length);
  });

  it('is an empty folder of its own, which is gone afterwards', async () => {
    const provider =
      makeProgram(`const fs=require('node:fs');const seen=fs.readdirSync('.');fs.writeFileSync('left','x');fs.mkdirSync('deep');
      console.log(JSON.stringify({cwd:process.cwd(),seen}))`);
    await writeFile(path.join(project, 'secret.txt'), 'of the project');
    const answers = await Promise.all([provider.complete(plain, call), provider.complete(plain, call)]);
    const [one, two] = answers.map(({ text }) => JSON.parse(text) as { cwd: string; seen: string[] });
    expect(one?.seen).toEqual([]);
    expect(one?.cwd).not.toBe(two?.cwd);
    expect(one?.cwd.startsWith(project)).toBe(false);
    for (const seat of [one, two]) await expect(readdir(seat?.cwd ?? '')).rejects.toThrow('ENOENT');
    expect(await readdir(project)).toEqual(['secret.txt']);
  });

  it.each<[command: string[], place: string]>([
    [['./seat.cjs'], 'seat.cjs'],
    [['tools/seat.cjs'], 'tools/seat.cjs'],
    [[process.execPath, 'tools/seat.cjs'], 'tools/seat.cjs'],
    [[process.execPath, 'seat.cjs', '--flag', 'x.y'], 'seat.cjs'],
  ])('are files beside the configuration by their full names: %j', async (command, place) => {
    const text = `#!${process.execPath}\nconsole.log('From the file.')`;
    const folder = await makeFolder({ [place]: text });
    await chmod(path.join(folder, place), 0o755);
    const provider = makeProgram('', { command, command_folder: folder });
    await expect(provider.complete(plain, call)).resolves.toMatchObject({ text: 'From the file.' });
  });

  const usual = [
    ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'HTTPS_PROXY', 'no_proxy', 'NODE_EXTRA_CA_CERTS'],
    'XDG_CONFIG_HOME',
  ];
  const others = [
    ...['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'DATABASE_URL', 'NODE_OPTIONS', 'ANTHROPIC_API_KEY'],
    ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_ACCESS_TOKEN'],
    ...['CLAUDE_CODE_OAUTH_TOKEN', 'CODEX_HOME', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'GEMINI_CLI'],
    'GEMINI_API_KEY',
  ];
  const env = Object.fromEntries([...usual, ...others].map((name) => [name, 'value']));
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
    expect(Object.keys(chooseVariables(env, named)).sort()).toEqual([...usual, ...more].sort());
  });
});

describe('a program that still runs', () => {
  it('is ended with all that it started when the call is called off', async () => {
    // Each process holds a connection to this server as long as it lives.
    const living = new Set<Socket>();
    const server = createServer((socket) => {
      living.add(socket);
      socket.on('error', () => undefined).on('close', () => living.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connect = `require('node:net').connect(${port}, '127.0.0.1')`;
    const script = `${connect};require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connect)}], { stdio: 'inherit' })`;
    try {
      const stop = new AbortController();
      const running = attemptCall(makeProgram(script), formed, { ...call, signal: stop.signal });
      running.catch(() => undefined);
      await expect.poll(() => living.size).toBe(2);
      stop.abort();
      await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
      await expect.poll(() => living.size).toBe(0);
    } finally {
      server.close();
    }
  });

  it('is killed where it does not listen to being asked, and its folder is gone', async () => {
    const stop = new AbortController();
    const running = makeProgram(deaf).complete(plain, { ...call, signal: stop.signal });
    running.catch(() => undefined);
    const [cwd] = await readStarted();
    stop.abort();
    await expect(running).rejects.toThrow(/abort/i);
    await expect(readdir(cwd)).rejects.toThrow('ENOENT');
  });

  it('is ended at once for a hard exit', async () => {
    const provider = makeProgram(deaf);
    const running = provider.complete(plain, call);
    running.catch(() => undefined);
    const [cwd, pid] = await readStarted();
    provider.end?.();
    await expect(running).rejects.toMatchObject({ kind: 'server', facts: { reason: 'signal' } });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(readdir(cwd)).rejects.toThrow('ENOENT');
  });

  it('was not started for a call that was called off before', async () => {
    const signal = AbortSignal.abort();
    await expect(makeProgram(deaf).complete(plain, { ...call, signal })).rejects.toThrow(/abort/i);
    await expect(access(path.join(project, 'started'))).rejects.toThrow('ENOENT');
  });
});

describe('fillCommand', () => {
  it.each<[command: string[], model: string, filled: string[]]>([
    [['a', '--model', '{model}', '-'], 'm', ['a', '--model', 'm', '-']],
    [['a', '--model', '{model}', '-'], '', ['a', '-']],
    [['a', '--model={model}'], '', ['a']],
    [['a', '--model={model}'], 'm/n', ['a', '--model=m/n']],
    [['a', 'run', '{model}'], '', ['a', 'run']],
    [['a', '-p'], '', ['a', '-p']],
  ])('%j with %j', (command, modelName, filled) => {
    expect(fillCommand(command, { name: 'tool', modelName })).toEqual(filled);
  });

  it('refuses a model that has no place', () => {
    expect(() => fillCommand(['a'], { name: 'tool', modelName: 'm' })).toThrow('no-place-for-model');
  });
});

describe('the shipped programs', () => {
  const shipped = commandKind.listReadyMade({});
  const argumentsOf = (name: string, model: string): string =>
    fillCommand(shipped[name]?.config.command ?? [], { name, modelName: model })
      .map((part) => (part === '' ? "''" : part))
      .join(' ');

  it.each([
    ['claude-code', ["--tools ''", '--strict-mcp-config', "--setting-sources ''"]],
    ['codex', ['--sandbox read-only', '--skip-git-repo-check', '--ephemeral', '--disable shell_tool']],
    ['gemini', ['--approval-mode default', '--extensions none']],
  ])('%s is run with %j', (name, flags) => {
    for (const flag of flags) expect(argumentsOf(name, 'some')).toContain(flag);
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

  it.each([
    ['claude-code', 'take its tools away', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ['tool', 'can read and change whatever you can', 'TOOL_KEY'],
  ])('are told of by doctor, with what they may do (%s)', async (reference, words, variable) => {
    const bin = await makeFolder({
      claude: `#!${process.execPath}\nconsole.log(JSON.stringify({ result: '{"position":"ready","confidence":1,"concerns":[]}' }))`,
    });
    await chmod(path.join(bin, 'claude'), 0o755);
    const tool: ProviderConfig = {
      type: 'command',
      command: ['claude'],
      output: 'json:result',
      env: ['TOOL_KEY'],
    };
    const providers = createProviders({
      config: { tool },
      env: { PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    });
    const diagnosis = await diagnoseSeat({
      ...{ seat: 'qa-lead', reference, providers, clock: makeRealClock(), redact: (text) => text },
      ...{ signal: new AbortController().signal, timeoutMs: 10_000 },
    });
    expect(diagnosis).toMatchObject({ verdict: 'works' });
    expect(diagnosis.notice).toContain(words);
    expect(diagnosis.notice).toContain(variable);
    providers.end();
  });
});
