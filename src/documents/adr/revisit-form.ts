/** The form of a record that looks at an earlier one again: does it hold, is it amended, or superseded? */
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { verdicts } from '../../session/vocabulary.ts';
import { listSections } from '../form-sections.ts';

export const revisitForm: DocumentForm = {
  type: 'adr',
  name: 'record of a decision that was looked at again',
  kinds: ['decision', 'verdict'],
  sections: listSections('adr', {
    context:
      'What was decided then, and on which grounds, in a few sentences. Then a table: each ground or expectation of the record, what the project shows today, with its place, and what follows. What nobody measured or could look up is said.',
    drivers: 'Leave the body empty: the program prints the drivers.',
    options: 'The program prints the table of ways. Leave the body empty.',
    outcome:
      'The verdict as an item, then the decisions that change. Before them, in a few sentences, what speaks most strongly against the verdict, and what answers it.',
    parts:
      'Where the verdict is superseded: what is built or changed, as its builder would want it explained. Leave it out otherwise.',
    work: 'What has to be done now, in steps that each are of use alone. Leave it out where nothing is.',
    consequences:
      'A list: what gets better or worse by the verdict, and for whom. Leave it out where nothing changes.',
    risks: 'A short table, where something can go wrong that is said nowhere else.',
    confirmation: 'Where something changes: how somebody finds out that it works.',
    revisit:
      'When to revisit the decision: dates and events, each with what is looked up then; those of the old record that have come are gone.',
  }),
  brief: [
    'Write for the engineer who works with the decision under review and was not there. The title names the decision and what became of it; the decision is the verdict in a sentence, with its reason.',
    'Exactly one item is of the kind verdict. holds: what was decided stays, word for word, and no item is a decision. amended: it stays but for what the decisions say; each names the passage that it changes and gives the new words. superseded: it no longer holds, and the decisions say what does, complete enough to be read without the old record.',
    'Later knowledge is no proof of a wrong decision: say whether it was right with what was known, and whether it is right with what the project shows today. A rule that was not followed is not thereby wrong. What works is not changed for taste; the cost of changing it counts.',
    'The ways are: leave it as it is, amend it, and what would replace it.',
  ].join(' '),
  words: 1_800,
  mayBeShort: true,
  hasPriorities: false,
  needs: ['why', 'check'],
  details: [
    {
      id: 'verdict',
      choices: verdicts,
      about: 'of the item of the kind verdict: holds, amended or superseded; empty in all others',
      mayBeEmpty: true,
    },
  ],
  hasWays: true,
};
