/**
 * Where the tests keep their temporary folders: in memory where the system has room there, because almost every test saves sessions,
 * and each save waits for the disk. One folder for each run, gone with it, so that no test has to remove its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
const ownName = /^s2s-(\d+)$/;

/** What a run may need at most, with the databases of three files, in bytes. */
const enough = 2 * 1024 ** 3;

/** Vitest calls it before the first test, and what it returns after the last. `S2S_TEST_KEPT` names a place that outlives the run. */
export function setup(): () => void {
  const kept = tmpdir();
  const inMemory = path.join(memory, `s2s-${process.pid}`);
  const folder = isUsable(inMemory) ? inMemory : mkdtempSync(path.join(kept, 's2s-'));
  process.env['S2S_TEST_KEPT'] = kept;
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Makes the folder. It must hold enough, and let programs be started, as some tests write programs of their own. */
function isUsable(folder: string): boolean {
  try {
    for (const name of readdirSync(memory))
      if (isLeft(name)) rmSync(path.join(memory, name), { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) return false;
    mkdirSync(folder, { recursive: true });
    const probe = path.join(folder, 'probe');
    writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(probe);
    rmSync(probe);
    return true;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** Whether a run that was ended by force left a folder behind. */
function isLeft(name: string): boolean {
  const [, pid] = ownName.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
