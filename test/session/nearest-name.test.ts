import { expect, it } from 'vitest';
import { findNearest } from '../../src/session/errors.ts';

it.each([
  ['qa-laed', 'qa-lead'],
  ['somebody', null],
  // To compare a million characters takes minutes.
  ['qa-lead'.repeat(100), null],
])('the name nearest to %s is %s', (word, nearest) => {
  expect(findNearest(word, ['qa-lead', `${'qa-lead'.repeat(99)}x`])).toBe(nearest);
});
