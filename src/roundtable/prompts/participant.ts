/** What a participant is asked: its answer in a round, and its vote in a ballot. */
import type { Agent } from '../../library/schema.ts';
import type { Participant, Proposal, Session } from '../../session/schema.ts';
import { buildMemory } from '../memory.ts';
import type { Naming } from '../naming.ts';
import { arguesSides, type PhaseState } from '../phases.ts';
import { describePlainText } from '../plain-text.ts';
import type { PromptBlock, Table } from '../ports.ts';
import { fenceText } from './fence.ts';
import { buildStable, buildSystem, bullets, describeLanguage, joinParts, section } from './shared.ts';

const rules = [
  'You answer for your role and for nobody else. The other seats get the same question; you see what they said only once the round is over.',
  'Take a position that somebody could disagree with, and give the reasons that carry it. "It depends" is an answer only with what it depends on and what you would do in each case.',
  'Keep your position until an argument or a fact shows that it is wrong, then say which one did. Never give way to be agreeable: a lone dissent that is kept is worth more than an agreement that is not meant.',
  'Facts are what you can point to (the project text, the files, general knowledge of the trade); assumptions are the rest. Make up no numbers, names or sources.',
  'If the stated context is missing something, rests on a doubtful assumption, or leaves out a better alternative, say so as a context challenge.',
  'Be brief: short sentences, no greeting, no summary of the question, at most five entries in a list.',
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
  const past = phase.phase.context === 'full' ? memory.history : memory.rounds;
  const history = showsHistory && past !== '' ? fence('history', past) : '';
  const standing = showsHistory ? memory.standing : '';
  const guidance = naming.text(listGuidance(session, asked.round));
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
    ...(history === '' ? [] : [{ text: section('Earlier rounds', history) ?? '', cache: true }]),
    {
      cache: false,
      text: joinParts([
        section(
          'Where things stand',
          joinParts([
            standing === '' ? null : fence('state', standing),
            memory.own === '' ? null : fence('own', memory.own),
          ]),
        ),
        section(
          'From the person who called this meeting',
          guidance === '' ? '' : fence('guidance', guidance),
        ),
        section(
          `Round ${asked.round}, phase ${phase.phase.name}`,
          joinParts([
            phase.phase.goal === '' ? null : `Purpose: ${phase.phase.goal}`,
            phase.phase.prompt_suffix,
            describeSide(session, table, { seat, phase, naming }),
          ]),
        ),
        section(
          'Context, as the facilitator sums it up',
          asked.context_summary === '' ? '' : fence('context', naming.text(asked.context_summary)),
        ),
        section('Said before you in this round', describeHeard(options.heard, session, naming)),
        section(
          'Question',
          fence(
            'question',
            naming.text(asked.focus === '' ? asked.question : `${asked.question}\nFocus: ${asked.focus}`),
          ),
        ),
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
    ...(memory.history === ''
      ? []
      : [{ text: section('Earlier rounds', fence('history', memory.history)) ?? '', cache: true }]),
    {
      cache: false,
      text: joinParts([
        section(
          'Where things stand',
          joinParts([
            memory.standing === '' ? null : fence('state', memory.standing),
            memory.own === '' ? null : fence('own', memory.own),
          ]),
        ),
        section('Open proposals', describeProposals(options.proposals, session, options.naming)),
        section(
          'Your task',
          joinParts([
            'The discussion is about to close. These proposals have not been voted on. State your stance on each: support, stand_aside (you disagree but would not stop it), or block (it would do harm). Give the reason in one sentence. Votes are counted by the program; nobody sees yours before all are in.',
            options.plain === true ? describePlainText(true) : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
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
