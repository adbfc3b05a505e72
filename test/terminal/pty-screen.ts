/** A real pseudo-terminal with a screen that can be read, and the driver running in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { build } from 'esbuild';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { DriverStep } from './pty-driver.ts';

/** Builds the driver once for a test file. Gives how a test opens a terminal, which is closed when the test ends. */
export function useScreens(): (
  columns: number,
  rows?: number,
  env?: Record<string, string>,
) => Promise<PtyScreen> {
  let driver: Awaited<ReturnType<typeof buildDriver>>;
  beforeAll(async () => {
    driver = await buildDriver();
  });
  afterAll(() => driver.remove());
  return async (columns, rows = 24, env = {}) => {
    const screen = await openScreen(driver.file, { columns, rows, env });
    onTestFinished(() => screen.close());
    return screen;
  };
}

/** The cursor is shown when what was last said of it is to show it, or nothing was said. */
export function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}

/** Bundles the driver; the folder is inside the project so that packages are found. Returns its file and a way to remove it. */
async function buildDriver(): Promise<{ file: string; remove: () => Promise<void> }> {
  const here = dirname(fileURLToPath(import.meta.url));
  const root = join(here, '..', '..');
  const folder = await mkdtemp(join(root, 'node_modules', '.pty-driver-'));
  const file = join(folder, 'driver.mjs');
  await build({
    entryPoints: [join(here, 'pty-driver.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'silent',
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What a test does with the terminal. */
export interface PtyScreen {
  /** Sends a step and waits until it is done; `result` is what the step gave. */
  step(step: DriverStep): Promise<unknown>;
  /** Sends a step without waiting, for questions that the test answers. */
  begin(step: DriverStep): Promise<unknown>;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** The whole screen with what scrolled away, lines without trailing spaces, empty lines at the end left out. */
  read(): string;
  /** Waits until the screen shows what is wanted. */
  waitFor(wanted: (screen: string) => boolean): Promise<string>;
  /** Everything that was written, as it was. */
  raw(): string;
  /** How often the driver asked for a stop. */
  stops(): number;
  exit: Promise<number>;
  close(): Promise<void>;
}

/** Starts the driver in a terminal of the given size; returns when it is ready for steps. */
async function openScreen(
  file: string,
  options: { columns: number; rows: number; env?: Record<string, string> },
): Promise<PtyScreen> {
  const folder = await mkdtemp(join(tmpdir(), 's2s-pty-'));
  const path = join(folder, 'socket');
  const terminal = new xterm.Terminal({
    cols: options.columns,
    rows: options.rows,
    scrollback: 1000,
    allowProposedApi: true,
  });
  let output = '';
  let watchers: (() => void)[] = [];
  const waiting: ((result: unknown) => void)[] = [];
  let stops = 0;
  const server: Server = createServer();
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const env = {
    PATH: process.env['PATH'] ?? '',
    TERM: 'xterm-256color',
    LANG: 'en_US.UTF-8',
    ...options.env,
    DRIVER_SOCKET: path,
  };
  const child = spawn(process.execPath, [file], {
    cols: options.columns,
    rows: options.rows,
    name: env.TERM,
    env,
  });
  child.onData((data) => {
    output += data;
    terminal.write(data, () => {
      for (const watcher of watchers) watcher();
    });
  });
  const exit = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  let ended = false;
  void exit.then(() => {
    ended = true;
  });
  const early = exit.then((code) => Promise.reject(new Error(`the driver ended with ${code}: ${output}`)));
  early.catch(() => undefined);
  const socket = await Promise.race([connected, early]);
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as { done?: boolean; result?: unknown; stopRequested?: boolean };
    if (message.stopRequested === true) stops += 1;
    else waiting.shift()?.(message.result);
  });
  const read = (): string => {
    const { active } = terminal.buffer;
    const lines: string[] = [];
    for (let row = 0; row < active.length; row += 1)
      lines.push(active.getLine(row)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  };
  const begin = (step: DriverStep): Promise<unknown> => {
    const done = new Promise((resolve) => waiting.push(resolve));
    socket.write(`${JSON.stringify(step)}\n`);
    return done;
  };
  return {
    begin,
    step: (step) => Promise.race([begin(step), early]),
    type: (text) => child.write(text),
    resize(columns, rows) {
      terminal.resize(columns, rows);
      child.resize(columns, rows);
    },
    read,
    raw: () => output,
    stops: () => stops,
    exit,
    waitFor: (wanted) =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          clearTimeout(timer);
          watchers = watchers.filter((watcher) => watcher !== check);
        };
        const timer = setTimeout(() => {
          give();
          reject(new Error(`the screen never showed it:\n${read()}`));
        }, 150_000);
        const check = (): void => {
          const screen = read();
          if (!wanted(screen)) return;
          give();
          resolve(screen);
        };
        watchers.push(check);
        check();
      }),
    async close() {
      socket.destroy();
      if (!ended) child.kill();
      await exit;
      await new Promise((resolve) => server.close(resolve));
      terminal.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
