/** What stands under the seats while a discussion runs. */
import { describe, expect, it, test } from 'vitest';
import { cutToEnd, renderAnswer, renderFooter, renderOpened } from '../../src/terminal/live/live-footer.ts';
import { createLiveState } from '../../src/terminal/live/live-state.ts';

const minute = 60_000;
const modes = { columns: 80, color: 0, unicode: true } as const;

test.each([20, 40, 80])('the keys and the times fit %i columns', (columns) => {
  const state = { ...createLiveState(), heard: ['a', 'b', 'c'], startedAt: minute };
  const lines = renderFooter(state, { modes: { ...modes, columns }, at: 4 * minute });
  expect(lines.join(' ')).toContain('3m 00s in all');
  for (const word of ['g guidance', 'm more rounds', 's skip to conclusion', 'p pause', '1–3 read an answer'])
    expect(lines.join('\n')).toContain(word);
  expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(columns);
});

describe('an opened seat', () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index} goes on and on.`).join(' ');
  const open = (said: string, rows = 30, hidden = false) =>
    renderOpened('QA lead', { modes, said, hidden, rows });
  it('shows the newest words of one that speaks; the answer of one that has is printed whole', () => {
    expect(open(long).at(-1)).toContain('word59');
    expect(open(long)).toHaveLength(13);
    const answered = renderAnswer('QA lead', { words: 'A queue.', proposal: long }, modes);
    expect(answered.slice(1, 3)).toEqual(['QA lead:', '  A queue.']);
    expect(answered.join(' ')).toContain('word59');
    expect(open('')).toEqual(['QA lead, so far:', '  Nothing to read yet.']);
  });
  it('is hidden while a person has not answered', () => {
    expect(open('A queue.', 30, true).join()).not.toContain('A queue.');
  });
  it('leaves room on a low terminal', () => {
    expect(open(long, -5)).toHaveLength(4);
  });
});

test.each([
  ['A queue.', 20, 'A queue.'],
  ['We should use a queue with retries.', 20, '…with retries.'],
  ['我们应该使用一个队列并且重试每一个失败的任务', 12, '…失败的任务'],
])('the end of %j in %i columns', (text, columns, shown) => {
  expect(cutToEnd(text, columns, '…')).toBe(shown);
});
