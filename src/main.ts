/** The program: the real world with streams, signals and exit codes, handed to the command line. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CliEnvironment } from './cli/environment.ts';
import { runCli } from './cli/program.ts';
import { exitCodes } from './domain/errors.ts';
import { createWorld } from './world.ts';

const { endPrograms, ...world } = createWorld({ log: (text) => process.stderr.write(text) });

function readVersion(): string {
  const text = readFileSync(path.join(world.packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Says `lost` when an output cannot be written to any more. */
const outputLost = new EventEmitter();
let lostOutput = false;
let outputFailure: string | null = null;

/** Windows has neither process groups nor a stop. */
const hasJobs = process.platform !== 'win32';

/** Linux says which group of processes the terminal belongs to; elsewhere a process that runs is taken to be in front. */
function isForeground(): boolean {
  try {
    const [, , group, , , foreground] =
      readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return foreground === '-1' || foreground === group;
  } catch {
    return true;
  }
}

type SuspensionHandlers = Parameters<CliEnvironment['onSuspension']>[0];

const suspensionHandlers = new Set<SuspensionHandlers>();
/** Holds the process while it waits to go on: at a question nothing else does. */
let suspended: NodeJS.Timeout | null = null;

/** Ctrl-Z: what is on the screen is put in order first, then the process stops as it would have without us. */
function suspend(): void {
  if (suspended !== null) return;
  for (const { before } of suspensionHandlers) before();
  process.off('SIGTSTP', suspend);
  suspended = setTimeout(() => {
    // Where there is no shell to go back to, the system ignores the signal, and nobody says that the process goes on.
    suspended = setTimeout(goOn, 200);
    process.kill(process.pid, 'SIGTSTP');
  }, 0);
}

/** In the background it works on unseen, until it is in front again. */
function goOn(): void {
  if (suspended === null) return;
  clearTimeout(suspended);
  suspended = isForeground() ? null : setTimeout(goOn, 500);
  if (suspended !== null) return;
  if (suspensionHandlers.size > 0) process.on('SIGTSTP', suspend);
  for (const { after } of suspensionHandlers) after();
}

function followSuspension(handlers: SuspensionHandlers): () => void {
  if (!hasJobs) return () => undefined;
  if (suspensionHandlers.size === 0) {
    process.on('SIGTSTP', suspend);
    process.on('SIGCONT', goOn);
  }
  suspensionHandlers.add(handlers);
  return () => {
    if (!suspensionHandlers.delete(handlers) || suspensionHandlers.size > 0) return;
    process.off('SIGTSTP', suspend);
    process.off('SIGCONT', goOn);
    if (suspended !== null) clearTimeout(suspended);
    suspended = null;
  };
}

const environment: CliEnvironment = {
  ...world,
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  // Opened when first read: most commands ask nothing, and opening it takes its time.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  platform: process.platform,
  version: readVersion(),
  onStopRequest: (handler) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, handler);
    outputLost.on('lost', handler);
    if (lostOutput) handler('SIGPIPE');
    return () => {
      for (const signal of signals) process.off(signal, handler);
      outputLost.off('lost', handler);
    };
  },
  raiseSignal: (signal) => {
    if (hasJobs) process.kill(0, signal);
    else process.emit(signal);
  },
  isForeground,
  onSuspension: followSuspension,
  openFile: (file) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const [program, ...words] =
      process.platform === 'darwin' ? ['open'] : hasJobs ? ['xdg-open'] : ['cmd', '/c', 'start', ''];
    const child = spawn(program as string, [...words, file], { stdio: 'ignore', detached: true });
    // A machine without a browser has none to open.
    child.on('error', () => undefined);
    child.unref();
  },
  exitNow: (code) => {
    // Programs that were started for an answer are in groups of their own, which no key of the terminal reaches.
    endPrograms();
    process.exit(code);
  },
};

// A reader that has seen enough (`s2s … | head`), or a terminal that is gone, ends the program quietly: a discussion is
// paused first. A result that cannot be written for another reason (a full disk) is an error, but no reason to lose a session.
// A full disk under the log alone changes nothing: the discussion goes on, and its result has another way out.
let logIsLost = false;
const goneCodes: readonly (string | undefined)[] = ['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];
const loseOutput = (): void => {
  if (!lostOutput) outputLost.emit('lost', 'SIGPIPE');
  lostOutput = true;
};
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!goneCodes.includes(error.code))
    outputFailure ??= `Error: standard output could not be written: ${error.message}\n`;
  loseOutput();
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (!goneCodes.includes(error.code)) logIsLost = true;
  if (!logIsLost) loseOutput();
});

const exitCode = await runCli(environment);
process.exitCode = exitCode;
process.once('beforeExit', () => {
  if (outputFailure === null) return;
  process.stderr.write(outputFailure);
  if (exitCode === exitCodes.done) process.exitCode = exitCodes.file;
});
