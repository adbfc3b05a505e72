/** What stands under the seats while a discussion runs. */
import { describe, expect, it, test } from 'vitest';
import {
  cutToEnd,
  renderAnswer,
  renderFooter,
  renderOpened,
  sayLeft,
} from '../../src/terminal/live/live-footer.ts';
import { createLiveState, type SeatLine } from '../../src/terminal/live/live-state.ts';

const minute = 60_000;
const modes = { columns: 80, color: 0, unicode: true } as const;

describe('the time until the draft', () => {
  const paced = (rounds: number, lastRound: number, endedAt: number) => ({
    ...createLiveState(),
    ...{ minRounds: 3, maxRounds: 5, pace: { beganAt: 0, endedAt, rounds, lastRound } },
  });
  it.each([
    ['before the first round is finished', paced(0, 0, 0), minute, null],
    [
      'two rounds or four of two minutes',
      paced(1, 1, 2 * minute),
      2 * minute,
      'about 4m to 8m until the draft',
    ],
    ['less while a round runs', paced(1, 1, 2 * minute), 3 * minute, 'about 3m to 7m until the draft'],
    ['by the mean of the rounds', paced(2, 2, 2 * minute), 2 * minute, 'about 60s to 3m until the draft'],
    ['once there were enough', paced(3, 3, 3 * minute), 3 * minute, 'at most 2m until the draft'],
    ['after the last round', paced(5, 5, 5 * minute), 5 * minute, null],
    ['longer than thought', paced(1, 1, minute), 9 * minute, null],
    ['by the rounds of this run alone', paced(1, 4, minute), minute, 'at most 60s until the draft'],
  ])('%s', (_, state, at, said) => {
    expect(sayLeft(state, at)).toBe(said);
  });
});

const line: SeatLine = {
  ...{ seat: 'qa-lead', role: 'QA lead', model: 'm', step: 'answer', state: 'thinking', since: 0 },
  ...{
    duration_ms: null,
    confidence: null,
    words: '',
    proposal: '',
    looking: null,
    kind: null,
    retry: null,
    isTold: false,
  },
};

test.each([20, 40, 80])('the keys and the times fit %i columns', (columns) => {
  const state = { ...createLiveState(), seats: [line, line, line], startedAt: minute };
  const lines = renderFooter(state, { modes: { ...modes, columns }, at: 4 * minute });
  expect(lines.join(' ')).toContain('3m 00s in all');
  for (const word of ['g guidance', 'm more rounds', 's skip to the draft', 'p pause', '1–3 read an answer'])
    expect(lines.join('\n')).toContain(word);
  expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(columns);
});

describe('an opened seat', () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index} goes on and on.`).join(' ');
  const open = (change: Partial<SeatLine>, said = '', hidden = false) =>
    renderOpened({ ...line, ...change }, { modes, said, hidden, rows: 30 });
  it('shows the newest words of one that speaks; the answer of one that has is printed whole', () => {
    expect(open({}, long).at(-1)).toContain('word59');
    expect(open({}, long)).toHaveLength(13);
    const answered = renderAnswer({ ...line, words: 'A queue.', proposal: long }, modes);
    expect(answered.slice(1, 3)).toEqual(['QA lead:', '  A queue.']);
    expect(answered.join(' ')).toContain('word59');
    expect(open({})).toEqual(['QA lead, so far:', '  Nothing to read yet.']);
  });
  it('is hidden while a person has not answered', () => {
    for (const change of [{}, { state: 'answered', words: 'A queue.' } as const])
      expect(open(change, 'A queue.', true).join()).not.toContain('A queue.');
  });
  it('leaves room on a low terminal', () => {
    expect(renderOpened(line, { modes, said: long, hidden: false, rows: -5 })).toHaveLength(4);
  });
});

test.each([
  ['A queue.', 20, 'A queue.'],
  ['We should use a queue with retries.', 20, '…with retries.'],
  ['我们应该使用一个队列并且重试每一个失败的任务', 12, '…失败的任务'],
])('the end of %j in %i columns', (text, columns, shown) => {
  expect(cutToEnd(text, columns, '…')).toBe(shown);
});
