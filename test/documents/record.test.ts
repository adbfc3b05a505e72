/** The record: everything that the document leaves out. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderItemRecord } from '../../src/documents/record/describe-items.ts';
import { renderPart, renderRecord } from '../../src/documents/record/render-record.ts';
import { sessionSchema } from '../../src/session/session.ts';
import { listHeadings } from '../support/markdown-tree.ts';
import { createConflict } from '../support/roundtable-fixtures.ts';
import { buildDesign, buildRound, buildText, hostileSessions } from '../support/text-session.ts';

const [roundFacts] = buildDesign().rounds;
const whole = sessionSchema.parse({
  ...buildDesign({
    text: buildText({
      unrevised: { code: 'failed', kind: 'timeout', message: 'no answer' },
      removed: [{ title: 'Too much', text: 'x', because: 'nobody needs it', step: 'revision' }],
      problems: [{ code: 'no_check', at: 'DEC-002' }],
    }),
  }),
  ways: [
    {
      ...{ id: 'W-001', name: 'Streams', meaning: 'Redis.', for: ['safe'], against: ['care'] },
      preferred_by: ['qa-lead'],
    },
  ],
  conflicts: [
    createConflict({
      ...{ description: 'How long?', status: 'resolved', resolution: 'One day', resolution_type: 'conceded' },
      positions: [
        {
          ...{ id: 'a', text: 'One day', given_up_by: [] },
          held_by: [{ seat: 'software-architect', round: 1 }],
        },
        {
          ...{ id: 'b', text: 'Two days', held_by: [] },
          given_up_by: [{ seat: 'qa-lead', round: 2, because: 'It is cheaper.' }],
        },
      ],
      resolved_in: 2,
      history: [{ round: 2, code: 'gave_up', seat: 'qa-lead', position: 'b', because: 'It is cheaper.' }],
    }),
  ],
  agenda: [
    {
      id: 'a',
      name: 'Cost',
      critical: true,
      status: 'partial',
      criteria: ['named', 'bounded'],
      criteria_met: [{ criterion: 'named', round: 1, by: ['S-001'] }],
    },
  ],
  guidance: [{ after_round: 1, text: 'Think of cost.', by: 'user', name: 'Ada' }],
  failures: [
    { round: 1, step: 'answer', seat: 'qa-lead', kind: 'timeout', message: 'too slow', request_id: null },
  ],
  journal_changes: [{ line: 7, noticed_at: '2026-03-03' }],
  rounds: [
    { ...roundFacts, losses: [{ code: 'unreadable_field', seat: 'qa-lead', field: 'concerns' }] },
    buildRound({
      round: 2,
      failed: ['qa-lead'],
      synthesis_fallback: { code: 'nobody_answered' },
      question_fallback: { code: 'limit' },
    }),
  ],
});

it('has who said what, where it went, every vote, and what the program did', () => {
  const record = renderRecord(whole, { ids: new Map([['DEC-001', 'DEC-011']]) });
  expect(listHeadings(record).filter((heading) => heading.startsWith('## '))).toEqual(
    [
      'Who Took Part',
      'Rounds',
      'Ways',
      'Conflicts',
      'Agenda',
      'Statements and Where They Went',
      'Facts',
      'Amendments and Their Answers',
      'Items and Votes',
      'Dissent',
      'Questions',
      'Decisions and Advice of People',
      'What Went Wrong, and What Was Taken Out',
      'Provenance',
    ].map((title) => `## ${title}`),
  );
  for (const part of [
    '| qa-lead | QA Lead | some/model | some-model-1 |',
    '*Question:* Which queue carries the jobs?',
    'Streams all the way.',
    'The facilitator wanted to continue; the discussion ends: the limit of 1 round is reached.',
    '* Lost: QA Lead (qa-lead): concerns could not be read',
    '* QA Lead (qa-lead) gave no answer.',
    'Put together by the program: nobody answered.',
    'Position b given up by QA Lead (qa-lead) in round 2: It is cheaper.',
    '* S-001 QA Lead (qa-lead), round 1, decision: Streams. → DEC-011',
    '* S-002 QA Lead (qa-lead), round 1, other: I like tea. not taken: about something else',
    '(src/retry.ts:3, not found, so not printed as a fact)',
    '* A-001 QA Lead (qa-lead) on DEC-011 (change text, wish): Shorter.',
    '  * declined: It was short.',
    '* QA Lead (qa-lead): against (last-call): Two days are needed.',
    '  * Not met: bounded',
    'Decided by Ada Lovelace: The platform team pays.',
    '* Advice after round 1 by Ada: Think of cost.',
    '* The text was not revised: timeout: no answer',
    '* Taken out again (revision): Too much, nobody needs it',
    'DEC-001 is DEC-011',
    'The journal was changed by hand at line 7',
  ])
    expect(record).toContain(part);
});

it('gives the part of one item, by its id in the session or in the file', () => {
  const ids = new Map([['DEC-001', 'DEC-011']]);
  const text = renderItemRecord(whole, 'DEC-011', { ids });
  expect(text).toBe(renderItemRecord(whole, 'DEC-001', { ids }));
  for (const part of [
    '**DEC-011 · Use streams**',
    '* Status: decided by a person (E-001)',
    '* S-001',
    '* A-001',
    '* E-001: The platform team pays.',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('DEC-002');
  expect(renderItemRecord(whole, 'REQ-404')).toBeNull();
});

it('gives a round, a seat with its votes, or both', () => {
  const round = renderPart(whole, { round: 1 });
  expect(round).toContain('Streams all the way.');
  expect(round).toContain('#### Synthesis');
  expect(round).not.toContain('### Round 2');
  const seat = renderPart(whole, { seat: 'qa-lead' });
  for (const part of [
    '### Round 2',
    '* QA Lead (qa-lead) gave no answer.',
    ': against: Two days are needed.',
  ])
    expect(seat).toContain(part);
  expect(seat).not.toContain('#### Software');
  const both = renderPart(whole, { round: 1, seat: 'qa-lead' });
  expect(both).not.toContain('Synthesis');
  expect(both).not.toContain('## Votes');
  expect(renderRecord(whole)).toContain(renderPart(whole, {}).trim());
});

it('names what was voted on earlier words as such', () => {
  const [item, ...rest] = whole.artifacts.slice(1, 2);
  if (item === undefined) throw new Error('no item');
  const session = { ...whole, artifacts: [{ ...item, text: 'Changed.' }, ...rest] };
  expect(renderItemRecord(session, item.id)).toContain('against (last-call, on earlier words)');
});

it('keeps its own outline, whatever models write', () => {
  fc.assert(
    fc.property(hostileSessions, (session) => {
      const record = renderRecord(session);
      expect(renderRecord(structuredClone(session))).toBe(record);
      const top = listHeadings(record).filter((heading) => /^##? /.test(heading));
      expect(top[0]).toBe('# Record: Which queue?');
      expect(
        top
          .slice(1)
          .every((heading) =>
            /^## (?:Who|Rounds|Statements|Facts|Amendments|Items|Dissent|Questions|Decisions|Provenance)/.test(
              heading,
            ),
          ),
      ).toBe(true);
      for (const { id } of session.artifacts) expect(record).toContain(`**${id}`);
    }),
    { numRuns: 20 },
  );
});
