/** A temporary project, with commands that run in the test's process or, where the process is the subject, as the built program. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Session } from '../../src/session/session.ts';
import { noOllama, runInProcess } from './run-in-process.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The launcher of the program. */
export const binary = path.join(root, 'bin', 's2s.js');

/** The words that start the program. It lives for a second or two: code that is not optimized for so short a time takes a fifth less of the processor. */
export const startWords: readonly [node: string, ...others: string[]] = [
  process.execPath,
  '--no-opt',
  binary,
];

/** Longest run, in milliseconds: beyond it something hangs. */
const longestRun = 150_000;

/** What a run left behind. `code` is null when a signal ended it. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output read as the one JSON document that it has to be. */
  json: () => JsonDocument;
  /** Standard output read as one JSON document for each line. */
  lines: () => JsonDocument[];
}

/** A document whose fields a test looks at. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the output as any program would, without our types
export type JsonDocument = any;

export interface RunOptions {
  /** Written to standard input, which is closed afterwards; closed and empty without it. */
  input?: string;
  /** Added to the environment; undefined takes a variable out. */
  env?: Record<string, string | undefined>;
  cwd?: string;
}

/** A temporary project. */
export interface Project {
  root: string;
  home: string;
  /** Runs a command inside the test's process. */
  run: (args: readonly string[], options?: RunOptions) => Promise<Run>;
  /** Starts the built program in a process of its own, without waiting: for tests of signals, pipes and ends of a process. */
  start: (args: readonly string[], options?: RunOptions) => Started;
  /** A file of the project as text. */
  read: (file: string) => Promise<string>;
  /** All files of the project, relative, sorted. */
  files: () => Promise<string[]>;
  /** The newest session, or the named one. */
  session: (id?: string) => Promise<Session>;
  /** The id in state.yaml. */
  current: () => Promise<string | null>;
  environment: (added?: Record<string, string | undefined>) => Record<string, string>;
}

export interface Started {
  child: ChildProcess;
  done: Promise<Run>;
}

/** Copies one of the fixture projects (`bare` has no .s2s folder) to a temporary folder, which is gone when the run of the tests is. */
export async function makeProject(form: 'nested' | 'flat' | 'bare'): Promise<Project> {
  const outer = await mkdtemp(path.join(tmpdir(), 's2s-run-'));
  const project = path.join(outer, 'project');
  const home = path.join(outer, 'home');
  await cp(path.join(root, 'test', 'fixtures', 'projects', form), project, { recursive: true });
  await mkdir(home);
  const environment: Project['environment'] = (added = {}) => {
    const base: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      HOME: home,
      TZ: 'UTC',
      LANG: 'en_US.UTF-8',
      OLLAMA_HOST: noOllama,
      // Calls are counted in most tests; those of look-ups ask for them with a flag.
      S2S_EVIDENCE: 'off',
      ...added,
    };
    return Object.fromEntries(
      Object.entries(base).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  };
  const start: Project['start'] = (args, options = {}) =>
    startBinary(args, { ...options, cwd: options.cwd ?? project, env: environment(options.env) });
  const read = (file: string): Promise<string> => readFile(path.join(project, file), 'utf8');
  return {
    root: project,
    home,
    environment,
    start,
    read,
    run: async (args, { input, env, cwd = project } = {}) => {
      const place = { cwd, home, env: environment(env), ...(input === undefined ? {} : { input }) };
      const { code, stdout, stderr } = await runInProcess(args, place);
      return describeRun(code, { stdout, stderr });
    },
    files: async () => {
      const entries = await readdir(project, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    session: async (id) => {
      const sessions = (await readdir(path.join(project, '.s2s', 'sessions'))).filter((name) =>
        name.endsWith('.yaml'),
      );
      const name = id === undefined ? sessions.sort().at(-1) : `${id}.yaml`;
      return parse(await read(path.join('.s2s', 'sessions', String(name)))) as Session;
    },
    current: async () =>
      (parse(await read('.s2s/state.yaml')) as { current_session: string | null }).current_session,
  };
}

function startBinary(
  args: readonly string[],
  options: RunOptions & { cwd: string; env: Record<string, string> },
): Started {
  const [node, ...words] = startWords;
  const child = spawn(node, [...words, ...args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // A program that reads nothing may be gone before its input is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const done = new Promise<Run>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(
        new Error(
          `s2s ${args.join(' ')} did not end:\n${String(Buffer.concat(out))}\n${String(Buffer.concat(err))}`,
        ),
      );
    }, longestRun);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const [stdout, stderr] = [out, err].map((chunks) => Buffer.concat(chunks).toString('utf8'));
      resolve(describeRun(code, { stdout: String(stdout), stderr: String(stderr) }));
    });
  });
  return { child, done };
}

function describeRun(code: number | null, { stdout, stderr }: { stdout: string; stderr: string }): Run {
  return {
    code,
    stdout,
    stderr,
    json: () => JSON.parse(stdout) as JsonDocument,
    lines: () =>
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as JsonDocument),
  };
}

/** Runs tasks, so many at a time, and keeps their order. */
export async function runTogether<Item, Value>(
  items: readonly Item[],
  task: (item: Item) => Promise<Value>,
  options: { atOnce: number } = { atOnce: 3 },
): Promise<Value[]> {
  const values: Value[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      values[index] = await task(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  return values;
}
