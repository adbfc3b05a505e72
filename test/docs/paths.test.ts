/** The files that the documentation for contributors, and comments in the code, send a reader to exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** Files of a project that comments take as examples. */
const examples = ['src/queue.ts', 'src/a.ts'];
const folders = /^(?:src|test|templates|docs|scripts|skills|agents)\//;

test.each(['CONTRIBUTING.md', 'docs/libraries.md'])('every path that %s names exists', (page) => {
  const named = [...read(page).matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
  const paths = named.filter((name) => folders.test(name));
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

test('docs/libraries.md names files by their whole path', () => {
  const bare = [...read('docs/libraries.md').matchAll(/`([^`]*\.ts)`/g)].map(([, name = '']) => name);
  expect(bare.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
  test('answers where things are with one file or a few', () => {
    const [, part = ''] = read('CONTRIBUTING.md').split('## Where is …?');
    const rows = part.split('\n## ')[0]?.match(/^\| .*\?.*\|$/gm) ?? [];
    expect(rows.length).toBeGreaterThanOrEqual(10);
    for (const row of rows) expect(row).toMatch(/`(?:src|templates)\/[^`]+`/);
  });
});

test('a file that a comment names exists, under that name or the end of its path', () => {
  const list = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `/${folder}/${file.replaceAll(path.sep, '/')}`);
  const files = list('src');
  const all = [...files, ...list('test')];
  const wrong = files.flatMap((file) => {
    const comments = read(file).match(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
    const named = comments.flatMap((one) => one.match(/(?<![\w./-])[\w-]+(?:\/[\w.-]+)*\.tsx?\b/g) ?? []);
    return named
      .filter((name) => !examples.includes(name) && !all.some((one) => one.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`);
  });
  expect(wrong).toEqual([]);
});
