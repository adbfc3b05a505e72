import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isInGitFolder } from '../../src/files/git-folder.ts';
import { makeFolder } from '../support/make-folder.ts';

test.each([
  ['.git', true],
  ['.git/hooks', true],
  ['.GIT/hooks', true],
  ['.gIt', true],
  ['sub/.git/hooks/pre-commit', true],
  ['.git./hooks', true],
  ['.git /hooks', true],
  ['.git::$INDEX_ALLOCATION/hooks', true],
  ['GIT~1/hooks', true],
  ['.g\u200cit/hooks', true],
  ['.gitignore', false],
  ['.github/decisions', false],
  ['docs/git/decisions', false],
  ['docs/my.git-notes', false],
])('%s: %s', async (name, expected) => {
  expect(isInGitFolder(path.join(await makeFolder(), name))).toBe(expected);
});

test('a bare repository and the folder of a working tree are known by what they hold', async () => {
  const root = await makeFolder({
    'bare/HEAD': 'ref',
    'tree/HEAD': 'ref',
    'tree/commondir': '..',
    'docs/HEAD': 'x',
  });
  for (const name of ['objects', 'refs']) await mkdir(path.join(root, 'bare', name));
  expect(isInGitFolder(path.join(root, 'bare', 'hooks', 'post-update'))).toBe(true);
  expect(isInGitFolder(path.join(root, 'tree', 'new.md'))).toBe(true);
  await writeFile(path.join(root, 'docs', 'refs'), '');
  expect(isInGitFolder(path.join(root, 'docs', 'new.md'))).toBe(false);
});
