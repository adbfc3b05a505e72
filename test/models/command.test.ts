import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandProvider, fillCommand } from '../../src/models/command/provider.ts';
import type { ProviderConfig } from '../../src/models/provider-kind.ts';
import { sayFailure, sayRemedy } from '../../src/models/say-failure.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import { makeRequest } from '../support/make-request.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's2s-command-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function makeProvider(script: string, config: Partial<ProviderConfig> = {}, { maxBytes = 100_000 } = {}) {
  return createCommandProvider({
    name: 'tool',
    config: {
      type: 'command',
      command_folder: folder,
      command: [process.execPath, '-e', script, '{model}'],
      env: ['MARK', 'FOLDER'],
      ...config,
    },
    env: { PATH: process.env['PATH'], MARK: 'from-the-caller', FOLDER: folder, OTHER: 'not-for-programs' },
    maxBytes,
  });
}

const call = { modelName: '', signal: new AbortController().signal };
async function fail(asking: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asking.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}
const readInput = 'let s="";process.stdin.on("data",(d)=>{s+=d}).on("end",()=>{';

describe('the provider for programs', () => {
  it('gives the whole prompt on standard input, the schema described, and none of it as an argument', async () => {
    const provider = makeProvider(
      `${readInput}console.log(JSON.stringify({s,argv:process.argv.slice(1),mark:process.env.MARK,cwd:process.cwd(),keys:Object.keys(process.env)}))})`,
    );
    const { text, usage, model } = await provider.complete(makeRequest('tool/m-1'), {
      ...call,
      modelName: 'm-1',
    });
    const seen = JSON.parse(text) as {
      s: string;
      argv: string[];
      mark: string;
      cwd: string;
      keys: string[];
    };
    expect(seen.s).toMatch(
      /^You are the QA lead\.\n\nThe project: a queue\.\n\nWhich queue\?\n\nReply with one JSON object/,
    );
    expect(seen.argv).toEqual(['m-1']);
    expect(seen.mark).toBe('from-the-caller');
    expect(seen.keys).not.toContain('OTHER');
    expect(seen.cwd).not.toBe(folder);
    expect(model).toBe('m-1');
    expect(usage).toMatchObject({ calls: 1, input_tokens: 0, cost_usd: null });
  });

  it('takes a prompt that is larger than any pipe', async () => {
    const provider = makeProvider(`${readInput}console.log(s.length)})`);
    const request = makeRequest('tool', {
      prompt: [{ text: 'ä'.repeat(1_000_000), cache: false }],
      schema: null,
    });
    const { text } = await provider.complete(request, call);
    expect(Number(text)).toBe(1_000_000 + 'You are the QA lead.\n\n'.length);
  });

  it('finds the answer, the tokens and the cost in what an assistant prints', async () => {
    const printed = {
      type: 'result',
      is_error: false,
      result: '{"position":"x"}',
      session_id: 's-1',
      total_cost_usd: 0.0123,
      usage: {
        input_tokens: 4,
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 1000,
        output_tokens: 50,
      },
    };
    const provider = makeProvider(
      `console.log("starting…");console.log(${JSON.stringify(JSON.stringify(printed))})`,
      { output: 'json:result' },
    );
    await expect(provider.complete(makeRequest('tool'), call)).resolves.toEqual({
      text: '{"position":"x"}',
      usage: {
        calls: 1,
        input_tokens: 1104,
        output_tokens: 50,
        cache_read_tokens: 1000,
        cache_write_tokens: 100,
        cost_usd: 0.0123,
      },
      stop_reason: null,
      request_id: 's-1',
      model: 'tool',
    });
  });

  it.each<[name: string, script: string, output: string, kind: string, words: string]>([
    ['nothing', '', 'text', 'empty', 'printed nothing'],
    [
      'nothing but a complaint',
      'console.error("no network")',
      'text',
      'empty',
      'printed nothing: no network',
    ],
    ['no JSON', 'console.log("hello")', 'json:result', 'malformed', 'printed no JSON'],
    ['JSON without the place', 'console.log("{}")', 'json:a.b', 'malformed', '"a.b"'],
    ['an empty answer in JSON', 'console.log(JSON.stringify({result:""}))', 'json:result', 'empty', 'empty'],
    [
      'too much',
      'process.stdout.write("x".repeat(300000));setInterval(()=>{},1000)',
      'text',
      'malformed',
      'more than',
    ],
  ])('fails when the program prints %s', async (_, script, output, kind, words) => {
    const failure = await fail(makeProvider(script, { output }).complete(makeRequest('tool'), call));
    expect(failure.kind).toBe(kind);
    expect(sayFailure(failure)).toContain(words);
  });

  it.each<[stderr: string, code: number, kind: string]>([
    ['\u001b[31mError: not logged in.\u001b[0m', 1, 'server'],
    ['usage: tool [flags]', 2, 'bad-request'],
    ['tool: command not found', 127, 'bad-request'],
    ['', 53, 'server'],
  ])('tells a failure by its exit code, with the last words: %j (code %i)', async (stderr, code, kind) => {
    const script = `console.log("half an answer");console.error(${JSON.stringify(stderr)});process.exitCode=${code}`;
    const failure = await fail(makeProvider(script).complete(makeRequest('tool'), call));
    expect(failure).toMatchObject({ kind, facts: { reason: 'exit', status: code } });
    expect(failure.facts.said).not.toContain('\u001b');
    expect(sayFailure(failure)).toContain(`ended with code ${code}: `);
  });

  it('says what to do about a program that is not there', async () => {
    const provider = makeProvider('', { command: ['no-such-assistant-here'] });
    const failure = await fail(provider.complete(makeRequest('tool'), call));
    expect(failure.kind).toBe('unknown-model');
    expect(sayFailure(failure)).toContain('no-such-assistant-here');
    expect(sayRemedy(failure)).toContain('PATH');
  });

  it('ends the program and all that it started when the time is over', async () => {
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
      const running = makeProvider(script).complete(makeRequest('tool'), { ...call, signal: stop.signal });
      running.catch(() => undefined);
      await expect.poll(() => living.size).toBe(2);
      stop.abort();
      await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
      await expect.poll(() => living.size).toBe(0);
    } finally {
      server.close();
    }
  });

  it('is given up when its time is over, also when it does not listen to being asked', async () => {
    const provider = makeProvider("process.on('SIGTERM',()=>{});setInterval(()=>{},1000)");
    const request = makeRequest('tool', { timeout_ms: 400 });
    await expect(provider.complete(request, call)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends at once what still runs, for a hard exit', async () => {
    const provider = makeProvider(
      `require('node:fs').writeFileSync(process.env.FOLDER + '/pid', String(process.pid));process.on('SIGTERM',()=>{});setInterval(()=>{},1000)`,
    );
    const running = provider.complete(makeRequest('tool'), call);
    running.catch(() => undefined);
    await expect.poll(() => readFile(join(folder, 'pid'), 'utf8').catch(() => '')).not.toBe('');
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    provider.end?.();
    await expect(running).rejects.toMatchObject({ kind: 'server', facts: { reason: 'signal' } });
    expect(isRunning(pid)).toBe(false);
  });

  it('does not start a program for a call that was cancelled before', async () => {
    const provider = makeProvider(`require('node:fs').writeFileSync(process.env.FOLDER + '/started','')`);
    await expect(
      provider.complete(makeRequest('tool'), { ...call, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(readFile(join(folder, 'started'))).rejects.toThrow('ENOENT');
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
