/** What a participant is asked: its answer in a round, and its vote in a ballot. */
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock, Table } from '../../domain/ports.ts';
import type { Participant, Proposal } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { describePlainText } from '../replies/plain-text.ts';
import { arguesSides, type PhaseState } from '../rules/phases.ts';
import { fenceText } from './fence.ts';
import { buildMemory } from './memory.ts';
import type { Naming } from './seat-names.ts';
import {
  buildHistory,
  buildStable,
  buildSystem,
  bullets,
  describeLanguage,
  joinParts,
  section,
} from './shared.ts';

const rules = [
  'Answer for your role only; you see what the others said after the round.',
  'Take a position that somebody could disagree with. "It depends" needs on what, and what then.',
  'Keep it until an argument or a fact shows it wrong, and say which. Honest dissent is worth more than polite agreement.',
  'Facts are what you can point to; the rest are assumptions. Invent no numbers, names or sources.',
  'Challenge the stated context where it is wrong, doubtful, or misses a better alternative.',
  'Be brief: short sentences, at most five entries in a list, none where you have nothing.',
];

/** The system prompt of a participant. */
export function buildParticipantSystem(agent: Agent, session: Session): PromptBlock[] {
  return buildSystem(agent, bullets(rules), session);
}

/** What was said before in a round that is not blind. */
export interface Heard {
  seat: string;
  position: string;
}

/** What one round asks, as the facilitator put it. */
export interface RoundQuestion {
  round: number;
  question: string;
  focus: string;
  context_summary: string;
}

/** The prompt for an answer. In a blind round `heard` is empty: nobody's words of this round are in it. */
export function buildAnswerPrompt(
  session: Session,
  table: Table,
  options: {
    seat: Participant;
    asked: RoundQuestion;
    phase: PhaseState;
    proposals: readonly Proposal[];
    heard: readonly Heard[];
    naming: Naming;
    /** True for a seat whose model answers in plain text. */
    plain?: boolean;
  },
): PromptBlock[] {
  const { seat, asked, phase, naming } = options;
  const fence = (label: string, text: string): string => fenceText(label, text, session.fence);
  const memory = buildMemory(session, seat.id, naming);
  const showsHistory = phase.phase.context !== 'none';
  const past = phase.phase.context === 'full' ? [memory.first, ...memory.rounds] : memory.rounds;
  const standing = showsHistory ? memory.standing : '';
  const guidance = naming.text(listGuidance(session, asked.round));
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
    ...(showsHistory ? buildHistory(past, session) : []),
    {
      cache: false,
      text: joinParts([
        section(
          'Where things stand',
          standing === '' && memory.own === '' ? '' : fence('state', joinParts([standing, memory.own])),
        ),
        section(
          'From the person who called this meeting',
          guidance === '' ? '' : fence('guidance', guidance),
        ),
        section(
          `Round ${asked.round}, phase ${phase.phase.name}`,
          joinParts([
            phase.phase.prompt_suffix || phase.phase.goal,
            describeSide(session, table, { seat, phase, naming }),
          ]),
        ),
        section('Said before you in this round', describeHeard(options.heard, session, naming)),
        section('Question', fence('question', naming.text(describeQuestion(asked)))),
        section('Open proposals', describeProposals(options.proposals, session, naming)),
        section(
          'Your task',
          joinParts([
            'Answer the question.',
            options.proposals.length === 0
              ? null
              : 'Take a stance on each open proposal: support it, stand aside (you disagree but would not stop it), or block it (it would do harm; say which). Leave out those you cannot judge.',
            options.plain === true ? describePlainText(options.proposals.length > 0) : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** The prompt for a ballot: all open proposals, nobody else's vote. */
export function buildBallotPrompt(
  session: Session,
  table: Table,
  options: { seat: Participant; proposals: readonly Proposal[]; naming: Naming; plain?: boolean },
): PromptBlock[] {
  const memory = buildMemory(session, options.seat.id, options.naming);
  const fence = (label: string, text: string): string => fenceText(label, text, session.fence);
  return [
    buildStable(session, table, { naming: options.naming, agenda: 'topics' }),
    {
      cache: false,
      text: joinParts([
        section(
          'Where things stand',
          fence('state', joinParts([describeLast(session, options.naming), memory.standing, memory.own])),
        ),
        section('Open proposals', describeProposals(options.proposals, session, options.naming)),
        section(
          'Your task',
          joinParts([
            'The discussion is about to close, and nobody has voted on these proposals. State your stance on each: support, stand_aside (you disagree but would not stop it), or block (it would do harm), with the reason in one sentence. Nobody sees it before all are in.',
            options.plain === true ? describePlainText(true) : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** The question with what belongs to it: where it looks, and the project facts the facilitator gives with it. */
function describeQuestion(asked: RoundQuestion): string {
  return [
    asked.question,
    ...(asked.focus === '' ? [] : [`Focus: ${asked.focus}`]),
    ...(asked.context_summary === ''
      ? []
      : [`Context, as the facilitator sums it up:\n${asked.context_summary}`]),
  ].join('\n');
}

/** What a seat's side means in this phase: to be argued, or already stepped out of. */
function describeSide(
  session: Session,
  table: Table,
  options: { seat: Participant; phase: PhaseState; naming: Naming },
): string | null {
  const { seat, phase, naming } = options;
  const { strategy } = table;
  if (seat.side === null) return null;
  const meaning = session.sides?.[seat.side] ?? 'as the first question of the debate says';
  const stands = fenceText(seat.side, naming.text(meaning), session.fence);
  const argues = arguesSides(strategy, phase.phase.name);
  if (!argues && strategy.phases.some(({ name }) => arguesSides(strategy, name))) {
    return `So far you argued ${seat.side}, which stands for:\n${stands}\nThat was an assignment; now answer as your role sees it.`;
  }
  return `You argue ${seat.side}, which stands for:\n${stands}\nMake the strongest honest case for it; concede a point only where the facts leave no other way.`;
}

/** The last synthesis: proposals that nobody has voted on come from it. */
function describeLast(session: Session, naming: Naming): string | null {
  const last = session.rounds.at(-1);
  return last ? `Round ${last.round}: ${naming.text(last.synthesis)}` : null;
}

function describeHeard(heard: readonly Heard[], session: Session, naming: Naming): string {
  return heard
    .map(({ seat, position }) =>
      fenceText(`answer of ${naming.seat(seat)}`, naming.text(position), session.fence),
    )
    .join('\n');
}

function describeProposals(proposals: readonly Proposal[], session: Session, naming: Naming): string {
  if (proposals.length === 0) return '';
  return fenceText(
    'proposals',
    proposals.map(({ id, text }) => `${id}: ${naming.text(text)}`).join('\n'),
    session.fence,
  );
}

/** What the person said to the panel after earlier rounds; the latest counts most, so it comes last. */
export function listGuidance(session: Session, round: number): string {
  return session.guidance
    .filter(({ after_round: after }) => after < round)
    .map(({ after_round: after, text }) => `After round ${after}: ${text}`)
    .join('\n');
}
