/** Rules of ignore files: as git reads them, and in bounded time whatever they say. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readIgnoreRules } from '../../src/files/ignore-rules.ts';
import { makeFolder } from '../support/make-folder.ts';

const deep = 'a/'.repeat(60);

it.each([
  ['twelve times **/a/, as a rule', `${'**/a/'.repeat(12)}zzz`, `${deep}f.txt`],
  ['twelve times **/a/', '**/a/'.repeat(12), `${'a/'.repeat(11)}b`],
  ['the same, two hundred folders deep', `${'**/a/'.repeat(40)}zzz`, `${'a/'.repeat(200)}f`],
  ['** alone, thousands of times', `${'**/'.repeat(20_000)}zzz`, `${deep}f.txt`],
  ['stars in a name', `${'*a'.repeat(120)}b`, 'a'.repeat(250)],
  ['stars, in a long name', `${'*a'.repeat(10_000)}b`, 'a'.repeat(20_000)],
  ['question marks and stars', `${'?*'.repeat(120)}b`, 'a'.repeat(250)],
  ['classes and stars', `${'[a-c]*'.repeat(120)}b`, 'a'.repeat(250)],
  ['a class without end', `${'['.repeat(50_000)}`, deep],
  ['a thousand such rules', `${'*a'.repeat(30)}b\n`.repeat(1000), 'a'.repeat(250)],
  ['folders and stars', `${'**/*a*/'.repeat(100)}zzz`, `${'aaaa/'.repeat(200)}f`],
  ['backslashes', `${'\\'.repeat(60_001)}`, deep],
  ['blanks', `a${' '.repeat(60_000)}b`, 'a b'],
])('match in bounded time: %s', (_, text, file) => {
  expect(readIgnoreRules(text, '.s2signore').ignores(file)).toBe(false);
});

it('that would take too long for a whole project end with what to do', () => {
  const rules = readIgnoreRules(`${'*a'.repeat(100)}b\n`.repeat(600), '.s2signore');
  const matchAll = () => {
    for (let number = 0; number < 50_000; number += 1) rules.ignores(`${number}${'a'.repeat(200)}`);
  };
  expect(matchAll).toThrow(
    expect.objectContaining({ code: 'FILE_TOO_LARGE', message: expect.stringContaining('.s2signore') }),
  );
});

const name = fc.constantFrom('a', 'b', 'ab', 'a.b', 'ba', 'aab', 'c-d', 'b c');
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const mark = fc.constantFrom(
  'a',
  'b',
  '*',
  '**',
  '?',
  '/',
  '/**/',
  '[ab]',
  '[!a]',
  '[a-c]',
  '[]a]',
  '.',
  '\\b',
  ' ',
  '-',
  '\\ ',
);
const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '**/'),
    fc.array(mark, { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '', '/', '/*', '/**', ' '),
  )
  .map(([start, marks, end]) => `${start}${marks.join('')}${end}`);

it('say the same as git', async () => {
  const root = await makeFolder({ 'x.txt': '' });
  const git = (args: readonly string[], input = ''): string =>
    spawnSync('git', args, {
      ...{ cwd: root, encoding: 'utf8', input },
      env: { PATH: process.env['PATH'], HOME: root },
    }).stdout;
  git(['init', '-q']);
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(file, { minLength: 20, maxLength: 20 }),
      async (rules, files) => {
        const text = rules.join('\n');
        await writeFile(path.join(root, '.gitignore'), text);
        const shown = git(
          ['check-ignore', '--no-index', '--verbose', '--non-matching', '--stdin', '-z'],
          files.join('\0'),
        );
        const fields = shown.split('\0');
        const byGit = files.filter((_, index) => {
          const pattern = fields[index * 4 + 2] ?? '';
          return pattern !== '' && !pattern.startsWith('!');
        });
        const own = readIgnoreRules(text, '.gitignore');
        expect({ text, ignored: files.filter((each) => own.ignores(each)) }).toEqual({
          text,
          ignored: byGit,
        });
      },
    ),
    { numRuns: 150 },
  );
});
