import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeText, drawProjectMap } from '../../src/evidence/project-map.ts';

const file = (path: string, size = 10) => ({ path, size });
const draw = (
  files: ReturnType<typeof file>[],
  maxBytes: number,
  says = (path: string) => `About ${path}.`,
) => drawProjectMap(files, { maxBytes, describe: async ({ path }) => says(path) });

it('lists every file with its size and what it is, where all fit', async () => {
  expect(await draw([file('README.md', 2_000), file('src/a.ts'), file('src/b/c.ts')], 1_000)).toBe(
    [
      '3 files, 2 kB',
      'README.md (2 kB): About README.md.',
      'src/a.ts (10 B): About src/a.ts.',
      'src/b/c.ts (10 B): About src/b/c.ts.',
    ].join('\n'),
  );
});

it('opens near folders of code before tests and far ones, and says what stands for the rest', async () => {
  const many = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => file(`${folder}/file-${index}.ts`));
  const map = await draw(
    [
      file('README.md'),
      ...many('src', 12),
      ...many('src/far/away', 200),
      ...many('test', 12),
      ...many('docs', 5),
    ],
    800,
  );
  expect(map).toContain('src/file-11.ts');
  expect(map).toContain('src/far/away/ (200 files, 2 kB)');
  expect(map).toContain('test/ (12 files, 120 B)');
  // Room is left for what the files near the root are.
  expect(map).toContain('README.md (10 B): About README.md.');
});

it('is within its budget, holds the files that it has room for, and has no line twice, whatever the project', async () => {
  const name = fc.stringMatching(/^[a-zé]{1,8}$/);
  const paths = fc.uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.ts`),
    { minLength: 1, maxLength: 120 },
  );
  await fc.assert(
    fc.asyncProperty(paths, fc.integer({ min: 200, max: 4_000 }), async (names, maxBytes) => {
      const map = await draw(
        names.sort().map((path) => file(path)),
        maxBytes,
      );
      expect(Buffer.byteLength(map)).toBeLessThanOrEqual(maxBytes);
      const lines = map.split('\n');
      expect(new Set(lines).size).toBe(lines.length);
      const standing = lines
        .slice(1)
        .reduce(
          (sum, line) => sum + Number(/\((\d+) files?,/.exec(line)?.[1] ?? (/ \(\d+ B\)/.test(line) ? 1 : 0)),
          0,
        );
      if (!/more lines\)$/.test(map)) expect(standing).toBe(names.length);
    }),
  );
});

it('asks no more than some files what they are, however many there are', async () => {
  let asked = 0;
  const files = Array.from({ length: 20_000 }, (_, index) => file(`src/${index % 40}/part-${index}.ts`));
  const map = await drawProjectMap(files, {
    maxBytes: 6_000,
    describe: async () => {
      asked += 1;
      return 'A part.';
    },
  });
  expect(Buffer.byteLength(map)).toBeLessThanOrEqual(6_000);
  expect(asked).toBeLessThanOrEqual(120);
  expect(map.split('\n')[0]).toBe('20000 files, 195 kB');
});

it.each([
  ['# Queue service\n\nText', 'Queue service'],
  ['/** Takes jobs. And more. */\nexport {}', 'Takes jobs.'],
  ['/**\n * Takes jobs,\n * one by one.\n */', 'Takes jobs,'],
  ['#!/bin/sh\n# Starts it all.\n', 'Starts it all.'],
  ['"""Reads seeds."""\nimport os', 'Reads seeds.'],
  ['// Copyright 2026 Somebody\n', ''],
  ['import os\n', ''],
  ['', ''],
])('%j says of itself: %j', (text, said) => {
  expect(describeText(text)).toBe(said);
});
