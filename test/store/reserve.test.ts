/** Room that is kept on the disk for replies that are under way. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { locateSessions } from '../../src/store/folder/session-paths.ts';
import { openJournal, readJournal } from '../../src/store/journal/journal.ts';
import { journalAsk } from '../../src/store/journal/journal-ask.ts';
import { createRequest, createSuccess, noon, sampleId } from './sample-session.ts';

/** A disk of its own, or null where this user may not mount one. */
function mountDisk(kilobytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 's2s-reserve-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  });
  return folder;
}

function fillDisk(folder: string): void {
  for (let bytes = 1 << 16; bytes >= 1; bytes >>= 1) {
    for (let full = false; !full; ) {
      try {
        writeFileSync(join(folder, 'ballast'), 'x'.repeat(bytes), { flag: 'a' });
        full = Number(statfsSync(folder).bavail) === 0;
      } catch {
        full = true;
      }
    }
  }
}

it.each([1, 3])('%i replies arrive on a disk that filled while they were under way', async (number) => {
  const root = mountDisk(2048);
  if (root === null) return;
  const paths = locateSessions({ root, s2sDir: '.s2s' });
  await mkdir(paths.sessions, { recursive: true });
  const journal = await openJournal(paths, sampleId);
  const request = (index: number) => createRequest(`1/answer/seat-${index}/1`, { max_output_tokens: 8000 });
  const options = { signal: new AbortController().signal };
  const text = 'A long reply. '.repeat(2000);
  let made = 0;
  let goOn = (): void => undefined;
  const allUnderWay = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const call = async () => {
    made += 1;
    if (made === number) {
      fillDisk(root);
      goOn();
    }
    await allUnderWay;
    return createSuccess(text);
  };
  const ask = journalAsk({ journal, call, clock: { now: () => noon } });
  await Promise.all(Array.from({ length: number }, (_, index) => ask(request(index), options)));
  // Now there is no room for one more, and it is not asked for.
  fillDisk(root);
  const large = createRequest('2/answer/a/1', { max_output_tokens: 300_000 });
  await expect(ask(large, options)).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    message: expect.stringMatching(/no space is left.*none was made/),
  });
  expect(made).toBe(number);
  await rm(join(root, 'ballast'));
  await journal.close();
  const { lines, problems } = await readJournal(paths, sampleId);
  expect(lines.map((line) => (line.kind === 'call' && line.ok ? line.text : ''))).toEqual(
    Array.from({ length: number }, () => text),
  );
  expect(problems).toEqual([]);
  expect(await readdir(paths.sessions)).toEqual([sampleId]);
});
