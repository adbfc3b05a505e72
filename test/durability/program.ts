/** The built program as a child process, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The launcher; another build can be named by the environment. */
export const binary = process.env['S2S_BINARY'] ?? path.join(repository, 'bin', 's2s.js');

/** How the program ended and what it wrote. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
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

/** Starts the program. Nothing is asked of anybody: standard input is closed. */
export function startProgram(
  args: readonly string[],
  { cwd, env = {}, node = [], prefix = [] }: RunOptions,
): Running {
  if (!existsSync(path.join(path.dirname(binary), '..', 'dist', 'main.js')))
    throw new Error(`${binary} has no build beside it: run npm run build`);
  const [command = process.execPath, ...rest] = [...prefix, process.execPath, ...node, binary, ...args];
  const begun = performance.now();
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: '1', ...env },
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
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout, stderr, milliseconds: performance.now() - begun }),
    );
  });
  return { child, ended, readStderr: () => stderr };
}

/** Runs the program to its end. */
export async function runProgram(args: readonly string[], options: RunOptions): Promise<Ended> {
  return startProgram(args, options).ended;
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
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
