/** What a review is of: files and line numbers of a change, and places in it. */
import { describe, expect, test } from 'vitest';
import { findPlace } from '../../src/session/findings.ts';
import { readChange, readPlace, type Subject } from '../../src/session/subject.ts';

const change = `diff --git a/src/a.js b/src/a.js
index 1..2 100644
--- a/src/a.js
+++ b/src/a.js
@@ -1,3 +1,4 @@ function
 one
-two
--- a/not/a.head
+++ b/not/a.head
+three
 four
\\ No newline at end of file
diff --git a/img/x y.png b/img/x y.png
new file mode 100644
Binary files /dev/null and b/img/x y.png differ
diff --git a/old.md b/old.md
deleted file mode 100644
--- a/old.md
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/from.js b/to.js
similarity index 100%
rename from from.js
rename to to.js
`;

describe('readChange', () => {
  test('finds files and the numbers of their lines, and takes no line for a head', () => {
    const files = readChange(change);
    expect(files.map(({ path }) => path)).toEqual(['src/a.js', 'img/x y.png', 'old.md', 'to.js']);
    expect(files[0]?.lines.map(({ number, text }) => [number, text])).toEqual([
      [1, ' one'],
      [null, '-two'],
      [null, '--- a/not/a.head'],
      [2, '+++ b/not/a.head'],
      [3, '+three'],
      [4, ' four'],
    ]);
    expect(files.map(({ text }) => text).join('\n')).toBe(change.replace(/\n$/, '\n'));
  });

  test('reads a change without lines of git, and finds none in a text', () => {
    const plain =
      '--- a.txt\t2026-01-01\n+++ a.txt\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n--- c\n+++ c\n@@ -0,0 +1 @@\n+d\n';
    expect(readChange(plain).map(({ path, lines }) => [path, lines.length])).toEqual([
      ['a.txt', 2],
      ['c', 1],
    ]);
    expect(readChange('# Notes\n\n- one\n- two\n')).toEqual([]);
  });
});

test.for([
  ['src/a.ts:12', 'src/a.ts', 12],
  ['`src/a.ts:12-15`', 'src/a.ts', 12],
  ['src/a.ts', 'src/a.ts', null],
  ['', '', null],
] as const)('the place %j', ([text, path, line]) => {
  expect(readPlace(text)).toEqual({ path, line });
});

test.for([
  ['src/a.js:3', { path: 'src/a.js', line: 3 }],
  ['src/a.js', { path: 'src/a.js', line: null }],
  ['src/a.js:5', null],
  ['src/b.js:3', null],
  ['src/caller.js:7', { path: 'src/caller.js', line: 7 }],
  ['src/lost.js:7', null],
  ['big.lock', { path: 'big.lock', line: null }],
] as const)('the finding at %s stands at %j', ([place, expected]) => {
  const subject: Subject = {
    name: 'x',
    kind: 'change',
    text: change,
    of_characters: 9,
    left_out: ['big.lock'],
  };
  const fact = (path: string, found: 'yes' | 'no') => ({
    ...{ id: 'F-001', claim: '', path, line: 7, quote: 'x', commit: null, found, seats: [], round: 1 },
  });
  const dossier = [fact('src/caller.js', 'yes'), fact('src/lost.js', 'no')];
  expect(findPlace({ subject, dossier }, { details: { place } })).toEqual(expected);
});
