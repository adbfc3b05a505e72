/** Runs the command line inside the test's own process: the same program without the start of a process for each line. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CliEnvironment } from '../../src/cli/environment.ts';
import { runCli } from '../../src/cli/program.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';

const packageRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What a command left behind. */
export interface InProcessRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command in a folder, unattended, with a home of its own and no variables. */
export async function runInProcess(
  args: readonly string[],
  place: { cwd: string; home: string },
): Promise<InProcessRun> {
  const out = collect();
  const err = collect();
  const environment: CliEnvironment = {
    argv: args,
    // Nothing listens there: what runs on the machine of the test is never found.
    env: { LANG: 'en_US.UTF-8', OLLAMA_HOST: '127.0.0.1:9' },
    cwd: place.cwd,
    home: place.home,
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout: out.stream,
    stderr: err.stream,
    clock: {
      now: () => new Date(),
      elapsed: () => performance.now(),
      deadline: (milliseconds) => {
        const controller = new AbortController();
        const timer = setTimeout(() => controller.abort(), milliseconds);
        return { signal: controller.signal, clear: () => clearTimeout(timer) };
      },
    },
    random: Math.random,
    randomToken: () => randomBytes(8).toString('hex'),
    pid: process.pid,
    hostname: 'test',
    isAlive: (pid) => pid === process.pid,
    platform: process.platform,
    packageRoot,
    version: '0.0.0',
    onStopRequest: () => () => undefined,
    raiseSignal: () => undefined,
    isForeground: () => false,
    onSuspension: () => () => undefined,
    exitNow: (code) => {
      throw new Error(`ended at once with ${code}`);
    },
    fetch: globalThis.fetch,
    createProviders: async (config, { rehearsal }) =>
      createProviders({
        config,
        env: {},
        ...(rehearsal ? { rehearsal: createRehearsal() } : {}),
        log: (text) => err.stream.write(text),
      }),
  };
  const code = await runCli(environment);
  return { code, stdout: out.text(), stderr: err.text() };
}

function collect(): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = [];
  const stream = Object.assign(new PassThrough(), { columns: 80, isTTY: false });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => chunks.join('') };
}
