import { expect, test } from 'vitest';
import { atMost, type Figure, median, meetsGoal, passesByHalf } from '../../bench/figures.ts';
import { formatFigures } from '../../bench/format-figures.ts';

const least = (value: number): Figure => ({
  id: 'reuse',
  text: 'reuse',
  value,
  unit: '%',
  goal: { at: 'least', value: 70 },
  kind: 'ratio',
});
const ratio = (value: number): Figure => atMost('r', 'r', { value, unit: '×', most: 2, kind: 'ratio' });

test.for([
  [ratio(2), true, false],
  [ratio(2.01), false, false],
  [ratio(3), false, false],
  [ratio(3.01), false, true],
  [least(70), true, false],
  [least(69.9), false, false],
  [least(46), false, true],
  [atMost('ms', 'a time', { value: 900, unit: 'ms', most: 1 }), false, false],
  [atMost('ms', 'only to be seen', { value: 900, unit: '×', most: null, kind: 'ratio' }), null, false],
] as const)('%o', ([figure, met, fails]) => {
  expect(meetsGoal(figure)).toBe(met);
  expect(passesByHalf(figure)).toBe(fails);
});

test('what was not measured fails rather than pass unseen', () => {
  expect(meetsGoal(ratio(Number.NaN))).toBe(false);
  expect(passesByHalf(ratio(Number.NaN))).toBe(true);
  expect(median([])).toBeNaN();
});

test('the table has every figure with its goal, in columns', () => {
  const table = formatFigures([atMost('w', 'a write', { value: 21.04, unit: 'ms', most: 20 }), least(71)]);
  expect(table.split('\n')).toEqual([
    '| what    | measured |      goal |        |',
    '|---------|---------:|----------:|--------|',
    '| a write |  21.0 ms | ≤ 20.0 ms | MISSED |',
    '| reuse   |     71 % |    ≥ 70 % | met    |',
    '',
  ]);
});
