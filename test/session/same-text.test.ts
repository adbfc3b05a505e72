/** When two texts say the same, and the ids of a series. */
import { describe, expect, it } from 'vitest';
import { isSameText, nextId } from '../../src/session/rules/same-text.ts';

describe('the same text', () => {
  it.each([
    ['Keep jobs.', '  keep   JOBS', true],
    ['Keep jobs', 'Keep the jobs', false],
    ['**Keep** jobs – now', 'keep jobs now', true],
    ['wait < 5 s', 'wait > 5 s', false],
    ['wait ≤ 5 s', 'Wait ≤ 5 s.', true],
    ['C', 'C#', false],
    ['below -5 °C', 'below 5 °C', false],
    ['at most 10 %', 'at most 10%', true],
  ])('"%s" and "%s": %s', (one, other, same) => {
    expect(isSameText(one, other)).toBe(same);
  });
});

it('ids count on from the highest, also beyond 999 and past other series', () => {
  expect(nextId('S', [])).toBe('S-001');
  expect(nextId('S', [{ id: 'S-007' }, { id: 'S-002' }, { id: 'SX-100' }, { id: 'S-x' }])).toBe('S-008');
  expect(nextId('S', [{ id: 'S-999' }])).toBe('S-1000');
});
