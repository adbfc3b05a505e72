/** What each seat is asked when it takes the draft apart. */
import type { Finding } from '../session/evidence.ts';
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Participant } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { describeEnd, describeOwn } from './answer.ts';
import { describeExtended } from './extended-file.ts';
import { describeUses } from './look.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import { buildDossier, describeConflicts, describeDecisions, describeGuidance } from './standing.ts';
import { describeParticipant, describeTurn, seatRules } from './system.ts';
import { describeText } from './text-view.ts';

/** The prompt for the review: the text as it would be printed, and nobody else’s word on it. */
export function buildReviewPrompt(
  session: Session,
  table: Table,
  options: { seat: Participant; naming: Naming; judges: boolean; uses: readonly Finding[] },
): PromptBlock[] {
  const { seat, naming, judges } = options;
  const fence = createFence(session);
  const standing = joinParts([
    describeDecisions(session, naming),
    describeGuidance(session, naming),
    describeConflicts(session, naming),
  ]);
  const role = describeParticipant(session, table, { seat, naming });
  return [
    buildStable(session, table, naming),
    ...buildDossier(session, naming),
    {
      cache: true,
      text: joinParts([
        section(
          'How every seat reviews',
          joinParts([
            describeEnd(session),
            bullets(seatRules),
            describeLanguage(session),
            'This draft was written by one hand from everybody’s proposals. Find what is wrong with it, as somebody who will have to live with it. Nobody sees your review until all are in.',
            bullets([
              'Check its facts, and what it takes for granted, in the project. Read the code it touches that nobody has opened yet. Run its code and its tests in your head: do they do what the text says?',
              'What does the whole rest on? Read that code once more, as somebody would who wants to get round it: does it do what the text takes for granted?',
              'Look for every other place that does what the text changes: a second construction, another writer, caller or client. Where the names mentioned are used is listed above: go through it line by line, and search for what is not in it. A change that misses one of them fails where nobody looks. Of each error that is now returned, each wait and each value that may now be missing, read what its receiver does with it.',
              'Walk one normal, one unusual, one failing and one cancelled case through it, and two at the same moment. Where would you be stuck, or do the wrong thing?',
              'Is the chosen way the best one that an outsider who knows the field would name? Take the strongest one that lost: is the reason against it true in the project, and does it survive the simplest change to that way? If not, say which way is right.',
              'Does it answer the question that was asked? Does it meet the strongest objection?',
              'Hold it next to your own proposal, as if you had to build from one of the two: what does yours have that a builder would miss in this one? What has this one that nobody needs?',
            ]),
            bullets([
              'exceptions: items you would not sign as they stand: stand_aside (you disagree but would not stop it) or block (it would do harm), and what would change your mind. You accept the items you do not list; but you vote at the last call on whatever an amendment calls wrong or breaks-build or wants removed, and on both items of a pair. What a person decided cannot be stopped; an exception to it is printed as dissent.',
              'amendments: corrections to an item, a section or an open question (by its id), each with the exact new words, ready to print, and in old the passage they replace. severity: breaks-build, wrong, or gap (a builder could not go on without it). At most four, the most serious first, and none is a fine answer. The new words are about as long as the old ones: correct the statement itself, rather than adding a condition or an exception to it; if a rule holds only with many exceptions, propose a simpler rule. Do not propose matters of taste, rare cases or nice-to-haves. Beside these, at most two with severity wish, for passages where somebody who reads the text for the first time has to stop: squeezed, told twice, far from where it is needed, or leaning on a name that nothing explains; the new words say the same, are no longer, and read at once. Put changes that belong together in one amendment: leave field empty and name the fields in the words (“text: …”, “check: …”).',
              'pairs: two items that cannot both hold, with the situation.',
              'questions: what a builder or tester would have to ask before starting.',
              ...(judges ? ['judgements: of each idea its value and its feasibility, from your role.'] : []),
            ]),
          ]),
        ),
        section('Where things stand', fence('state', standing)),
        section('The file that this is added to', describeExtended(session, table, { isWhole: false })),
        describeUses(options.uses, session),
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
