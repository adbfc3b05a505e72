/** Shapes of text that keep readers busy; `npm run torture:shapes` measures all of them with every reader. */
import { expect, test } from 'vitest';
import { lintFile } from '../../src/documents/lint/lint-file.ts';
import { parseProjectContext } from '../../src/project/project-context.ts';
import { scanJournal } from '../../src/store/journal/journal-scan.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { shapes } from '../support/shapes.ts';

test('there are forty shapes at least, each of the size that is asked for', () => {
  expect(Object.keys(shapes).length).toBeGreaterThanOrEqual(40);
  for (const [name, shape] of Object.entries(shapes)) {
    const { length } = shape(50_000);
    expect(length, name).toBeGreaterThan(20_000);
    expect(length, name).toBeLessThan(60_000);
  }
});

test.for([
  'fences, one on each line',
  'one line of backticks',
  'comments that open, on lines',
  'a wide table',
  'quotes inside quotes',
])('the lint refuses 5 MB of %s', (name) => {
  const { problems } = lintFile(shapes[name]?.(5_000_000) ?? '', 'a.md');
  expect(problems.map(({ rule }) => rule)).toEqual(['document/unreadable']);
});

test.for([
  ['fences, one on each line', 60_000, /fences/],
  ['blank lines', 100_000, /lines; at most/],
  ['a row of many cells', 39_000, /table cells/],
  ['opening brackets', 100_000, /characters in one paragraph; at most 40000/],
  ['links that open', 100_000, /characters in one paragraph/],
] as const)('%s in a CONTEXT.md of %i characters are refused, and why is said', ([name, size, why]) => {
  expect(() => parseProjectContext(shapes[name]?.(size) ?? '', 'a')).toThrow(why);
});

test.for([
  ['closing brackets', 'too many brackets'],
  ['opening brackets', 'nested too deeply'],
] as const)('%s are no YAML, and it ends with one problem', ([name, message]) => {
  const { problems } = readYaml(shapes[name]?.(1_000_000) ?? '', 'a.yaml');
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(message);
});

test('twenty thousand keys are read, and one that is there twice is found', () => {
  const keys = Array.from({ length: 20_000 }, (_, number) => `k${number}: 1\n`).join('');
  expect(readYaml(keys, 'a.yaml').problems).toEqual([]);
  expect(readYaml(`${keys}k7: 2\n`, 'a.yaml').problems).toEqual([
    { file: 'a.yaml', line: 20_001, column: 1, message: 'this key is there twice' },
  ]);
});

test('a journal of a million lines that are none says how many', () => {
  const { lines, problems } = scanJournal(Buffer.from('`\n'.repeat(1_000_000)), 'calls.jsonl');
  expect(lines).toEqual([]);
  expect(problems.at(-1)?.message).toBe('999950 more lines cannot be read');
});
