/** The only file that reads `process`: builds the real parts and hands them in. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliEnvironment } from './cli/environment.ts';
import { runCli } from './cli/program.ts';
import type { Clock } from './roundtable/ports.ts';

const packageRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Timers that hold no more than a call does. */
const clock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  deadline: (milliseconds) => {
    const controller = new AbortController();
    // A timer above 2^31-1 ms would fire at once.
    const timer = setTimeout(() => controller.abort(), Math.min(milliseconds, 2_147_483_647));
    return { signal: controller.signal, clear: () => clearTimeout(timer) };
  },
};

function readVersion(): string {
  const text = readFileSync(path.join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const environment: CliEnvironment = {
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  home: homedir() || null,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock,
  random: Math.random,
  randomToken: () => randomBytes(8).toString('hex'),
  pid: process.pid,
  hostname: hostname(),
  isAlive: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // A process that belongs to somebody else exists as well.
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
  platform: process.platform,
  packageRoot,
  version: readVersion(),
  onStopRequest: (handler) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, handler);
    return () => {
      for (const signal of signals) process.off(signal, handler);
    };
  },
  exitNow: (code) => process.exit(code),
  fetch: globalThis.fetch,
  createProviders: async (config, { rehearsal }) => {
    const [{ createProviders }, { createRehearsal }] = await Promise.all([
      import('./models/create-providers.ts'),
      import('./models/rehearsal.ts'),
    ]);
    return createProviders({
      config,
      env: process.env,
      ...(rehearsal ? { rehearsal: createRehearsal() } : {}),
      log: (text: string) => process.stderr.write(text),
    });
  },
};

// A reader that has seen enough (`s2s … | head`) ends the program quietly.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await runCli(environment);
