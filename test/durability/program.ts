/** The program in a folder of its own: inside the test's process, or built and as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../src/session/ports/ports.ts';
import { startWords } from '../support/run-binary.ts';
import { runInProcess } from '../support/run-in-process.ts';

/** How the program ended and what it wrote. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Standard error so far. */
  readStderr: () => string;
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Arguments for node itself, before the program. */
  node?: readonly string[];
  /** Another command in front, for example one that takes rights away. */
  prefix?: readonly string[];
}

/** Starts the built program. Nothing is asked of anybody: standard input is closed. */
export function startProgram(
  args: readonly string[],
  { cwd, env = {}, node = [], prefix = [] }: RunOptions,
): Running {
  const [program, ...words] = startWords;
  const [command, ...rest] = [...prefix, program, ...node, ...words, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    cwd,
    env: { ...describeHome(cwd), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended, readStderr: () => stderr };
}

/**
 * Runs a command to its end: inside the test's process, by the given clock or that of the machine; as the built program
 * where it is given arguments for node, a command in front or variables.
 */
export async function runProgram(
  args: readonly string[],
  options: RunOptions & { clock?: Clock },
): Promise<Ended> {
  const { cwd, clock, ...ofProcess } = options;
  if (Object.keys(ofProcess).length > 0) return startProgram(args, options).ended;
  const run = await runInProcess(args, {
    cwd,
    home: cwd,
    env: describeHome(cwd),
    ...(clock === undefined ? {} : { clock }),
  });
  return { ...run, signal: null };
}

/** The variables of a person whose own configuration is kept beside the project, and says the same as the project's. */
function describeHome(cwd: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: '1', S2S_CONFIG_DIR: `${cwd}-own` };
}

/** A project folder with a configuration, removed with `remove`. */
export interface Project {
  root: string;
  sessions: string;
  /** Ids of its sessions. */
  listIds: () => Promise<string[]>;
  /** All files and folders, relative, sorted. */
  listFiles: () => Promise<string[]>;
  remove: () => Promise<void>;
}

export async function makeProject(config: string, parent = tmpdir()): Promise<Project> {
  const root = await mkdtemp(path.join(parent, 's2s-durability-'));
  await mkdir(path.join(root, '.s2s'), { mode: 0o700 });
  await writeFile(path.join(root, '.s2s', 'config.yaml'), config);
  await mkdir(`${root}-own`);
  await writeFile(path.join(`${root}-own`, 'config.yaml'), config);
  const sessions = path.join(root, '.s2s', 'sessions');
  return {
    root,
    sessions,
    listIds: async () =>
      (await readdir(sessions).catch(() => []))
        .filter((name) => /^[a-z0-9-]+\.yaml$/.test(name))
        .map((name) => name.slice(0, -'.yaml'.length))
        .sort(),
    listFiles: async () => (await readdir(root, { recursive: true })).sort(),
    remove: async () => {
      for (const folder of [root, `${root}-own`]) await rm(folder, { recursive: true, force: true });
    },
  };
}
