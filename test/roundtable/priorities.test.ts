import { describe, expect, it } from 'vitest';
import { listPriorities } from '../../src/domain/priorities.ts';
import type { Item } from '../../src/domain/records.ts';
import { settlePriorities } from '../../src/roundtable/rules/priorities.ts';
import { readStances } from '../../src/roundtable/rules/stances.ts';
import { createItem } from '../support/roundtable-fixtures.ts';

type Priority = NonNullable<Item['priority']>;

const statements = [
  { id: 'S-001', seat: 'product-manager', priority: 'must' as const },
  { id: 'S-002', seat: 'qa-lead', priority: 'could' as const },
];

function settle(priority: Item['priority'], given: Record<string, Priority | undefined>, from = ['S-001']) {
  const stances = Object.entries(given).map(([seat, said]) => ({
    seat,
    stance: 'support' as const,
    reason: '',
    round: 2,
    ...(said === undefined ? {} : { priority: said }),
  }));
  const item = createItem({}, { priority, from, stances });
  return { item, priority: settlePriorities([item], statements)[0]?.priority };
}

describe('the priority of an item', () => {
  it.each<[string, Item['priority'], Record<string, Priority | undefined>, Item['priority']]>([
    ['is what most seats say', 'must', { 'qa-lead': 'should', 'devops-engineer': 'should' }, 'should'],
    ['stays at a tie', 'must', { 'qa-lead': 'should' }, 'must'],
    ['changes when its own seat changes it', 'must', { 'product-manager': 'could' }, 'could'],
    ['stays where no stance names one', 'wont', { 'qa-lead': undefined }, 'wont'],
    [
      'counts a stance without one for none',
      'must',
      { 'qa-lead': undefined, 'product-manager': 'should' },
      'should',
    ],
    ['is set where nobody had set one', null, { 'product-manager': 'should' }, 'should'],
  ])('%s', (_name, before, given, after) => {
    expect(settle(before, given).priority).toBe(after);
  });

  it('is known by seat: the word of a stance comes after that of a statement', () => {
    const { item } = settle('must', { 'product-manager': 'should' }, ['S-001', 'S-002']);
    expect([...listPriorities(item, statements)]).toEqual([
      ['product-manager', 'should'],
      ['qa-lead', 'could'],
    ]);
  });

  it.each([
    ['must have', 'must'],
    ["Won't", 'wont'],
    ['none', undefined],
    [null, undefined],
  ])('is read from %j as %j', (said, expected) => {
    const drafts = [{ item_id: 'REQ-1', stance: 'support', reason: '', priority: said }];
    expect(readStances(drafts, [{ id: 'REQ-001' }]).stances[0]?.priority).toBe(expected);
  });
});
