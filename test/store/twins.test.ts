import { describe, expect, it } from 'vitest';
import { compareTwins, resemble } from '../../src/store/migrate/twins.ts';

const long = 'the service shall repeat a failed notification five times within the first hour of the job';

describe('texts that are twins', () => {
  it.each([
    ['The service signs each notification with HMAC.', 'The service shall sign each notification with HMAC'],
    ['A REFUSED url  is not called!', 'a refused URL is not called'],
    ['Der Dienst speichert jeden Auftrag.', 'Der Dienst speichert jeden Auftrag'],
    ['任务在重启后继续。', '任务在重启后继续'],
  ])('have the same words: %s', (one, other) => {
    expect(compareTwins(one, other)).toBe(1);
  });

  it('may differ by a few words that one adds, in a long English text', () => {
    const added = long.replace('a failed notification', 'a failed notification to the receiver');
    expect(compareTwins(long, added)).toBeGreaterThan(0.8);
    expect(compareTwins(added, long)).toBe(compareTwins(long, added));
  });
});

describe('texts that only look like twins', () => {
  it.each([
    [
      'another bound',
      'A listed network has at most the size /24 for IPv4.',
      'A listed network has at most the size /16 for IPv4.',
    ],
    [
      'a unit',
      'Losses stay below 5 in the first hour of a job',
      'Losses stay below 5 % in the first hour of a job',
    ],
    ['a sign', 'The service refuses -5 as the size of a job', 'The service refuses 5 as the size of a job'],
    ['the opposite', 'Private networks are called by default', 'Private networks are refused by default'],
    ['a negation', long, long.replace('shall repeat', 'shall not repeat')],
    [
      'a negation in another language',
      'Der Dienst in the Cloud speichert alle Aufträge bis zum Abend',
      'Der Dienst in the Cloud speichert nicht alle Aufträge bis zum Abend und länger',
    ],
    ['a condition', long, `${long}, unless the receiver is gone`],
    ['a number more', long, `${long}, 10 seconds apart`],
    ['a weaker word', long, long.replace('shall repeat', 'may repeat')],
    ['too much more', long, `${long}, and write each attempt into its log with time, status and reason`],
    ['another order', 'Alice pays Bob', 'Bob pays Alice'],
    ['a short text with one word more', 'Keep the queue', 'Keep the old queue'],
    ['no words at all', '!!!', '???'],
  ])('are kept apart: %s', (_, one, other) => {
    expect(compareTwins(one, other)).toBe(0);
    expect(compareTwins(other, one)).toBe(0);
  });
});

describe('texts that resemble each other', () => {
  it('have most words in the same order, and the same numbers', () => {
    const one =
      'The state of a job stays readable by polling, whether or not its notification was delivered.';
    const other =
      'The service shall make the state of a job readable by polling regardless of whether its notification was delivered.';
    expect(compareTwins(one, other)).toBe(0);
    expect(resemble(one, other)).toBe(true);
    expect(
      resemble('A network has at most the size /24 for IPv4', 'A network has at most the size /16 for IPv4'),
    ).toBe(false);
    expect(
      resemble(one, 'A page of deliveries is left out, and the answer of the job shows its attempts.'),
    ).toBe(false);
  });
});
