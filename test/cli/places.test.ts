/** Places that are not as usual: a folder that is gone, a user whom the system does not know, another time zone. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readDay } from '../../src/session/rules/read-day.ts';
import { makeFolder } from '../support/make-folder.ts';
import { binary } from '../support/run-binary.ts';

const run = promisify(execFile);

it('a deleted working folder: help is shown, and commands say what is missing', async () => {
  const gone = path.join(await makeFolder({}), 'gone');
  const inside = (words: string) =>
    run('sh', [
      '-c',
      `mkdir '${gone}' && cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${binary}' ${words}`,
    ]);
  expect((await inside('--help')).stdout).toContain('roundtable');
  await expect(inside('roundtable list')).rejects.toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`There is no folder ${gone}`),
  });
});

it.each([
  ['Pacific/Auckland', '2026-12-01'],
  ['America/Los_Angeles', '2026-11-30'],
  ['Nowhere/Else', '2026-11-30'],
])('the day of a document in %s', (time_zone, day) => {
  expect(readDay('2026-11-30T20:00:00.000Z', { time_zone })).toBe(day);
});
