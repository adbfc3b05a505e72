/** Records in a folder: what replaces what, numbers, and what the records of people lack. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';

const siblings = ['0010-keep.md', '0011-move.md', 'adr-0012-stay.md', '0013-[x]-kept.md'];
const lint = (status: string, name = '0010-keep.md', others = siblings) =>
  lintFile(
    `# Keep jobs in Postgres\n\n* Status: ${status}\n* Date: 2026-01-02\n\n## Context\n\nWhich store?\n\n## Decision\n\nPostgres.\n\n## Consequences\n\nOne store less.\n`,
    `docs/decisions/${name}`,
    { siblings: others },
  ).problems.filter(({ rule }) => rule === 'adr/superseded' || rule === 'adr/number');

it.each([
  'Superseded by ADR-0099',
  'superseded by [0099](0099-broker.md)',
  'Superseded by 0099-broker.md',
  'Superseded by 0099-broker',
  'Superseded by 0099',
  'Superseded by ADR 0099 (broker)',
  'superseded by `0099-broker.md`',
  'Superseded by: ADR-99',
  'Superseded, replaced by ADR-0099',
  'Supersedes ADR-0099',
  'superseded by [Use a broker](./0099-broker.md#decision)',
  'Superseded by [[0099-broker]]',
])('"%s" leads nowhere', (status) => {
  expect(lint(status)).toMatchObject([{ rule: 'adr/superseded', line: 3 }]);
});

it.each([
  'Superseded by ADR-0011',
  'Superseded by 0011-move',
  'Superseded by ADR-0011-move',
  'superseded by [the move](0011-move.md)',
  'Superseded by `adr-0012-stay.md`',
  'Superseded by the new broker',
  'Superseded ADR-0099',
  'Superseded (see ADR-0099)',
  'Superseded: [0099](0099-broker.md)',
  'superseded by [the brackets](0013-\\[x\\]-kept.md)',
  'Superseded since 2023',
  'superseded by [RFC](https://example.org/99)',
  'superseded by [other](../other/0099-broker.md)',
  'accepted',
])('"%s" leads somewhere, or names no record', (status) => {
  expect(lint(status)).toEqual([]);
});

it('reads the key that some keep for it in the front matter', () => {
  const text =
    '---\nstatus: superseded\nsuperseded_by: 0099-broker.md\n---\n# A\n\n## Context\n\nx\n\n## Decision\n\ny\n\n## Consequences\n\nz\n';
  const rules = lintFile(text, 'docs/decisions/0010-keep.md', { siblings }).problems;
  expect(rules).toContainEqual(expect.objectContaining({ rule: 'adr/superseded', line: 3 }));
});

it.each([
  ['0010-keep.md', ['0010-keep.md', '0010-move.md'], 1],
  ['0010-keep.md', ['0010-keep.md', 'adr-10-move.md'], 1],
  ['10.md', ['10.md', '0010-move.md'], 1],
  ['2023-08-25-keep.md', ['2023-08-25-keep.md', '2023-08-25-move.md', '2023-09-01-stay.md'], 0],
  ['2023.08.25-keep.md', ['2023.08.25-keep.md', '2023.08.26-move.md'], 0],
  ['20230825-keep.md', ['20230825-keep.md', '20230825-move.md'], 0],
  ['0010-keep.md', ['0010-keep.md', '0010-keep.de.md', '0010-template.md'], 0],
])('%s among %j: %i of the same number', (name, others, count) => {
  expect(lint('accepted', name, others).map(({ rule }) => rule)).toEqual(Array(count).fill('adr/number'));
});

it('leaves prose alone that speaks of what replaced what', () => {
  const prose = '## Context\n\nThe format was superseded by ADR-0099 of another team.';
  const text = `# A\n\nStatus: accepted\n\n${prose}\n\n## Decision\n\ny\n\n## Consequences\n\nz\n`;
  expect(lintFile(text, '0010-keep.md', { siblings }).problems).toEqual([]);
});

describe('records of people', () => {
  const folder = new URL('../../fixtures/records/', import.meta.url);
  it.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s says what it lacks', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const expected =
      /<!-- expected: (.*) -->/
        .exec(text)?.[1]
        ?.split(', ')
        .filter((one) => one !== '') ?? [];
    const { type, problems } = lintFile(text, `docs/decisions/${name}`);
    expect(type).toBe('adr');
    expect(problems.map((problem) => `${problem.line} ${problem.rule}`)).toEqual(expected);
  });
});

it.each(['implemented', 'Approved', 'Proposal', 'acceptée', 'angenommen', 'Supersedes the list', 'WIP'])(
  'a status of "%s" is as good as any',
  (status) => {
    const text = `# A\n\n## Status\n\n${status}\n\n## Context\n\nx\n\n## Decision\n\ny\n\n## Consequences\n\nz\n`;
    expect(lintFile(text, '0010-keep.md').problems).toEqual([]);
  },
);
