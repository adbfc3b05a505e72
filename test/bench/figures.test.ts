import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { atMost, type Figure, median, meetsGoal } from '../../bench/figures.ts';
import { formatFigures, putTable } from '../../bench/format-figures.ts';

const least = (value: number): Figure => ({
  id: 'reuse',
  text: 'reuse',
  value,
  unit: '%',
  goal: { at: 'least', value: 70 },
});
const ratio = (value: number): Figure => atMost('r', 'r', { value, unit: '×', most: 2 });

test.for([
  [ratio(2), true],
  [ratio(2.01), false],
  [least(70), true],
  [least(69.9), false],
  [atMost('ms', 'a time', { value: 900, unit: 'ms', most: 1 }), false],
  [atMost('ms', 'only to be seen', { value: 900, unit: '×', most: null }), null],
] as const)('%o', ([figure, met]) => {
  expect(meetsGoal(figure)).toBe(met);
});

test('what was not measured misses its goal rather than pass unseen', () => {
  expect(meetsGoal(ratio(Number.NaN))).toBe(false);
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

test('a table takes the place of the one between the marks of a document, and of nothing else', () => {
  const document = '# Title\n\n<!-- table -->\n\nold\n\n<!-- end of the table -->\n\nafter\n';
  const updated = putTable(document, 'new\n');
  expect(updated).toBe(document.replace('old', 'new'));
  expect(putTable(updated, 'new\n')).toBe(updated);
  expect(() => putTable('# Title\n', 'new\n')).toThrow('in the document');
});

test('the document about performance has the marks of the table', async () => {
  const document = await readFile(new URL('../../docs/performance.md', import.meta.url), 'utf8');
  expect(() => putTable(document, '')).not.toThrow();
});
