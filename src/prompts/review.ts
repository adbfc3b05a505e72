/** What each seat is asked when it takes the draft apart. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Participant } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { describeEnd, describeOwn } from './answer.ts';
import { describeExtended } from './extended-file.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import { describeConflicts, describeDecisions, describeDossier, describeGuidance } from './standing.ts';
import { describeParticipant, describeTurn, seatRules } from './system.ts';
import { describeText } from './text-view.ts';

/** The prompt for the review: the text as it would be printed, and nobody else’s word on it. */
export function buildReviewPrompt(
  session: Session,
  table: Table,
  options: { seat: Participant; naming: Naming; judges: boolean },
): PromptBlock[] {
  const { seat, naming, judges } = options;
  const fence = createFence(session);
  const standing = joinParts([
    describeDecisions(session, naming),
    describeGuidance(session, naming),
    describeConflicts(session, naming),
    describeDossier(session, naming),
  ]);
  const role = describeParticipant(session, table, { seat, naming });
  return [
    buildStable(session, table, naming),
    {
      cache: true,
      text: joinParts([
        section(
          'How every seat reviews',
          joinParts([
            describeEnd(session),
            bullets(seatRules),
            describeLanguage(session),
            'One hand wrote this draft from everybody’s proposals. Take it apart as somebody who will have to live with it. Nobody sees your review before all are in.',
            bullets([
              'Carry out each check in your head: can somebody do it, and would it fail if the thing were wrong?',
              'Run one normal, one odd and one failing case through the text, and say where you would have to ask.',
              'Check its facts, and what it takes for granted, in the project. Read the code that it touches and that nobody opened yet.',
              'Is the chosen way the best of those that a stranger in the field would name? Take the strongest one that lost: is the reason against it true in the project, and does it outlast the simplest change to that way? Does the choice follow from the table of ways? Where it does not, ask for what would be right.',
              'What closes a hole in your own proposal, and is not in the text? Ask for it with its words, or with its code.',
              'Is one subject spread over several places, or a rule hidden in a long paragraph? Ask for it in one place, as a list, a table of cases or code.',
              'Does it answer the question as it was asked, or a narrower one? What would the strongest opponent say, and does the text answer that?',
              'Is it in proportion: would somebody who has one day for it know what to do first? Is what your role needs in it, and what is in it that nobody needs? A text that grows with every review ends unread: for each thing that you add, look for one that can go.',
            ]),
            bullets([
              'exceptions: items that you would not sign as they stand: stand_aside (you disagree but would not stop it) or block (it would do harm), with what would lift it. Those that you leave out you take; but what an amendment calls wrong or breaks-build or asks to go, and both of a pair, you vote on at the last call. What a person decided cannot be stopped; an exception to it is printed as dissent.',
              'amendments: what is wrong or missing, in an item, a section or an open question (by its id), each with the exact new words, ready to be printed, and in old the passage that they replace; severity: breaks-build, wrong, gap or wish. At most six, the gravest first: those without which the result would fail; no matters of taste, no corners, no exception to an exception: a text that answers everything is not read. What belongs together in one item is one amendment: leave field empty and name the fields in words (“text: …”, “check: …”).',
              'pairs: two items that cannot both hold, with the situation.',
              'questions: what a builder or tester would have to ask.',
              ...(judges ? ['judgements: of each idea its value and its feasibility, from your role.'] : []),
            ]),
          ]),
        ),
        section('Where things stand', fence('state', standing)),
        section('The file that this is added to', describeExtended(session, table, { isWhole: false })),
        section('The draft, as it would be printed', fence('draft', describeText(session, 'resolved'))),
      ]),
    },
    {
      cache: false,
      text: joinParts([
        describeOwn(session, naming, seat.id),
        describeTurn(role, [
          'Take the draft apart, from where your role stands, as “How every seat reviews” says.',
        ]),
      ]),
    },
  ];
}
