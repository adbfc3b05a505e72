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
  [['all but qa-lead'], ['all but qa-lead']],
  [['all'], ['all']],
  [['software-architect and QA lead'], ['software-architect', 'qa-lead']],
  [['qa-lead, software-architect & devops-engineer'], ['qa-lead', 'software-architect', 'devops-engineer']],
  [['qa-lead und die anderen'], ['qa-lead und die anderen']],
])('%j', (participants, asked) => {
  const reply = { question: 'Which?', context_summary: '', focus: '', topic_id: null, participants };
  const naming = createNaming(createSession(), 'facilitator');
  expect(mapQuestionNames(reply, naming).participants).toEqual(asked);
});

it('calls a seat by its role, so that people can read what models write about it, and by its id where two have one role', () => {
  const session = createSession();
  const [first, second] = session.participants;
  expect(createNaming(session, 'facilitator').seat('qa-lead')).toBe('Qa lead');
  const twins = session.participants.map((one) =>
    one === second ? { ...one, role: first?.role ?? '' } : one,
  );
  const naming = createNaming({ ...session, participants: twins }, 'facilitator');
  expect(twins.slice(0, 2).map(({ id }) => naming.seat(id))).toEqual([first?.id, second?.id]);
});
