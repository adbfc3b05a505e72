/** Whom a facilitator asks, as models name it. */
import { expect, it } from 'vitest';
import { createNaming } from '../../src/prompts/seat-names.ts';
import { mapQuestionNames } from '../../src/roundtable/discussion/question.ts';
import { createSession } from '../support/roundtable-fixtures.ts';

it.each<[named: string[], asked: string[]]>([
  [['qa-lead'], ['qa-lead']],
  [
    ['Software architect', '**QA lead**'],
    ['software-architect', 'qa-lead'],
  ],
  [['all but qa-lead'], ['all but Qa lead']],
  [['all'], ['all']],
  [['software-architect and QA lead'], ['software-architect', 'qa-lead']],
  [['qa-lead, software-architect & devops-engineer'], ['qa-lead', 'software-architect', 'devops-engineer']],
  [['qa-lead und die anderen'], ['Qa lead und die anderen']],
])('%j', (participants, asked) => {
  const reply = { question: 'Which?', context_summary: '', focus: '', topic_id: null, participants };
  const naming = createNaming(createSession(), 'facilitator');
  expect(mapQuestionNames(reply, naming).participants).toEqual(asked);
});

it.each([
  ['qa-lead and `software-architect` differ.', 'Qa lead and Software architect differ.'],
  ['Ask qa-lead.', 'Ask Qa lead.'],
  [
    'See agents/qa-lead.md, qa-lead.md and non-qa-lead.',
    'See agents/qa-lead.md, qa-lead.md and non-qa-lead.',
  ],
])('prose names seats by their roles, but not where an id is part of a path: %s', (written, read) => {
  expect(createNaming(createSession(), 'facilitator').readText(written)).toBe(read);
});
