import { describe, expect, it } from 'vitest';
import { findAtOdds } from '../../src/domain/at-odds.ts';
import { createItem } from '../../src/domain/create-item.ts';
import { joinThousands, listFigures } from '../../src/domain/figures.ts';
import type { Item } from '../../src/domain/records.ts';

const item = (id: string, text: string, changes: Partial<Item> = {}): Item =>
  createItem({ id, type: 'DEC', text, round: 1, history: [], status: 'agreed', ...changes });

describe('agreed items that seem to contradict', () => {
  const first = item('DEC-001', 'The first slice takes 2 to 3 weeks.');
  it.each([
    [
      'a number instead of that of another',
      [first, item('DEC-002', 'With checks the first slice takes 4 weeks instead of 2 to 3.')],
    ],
    [
      'the same sentence with another number',
      [
        item('DEC-001', 'A download link ends after 24 hours.'),
        item('DEC-002', 'A download link ends after 2 000 hours (assumed).'),
      ],
    ],
    [
      'one that rests on a rejected one',
      [item('DEC-001', 'The share of DEC-002 counts.'), item('DEC-002', 'A share.', { status: 'rejected' })],
    ],
    [
      'one that rests on what became another number',
      [
        item('DEC-001', 'The share of DEC-002 counts.'),
        item('DEC-002', 'A share of 90 % is asked for.', { status: 'replaced', replaced_by: 'DEC-003' }),
        item('DEC-003', 'A share of 70 % is asked for.', { decided_by: 'count' }),
      ],
    ],
  ])('%s', (_, items) => {
    expect(findAtOdds({ artifacts: items, conflicts: [] }).map(({ ids }) => ids)).toEqual([
      ['DEC-001', 'DEC-002'],
    ]);
  });

  it.each([
    [
      'an exception that names its rule',
      [first, item('DEC-002', 'The first slice takes 4 weeks instead of 2 to 3 of DEC-001.')],
    ],
    [
      'other things with other numbers',
      [
        item('DEC-001', 'A link for a report ends after 24 hours.'),
        item('DEC-002', 'A link for an invoice ends after 48 hours.'),
      ],
    ],
    [
      'what is not agreed',
      [
        first,
        item('DEC-002', 'With checks the first slice takes 4 weeks instead of 2 to 3.', { status: 'open' }),
      ],
    ],
    [
      'what turns a rejected one down',
      [
        item('DEC-001', 'We build the log instead of DEC-002.'),
        item('DEC-002', 'A store.', { status: 'rejected' }),
      ],
    ],
    [
      'what takes the place of the one it names',
      [
        item('DEC-001', 'As DEC-002, with a limit.', { replaces: ['DEC-002'] }),
        item('DEC-002', 'A store.', { status: 'replaced', replaced_by: 'DEC-001' }),
      ],
    ],
    [
      'what names one that has become another with all its words and more',
      [
        item('DEC-001', 'Before DEC-002 nothing is sent.'),
        item('DEC-002', 'The fence reads the lock file before each write.', {
          status: 'replaced',
          replaced_by: 'DEC-003',
        }),
        item('DEC-003', 'The fence reads the lock file before each write, but for finished calls.', {
          decided_by: 'count',
        }),
      ],
    ],
    [
      'a comparison of what lost with what won',
      [
        item('DEC-001', 'DEC-002 costs least, DEC-003 loses nothing.'),
        item('DEC-002', 'One journal.', { status: 'replaced', replaced_by: 'DEC-004' }),
        item('DEC-003', 'A journal for each writer.'),
        item('DEC-004', 'As DEC-003 says.', { decided_by: 'user', related_to: ['DEC-003'] }),
      ],
    ],
  ])('are not %s', (_, items) => {
    expect(findAtOdds({ artifacts: items, conflicts: [] })).toEqual([]);
  });

  it('are not a comparison of two sides of one dispute that both lost, but what rests on one of them is', () => {
    const lost = { status: 'withdrawn' } as const;
    const artifacts = [
      item('DEC-001', 'DEC-002 adds a writer, DEC-003 a file for all.'),
      item('DEC-002', 'One file.', lost),
      item('DEC-003', 'A file for each.', lost),
      item('DEC-004', 'The file of DEC-002 is written once.'),
    ];
    const conflicts = [{ item_ids: ['DEC-002', 'DEC-003', 'DEC-004'] }];
    expect(findAtOdds({ artifacts, conflicts }).map(({ ids }) => ids)).toEqual([['DEC-004', 'DEC-002']]);
  });
});

it.each([
  ['near 2 000 tokens', 'near 2000 tokens', ['2000tokens']],
  ['32\u00a0000 files in 5 s', '32000 files in 5 s', ['32000files', '5s']],
  ["10'000 rows", '10000 rows', ['10000rows']],
  ['1 000 000 lines', '1000000 lines', ['1000000lines']],
  ['in 2 100 m steps, 3 to 4 weeks', 'in 2100 m steps, 3 to 4 weeks', ['2100m', '3to', '4weeks']],
])('reads the numbers of "%s"', (text, joined, figures) => {
  expect(joinThousands(text)).toBe(joined);
  expect(listFigures(text)).toEqual(figures);
});
