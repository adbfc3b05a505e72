/** A record that is said to be replaced names the record that replaces it, in whichever way people write it. */
import { expect, it } from 'vitest';
import { lintFile } from '../../src/documents/lint/lint-file.ts';

const siblings = ['0010-keep.md', '0011-move.md', 'adr-0012-stay.md'];
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
  'Superseded by 0011-another-name.md',
  'Superseded by 0099-broker',
  'Superseded by 0099',
  'Superseded by [ADR 99]',
  'Superseded by ADR 0099 (broker)',
  'superseded by `0099-broker.md`',
  'Superseded by #99',
  'Superseded by: ADR-99',
  'Superseded (see ADR-0099)',
  'Superseded, replaced by ADR-0099',
  'superseded by [Use a broker](./0099-broker.md#decision)',
  'Superseded by [[0099-broker]]',
  'Supplanted by ADR-0099',
  'superceded by adr 99',
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
  'Superseded since 2023',
  'superseded by [RFC](https://example.org/99)',
  'superseded by [other](../other/0099-broker.md)',
  'accepted',
])('"%s" leads somewhere, or names no record', (status) => {
  expect(lint(status)).toEqual([]);
});

it('reads the key that some keep for it in the front matter', () => {
  const text =
    '---\nstatus: superseded\nsuperseded_by: 0099-broker.md\n---\n# A\n\n## Context\n\nx\n\n## Decision\n\ny\n';
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
