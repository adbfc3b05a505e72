import { describe, expect, it } from 'vitest';
import { changeStatus, supersede } from '../../src/documents/adr/change-status.ts';
import { extendIndex, listRecords, readTitle } from '../../src/documents/adr/record-folder.ts';
import { nextRecordName, readRecordNumber } from '../../src/documents/adr/record-numbers.ts';

const files = (...names: string[]) => names.map((name) => ({ name, text: `# ${name}\n` }));

describe('a change of one line', () => {
  const record = (ends: readonly string[]) =>
    ['# A', '', 'Status: proposed', '', 'Text.', ''].map((line, at) => line + (ends[at] ?? '')).join('');

  it.each([
    ['\\n', ['\n', '\n', '\n', '\n', '\n']],
    ['\\r\\n', ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n']],
    ['\\r', ['\r', '\r', '\r', '\r', '\r']],
    ['several kinds', ['\n', '\r\n', '\n', '\r\n', '\n']],
  ])('keeps all line ends: %s', (_, ends) => {
    const changed = changeStatus(
      { name: '1-a.md', text: record(ends) },
      { status: 'accepted', day: '2026-01-02', person: null },
    );
    expect(changed?.text).toBe(record(ends).replace('proposed', 'accepted'));
    const none = record(ends).replace('Status: proposed', 'Words.');
    const added = changeStatus(
      { name: '1-a.md', text: none },
      { status: 'accepted', day: '2026-01-02', person: null },
    );
    expect(added?.text.split(/\r\n?|\n/)).toEqual([
      '# A',
      '',
      'Status: accepted',
      '',
      'Words.',
      '',
      'Text.',
      '',
    ]);
    expect(added?.text.endsWith(none.slice(none.indexOf('Words.')))).toBe(true);
  });
});

describe('nextRecordName', () => {
  it.each([
    [[], null],
    [['20260302-090000-which-queue.md'], null],
    [['README.md', 'notes.md'], null],
    [['_readme.md', '0001-a.md'], '0002-which-queue.md'],
    [['001-a.md', '0000-template.md'], '002-which-queue.md'],
    [['0001-a.md', '0004-b.md', '0002-c.md'], '0005-which-queue.md'],
    [['ADR-0009-a.md', 'ADR-0010-b.md'], 'ADR-0011-which-queue.md'],
    [['adr_007_x.md'], 'adr_008_which_queue.md'],
    [['001-a.md', '000-b.md'], '002-which-queue.md'],
    [['1-a.md', '2-b.md', '9-c.md'], '10-which-queue.md'],
    [['01-a.md', '09-c.md'], '10-which-queue.md'],
    [['0099-a.md', '0100-b.md'], '0101-which-queue.md'],
    [['adr-001.md', 'adr-002.md'], 'adr-003.md'],
    [['ADR-0001 - Use a queue.md'], 'ADR-0002 - which queue.md'],
    [['ADR001-a.md'], 'ADR002-which-queue.md'],
    [['0001_use_a_queue.md'], '0002_which_queue.md'],
    [['decision-7-x.md'], 'decision-8-which-queue.md'],
    [['rfc-0007-x.md'], 'rfc-0008-which-queue.md'],
    // Dates are no numbers.
    [['2023-08-25-a.md', '2024-01-02-b.md'], '2026-03-02-which-queue.md'],
    [['20230825-a.md', '20240102-b.md'], '20260302-which-queue.md'],
    [['2023_08_25_a.md'], '2026_03_02_which_queue.md'],
    [['adr-20240101-a.md'], 'adr-20260302-which-queue.md'],
    [['ADR 2024-01-01 a.md'], 'ADR 2026-03-02 which queue.md'],
    [['001. Use a queue.md'], '002. which queue.md'],
    [['2023-08-a.md', '2023-09-b.md'], null],
    [['2023-a.md', '2024-b.md'], null],
    // Mixed folders, and names in which a number is a part of a word.
    [['0001-a.md', '2023-08-25-b.md', '0002-c.md'], '0003-which-queue.md'],
    [['2023-08-25-a.md', '2024-01-02-b.md', '404-handling.md'], '2026-03-02-which-queue.md'],
    [['1-a.md', '0002-b.md', 'adr-3-c.md'], 'adr-4-which-queue.md'],
    [['oauth2-login.md', 'python-3-upgrade.md', 'http2.md'], null],
    [['oauth2-login.md', '0007-a.md'], '0008-which-queue.md'],
    [['12-факторов.md', '13-選択.md'], '14-which-queue.md'],
    [['0002-a.md', '20260302-090000-b.md'], '0003-which-queue.md'],
    // A letter before the number; a letter in a word is none.
    [['D001-a.md', 'D002-b.md'], 'D003-which-queue.md'],
    [['D009-a.md'], 'D010-which-queue.md'],
    [['D-001-a.md', 'D-002-b.md'], 'D-003-which-queue.md'],
    [['s3-buckets.md', 's3-access.md'], null],
    [['h2-database.md'], null],
    // A folder of its own.
    [['2024-01-02-a/README.md', '2024-02-03-b/README.md'], '2026-03-02-which-queue/README.md'],
    [['0001-a/index.md'], '0002-which-queue/index.md'],
    [['0001-a.md', '0002-b.md', '0003-c/README.md'], '0004-which-queue.md'],
  ])('%j gives %j', (names, expected) => {
    const records = listRecords(files(...names)).map(({ name }) => name);
    expect(nextRecordName(records, { slug: 'which-queue', day: '20260302' })).toBe(expected);
  });

  it.each([
    ['0007-a.md', 7],
    ['adr_12_x.md', 12],
    ['ADR-0003.md', 3],
    ['D001-x.md', 1],
    ['h2-database.md', null],
    ['2023-08-25-x.md', null],
    ['20230825-x.md', null],
    ['20260302-090000-x.md', null],
    ['oauth2-login.md', null],
    ['queue.md', null],
  ])('reads the number of %s', (name, number) => {
    expect(readRecordNumber(name)).toBe(number);
  });
});

describe('extendIndex', () => {
  const record = { name: '0003-queue.md', title: 'A queue', status: 'proposed', date: '2026-03-02' };
  const extend = (text: string) =>
    extendIndex([...files('0001-a.md', '0002-b.md'), { name: 'README.md', text }], record)?.text ?? null;

  it.each([
    [
      '# Log\n\n* [A](0001-a.md)\n* [B](0002-b.md)\n\nEnd.\n',
      '# Log\n\n* [A](0001-a.md)\n* [B](0002-b.md)\n* [A queue](0003-queue.md)\n\nEnd.\n',
    ],
    [
      '- [ADR-0001](0001-a.md) - A\n- [ADR-0002](./0002-b.md) - B\n',
      '- [ADR-0001](0001-a.md) - A\n- [ADR-0002](./0002-b.md) - B\n- [ADR-0003](0003-queue.md) - A queue\n',
    ],
    [
      '1. [A](0001-a.md)\r\n2. [B](0002-b.md)\r\n',
      '1. [A](0001-a.md)\r\n2. [B](0002-b.md)\r\n3. [A queue](0003-queue.md)\r\n',
    ],
    ['1. [A](0001-a.md)\n', '1. [A](0001-a.md)\n2. [A queue](0003-queue.md)\n'],
    [
      '| No | Title | Status | Date |\n|---|---|---|---|\n| 0001 | [A](0001-a.md) | accepted | 2026-01-01 |\n',
      '| No | Title | Status | Date |\n|---|---|---|---|\n| 0001 | [A](0001-a.md) | accepted | 2026-01-01 |\n| 0003 | [A queue](0003-queue.md) | proposed | 2026-03-02 |\n',
    ],
    ['# No entries\n\nSee [A](0001-a.md).\n', null],
    ['* [A](0001-a.md)\n* [Q](0003-queue.md)\n', null],
    ['```\n* [A](0001-a.md)\n```\n', null],
  ])('%j', (text, expected) => {
    const known = text.includes('0003') ? [{ name: '0003-queue.md', text: '' }] : [];
    const found =
      extendIndex([...files('0001-a.md', '0002-b.md'), ...known, { name: 'README.md', text }], record)
        ?.text ?? null;
    expect(found).toBe(expected);
  });

  it('adds one line once', () => {
    const once = extend('* [A](0001-a.md)\n') ?? '';
    expect(
      extendIndex([...files('0001-a.md', '0003-queue.md'), { name: 'README.md', text: once }], record),
    ).toBeNull();
  });
});

describe('supersede', () => {
  const by = { name: '0003-queue.md', title: 'A queue' };
  it.each([
    [
      '---\nstatus: accepted\ndate: 2026-01-01\n---\n\n# A\n',
      '---\nstatus: "superseded by 0003-queue.md"\ndate: 2026-01-01\n---\n\n# A\n',
    ],
    [
      '# A\n\n- Status: accepted\n- Date: x\n',
      '# A\n\n- Status: superseded by [A queue](0003-queue.md)\n- Date: x\n',
    ],
    ['# A\r\n\r\n* Status: accepted\r\n', '# A\r\n\r\n* Status: superseded by [A queue](0003-queue.md)\r\n'],
    ['---\nstatus: superseded by 0002\n---\n# A\n', null],
    [
      '# A\n\nNo status here.\n',
      '# A\n\nStatus: superseded by [A queue](0003-queue.md)\n\nNo status here.\n',
    ],
    ['Only text.\n', 'Status: superseded by [A queue](0003-queue.md)\n\nOnly text.\n'],
    [
      '# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n',
      '# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nSuperseded by [A queue](0003-queue.md)\n\n## Context\n\nx\n',
    ],
    [
      '# A\r\n\r\n## Status\r\n\r\n- Accepted\r\n\r\n## Decision\r\n',
      '# A\r\n\r\n## Status\r\n\r\n- Superseded by [A queue](0003-queue.md)\r\n\r\n## Decision\r\n',
    ],
    [
      '# A\n\n## Status\n\n## Context\n',
      '# A\n\n## Status\n\nSuperseded by [A queue](0003-queue.md)\n\n## Context\n',
    ],
    [
      '# A\n\n**Status:** accepted\n\n## Context\n',
      '# A\n\n**Status:** superseded by [A queue](0003-queue.md)\n\n## Context\n',
    ],
    [
      '# A\n\n| Status | Accepted |\n|---|---|\n| Date | 2026 |\n',
      '# A\n\n| Status | Superseded by [A queue](0003-queue.md) |\n|---|---|\n| Date | 2026 |\n',
    ],
    ['# A\n\n## Status\n\nSuperseded by 0002.\n', null],
    [
      '---\nstatus: accepted\n---\n# A\n\n* Status: accepted\n\n## Context\n',
      '---\nstatus: "superseded by 0003-queue.md"\n---\n# A\n\n* Status: superseded by [A queue](0003-queue.md)\n\n## Context\n',
    ],
    [
      '---\nstatus: superseded by 0002\n---\n# A\n\n## Status\n\nAccepted\n',
      '---\nstatus: superseded by 0002\n---\n# A\n\n## Status\n\nSuperseded by [A queue](0003-queue.md)\n',
    ],
  ])('%j', (text, expected) => {
    expect(supersede({ name: 'a.md', text }, by)?.text ?? null).toBe(expected);
  });
});

describe('changeStatus', () => {
  const change = { status: 'accepted', day: '2026-03-02', person: 'Ada Lovelace' } as const;
  it.each([
    [
      '---\nstatus: "proposed"\ndate: 2026-01-01\ndecision-makers: ["QA lead"]\n---\n\n# A\n',
      '---\nstatus: accepted\ndate: 2026-03-02\ndecision-makers: ["QA lead", "Ada Lovelace"]\n---\n\n# A\n',
    ],
    [
      '---\nstatus: Proposed\ndecision-makers: []\n---\n\n# A\n',
      '---\nstatus: Accepted\ndecision-makers: ["Ada Lovelace"]\n---\n\n# A\n',
    ],
    [
      '# A\r\n\r\n* Status: proposed\r\n* Deciders: [Bob](mailto:b@x.org)\r\n* Date: 2026-01-01\r\n',
      '# A\r\n\r\n* Status: accepted\r\n* Deciders: [Bob](mailto:b@x.org), Ada Lovelace\r\n* Date: 2026-03-02\r\n',
    ],
    [
      '# A\n\n| Status | Proposed |\n|---|---|\n| Deciders | Bob |\n| Date | 3 March |\n',
      '# A\n\n| Status | Accepted |\n|---|---|\n| Deciders | Bob, Ada Lovelace |\n| Date | 3 March |\n',
    ],
    [
      '---\nstatus: proposed\ndeciders: {list everyone involved}\ndate: {YYYY-MM-DD when it was updated}\n---\n# A\n\nStatus: proposed\n',
      '---\nstatus: accepted\ndeciders: "Ada Lovelace"\ndate: 2026-03-02\n---\n# A\n\nStatus: accepted\n',
    ],
    // Nygard's date is that of the writing.
    [
      '# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nProposed\n\n## Context\n\nx\n\n## Decision\n\ny\n',
      '# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\ny\n',
    ],
    ['# A\n\nNo status here.\n', '# A\n\nStatus: accepted\n\nNo status here.\n'],
    ['# A\n\n## Status\n\nAccepted.\n', null],
    [
      '---\nstatus: proposed\ndate: 2026-01-01\n---\n# A\n\n## Status\n\nProposed, 2026-01-01\n\n## Context\n\nC.\n\n## Decision\n\nD.\n',
      '---\nstatus: accepted\ndate: 2026-03-02\n---\n# A\n\n## Status\n\nAccepted, 2026-03-02\n\n## Context\n\nC.\n\n## Decision\n\nD.\n',
    ],
    [
      '# A\n\nDate: 2026-01-01\n\n## Status\n\nProposed (2026-01-01)\n\n## Context\n\nC.\n\n## Decision\n\nD.\n',
      '# A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted (2026-03-02)\n\n## Context\n\nC.\n\n## Decision\n\nD.\n',
    ],
    ['# A\n\n## Status\n\nAccepted (2026-01-01)\n', null],
  ])('%j', (text, expected) => {
    expect(changeStatus({ name: 'a.md', text }, change)?.text ?? null).toBe(expected);
  });
});

describe('readTitle', () => {
  it.each([
    ['# Use Redis\n', 'Use Redis'],
    ['---\nstatus: x\n---\n# ADR-0004: Use Redis\n', 'Use Redis'],
    ['# 4. Use Redis\n', 'Use Redis'],
    ['Use Redis\n=========\n', 'Use Redis'],
    ['nothing', 'a'],
  ])('%j gives %j', (text, expected) => {
    expect(readTitle({ name: 'a.md', text })).toBe(expected);
  });
});
