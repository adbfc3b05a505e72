/** The name that git has for a folder, asked from the real program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readPersonName } from '../../src/files/person-name.ts';
import { makeFolder } from '../support/make-folder.ts';

// The only program that the suite needs beside Node; the product works without it, as the last test shows.
const hasGit = spawnSync('git', ['--version']).status === 0;

test.runIf(hasGit).each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ["  Zoë \t O'Brien ", "Zoë O'Brien"],
  ['x'.repeat(300), null],
])('of a repository with the name %j is %j', async (name, expected) => {
  const folder = await makeFolder();
  execFileSync('git', ['init', '-q', folder]);
  execFileSync('git', ['config', 'user.name', name], { cwd: folder });
  expect(await readPersonName(folder)).toBe(expected);
});

test('is null, not an error, in a folder that does not exist', async () => {
  expect(await readPersonName('/nowhere/at/all')).toBeNull();
});
