/** What git says of a folder, asked from the real program. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAsCommitted } from '../../src/evidence/is-as-committed.ts';
import { listProjectFiles } from '../../src/evidence/project-files.ts';
import { diffGit, isKeptByGit, readPersonName, runGit } from '../../src/files/ask-git.ts';
import { makeFolder } from '../support/make-folder.ts';
import { git, makeRepository } from '../support/make-repository.ts';

// The only program that the suite needs beside Node; the product works without it, as the last test shows.
const hasGit = spawnSync('git', ['--version']).status === 0;

test.runIf(hasGit).each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ["  Zoë \t O'Brien ", "Zoë O'Brien"],
  ['x'.repeat(300), null],
])('of a repository with the name %j is %j', async (name, expected) => {
  const folder = await makeFolder();
  git(folder, 'init', '-q');
  git(folder, 'config', 'user.name', name);
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
  const folder = await makeFolder({ '.s2s/.gitignore': rules });
  git(folder, 'init', '-q');
  expect(await isKeptByGit(folder, record)).toBe(expected);
});

test('a folder above that is ignored counts, and no repository or no folder keeps nothing', async () => {
  const folder = await makeFolder();
  expect(await isKeptByGit(path.join(folder, 'gone'), record)).toBe(false);
  if (!hasGit) return;
  await mkdir(path.join(folder, 'project'));
  git(folder, 'init', '-q');
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
  ['a filter that goes on running', (mark: string) => ['filter.all.process', mark]],
  ['a filter with a name that is hard to unset', (mark: string) => ['filter.all.b=c.clean', mark]],
  ['a text of binary files', (mark: string) => ['diff.all.textconv', mark]],
  ['a helper for keys', (mark: string) => ['credential.helper', `!${mark}`]],
  ['a name for a command', (mark: string) => ['alias.ls-files', `!${mark}`]],
] as const)('runs nothing of a repository whose settings name %s', async (_, write) => {
  const mark = path.join(await makeFolder(), 'post-index-change');
  await writeFile(mark, '#!/bin/sh\ntouch "$(dirname "$0")/ran"\ncat\n', { mode: 0o755 });
  const [name = '', value = ''] = write(mark);
  const folder = await makeRepository({ 'a.md': 'a\n' });
  await writeFile(
    path.join(folder, '.gitattributes'),
    `* diff=all filter=${name.includes('b=c') ? 'all.b=c' : 'all'}\n`,
  );
  await writeFile(path.join(folder, 'a.md'), 'b\n');
  git(folder, 'config', name, value);
  for (const [more, on] of [
    ['log.showSignature', 'true'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${mark}`],
    ['protocol.ext.allow', 'always'],
  ] as const)
    git(folder, 'config', more, on);
  await isKeptByGit(folder, 'a.md');
  await readPersonName(folder);
  const { repository } = await listProjectFiles(folder);
  expect(repository).not.toBeNull();
  await isAsCommitted(folder, 'a.md');
  await runGit(folder, ['log', '-3', '--', 'a.md']);
  expect(await diffGit(folder, ['HEAD', '--'])).toContain('+b');
  expect(await readdir(path.dirname(mark))).toEqual(['post-index-change']);
});

test.runIf(hasGit)('a working tree elsewhere, which a repository names, is not looked at', async () => {
  const own = await makeRepository({ 'a.md': 'a\n', 'sub/b.md': 'b\n' });
  git(own, 'config', 'core.worktree', await makeFolder({ 'a.md': 'elsewhere\n' }));
  expect(await diffGit(own, ['HEAD', '--'])).toBe('');
  expect(await runGit(path.join(own, 'sub'), ['ls-files'])).toBe('b.md\n');
});

// A setting that names one transport or one remote is more exact than any of ours, so only the environment counts against it.
test.runIf(hasGit).each([
  [
    'a helper of its own',
    (mark: string) => [
      ['remote.origin.url', 'foo::x'],
      ['protocol.foo.allow', 'always'],
      ['alias.remote-foo', `!${mark}`],
    ],
  ],
  [
    'a helper by another name',
    (mark: string) => [
      ['remote.origin.url', 'x'],
      ['remote.origin.vcs', 'foo'],
      ['protocol.foo.allow', 'always'],
      ['alias.remote-foo', `!${mark}`],
    ],
  ],
  [
    'an address for another',
    (mark: string) => [
      ['remote.origin.url', 'z:x'],
      ['url.foo::.insteadOf', 'z:'],
      ['protocol.foo.allow', 'always'],
      ['alias.remote-foo', `!${mark}`],
    ],
  ],
  [
    'a program at the other end',
    (mark: string) => [
      ['remote.origin.url', '/'],
      ['remote.origin.uploadpack', mark],
      ['protocol.file.allow', 'always'],
    ],
  ],
  [
    'a way to a host',
    (mark: string) => [
      ['remote.origin.url', 'ssh://h/x'],
      ['core.sshCommand', mark],
      ['protocol.ssh.allow', 'always'],
    ],
  ],
  [
    'a way through a proxy',
    (mark: string) => [
      ['remote.origin.url', 'git://h/x'],
      ['core.gitProxy', mark],
      ['protocol.git.allow', 'always'],
    ],
  ],
] as const)('fetches nothing that a folder lacks: %s', async (_, write) => {
  const folder = await makeRepository({ 'a.md': 'a\n' });
  const mark = path.join(
    await makeFolder({ 'bin/run': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\nexit 1\n' }),
    'bin/run',
  );
  await chmod(mark, 0o755);
  for (const [name = '', value = ''] of [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['protocol.allow', 'always'],
    ...write(mark),
  ])
    git(folder, 'config', name, value);
  await rm(path.join(folder, '.git', 'objects'), { recursive: true });
  await mkdir(path.join(folder, '.git', 'objects'));
  await listProjectFiles(folder);
  await isAsCommitted(folder, 'a.md');
  await isKeptByGit(folder, 'a.md');
  await runGit(folder, ['log', '-1', '--', 'a.md']);
  expect(await readdir(path.dirname(mark))).toEqual(['run']);
  // Without the environment, git does run it.
  spawnSync('git', ['log', '-1'], { cwd: folder });
  expect(await readdir(path.dirname(mark))).toEqual(['ran', 'run']);
});

test.runIf(hasGit && process.platform !== 'win32')(
  'a git of the folder itself is not the one that is asked',
  async () => {
    const folder = await makeFolder({ git: '#!/bin/sh\necho mine\n' });
    await chmod(path.join(folder, 'git'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `.:${before}`;
    try {
      expect(await readPersonName(folder)).not.toBe('mine');
    } finally {
      process.env['PATH'] = before;
    }
  },
);

test.runIf(hasGit)('variables about another repository do not count, those of the person do', async () => {
  const [folder, other] = [await makeRepository({ 'a.md': '' }), await makeRepository({ 'b.md': '' })];
  const own = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' };
  Object.assign(process.env, { GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other, ...own });
  try {
    expect(await runGit(folder, ['ls-files'])).toBe('a.md\n');
    expect(await readPersonName(folder)).toBe('Ada');
  } finally {
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE', ...Object.keys(own)]) delete process.env[name];
  }
});
