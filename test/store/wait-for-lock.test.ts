import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTurns, waitForLock } from '../../src/store/folder/wait-for-lock.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createHost } from './sample-session.ts';

/** A host that counts how often somebody found the lock taken, and looked whether its owner lives. */
function countLooks() {
  const host = createHost(11, [11]);
  const counted = { looks: 0 };
  const isAlive = (pid: number): boolean => {
    counted.looks += 1;
    return host.isAlive(pid);
  };
  return { host: { ...host, isAlive }, counted };
}

it('lets twenty of one process in one after the other, in the order in which they came, and each tries once', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'some.lock');
  const { host, counted } = countLooks();
  const waitForTurn = createTurns();
  const options = { host, waitForTurn, what: folder, shownAs: 'some.lock' };
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const seen: number[] = [];
  let inside = 0;
  await Promise.all(
    numbers.map(async (number) => {
      const release = await waitForLock(path, options);
      inside += 1;
      expect(inside).toBe(1);
      seen.push(number);
      expect(await readdir(folder)).toEqual(['some.lock']);
      inside -= 1;
      await release();
      await release();
    }),
  );
  expect(seen).toEqual(numbers);
  expect(counted.looks).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

it('lets the next one try when one could not take the lock', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'some.lock');
  const options = { host: createHost(11, [11]), waitForTurn: createTurns(), what: folder, shownAs: 'a lock' };
  await writeFile(path, 'no lock');
  const [first, second] = [waitForLock(path, options), waitForLock(path, options)];
  await expect(first).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  await expect(second).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

it('does not let a turn wait for one of another name', async () => {
  const waitForTurn = createTurns();
  await waitForTurn('one');
  (await waitForTurn('other'))();
});
