/** A real pseudo-terminal with a screen that can be read, and the driver running in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { build } from 'esbuild';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Terminal, watchScreen } from '../support/terminal.ts';
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
export interface PtyScreen extends Omit<Terminal, 'choose'> {
  /** Sends a step and waits until it is done; `result` is what the step gave. */
  step(step: DriverStep): Promise<unknown>;
  /** Sends a step without waiting, for questions that the test answers. */
  begin(step: DriverStep): Promise<unknown>;
  /** How often the driver asked for a stop. */
  stops(): number;
}

/** Starts the driver in a terminal of the given size; returns when it is ready for steps. */
async function openScreen(
  file: string,
  options: { columns: number; rows: number; env?: Record<string, string> },
): Promise<PtyScreen> {
  const folder = await mkdtemp(join(tmpdir(), 's2s-pty-'));
  const path = join(folder, 'socket');
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
  const shown = watchScreen(child, options);
  const early = shown.exit.then((code) =>
    Promise.reject(new Error(`the driver ended with ${code}: ${shown.raw()}`)),
  );
  early.catch(() => undefined);
  const socket = await Promise.race([connected, early]);
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as { done?: boolean; result?: unknown; stopRequested?: boolean };
    if (message.stopRequested === true) stops += 1;
    else waiting.shift()?.(message.result);
  });
  const begin = (step: DriverStep): Promise<unknown> => {
    const done = new Promise((resolve) => waiting.push(resolve));
    socket.write(`${JSON.stringify(step)}\n`);
    return done;
  };
  return {
    ...shown,
    begin,
    step: (step) => Promise.race([begin(step), early]),
    stops: () => stops,
    async close() {
      socket.destroy();
      await shown.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
