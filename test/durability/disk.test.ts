/** A disk that fills, folders in the way, folders that go away, and places that cannot be written. */

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { listLeftovers, readEnd, readJournaledKeys, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { type Ended, makeProject, type Project, runProgram } from './program.ts';

let panel: PanelServer;
let project: Project;
const undo: (() => void)[] = [];

afterEach(async () => {
  await panel.close();
  await project.remove();
  for (const step of undo.splice(0).reverse()) step();
});

// Two runs of the program each: plenty for a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;

/** A file system of its own in memory, or null where this user may not mount one. */
function mountDisk(kilobytes: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 's2s-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  undo.push(() => {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Writes until nothing fits any more. */
function fillDisk(folder: string): void {
  for (let bytes = 1 << 16; bytes >= 1; bytes >>= 1) {
    for (;;) {
      const { bavail } = statfsSync(folder);
      try {
        writeFileSync(path.join(folder, 'ballast'), 'x'.repeat(bytes), { flag: 'a' });
      } catch {
        break;
      }
      if (Number(bavail) === 0) return;
    }
  }
}

async function expectWholeSession(): Promise<string> {
  const [id = ''] = await project.listIds();
  parseSession(await readFile(path.join(project.sessions, `${id}.yaml`), 'utf8'), id);
  return id;
}

function expectFileError(ended: Ended, pattern: RegExp): void {
  expect(ended.code, ended.stderr).toBe(5);
  const { error } = JSON.parse(ended.stdout) as { error: { message: string; hint: string } };
  expect(error.message).toMatch(pattern);
  expect(error.hint).not.toBe('');
  // That would begin another discussion.
  if (ended.stdout.includes('no space')) expect(error.hint).toMatch(/s2s roundtable (?:resume|publish)/);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
}

async function expectResumes(id: string): Promise<void> {
  const kept = await readJournaledKeys(project);
  const before = panel.calls.length;
  const ended = await runProgram(resumeArguments(id), { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(0);
  expect(panel.calls.slice(before).filter(({ key }) => kept.includes(key))).toEqual([]);
  expect(await listLeftovers(project)).toEqual([]);
}

/** Room for a few more calls than paused it before, but not for all. */
const fewMore = ['--max-tokens', '200'];

/** It asks for more, and pauses at the next limit: everything is where it belongs. */
async function expectGoesOn(id: string): Promise<void> {
  const before = panel.calls.length;
  const resumed = await runProgram([...resumeArguments(id), ...fewMore], { cwd: project.root });
  expect(resumed.code, resumed.stderr).toBe(3);
  expect(panel.calls.length).toBeGreaterThan(before);
}

/** Does something when the n-th call arrives. */
function onCall(number: number, action: () => void): void {
  panel.onEvent = (event) => {
    if (event === 'arrived' && panel.calls.length === number) action();
  };
}

describe('a disk that fills', () => {
  it.for([3, 21])('at call %i: exit 5, the last good round kept, resumable', async (number, { skip }) => {
    panel = await startPanel();
    const disk = mountDisk(4096);
    project = await makeProject(panel.config, disk ?? tmpdir());
    skip(disk === null, 'this user may not mount a file system of its own');
    if (disk === null) return;
    onCall(number, () => fillDisk(disk));
    const ended = await runProgram(startArguments, { cwd: project.root });
    expectFileError(ended, /(?:\.s2s|docs)\/\S+ (?:could not|cannot) be written: no space is left/);
    const id = await expectWholeSession();
    rmSync(path.join(disk, 'ballast'));
    panel.onEvent = () => undefined;
    await expectResumes(id);
  });

  it('by a limit on the size of files: exit 5 with the reason, resumable', async () => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    const prefix = ['bash', '-c', 'ulimit -f 10; exec "$@"', 'bash'];
    const ended = await runProgram(startArguments, { cwd: project.root, prefix });
    expectFileError(ended, /\.s2s\/\S+ could not be written: .*(?:EFBIG)/);
    await expectResumes(await expectWholeSession());
  });
});

describe('something in the way', () => {
  async function pauseInRoundTwo(): Promise<string> {
    panel = await startPanel();
    project = await makeProject(panel.config);
    const ended = await runProgram([...startArguments, '--max-tokens', '150'], { cwd: project.root });
    expect(ended.code, ended.stderr).toBe(3);
    return expectWholeSession();
  }
  it.each([
    ['the session file', (id: string) => `${id}.yaml`],
    ['the lock', (id: string) => `${id}.lock`],
    ['the journal', (id: string) => `${id}/calls.jsonl`],
  ])('a folder in place of %s: exit 5 with its path; resumable when it is gone', async (_, name) => {
    const id = await pauseInRoundTwo();
    const file = path.join(project.sessions, name(id));
    const aside = `${file}.aside`;
    if (existsSync(file)) await rename(file, aside);
    await mkdir(file, { recursive: true });
    expectFileError(
      await runProgram([...resumeArguments(id), ...fewMore], { cwd: project.root }),
      new RegExp(`\\.s2s/sessions/${name(id)}`),
    );
    await rm(file, { recursive: true });
    if (existsSync(aside)) await rename(aside, file);
    await expectGoesOn(id);
  });

  it('a file in place of the documents folder: exit 5 before any call', async () => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    await writeFile(path.join(project.root, 'docs'), 'a file');
    expectFileError(await runProgram(startArguments, { cwd: project.root }), /docs/);
    expect(panel.calls).toEqual([]);
  });

  it('one that comes in the middle: exit 5 once all is written; resumable', async () => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    onCall(9, () => writeFileSync(path.join(project.root, 'docs'), 'a file'));
    expectFileError(await runProgram(startArguments, { cwd: project.root }), /docs/);
    const id = await expectWholeSession();
    await rm(path.join(project.root, 'docs'));
    const before = panel.calls.length;
    await expectResumes(id);
    expect(panel.calls.length).toBe(before);
    expect(Object.keys((await readEnd(project)).documents)).toHaveLength(1);
  });

  it('a file in place of the sessions folder: exit 5 before any call', async () => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    await writeFile(project.sessions, 'a file');
    expectFileError(await runProgram(startArguments, { cwd: project.root }), /\.s2s\/sessions/);
    expect(panel.calls).toEqual([]);
  });

  it('the sessions folder removed in the middle: exit 5, and nothing is made up in its place', async () => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    onCall(9, () => rmSync(project.sessions, { recursive: true }));
    expectFileError(await runProgram(startArguments, { cwd: project.root }), /\.s2s\/sessions\/\S+/);
    expect(existsSync(project.sessions)).toBe(false);
  });
});

describe('a place that cannot be written', () => {
  it('a file system that is read-only: exit 5; reading goes on', async ({ skip }) => {
    panel = await startPanel();
    const disk = mountDisk(4096);
    project = await makeProject(panel.config, disk ?? tmpdir());
    skip(disk === null, 'this user may not mount a file system of its own');
    if (disk === null) return;
    await runProgram([...startArguments, '--max-tokens', '150'], { cwd: project.root });
    const id = await expectWholeSession();
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    undo.push(() => execFileSync('mount', ['-o', 'remount,rw', disk]));
    expectFileError(await runProgram(resumeArguments(id), { cwd: project.root }), /read-only/);
    for (const command of [['list'], ['show', id], ['show', id, '--calls']]) {
      const ended = await runProgram(['roundtable', ...command], { cwd: project.root });
      expect(ended.code, ended.stderr).toBe(0);
    }
    for (const step of undo.splice(-1)) step();
    await expectGoesOn(id);
  });

  it('a folder of another user: exit 5 with the reason', async ({ skip }) => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    skip(!isRoot, 'root alone can become somebody else');
    const prefix = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    chmodSync(project.root, 0o755);
    chmodSync(path.join(project.root, '.s2s'), 0o755);
    const known = await runProgram(['--version'], { cwd: project.root, prefix }).catch(() => null);
    skip(known?.code !== 0, 'somebody else may not run the program where it lies');
    const refused = await runProgram(startArguments, { cwd: project.root, prefix });
    expect([refused.code, refused.stderr.replaceAll(/\n +/g, ' ')]).toEqual([
      2,
      expect.stringContaining('belongs to another user'),
    ]);
    expectFileError(
      await runProgram([...startArguments, '--trust'], { cwd: project.root, prefix }),
      /\.s2s\/sessions.*permission/,
    );
    expect(panel.calls).toEqual([]);
    // The same folder, given to them, works.
    chownSync(project.root, 65_534, 65_534);
    chownSync(path.join(project.root, '.s2s'), 65_534, 65_534);
    const ended = await runProgram([...startArguments, ...fewMore], { cwd: project.root, prefix });
    expect(ended.code, ended.stderr).toBe(3);
  });
});
