/** A `.git` that is not the folder's own, or that git would wait for. */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diffGit, requireGit, runGit } from '../../src/files/ask-git.ts';
import { findGitFault } from '../../src/files/git-fault.ts';
import { makeFolder } from '../support/make-folder.ts';
import { git, makeRepository } from '../support/make-repository.ts';

/** A repository of the person's, and a folder that came from elsewhere, with a `.git` of its own. */
async function makeBoth(): Promise<{ other: string; own: string }> {
  const other = await makeRepository({ 'secret.md': 'a secret\n' });
  await writeFile(path.join(other, 'secret.md'), 'a new secret\n');
  git(other, 'commit', '-qam', 'A secret title');
  return { other: path.join(other, '.git'), own: await makeRepository({ 'a.md': 'a\n' }) };
}

test.each<[name: string, change: (dot: string, other: string) => Promise<unknown>]>([
  [
    'is a file that names it',
    async (dot, other) => {
      await rm(dot, { recursive: true });
      await writeFile(dot, `gitdir: ${other}\n`);
    },
  ],
  [
    'is a link to it',
    async (dot, other) => {
      await rm(dot, { recursive: true });
      await symlink(other, dot);
    },
  ],
  ['shares its folder', (dot, other) => writeFile(path.join(dot, 'commondir'), other)],
  [
    'claims to be a working tree of it',
    async (dot, other) => {
      await rm(dot, { recursive: true });
      const tree = path.join(dot, '..', 'x', 'worktrees', 'w');
      await mkdir(tree, { recursive: true });
      await writeFile(path.join(tree, 'HEAD'), 'ref: refs/heads/main\n');
      await writeFile(path.join(tree, 'gitdir'), dot);
      await writeFile(path.join(tree, 'commondir'), other);
      await writeFile(dot, `gitdir: ${tree}\n`);
    },
  ],
  [
    'has its objects and refs',
    async (dot, other) => {
      for (const name of ['objects', 'refs']) {
        await rm(path.join(dot, name), { recursive: true });
        await symlink(path.join(other, name), path.join(dot, name));
      }
    },
  ],
  [
    'borrows its objects and knows a commit',
    async (dot, other) => {
      await writeFile(path.join(dot, 'objects', 'info', 'alternates'), path.join(other, 'objects'));
      const commit = git(path.join(other, '..'), 'rev-parse', 'HEAD');
      await writeFile(path.join(dot, 'refs', 'heads', 'main'), commit);
    },
  ],
])('a `.git` that %s shows nothing of another repository', async (_, change) => {
  const { other, own } = await makeBoth();
  await change(path.join(own, '.git'), other);
  await expect(diffGit(own, ['HEAD~1', 'HEAD', '--'])).rejects.toMatchObject({ code: 'GIT_SILENT' });
  expect(await runGit(own, ['log', '--format=%s'])).toBeNull();
  await expect(requireGit(own, ['ls-files'])).rejects.toMatchObject({ code: 'GIT_SILENT' });
});

test('a `.git` that git takes for none shows nothing of the repository around it', async () => {
  const { other } = await makeBoth();
  const own = path.join(other, '..', 'unpacked');
  await mkdir(path.join(own, '.git', 'refs'), { recursive: true });
  await mkdir(path.join(own, '.git', 'objects'));
  await writeFile(path.join(own, '.git', 'HEAD'), 'nothing');
  expect(await runGit(own, ['log', '--format=%s'])).toBeNull();
});

test('working trees, submodules, and a repository elsewhere that names the folder are its own', async () => {
  const { own } = await makeBoth();
  const root = await makeFolder();
  const [tree, moved, apart] = ['tree', 'moved', 'apart'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  git(own, 'worktree', 'add', '-q', tree);
  expect(await runGit(tree, ['log', '--format=%s'])).toBe('The first state\n');
  git(own, 'submodule', '--quiet', 'add', own, 'sub');
  expect(await runGit(path.join(own, 'sub'), ['log', '--format=%s'])).toBe('The first state\n');
  git(root, 'init', '-q', `--separate-git-dir=${root}/kept`, apart);
  expect(findGitFault(apart)).toMatchObject({ why: expect.stringContaining('does not name this folder') });
  // As the hint says.
  git(apart, 'config', 'core.worktree', apart);
  expect(findGitFault(apart)).toBeNull();
  await rename(tree, moved);
  expect(findGitFault(moved)).not.toBeNull();
  git(moved, 'worktree', 'repair');
  expect(findGitFault(moved)).toBeNull();
});

test.each([
  'HEAD',
  'config',
  'index',
  'info/exclude',
  'packed-refs',
  'commondir',
  'refs/heads/main',
  'objects/info/alternates',
  'objects/pack/pack-1.idx',
  '../.gitignore',
])('git is not run where .git/%s is a pipe, and that is said', async (name) => {
  const own = await makeRepository({ 'a.md': 'a\n' });
  const file = path.join(own, '.git', name);
  await rm(file, { force: true });
  execFileSync('mkfifo', [file]);
  expect(findGitFault(own)?.why).toMatch(/neither a file nor a folder|is not a file/);
});

test('a link that leads nowhere, and one within the repository', async () => {
  const own = await makeRepository({ 'a.md': 'a\n' });
  await appendFile(path.join(own, '.git', 'kept'), 'x');
  await symlink('kept', path.join(own, '.git', 'shallow'));
  expect(findGitFault(own)).toBeNull();
  await symlink('/nowhere', path.join(own, '.git', 'info', 'x'));
  expect(findGitFault(own)?.why).toContain('a link to elsewhere');
});
