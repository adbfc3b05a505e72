/** Shapes of text that keep readers busy; `npm run torture:shapes` measures all of them with every reader. */

import { expect, test } from 'vitest';
import { lintFile } from '../../src/documents/lint/lint-file.ts';
import { scanJournal } from '../../src/store/journal/journal-scan.ts';
import { parseSession } from '../../src/store/session/session-text.ts';
import { wrapText } from '../../src/terminal/wrap-text.ts';
import { listSections } from '../../src/text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../../src/text/markdown/markdown-tree.ts';
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
  expect(() => parseMarkdown(shapes[name]?.(size) ?? '', 'a')).toThrow(why);
});

test.for([
  ['closing brackets', 'is expected'],
  ['opening brackets', 'nested too deeply'],
] as const)('%s are no YAML, and it ends with one problem', ([name, message]) => {
  const { problems } = readYaml(shapes[name]?.(1_000_000) ?? '', 'a.yaml');
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(message);
});

test('fences inside a list count as fences too', () => {
  const read = () => parseMarkdown(shapes['fences inside a list']?.(60_000) ?? '', 'a');
  expect(read).toThrow(/marks of lists, quotes and fences/);
});

test('comments and parts that never end are text, and the heading behind them is found', () => {
  for (const name of ['comments that open, on lines', 'parts of ours that open']) {
    const text = `${shapes[name]?.(4_000) ?? ''}\n\n## Goals\n\n- To last\n`;
    expect(listSections(parseMarkdown(text)).at(-1)?.heading?.text, name).toBe('Goals');
  }
});

test.for([
  ['quotation marks', '"“'.repeat(20)],
  ['letters of a script without spaces', '設計'.repeat(10)],
] as const)('one line of %s breaks into full rows', ([name, row]) => {
  const rows = wrapText(shapes[name]?.(40_000) ?? '', 40);
  expect(new Set(rows.slice(0, -1))).toEqual(new Set([row]));
});

test('a large text that does not begin like a session is no session', () => {
  const read = () => parseSession(shapes['fences inside a list']?.(5_000_000) ?? '', 'a.yaml');
  expect(read).toThrow(expect.objectContaining({ code: 'SESSION_INVALID' }));
});

test('twenty thousand keys are read, and one that is there twice is found', () => {
  const keys = Array.from({ length: 20_000 }, (_, number) => `k${number}: 1\n`).join('');
  expect(readYaml(keys, 'a.yaml').problems).toEqual([]);
  expect(readYaml(`${keys}k7: 2\n`, 'a.yaml').problems).toEqual([
    { file: 'a.yaml', line: 20_001, column: 1, message: 'this key appears twice' },
  ]);
});

test('a journal of 300,000 lines that are none says how many', () => {
  const { lines, problems } = scanJournal(Buffer.from('`\n'.repeat(300_000)), 'calls.jsonl');
  expect(lines).toEqual([]);
  expect(problems.at(-1)?.message).toBe('299950 more lines cannot be read');
});
