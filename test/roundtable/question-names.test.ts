/** Whom a facilitator means, as models name it. */
import { describe, expect, it } from 'vitest';
import { mapQuestionNames } from '../../src/roundtable/discussion/question.ts';
import { findSeat } from '../../src/roundtable/seats/find-seat.ts';
import { createSession } from '../support/roundtable-fixtures.ts';

const { participants: seats } = createSession();

it.each<[named: string[], asked: string[]]>([
  [['qa-lead'], ['qa-lead']],
  [
    ['Software architect', '**QA lead**'],
    ['software-architect', 'qa-lead'],
  ],
  [['all but qa-lead'], ['all but qa-lead']],
  [['all'], ['all']],
])('%j', (participants, asked) => {
  const reply = { question: 'Which?', context_summary: '', focus: '', topic_id: null, participants };
  expect(mapQuestionNames(reply, seats).participants).toEqual(asked);
});

describe('the name of a seat', () => {
  it.each([
    ['qa-lead', 'qa-lead'],
    ['qa_lead', 'qa-lead'],
    ['QA Lead', 'qa-lead'],
    ['**qa-lead**', 'qa-lead'],
    ['Software architect', 'software-architect'],
    ['the qa lead of the other team', null],
    ['facilitator', null],
    ['', null],
  ])('"%s" means %s', (name, seat) => {
    expect(findSeat(seats, name)).toBe(seat);
  });
});
