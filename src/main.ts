/** The program: runs the command line with the real world, streams, signals and exit codes. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CliEnvironment } from './cli/environment.ts';
import { runCli } from './cli/parser/program.ts';
import { exitCodes } from './session/errors.ts';
import { createWorld } from './world.ts';

const { endPrograms, ...world } = createWorld({ log: (text) => process.stderr.write(text) });

function readVersion(): string {
  const text = readFileSync(path.join(world.packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The folder that the shell was in; when it was removed since, Node throws, and the command says that there is no such folder. */
function readCwd(): string {
  try {
    return process.cwd();
  } catch {
    return world.env['PWD'] ?? path.sep;
  }
}

/** Emits `lost` when an output can no longer be written. */
const outputLost = new EventEmitter();
let lostOutput = false;
let outputFailure: string | null = null;

/** Windows has neither process groups nor job control. */
const hasJobs = process.platform !== 'win32';

/** Whether the program is in the foreground. Linux names the terminal's process group; elsewhere a running process counts as foreground. */
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
/** A timer that keeps the process alive while it is suspended: at a question nothing else does. */
let suspended: NodeJS.Timeout | null = null;

/** Ctrl-Z: tidies the screen first, then lets the process stop as usual. */
function suspend(): void {
  if (suspended !== null) return;
  for (const { before } of suspensionHandlers) before();
  process.off('SIGTSTP', suspend);
  suspended = setTimeout(() => {
    // Without a shell to return to, the system ignores the signal and sends no SIGCONT.
    suspended = setTimeout(goOn, 200);
    process.kill(process.pid, 'SIGTSTP');
  }, 0);
}

/** After SIGCONT: in the background the program works on without drawing until it is in the foreground again. */
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
  cwd: readCwd(),
  // Opened on first use: most commands ask nothing, and opening it takes time.
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
  onParentGone: (handler) => {
    const parent = process.ppid;
    const timer = setInterval(() => process.ppid !== parent && handler(), 2_000).unref();
    return () => clearInterval(timer);
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
    // A machine without a browser is no error.
    child.on('error', () => undefined);
    child.unref();
  },
  exitNow: (code) => {
    // Programs that were started for answers are in process groups of their own, which keys of the terminal do not reach.
    endPrograms();
    process.exit(code);
  },
};

// When the reader closes the pipe (`s2s … | head`) or the terminal is gone, the program pauses a discussion and ends quietly. A result
// that cannot be written for another reason (a full disk) is an error, but the session is paused first as well. If only the log cannot
// be written because of a full disk, the discussion goes on, since its result goes elsewhere.
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
