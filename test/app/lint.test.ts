/** Linting several files: what stands beside a record counts, and one that cannot be read hides no other. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkConfig } from '../../src/app/admin/check-config.ts';
import { lintFiles } from '../../src/app/read/lint-files.ts';
import type { AppWorld } from '../../src/app/world.ts';
import { makeFolder } from '../support/make-folder.ts';

const record = (status: string) =>
  `# Keep jobs in Postgres\n\n* Status: ${status}\n\n## Context\n\nWhich store?\n\n## Decision\n\nPostgres.\n\n## Consequences\n\nOne store less.\n`;

// The files are no documents of sessions, so nothing else of the world is used.
const world = { env: {}, home: null } as unknown as AppWorld;

test('a successor that is not beside the record is found, and an unreadable file hides no other', async () => {
  const cwd = await makeFolder();
  await writeFile(path.join(cwd, '0001-keep.md'), record('superseded by [ADR-0009](0009-broker.md)'));
  await writeFile(path.join(cwd, '0002-kept.md'), record('superseded by [ADR-0001](0001-keep.md)'));
  const results = await lintFiles(['0001-keep.md', 'gone.md', '0002-kept.md'], { cwd, world });
  const rules = results.map(({ file, problems }) => [file, problems.map(({ rule }) => rule)]);
  expect(rules).toEqual([
    ['0001-keep.md', ['adr/superseded']],
    ['gone.md', ['document/unreadable']],
    ['0002-kept.md', []],
  ]);
  await expect(lintFiles(['gone.md'], { cwd, world })).rejects.toMatchObject({ code: 'FILE_MISSING' });
});

test.each([
  ['adr/superseded: off', []],
  ['adr/*: "off"', []],
  ['adr/superseded: warning', [['adr/superseded', 'warning']]],
  ['adr/*: off\n    adr/superseded: error', [['adr/superseded', 'error']]],
  ['req/ears: off', [['adr/superseded', 'error']]],
] as const)('rules are taken as the configuration sets them: %s', async (rules, expected) => {
  const cwd = await makeFolder();
  await writeFile(path.join(cwd, '0001-keep.md'), record('superseded by [ADR-0009](0009-broker.md)'));
  await mkdir(path.join(cwd, '.s2s'));
  await writeFile(path.join(cwd, '.s2s', 'config.yaml'), `lint:\n  rules:\n    ${rules}\n`);
  const [result] = await lintFiles(['0001-keep.md'], { cwd, world });
  expect(result?.problems.map(({ rule, severity }) => [rule, severity])).toEqual(expected);
});

test('a rule that does not exist is an error with its line and the nearest name, for lint and for config check', async () => {
  const cwd = await makeFolder();
  await writeFile(path.join(cwd, '0001-keep.md'), record('accepted'));
  await mkdir(path.join(cwd, '.s2s'));
  const config = 'lint:\n  rules:\n    adr/date: error\n    req/eras: off\n    __proto__/*: off\n';
  await writeFile(path.join(cwd, '.s2s', 'config.yaml'), config);
  const problems = [
    {
      line: 4,
      message: expect.stringContaining('"req/eras" that could be switched off. Did you mean "req/ears"?'),
    },
    { line: 5, message: expect.stringContaining('"__proto__/*"') },
  ];
  await expect(lintFiles(['0001-keep.md'], { cwd, world })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    problems,
  });
  const packageRoot = path.resolve(import.meta.dirname, '../..');
  expect((await checkConfig({ ...world, cwd, packageRoot })).problems).toMatchObject(problems);
});
