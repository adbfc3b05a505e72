import { describe, expect, it } from 'vitest';
import {
  extendIndex,
  nextNumberedName,
  readTitle,
  supersede,
} from '../../src/documents/adr/record-folder.ts';

const files = (...names: string[]) => names.map((name) => ({ name, text: `# ${name}\n` }));

describe('nextNumberedName', () => {
  it.each([
    [[], null],
    [['20260302-090000-which-queue.md'], null],
    [['README.md', 'notes.md'], null],
    [['0001-a.md', '0004-b.md', '0002-c.md'], '0005-queue.md'],
    [['ADR-0009-a.md', 'ADR-0010-b.md'], 'ADR-0011-queue.md'],
    [['adr_007_x.md'], 'adr_008_queue.md'],
    [['001-a.md', '0000-template.md'], '002-queue.md'],
    [['0002-a.md', '20260302-090000-b.md'], '0003-queue.md'],
  ])('%j gives %j', (names, expected) => {
    expect(nextNumberedName(files(...names), 'queue')).toBe(expected);
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
    ['# A\n\nNo status here.\n', null],
  ])('%j', (text, expected) => {
    expect(supersede({ name: 'a.md', text }, by)?.text ?? null).toBe(expected);
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
