import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readProcess } from '../../src/files/process-table.ts';
import { acquireLock, locateLock, readLockHolder } from '../../src/store/files/lock.ts';
import { locateSessions, type SessionPaths } from '../../src/store/folder/session-paths.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createHost, noon, sampleId } from './sample-session.ts';

async function createPaths(): Promise<SessionPaths> {
  const paths = locateSessions({ root: await makeFolder(), s2sDir: '.s2s' });
  await mkdir(paths.sessions, { recursive: true });
  return paths;
}

describe('acquireLock', () => {
  it('gives the lock to one at a time, and says who has it and since when', async () => {
    const paths = await createPaths();
    const release = await acquireLock(paths, sampleId, createHost(11, [11, 22]));
    await expect(acquireLock(paths, sampleId, createHost(22, [11, 22]))).rejects.toMatchObject({
      code: 'SESSION_LOCKED',
      exitCode: 5,
      message: expect.stringContaining(`process 11 since ${noon.toISOString()}`),
      data: { pid: 11, host: 'here', since: noon.toISOString() },
    });
    expect(await readLockHolder(paths, sampleId, createHost(22, [11, 22]))).toMatchObject({ pid: 11 });
    await release();
    await release();
    expect(await readdir(paths.sessions)).toEqual([]);
    await (await acquireLock(paths, sampleId, createHost(22)))();
  });

  it('takes over from an owner that died, and clears away what that one left', async () => {
    const paths = await createPaths();
    await acquireLock(paths, sampleId, createHost(11));
    for (const name of [`.${sampleId}.yaml.0.tmp`, `.${sampleId}.lock.11-token-11-7.tmp`]) {
      await writeFile(join(paths.sessions, name), 'half');
      await utimes(join(paths.sessions, name), 1, 1);
    }
    expect(await readLockHolder(paths, sampleId, createHost(22))).toBeNull();
    const release = await acquireLock(paths, sampleId, createHost(22));
    expect(await readdir(paths.sessions)).toEqual([`${sampleId}.lock`]);
    await release();
    expect(await readdir(paths.sessions)).toEqual([]);
  });

  it('takes over also when somebody died in the middle of taking over', async () => {
    const paths = await createPaths();
    const path = locateLock(paths, sampleId);
    await acquireLock(paths, sampleId, createHost(11));
    const dead = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(`${path}.${dead.token}`, JSON.stringify({ ...dead, pid: 12, token: 'token-12-1' }));
    await writeFile(
      `${path}.${dead.token}.token-12-1`,
      JSON.stringify({ ...dead, pid: 13, token: 'token-13-1' }),
    );
    const release = await acquireLock(paths, sampleId, createHost(22));
    await release();
    expect(await readdir(paths.sessions)).toEqual([]);
  });

  it('does not take over what another takes over at this moment', async () => {
    const paths = await createPaths();
    const path = locateLock(paths, sampleId);
    await acquireLock(paths, sampleId, createHost(11));
    const dead = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(`${path}.${dead.token}`, JSON.stringify({ ...dead, pid: 33, token: 'token-33-1' }));
    await expect(acquireLock(paths, sampleId, createHost(22, [22, 33]))).rejects.toMatchObject({
      code: 'SESSION_LOCKED',
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dead);
  });

  it('never takes over from another machine, and says which file to remove', async () => {
    const paths = await createPaths();
    const there = { ...createHost(11), hostname: 'there' };
    await acquireLock(paths, sampleId, there);
    await expect(acquireLock(paths, sampleId, createHost(22))).rejects.toMatchObject({
      code: 'SESSION_LOCKED',
      message: expect.stringContaining('on the machine there'),
      hint: expect.stringContaining(`.s2s/sessions/${sampleId}.lock`),
    });
  });

  it.each([
    ['another container with the same host name', 'boot/pid:[2]', 'boot/pid:[1]'],
    ['a place that knows its processes, from one that does not', 'boot/pid:[2]', null],
    ['a place that does not know its processes, from one that does', null, 'boot/pid:[1]'],
  ])('never takes over from %s, and says which file to remove', async (_, own, other) => {
    const paths = await createPaths();
    const there = { ...createHost(11), readNamespace: async () => other };
    await acquireLock(paths, sampleId, there);
    const path = locateLock(paths, sampleId);
    const before = await readFile(path, 'utf8');
    // To this one, process 11 does not exist: the number is of the other's processes.
    const here = { ...createHost(22), readNamespace: async () => own };
    await expect(acquireLock(paths, sampleId, here)).rejects.toMatchObject({
      code: 'SESSION_LOCKED',
      message: expect.stringContaining('process 11 in another container'),
      hint: expect.stringContaining(`remove .s2s/sessions/${sampleId}.lock`),
    });
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readLockHolder(paths, sampleId, here)).toMatchObject({ pid: 11 });
  });

  it('takes over in its own namespace', async () => {
    const paths = await createPaths();
    const host = (pid: number) => ({ ...createHost(pid), readNamespace: async () => 'boot/pid:[1]' });
    await acquireLock(paths, sampleId, host(11));
    await (await acquireLock(paths, sampleId, host(22)))();
    expect(await readdir(paths.sessions)).toEqual([]);
  });

  const otherThings: [string, (path: string, paths: SessionPaths) => Promise<unknown>][] = [
    ['a folder', (path) => mkdir(path)],
    ['a link to a file', (path, paths) => symlink(paths.state, path)],
    ['a link to nothing', (path, paths) => symlink(join(paths.sessions, 'nothing'), path)],
    ['a link to itself', (path) => symlink(path, path)],
    ['an empty file', (path) => writeFile(path, '')],
    ['another text', (path) => writeFile(path, '{"pid": "many"}')],
    ['a large file', (path) => writeFile(path, 'x'.repeat(70_000))],
  ];

  it.each(otherThings)('%s in its place ends with an error that names it, or with a lock', async (_, put) => {
    const paths = await createPaths();
    await writeFile(paths.state, 'current_session: null\n');
    await put(locateLock(paths, sampleId), paths);
    await expect(acquireLock(paths, sampleId, createHost(1))).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringContaining(`${sampleId}.lock`),
    });
    expect(await readLockHolder(paths, sampleId, createHost(1))).toBeNull();
    // And it stops no other session.
    await (await acquireLock(paths, '20261127-110000-another', createHost(1)))();
  });

  it.each(otherThings)('%s that takes its place in the middle fails nobody who is done', async (_, put) => {
    const paths = await createPaths();
    const release = await acquireLock(paths, sampleId, createHost(1));
    await rm(locateLock(paths, sampleId));
    await put(locateLock(paths, sampleId), paths);
    await release();
    await release();
  });

  const now = () => new Date();
  const minuteAgo = () => new Date(Date.now() - 60_000);
  const secondsAgo = () => new Date(Date.now() - 10_000);
  const ahead = () => new Date(Date.now() + 3_600_000);

  // A process number says nothing of another machine that shares the folder.
  it.for([
    ['by a number that nobody has here, just now', '.#.lock.77-token-1.tmp', '{"pid": 77', now, 'kept'],
    ['and still empty', '.#.lock.77-token-1.tmp', '', now, 'kept'],
    ['some seconds ago', '.#.lock.77-token-1.tmp', '{"pid"', secondsAgo, 'kept'],
    ['by a clock that is ahead', '.#.lock.77-token-1.tmp', '{"pid"', ahead, 'kept'],
    ['a minute ago', '.#.lock.77-token-1.tmp', '{"pid"', minuteAgo, 'cleared'],
    ['a minute ago, by a process that lives', '.#.lock.33-token-1.tmp', '{"pid"', minuteAgo, 'kept'],
    ['as a marker, just now', '#.lock.token-11-0', '{"pid": 77', now, 'kept'],
    ['as a marker, a minute ago', '#.lock.token-11-0', '', minuteAgo, 'cleared'],
    ['for the lock of a marker, just now', '.#.lock.token-11-0.77-a.tmp', '', now, 'kept'],
    ['for the lock of a marker, a minute ago', '.#.lock.token-11-0.77-a.tmp', '', minuteAgo, 'cleared'],
  ] as const)('a lock that was half-written %s', async ([, pattern, text, when, end]) => {
    const paths = await createPaths();
    const name = pattern.replace('#', sampleId);
    await writeFile(join(paths.sessions, name), text);
    await utimes(join(paths.sessions, name), when(), when());
    await (await acquireLock(paths, sampleId, createHost(22, [22, 33])))();
    expect(await readdir(paths.sessions)).toEqual(end === 'kept' ? [name] : []);
  });

  it('a finished file that somebody took for a leftover is written again', async () => {
    const paths = await createPaths();
    const path = locateLock(paths, sampleId);
    await acquireLock(paths, sampleId, createHost(11));
    let looks = 0;
    const isAlive = (pid: number) => {
      if (pid === 22) return true;
      // While the owner is looked up, the file of whoever asks is cleared away, and at the second time the lock too.
      const own = readdirSync(paths.sessions).find((name) => name.startsWith(`.${sampleId}.lock.22-`));
      if (looks < 2) rmSync(join(paths.sessions, own ?? ''));
      looks += 1;
      if (looks === 2) rmSync(path);
      return false;
    };
    await acquireLock(paths, sampleId, { ...createHost(22), isAlive });
    expect(looks).toBe(2);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: 22 });
    expect(await readdir(paths.sessions)).toEqual([`${sampleId}.lock`]);
  });

  it('notices that a process has ended unreaped, and that its number belongs to another one now', async () => {
    const paths = await createPaths();
    const table = new Map([
      [11, { start: 'boot/1', ended: false }],
      [22, { start: 'boot/2', ended: false }],
    ]);
    const readProcess = async (pid: number) => table.get(pid) ?? { start: null, ended: false };
    const first = { ...createHost(11, [11, 22]), readProcess };
    const second = { ...createHost(22, [11, 22]), readProcess };
    await acquireLock(paths, sampleId, first);
    await expect(acquireLock(paths, sampleId, second)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
    table.set(11, { start: 'boot/1', ended: true });
    await acquireLock(paths, sampleId, second);
    table.set(11, { start: 'boot/3', ended: false });
    await expect(acquireLock(paths, sampleId, first)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
    table.set(22, { start: 'boot/4', ended: false });
    await (await acquireLock(paths, sampleId, first))();
  });

  it.skipIf(process.platform !== 'linux')('knows of this machine when a process began', async () => {
    const facts = await readProcess(process.pid);
    expect(facts).toEqual({ start: expect.stringMatching(/^[0-9a-f-]+\/\d+$/), ended: false });
    expect(await readProcess(process.pid)).toEqual(facts);
    expect(await readProcess(2 ** 30)).toEqual({ start: null, ended: false });
  });

  it('refuses bad ids, ways out of the project, and folders in its way', async () => {
    const paths = await createPaths();
    await expect(acquireLock(paths, '../x', createHost(1))).rejects.toMatchObject({ code: 'INVALID_ID' });
    const outside = await makeFolder();
    await symlink(join(outside, 'lock'), locateLock(paths, sampleId));
    await expect(acquireLock(paths, sampleId, createHost(1))).rejects.toMatchObject({
      code: 'FILE_OUTSIDE_PROJECT',
    });
    await rm(locateLock(paths, sampleId));
    for (const put of [
      () => mkdir(locateLock(paths, sampleId)),
      // Opening a pipe waits for somebody at its other end, unless it is asked not to.
      async () => execFileSync('mkfifo', [locateLock(paths, sampleId)]),
    ]) {
      await put();
      await expect(acquireLock(paths, sampleId, createHost(1))).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining(`${sampleId}.lock`),
      });
      await rm(locateLock(paths, sampleId), { recursive: true });
    }
    await rm(paths.sessions, { recursive: true });
    await writeFile(paths.sessions, 'a file');
    await expect(acquireLock(paths, sampleId, createHost(1))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
  });
});

describe('many real processes that want one lock', () => {
  let folder = '';
  let script = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's2s-contender-'));
    script = join(folder, 'contender.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('./contender.ts', import.meta.url))],
      outfile: script,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Contender {
    child: ChildProcess;
    next: () => Promise<string>;
  }

  async function startContender(root: string, mode = ''): Promise<Contender> {
    const child = spawn(process.execPath, [script, root, sampleId, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => String((await lines.next()).value);
    expect(await next()).toBe('ready');
    return { child, next };
  }

  async function contend(contenders: readonly Contender[]): Promise<string[]> {
    for (const { child } of contenders) child.stdin?.write('go\n');
    return Promise.all(contenders.map(({ next }) => next()));
  }

  it('exactly one gets a lock whose owner was killed', async () => {
    const paths = await createPaths();
    const victim = await startContender(paths.root, 'die');
    expect(await contend([victim])).toEqual(['won']);
    await once(victim.child, 'exit');
    expect(await readdir(paths.sessions)).toEqual([`${sampleId}.lock`]);
    expect(JSON.parse(await readFile(locateLock(paths, sampleId), 'utf8'))).toMatchObject({
      pid: victim.child.pid,
      host: hostname(),
    });
    const contenders = await Promise.all(Array.from({ length: 8 }, () => startContender(paths.root)));
    const results = await contend(contenders);
    expect(results.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'locked'), 'won']);
    const winner = contenders[results.indexOf('won')];
    const owner = JSON.parse(await readFile(locateLock(paths, sampleId), 'utf8'));
    expect(owner.pid).toBe(winner?.child.pid);
    winner?.child.stdin?.end();
    if (winner) await once(winner.child, 'exit');
    expect(await readdir(paths.sessions)).toEqual([]);
  });
});

describe('many at once in one process', () => {
  it('one gets a dead lock, whatever the order of their steps', async () => {
    for (let time = 0; time < 15; time += 1) {
      const paths = await createPaths();
      await acquireLock(paths, sampleId, createHost(999));
      const pids = Array.from({ length: 10 }, (_, index) => 1000 + index);
      const results = await Promise.allSettled(
        pids.map((pid) => acquireLock(paths, sampleId, createHost(pid, pids))),
      );
      const failures = results.filter(({ status }) => status === 'rejected');
      expect(failures).toHaveLength(9);
      for (const failure of failures) expect(failure).toMatchObject({ reason: { code: 'SESSION_LOCKED' } });
      expect(await readdir(paths.sessions)).toEqual([`${sampleId}.lock`]);
    }
  });
});
