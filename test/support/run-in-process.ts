/** Runs the command line inside the test's own process: the same program without the start of a process for each line. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CliEnvironment } from '../../src/cli/environment.ts';
import { runCli } from '../../src/cli/parser/program.ts';
import { createProviders, type Providers } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import type { Clock } from '../../src/session/ports/ports.ts';
import { makeRealClock } from './make-request.ts';

const packageRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** What a command left behind. */
export interface InProcessRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where a command runs. */
export interface Place {
  cwd: string;
  home: string;
  /** All variables that it sees; without it, a language and an address at which no model listens. */
  env?: Readonly<Record<string, string>>;
  /** What it finds on standard input, which is not a terminal. */
  input?: string;
  /** The columns of the terminal that reads its standard output; without it, another program does. */
  columns?: number;
  /** Interrupts it once, as Ctrl-C does. */
  stop?: AbortSignal;
  /** The time by which it lives; without it, the machine's own. */
  clock?: Clock;
}

/** Nothing listens there: a model that happens to run on the machine of the test is never found. */
export const noOllama = '127.0.0.1:9';

/** Runs one command in a folder, unattended, with a home of its own. What is random is the same in each run. */
export async function runInProcess(args: readonly string[], place: Place): Promise<InProcessRun> {
  const {
    cwd,
    home,
    input = '',
    env = { LANG: 'en_US.UTF-8', OLLAMA_HOST: noOllama, S2S_EVIDENCE: 'off' },
  } = place;
  const out = collect();
  const err = collect();
  const made: Providers[] = [];
  const environment: CliEnvironment = {
    argv: args,
    env,
    cwd,
    home,
    isOwn: () => Promise.resolve(true),
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]) as unknown as NodeJS.ReadStream,
    stdout: Object.assign(
      out.stream,
      place.columns === undefined ? {} : { isTTY: true, columns: place.columns },
    ),
    stderr: err.stream,
    clock: place.clock ?? makeRealClock(),
    random: () => 0.5,
    randomToken: () => randomBytes(8).toString('hex'),
    pid: process.pid,
    hostname: hostname(),
    isAlive,
    platform: process.platform,
    packageRoot,
    version,
    onStopRequest: (handler) => {
      place.stop?.addEventListener('abort', () => handler('SIGINT'));
      return () => undefined;
    },
    onParentGone: () => () => undefined,
    raiseSignal: () => undefined,
    isForeground: () => false,
    onSuspension: () => () => undefined,
    openFile: () => undefined,
    exitNow: (code) => {
      throw new Error(`ended at once with ${code}`);
    },
    readPersonName: () => Promise.resolve(null),
    isKeptByGit: () => Promise.resolve(false),
    fetch: globalThis.fetch,
    runProgram: () => Promise.resolve(0),
    createProviders: async (config, { rehearsal }) => {
      const providers = createProviders({
        config,
        env,
        ...(rehearsal ? { rehearsal: createRehearsal() } : {}),
        log: (text) => err.stream.write(text),
      });
      made.push(providers);
      return providers;
    },
  };
  try {
    const code = await runCli(environment);
    return { code, stdout: out.text(), stderr: err.text() };
  } finally {
    for (const providers of made) providers.end();
  }
}

/** Other processes may be asked about: a lock may be held by a program that the test started. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A stream like a pipe: no terminal, no width, and all of it at hand as soon as it was written. */
function collect(): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
