/** Linting several files: what stands beside a record counts, and one that cannot be read hides no other. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintFiles } from '../../src/app/lint-files.ts';
import type { AppWorld } from '../../src/app/world.ts';
import { makeFolder } from '../support/make-folder.ts';

const record = (status: string) =>
  `# Keep jobs in Postgres\n\n* Status: ${status}\n\n## Context\n\nWhich store?\n\n## Decision\n\nPostgres.\n\n## Consequences\n\nOne store less.\n`;

// The files are no documents of sessions, so nothing of the world is used.
const world = {} as AppWorld;

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
