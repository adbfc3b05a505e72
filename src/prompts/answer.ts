/** What a participant is asked in a round. */

import type { Finding } from '../session/evidence.ts';
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Participant } from '../session/records.ts';
import { countMostRounds } from '../session/rules/granted-rounds.ts';
import { arguesSides, type PhaseState } from '../session/rules/phases.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import { buildPast, buildPhase } from './history.ts';
import { describeFindings } from './look.ts';
import type { Naming } from './seat-names.ts';
import {
  buildStable,
  bullets,
  createFence,
  describeLanguage,
  joinParts,
  oneLine,
  section,
} from './shared.ts';
import { describeLost } from './standing.ts';
import { describeParticipant, describeTurn, seatRules } from './system.ts';

/** What was said before in a round that is not blind. */
export interface Heard {
  seat: string;
  position: string;
}

/** What a round asks, as the facilitator put it. */
export interface RoundQuestion {
  question: string;
  focus: string;
  context_summary: string;
}

/** What an answer is asked with. */
export interface AnswerOptions {
  seat: Participant;
  asked: RoundQuestion & { round: number; findings: readonly Finding[] };
  phase: PhaseState;
  /** Whether a whole proposal is asked for. */
  proposal: boolean;
  heard: readonly Heard[];
  naming: Naming;
  /** True for a seat whose model answers in plain text. */
  plain: boolean;
  /** True for a seat whose working folder holds the project’s files. */
  hasFolder: boolean;
}

/**
 * The prompt for an answer. In a blind round `heard` is empty: nobody’s words of this round are in it. What all seats of the round are told
 * comes first, the seat’s own words, role and task last.
 */
export function buildAnswerPrompt(session: Session, table: Table, options: AnswerOptions): PromptBlock[] {
  const { seat, asked, phase, naming } = options;
  const role = describeParticipant(session, table, { seat, naming });
  return [
    buildStable(session, table, naming),
    ...(phase.phase.context === 'none' ? [] : buildPast(session, naming)),
    ...buildPhase(phase.phase),
    ...buildQuestion(session, naming, asked),
    ...buildFindings(asked.findings, session),
    { cache: true, text: section('How every seat answers', describeAnswering(session, options)) ?? '' },
    ...buildHeard(options.heard, session, naming),
    {
      cache: false,
      text: joinParts([
        describeOwn(session, naming, seat.id),
        section('Your side', describeSide(session, table, options) ?? ''),
        describeTurn(role, [
          `${options.proposal ? 'Write your proposal' : 'Answer the question'}, from where your role stands, as “How every seat answers” says.`,
          options.hasFolder
            ? 'The files of the project are in your working folder, to be read and nothing else: look into those that could change your answer first.'
            : null,
        ]),
      ]),
    },
  ];
}

/** How the question is answered: the same for all seats of a round, and so before their roles. */
function describeAnswering(session: Session, options: AnswerOptions): string {
  return joinParts([
    describeRound(session, options.asked.round),
    bullets(seatRules),
    options.proposal ? describeProposal(session) : shortAnswer,
    options.plain ? plainText : bullets(listFields(session, options)),
    describeLanguage(session),
  ]);
}

const plainText =
  'Reply in plain text, with nothing but your own words: no name in front of them, and nobody else speaks in your reply. Begin with your position in one to three sentences.';

const shortAnswer =
  'Answer this round’s question and nothing else: your position in one to three sentences, your reasons in proposal, in at most 500 words, code not counted. The other fields do not count either.';

/** What the words of a proposal are counted without. */
const notCounted = 'code, the bars of tables and the other fields';

/** What a whole proposal holds. */
function describeProposal(session: Session): string {
  const words = session.settings.proposal_words;
  if (session.workflow_type === 'brainstorm')
    return joinParts([
      `Write your ideas whole, in proposal, in at most ${words} words of markdown (${notCounted} do not count), without knowing what the others write:`,
      bullets([
        'what of the project as it is today they rest on, with places;',
        'each idea: what it is, for whom, how it would work here, the smallest version that would show whether it is worth it, what speaks against it; known products and standards that do it already first;',
        'which of them you would try first, and what would make you drop it;',
        'what you leave out, and what is open and who could say.',
      ]),
    ]);
  if (session.workflow_type === 'review')
    return joinParts([
      `Write your review whole, in proposal, in at most ${words} words of markdown (${notCounted} do not count), without knowing what the others write. Look at what is under review from your own role, and at what of the project it touches: who calls it, what is decided, what is tested.`,
      bullets([
        'What it does, in two sentences, and what you looked at beyond it.',
        'Each defect that you can show, the heaviest first: path and line, what goes wrong, with which input or in which order, what it weighs (blocking, major or minor), and the fix. Carry each out in your head before you write it down; drop it where the code around it already prevents it.',
        'Each decision or rule of the project that it breaks, by name.',
        'What you could not find out, and where you would look.',
      ]),
      'Another taste is no defect, and what was so before is none. Nothing at all is a good answer.',
    ]);
  if (session.workflow_type === 'revisit')
    return joinParts([
      `The decision under review was made some time ago. Say whether it is right, in proposal, in at most ${words} words of markdown, without knowing what the others write, from where your role stands:`,
      bullets([
        'Its grounds and expectations one by one: what the project shows of each today, with places; what came as expected, what did not, what nobody measured. Each event and date at which the record says to revisit it: whether it has come.',
        'Whether it was right with what was known, and whether it is with what the project shows today; the strongest case against your view.',
        'The ways: leave it as it is, amend it, what would replace it; what each costs now, with what is already built on it.',
        'Your verdict: holds, amended or superseded; where it is not holds, the exact words that change, or the new decisions.',
      ]),
    ]);
  if (session.workflow_type === 'plan')
    return joinParts([
      `Write your whole plan, in proposal, in at most ${words} words of markdown (${notCounted} do not count), as if the work began tomorrow with it alone, from where your role stands:`,
      bullets([
        'How it is today: what of it is there already, with places, and what stands in the way.',
        ...(session.earlier_plan === undefined
          ? []
          : [
              'The plan before: which of its packages are done, and is all of each there? Which stay as they are, which change, which are no longer needed, and why? A package that stays keeps its id.',
            ]),
        'The packages in order. Each is half a day to three days of work that leaves a working product: what is built, which demands it fulfils, which files it changes (or makes), how somebody else verifies it, which package it waits for, and what may go wrong.',
        'Why this order: what has to be found out first, and after which package something can be released.',
        'What you would leave out of a first release, and what is open and who has to say.',
      ]),
    ]);
  return joinParts([
    `Write your complete proposal, in proposal, as if the result were to be built from it alone, from the point of view of your role. At most ${words} words of plain prose, lists and tables in markdown (${notCounted} do not count), and no longer than your field needs:`,
    bullets([
      'How things are today: what the project does now, in every place that does it; what its history says about the question (changelog, documentation, earlier decisions); and the defects that matter here, including those nobody asked about.',
      'What the answer will rest on: the check, lock, format or order that everybody takes for granted. Read that code line by line, as somebody would who wants to get round it: does it do what its name says, in every case? A gap there outweighs all that is built on it.',
      'The options: at least three, known standards, existing products and libraries first, “as it is” among them. Make them differ in where the work is done and who has to get it right: something done once, in one place, usually beats something every caller, client or user has to do.',
      'Your choice: the argument that decides it, what gets worse, what would change your mind; and for the strongest option that you rule out, the simplest change that might save it, and whether it does.',
      'What you would build: each point with its reason and a check somebody can carry out, as deep as a builder needs (formats, names, states, errors, order of checks, limits, migration, tests; code where code is clearer). What a user sees when they get it wrong: prefer a clear error to silence. Say what a first version needs.',
      'What must not happen.',
      'What you leave out, and why. If you advise against what was asked for, first work out its best version, so that it could be built (what it changes, in which places, how it behaves together with each existing feature, its tests, what it costs), and then say why even that is not worth it, or what measured value would make it so.',
      'What is open, and who can answer it.',
    ]),
  ]);
}

/** What the fields of the form are for. */
function listFields(session: Session, { proposal }: AnswerOptions): string[] {
  const open = session.conflicts.filter(({ status }) => status === 'open').map(({ id }) => id);
  const hasFacts = session.settings.evidence.mode !== 'off';
  return [
    proposal
      ? 'statements: each point of your proposal that you want in the result, once, in a sentence that makes sense on its own, with its numbers, conditions and names. The program tracks each of them to the end, and the agenda is covered by statements alone: a point made only in the proposal may be lost.'
      : 'statements: new points, each in a sentence. Do not repeat any of those above; an empty list is a good answer.',
    ...(session.output_type === 'review'
      ? ['Each defect is one statement of the kind finding, with its path and line.']
      : []),
    ...(session.workflow_type === 'revisit'
      ? [
          'One statement is of the kind verdict: holds, amended or superseded, with the reason that decides it.',
        ]
      : []),
    ...(session.output_type === 'plan'
      ? ['Each package is one statement of the kind package, with the ids of the demands that it fulfils.']
      : []),
    ...(session.output_type === 'requirements'
      ? [
          'A demand is written as “[When …,] the <product> shall …”, in the language of the discussion (German: “[Wenn …,] muss <Produkt> …”), one a statement.',
        ]
      : []),
    ...(hasFacts
      ? [
          'facts: what your answer relies on in the project and nobody has listed as a fact yet: claim, path, line, and the words that stand there, copied exactly. What a look-up shows is no fact until somebody lists it.',
        ]
      : []),
    ...(open.length === 0
      ? []
      : [
          `conflicts: where you now stand on each of ${open.join(', ')}, and why: in holds the letter of the position you hold now; in position your own words, if no letter fits; gives_up only if you hold none any more. If you say nothing, you stay where you were.`,
        ]),
    'assumptions, concerns, questions: short, or none. confidence: how sure you are of your position.',
  ];
}

/** Where the discussion stands, as a person at the table would know without being told. */
function describeRound(session: Session, round: number): string {
  const most = countMostRounds(session);
  return `Round ${round} of at most ${most}${round >= most ? ', the last' : ''}. After the rounds one hand writes the document, every seat reviews it, and all vote on it.`;
}

/** The same once the text is being made. */
export function describeEnd({ total_rounds: rounds }: Session): string {
  return `The discussion is over after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}; now the text is made.`;
}

/** What a seat said so far: its positions, its last whole proposal, and what it cited that was not found. */
export function describeOwn(session: Session, naming: Naming, reader: string): string {
  const fence = createFence(session);
  return joinParts([
    section('What you said before', fence('your own words', describeSaid(session, naming, reader))),
    section(
      'You cited these, and they do not stand there: they count for nothing',
      fence('not found', describeLost(session, naming, reader)),
    ),
  ]);
}

function describeSaid(session: Session, naming: Naming, reader: string): string {
  const own = session.rounds.flatMap(({ round, answers }) =>
    answers.filter(({ seat }) => seat === reader).map((answer) => ({ round, ...answer })),
  );
  const notes = session.rounds.flatMap(({ round, private_notes: kept }) =>
    kept
      .filter(({ seat }) => seat === reader)
      .map(({ text }) => `- note to yourself, round ${round}: ${naming.text(oneLine(text))}`),
  );
  const proposal = own[0]?.proposal ?? '';
  return joinParts([
    own.map(({ round, position }) => `- round ${round}: ${naming.text(oneLine(position))}`).join('\n'),
    session.settings.memory.include_internal_reasoning ? notes.join('\n') : null,
    proposal === '' ? null : `Your proposal in round ${own[0]?.round}:\n${naming.text(proposal)}`,
  ]);
}

/** The question of the round, with what belongs to it. */
export function buildQuestion(session: Session, naming: Naming, asked: RoundQuestion): PromptBlock[] {
  const text = [
    asked.question,
    ...(asked.focus === '' ? [] : [`Focus: ${asked.focus}`]),
    ...(asked.context_summary === ''
      ? []
      : [`Context, as the facilitator sums it up:\n${asked.context_summary}`]),
  ].join('\n');
  const shown = section('Question of this round', createFence(session)('question', naming.text(text)));
  return shown === null ? [] : [{ text: shown, cache: true }];
}

/** What the facilitator looked up for its question: read once for all seats, who go on from there. */
function buildFindings(findings: readonly Finding[], session: Session): PromptBlock[] {
  const shown = section(
    'What the facilitator looked up before it asked',
    describeFindings(findings, session),
  );
  return shown === null ? [] : [{ text: shown, cache: true }];
}

/** What a seat’s side means in this phase: to be argued, or already stepped out of. */
function describeSide(session: Session, table: Table, { seat, phase, naming }: AnswerOptions): string | null {
  const { strategy } = table;
  if (seat.side === null) return null;
  const meaning = session.sides?.[seat.side] ?? 'as the first question of the debate says';
  const stands = fenceText('side', naming.text(meaning), session.fence);
  const argues = arguesSides(strategy, phase.phase.name);
  if (!argues && strategy.phases.some(({ name }) => arguesSides(strategy, name)))
    return `So far you argued a side that was given to you, for:\n${stands}\nThat is over: answer as your role sees it.`;
  return `You argue ${seat.side}, which stands for:\n${stands}\nMake the strongest honest case for it; concede a point only where the facts leave no other way. What you say for a side is an argument, not your vote.`;
}

/** What was said before in this round, a block each: the next seat finds them at the same place. */
function buildHeard(heard: readonly Heard[], session: Session, naming: Naming): PromptBlock[] {
  return heard.map(({ seat, position }, index) => {
    const fenced = fenceText(`answer of ${naming.seat(seat)}`, naming.text(position), session.fence);
    return {
      text: index === 0 ? joinParts([section('Said before you in this round', fenced)]) : fenced,
      cache: index === heard.length - 1,
    };
  });
}
