/** What git says of a folder, asked from the real program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isKeptByGit, readPersonName } from '../../src/files/ask-git.ts';
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

const record = '.s2s/sessions/20260101-100000-queue/record.md';

test.runIf(hasGit).each([
  ['no rule', '', true],
  ['the rules of s2s init', '/sessions/*\n!/sessions/*-summary.md\n', false],
  ['the line removed', '/state.yaml\n', true],
  ['all ignored but the records', '/sessions/**\n!/sessions/*/\n!/sessions/*/record.md\n', true],
])('with %s, the record of a session is kept or not', async (_, rules, expected) => {
  const folder = await makeFolder();
  execFileSync('git', ['init', '-q', folder]);
  await mkdir(path.join(folder, '.s2s'));
  await writeFile(path.join(folder, '.s2s', '.gitignore'), rules);
  expect(await isKeptByGit(folder, record)).toBe(expected);
});

test('a folder above that is ignored counts, and no repository or no folder keeps nothing', async () => {
  const folder = await makeFolder();
  expect(await isKeptByGit(path.join(folder, 'gone'), record)).toBe(false);
  if (!hasGit) return;
  await mkdir(path.join(folder, 'project'));
  execFileSync('git', ['init', '-q', folder]);
  await writeFile(path.join(folder, '.gitignore'), '.s2s/\n');
  expect(await isKeptByGit(path.join(folder, 'project'), record)).toBe(false);
  expect(await isKeptByGit(path.join(folder, 'project'), 'docs/x.md')).toBe(true);
});
