/** What the screens say of items: in a recap, after the review, and at the end. */
import { expect, test } from 'vitest';
import { itemSchema } from '../../src/domain/records.ts';
import { describeEvent } from '../../src/terminal/live/event-text.ts';
import { formatClosingScreen } from '../../src/terminal/views/format-closing.ts';
import { sayOverride, sayPassed } from '../../src/terminal/wording.ts';
import { createSession } from '../support/roundtable-fixtures.ts';

const modes = { isTty: false, columns: 80, color: 0, unicode: true, live: false } as const;
const reopened = itemSchema.parse({
  id: 'DEC-001',
  type: 'DEC',
  title: '',
  text: 'Keep the queue inside.',
  round: 1,
  worded_in: 1,
  status: 'open',
  stances: [
    { seat: 'software-architect', stance: 'support', reason: '', round: 1 },
    { seat: 'qa-lead', stance: 'block', reason: 'Nobody can test it.', round: 2 },
  ],
  history: [
    { round: 1, change: 'agreed', text: '' },
    { round: 2, change: 'opened again', text: '' },
  ],
});

test('what a block opened again in the review is shown with its text, and who is against it', () => {
  const { participants } = createSession();
  const text = describeEvent({ type: 'review-counted', items: [reopened] }, modes, {
    participants,
    lastRound: null,
    hidden: false,
    verbose: false,
  });
  expect(text?.replace(/\s+/g, ' ')).toMatch(
    /DEC-001 was agreed and is open again \(1 for, 0 aside, 1 against: .+\): Keep the queue inside\./,
  );
});

test('the closing screen names contested items and who blocks them', () => {
  const session = { ...createSession(), artifacts: [reopened], total_rounds: 2 };
  const text = formatClosingScreen(session, { modes });
  expect(text).toMatch(
    /Contested\n.*DEC-001 Keep the queue inside\. \(blocked by .*: Nobody can test it\.\)/,
  );
});

test('sentences read as English', () => {
  const round = { proposed_action: 'conclude', override: 'blocked: DEC-001' };
  expect(sayOverride({ ...round, next_action: 'continue' })).toBe(
    'the facilitator asked to conclude, the program chose to continue: a block stands against DEC-001',
  );
  expect(sayOverride({ ...round, next_action: 'conclude' })).toBe(
    'the facilitator asked to conclude, and the program did; a block stands against DEC-001',
  );
  expect(sayPassed('You', 'voted without a word')).toBe('You voted without a word');
});
