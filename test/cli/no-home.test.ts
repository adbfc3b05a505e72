/** Where the system knows neither a home nor the user, and where something fails that nothing expected. */
import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { binary } from '../support/run-binary.ts';

const nobody = 54_321;

// Only root can become a user that the system does not know, as in a container that is started with any number.
test.runIf(process.getuid?.() === 0).each([
  ['--help', 0],
  ['init --yes', 0],
  ['roundtable list', 5],
  ['trust --list', 0],
  ['config show', 0],
  ['config show', 0, 'of somebody else'],
])('without a home, `s2s %s` works or says what is missing', async (words, code, home = '') => {
  const cwd = await makeFolder();
  const closed = await makeFolder();
  await chmod(closed, 0o700);
  await chmod(cwd, 0o777);
  const run = spawnSync(process.execPath, [binary, ...words.split(' ')], {
    ...{ cwd, uid: nobody, gid: nobody, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], ...(home === '' ? {} : { HOME: closed }) },
  });
  expect([run.status, run.stderr]).toEqual([code, expect.not.stringMatching(/SystemError|bug in s2s/)]);
});

test('an error that nothing caught is told in a few lines, without our source', () => {
  const late =
    'data:text/javascript,process.once("newListener", () => setImmediate(() => { throw new Error("out of the blue"); }))';
  const run = spawnSync(process.execPath, ['--import', late, binary, 'strategies', 'list'], {
    encoding: 'utf8',
  });
  expect(run.status).toBe(70);
  expect(run.stderr).toMatch(/^Error: a bug in s2s: out of the blue\n(?: +at .{0,300}\n)*$/);
});
