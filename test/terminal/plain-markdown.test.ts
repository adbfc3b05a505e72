/** What the terminal shows of an item is the text itself, not its markdown. */
import { expect, test } from 'vitest';
import { plainMarkdown } from '../../src/terminal/plain-markdown.ts';

test.each([
  ['### Round 1: opening\n\n#### Synthesis', 'Round 1: opening\n\nSynthesis'],
  ['**REQ-001 · Frist** (muss) <!-- s2s:decided -->', 'REQ-001 · Frist (muss)'],
  ['*Warum:* nach 3 \\* 2 Stunden', 'Warum: nach 3 * 2 Stunden'],
  ['taken: \\[x\\] and \\_a\\_', 'taken: [x] and _a_'],
  [
    '| Option | For | Against |\n| --- | --- | --- |\n| **A** (chosen) | fast | – |\n| B | a \\| b |  |\n\nEnd',
    '* Option: A (chosen)\n  For: fast\n* Option: B\n  For: a | b\n\nEnd',
  ],
  ['* a point\n* **b** `**c** \\*`', '* a point\n* b `**c** \\*`'],
])('%j is shown as %j', (markdown, text) => {
  expect(plainMarkdown(markdown)).toBe(text);
});
