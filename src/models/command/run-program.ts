/** Runs a program without a shell, in a process group of its own, within limits of time and output. */
import { Buffer } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { kill, platform } from 'node:process';
import type { Environment } from '../provider-kind.ts';

/** What to run. */
export interface ProgramRun {
  argv: readonly [string, ...string[]];
  /** Written to standard input, which is then closed. */
  input: string;
  env: Environment;
  cwd: string | undefined;
  signal: AbortSignal;
  /** The most bytes of standard output; the program is ended when it prints more. */
  maxBytes: number;
  /** Called with a function that ends the program; the function it returns is called when the program has ended. */
  onStart?: (end: () => void) => () => void;
}

/** How a program ended. */
export interface ProgramEnd {
  /** The exit code; null when a signal ended the program. */
  code: number | null;
  stdout: string;
  /** The last part of standard error. */
  stderr: string;
  overflow: boolean;
}

/** Milliseconds between asking a program to end and killing it. */
const graceMs = 2000;

/** How much of standard error is kept; the reason for a failure is at its end. */
const keptErrorBytes = 16 * 1024;

/** Runs the program to its end. Rejects when it cannot be started (the error of `spawn`, with its code). */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = run.argv;
    const child = spawn(program, args, {
      cwd: run.cwd,
      env: run.env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform !== 'win32',
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    let errors = Buffer.alloc(0);
    let overflow = false;
    let hardEnd: NodeJS.Timeout | undefined;

    const endNow = (): void => {
      signalGroup(child, 'SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const askToEnd = (): void => {
      signalGroup(child, 'SIGTERM');
      hardEnd ??= setTimeout(endNow, graceMs);
    };
    const forget = run.onStart?.(endNow);
    const finish = (): void => {
      clearTimeout(hardEnd);
      run.signal.removeEventListener('abort', askToEnd);
      forget?.();
    };

    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (overflow) return;
      size += chunk.length;
      if (size > run.maxBytes) {
        overflow = true;
        askToEnd();
        return;
      }
      output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = Buffer.concat([errors, chunk]).subarray(-keptErrorBytes);
    });
    // Ignored: a program that does not read its input, or has ended, is judged by its exit code.
    child.stdin.on('error', () => undefined);
    child.on('exit', () => {
      // A child process of the program may keep the pipes open.
      hardEnd ??= setTimeout(endNow, graceMs);
    });
    child.on('close', (code) => {
      finish();
      resolve({
        code,
        stdout: Buffer.concat(output).toString('utf8'),
        stderr: errors.toString('utf8'),
        overflow,
      });
    });
    if (run.signal.aborted) askToEnd();
    else run.signal.addEventListener('abort', askToEnd, { once: true });
    child.stdin.end(run.input);
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (platform === 'win32') child.kill(signal);
    else kill(-child.pid, signal);
  } catch {
    // The group is gone already.
    child.kill(signal);
  }
}
