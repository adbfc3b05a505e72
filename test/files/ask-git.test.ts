/** What git says of a folder, asked from the real program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAsCommitted } from '../../src/evidence/is-as-committed.ts';
import { listProjectFiles } from '../../src/evidence/project-files.ts';
import { isKeptByGit, readPersonName, runGit } from '../../src/files/ask-git.ts';
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

// A clone brings no settings of its own; a folder that was copied or unpacked does.
test.runIf(hasGit).each([
  ['a monitor of files', (mark: string) => ['core.fsmonitor', mark]],
  ['hooks', (mark: string) => ['core.hooksPath', path.dirname(mark)]],
  ['a pager', (mark: string) => ['core.pager', mark]],
  ['a pager of one command', (mark: string) => ['pager.log', mark]],
  ['a program for differences', (mark: string) => ['diff.external', mark]],
  ['a check of signatures', (mark: string) => ['gpg.program', mark]],
  ['a way to a host', (mark: string) => ['core.sshCommand', mark]],
  ['a filter', (mark: string) => ['filter.all.clean', mark]],
  ['a text of binary files', (mark: string) => ['diff.all.textconv', mark]],
  ['a helper for keys', (mark: string) => ['credential.helper', `!${mark}`]],
  ['a name for a command', (mark: string) => ['alias.ls-files', `!${mark}`]],
] as const)('runs nothing of a repository whose settings name %s', async (_, write) => {
  const folder = await makeFolder();
  const mark = path.join(folder, 'bin', 'post-index-change');
  await mkdir(path.dirname(mark));
  await writeFile(mark, '#!/bin/sh\ntouch "$(dirname "$0")/ran"\ncat\n', { mode: 0o755 });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: folder });
  git('init', '-q');
  await writeFile(path.join(folder, '.gitattributes'), '* filter=all diff=all\n');
  await writeFile(path.join(folder, 'a.md'), 'a\n');
  git('add', 'a.md');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a');
  await writeFile(path.join(folder, 'a.md'), 'b\n');
  const [name = '', value = ''] = write(mark);
  git('config', name, value);
  for (const [more, on] of [
    ['log.showSignature', 'true'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${mark}`],
    ['protocol.ext.allow', 'always'],
  ] as const)
    git('config', more, on);
  await isKeptByGit(folder, 'a.md');
  await readPersonName(folder);
  const { repository } = await listProjectFiles(folder);
  expect(repository).not.toBeNull();
  await isAsCommitted(folder, 'a.md');
  await runGit(folder, ['log', '-3', '--', 'a.md']);
  expect(await readdir(path.dirname(mark))).toEqual(['post-index-change']);
});
