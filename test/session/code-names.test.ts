/** The names from the code that are searched for, and how they are found. */
import { expect, it } from 'vitest';
import { listCodeNames, patternOfName } from '../../src/session/code-names.ts';

it.each<[string, string[]]>([
  ['`FlockMutex` is taken in `BookmarkIO::write()`', ['FlockMutex', 'BookmarkIO', 'write']],
  ['`$this->bookmarksIO->read()` and `lf_version`', ['bookmarksIO', 'lf_version']],
  ['`module.readConfig(path, true)`', ['readConfig']],
  ['`--max-results=10` and `-x`', ['--max-results']],
  ['plain words `path`, `null`, `title` and `id`', []],
  ['a path `src/walk.rs`, an expression `a + b`, `SELECT * FROM items`', []],
  ['```\nFlockMutex\n```', []],
  ['`Shaarli\\Bookmark\\BookmarkIO`', ['BookmarkIO']],
])('%s', (text, names) => {
  expect(listCodeNames([text])).toEqual(names);
});

it('puts the names first that most texts mention, and counts a text once', () => {
  expect(listCodeNames(['`one_only` `one_only`', '`in_both`', 'x `in_both`'])).toEqual([
    'in_both',
    'one_only',
  ]);
});

it.each([
  ['FlockMutex', 'new FlockMutex(', true],
  ['FlockMutex', 'MyFlockMutexes', false],
  ['--max-results', 'fd --max-results 3', true],
  ['$scope_id', 'x', false],
])('%s in “%s”: %s', (name, line, isFound) => {
  expect(new RegExp(patternOfName(name)).test(line)).toBe(isFound);
});
