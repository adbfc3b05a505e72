/** What a participant is asked: its answer in a round, and its review of the items before the draft. */
import type { Finding } from '../../domain/evidence.ts';
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { Item, Participant } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { describePlainText } from '../replies/plain-text.ts';
import { countMostRounds } from '../rules/escalation.ts';
import { arguesSides, type PhaseState, speaksForSide } from '../rules/phases.ts';
import { keepsStances, readLatestStances } from '../rules/stances.ts';
import { fenceText } from './fence.ts';
import { describeFindings, describeLookTask, type LookTurn } from './look.ts';
import { buildMemory } from './memory.ts';
import type { Naming } from './seat-names.ts';
import {
  buildHistory,
  buildStable,
  buildSystem,
  bullets,
  createFence,
  describeLanguage,
  joinParts,
  section,
} from './shared.ts';
import { describeItem } from './standing.ts';

const rules = [
  'Answer for your role only; you see what the others said after the round.',
  'Take a position that somebody could disagree with. "It depends" needs on what, and what then.',
  'Put everything that you want in the result into statements: each one thing, in words that are printed as they are, with its numbers, conditions, exceptions and names. Each is traced to the end; what stands only in your position may be lost.',
  'Keep your view until an argument or a fact shows it wrong, and say which. Honest dissent is worth more than polite agreement.',
  'Facts are what you can point to; the rest are assumptions. Invent no numbers, names or sources; where a statement rests on a number that you assume, say "assumed" right behind it: "30 days, assumed".',
  'Challenge the stated context where it is wrong, doubtful, or misses a better alternative.',
  'Be brief: short sentences, at most six statements and five entries in any other list, none where you have nothing to add.',
];

const evidenceRule =
  "What the project's files say counts more than what you remember or suppose. A fact about the project names the place that shows it: path, line, and the words as they stand there. The program opens each place; a fact that is not there counts for nothing.";

/** The system prompt of a participant. */
export function buildParticipantSystem(agent: Agent, session: Session): PromptBlock[] {
  const isBlind = session.settings.evidence.mode === 'off';
  return buildSystem(agent, isBlind ? rules : [...rules, evidenceRule], session);
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

/** What an answer is asked with. */
export interface AnswerOptions {
  seat: Participant;
  asked: RoundQuestion;
  phase: PhaseState;
  /** Whether the phase asks for a stance on every open item. */
  votes: boolean;
  /** Whether the phase weighs ideas. */
  judges: boolean;
  heard: readonly Heard[];
  naming: Naming;
  /** True for a seat whose model answers in plain text. */
  plain?: boolean;
  /** True for a seat whose working folder holds the files. */
  hasFolder?: boolean;
  /** What the seat looked up for this question. */
  findings?: readonly Finding[];
}

/**
 * The prompt for an answer, or with `look` for look-ups before it: all but their last part is the same. In a blind round `heard` is
 * empty: nobody's words of this round are in it.
 */
export function buildAnswerPrompt(
  session: Session,
  table: Table,
  options: AnswerOptions & { look?: LookTurn },
): PromptBlock[] {
  const { seat, asked, phase, naming } = options;
  const fence = createFence(session);
  const showsHistory = phase.phase.context !== 'none';
  const memory = buildMemory(session, seat.id, { naming, round: asked.round, showsStances: showsHistory });
  const past = phase.phase.context === 'full' ? [memory.first, ...memory.rounds] : memory.rounds;
  const said = showsHistory ? buildHistory(past, session) : [];
  const argues = speaksForSide(session, table.strategy, { phase: phase.phase.name, seat: seat.id });
  const hasItems = !argues && session.artifacts.some(keepsStances);
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
    ...(hasItems ? [explainStances(session, said.length === 0)] : []),
    ...said,
    {
      cache: false,
      text: joinParts([
        section('You', describeChair(session, { seat, naming, round: asked.round, phase })),
        section('Where things stand', fence('state', joinParts([memory.standing, memory.own]))),
        section(
          `Phase ${phase.phase.name}`,
          joinParts([
            phase.phase.prompt_suffix || phase.phase.goal,
            describeSide(session, table, { seat, phase, naming }),
          ]),
        ),
        section('Said before you in this round', describeHeard(options.heard, session, naming)),
        section('Question', fence('question', naming.text(describeQuestion(asked)))),
        section('What you looked up', describeFindings(options.findings ?? [], session)),
        section(
          'Your task',
          options.look !== undefined
            ? describeLookTask(options.look, options.plain === true)
            : joinParts([
                'Answer the question.',
                options.hasFolder === true
                  ? 'The files of the project are in your working folder, to be read and nothing else: look into those that could change your answer first.'
                  : null,
                session.output_type === 'requirements'
                  ? 'Write what the product must do or be as "[When …,] the <product> shall …", one demand each.'
                  : null,
                hasItems ? describeStanceTask(options.votes) : null,
                options.judges ? judgementTask : null,
                options.plain === true ? describePlainText(hasItems, mayStandAside(session)) : null,
                describeLanguage(session),
              ]),
        ),
      ]),
    },
  ];
}

/** Whether the rule knows a stance between support and block. */
function mayStandAside(session: Session): boolean {
  return session.settings.consensus.stand_aside_allowed;
}

/** On what to take a stance. */
function describeStanceTask(votes: boolean): string {
  const which = votes
    ? 'Take a stance on each open item that you can judge, by its id, first on those that your role has to answer for'
    : 'Take a stance on any item, by its id, on which you have something to say';
  return `${which}, as said under "Stances".`;
}

/** What taking a stance means: the same in every round with items, so it comes before what grows. */
function explainStances(session: Session, cache: boolean): PromptBlock {
  const stances = mayStandAside(session)
    ? 'You support an item, stand aside (you disagree but would not stop it), or block it (it would do harm: while the block stands, it is not agreed), the last two with the reason in one sentence, for a block with what would lift it.'
    : 'You support an item, or block it (you would not have it so), with the reason in one sentence, and what would lift the block.';
  const ranks = session.output_type === 'requirements';
  return {
    cache,
    text: `## Stances\n${stances} To support a risk is to say that it is real. What you put forward yourself counts as supported unless you say otherwise. An agreed item can still be blocked. What the person decided holds whatever you say of it: your stance on it is kept, and printed as dissent where it is a block.${ranks ? ' Where you would give an item another priority, name it with your stance; a must is what the release would be worthless or unlawful without, and few things are.' : ''}`,
  };
}

const judgementTask =
  'Judge each idea from your role in judgements: its value and its feasibility, high, medium or low; leave out those you cannot judge.';

/** Where the seat sits: what a person in that chair would know without being told. */
function describeChair(
  session: Session,
  options: { seat: Participant; naming: Naming; round: number; phase: PhaseState | null },
): string {
  const { seat, naming, round, phase } = options;
  const most = countMostRounds(session);
  const where =
    phase === null
      ? `The discussion has ended after ${round} ${round === 1 ? 'round' : 'rounds'}.`
      : `Round ${round} of at most ${most}${round >= most ? ', the last' : ''}; phase ${phase.index + 1} of ${phase.names.length}.`;
  return `You sit here as ${naming.seat(seat.id)}${session.settings.anonymize ? '' : ` (${seat.role})`}. ${where}`;
}

/** The prompt for the review: the items as they would be printed, and nobody else's stance on them. */
export function buildReviewPrompt(
  session: Session,
  table: Table,
  options: { seat: Participant; items: readonly Item[]; judges: boolean; naming: Naming; plain?: boolean },
): PromptBlock[] {
  const { seat, naming } = options;
  const fence = createFence(session);
  const round = session.total_rounds;
  const memory = buildMemory(session, seat.id, {
    naming,
    round: round + 1,
    showsStances: false,
    items: false,
    wordsOfOwn: true,
  });
  const list = (items: readonly Item[]): string =>
    items.map((item) => describeItem(item, { naming, stances: false, short: false })).join('\n');
  const withOwn = (item: Item): string => {
    const own = readLatestStances(item).get(seat.id);
    return `${list([item])}${own === undefined ? '' : ` [you: ${own.stance}]`}`;
  };
  const agreed = session.artifacts.filter((item) => item.status === 'agreed' && item.decided_by !== 'user');
  return [
    buildStable(session, table, { naming, agenda: 'topics' }),
    ...(session.artifacts.some(keepsStances) ? [explainStances(session, false)] : []),
    ...buildHistory([memory.first, ...memory.rounds], session),
    {
      cache: false,
      text: joinParts([
        section('You', describeChair(session, { seat, naming, round, phase: null })),
        section(
          'Where things stand',
          fenceText('state', joinParts([memory.standing, memory.own]), session.fence),
        ),
        section('Agreed, as they will be printed', fence('agreed items', list(agreed))),
        section(
          'Undecided, as they will be printed',
          fence('undecided items', options.items.map(withOwn).join('\n')),
        ),
        section(
          'Your task',
          joinParts([
            'This is the last look before the document is written. The wording stays as it is, and nobody sees your review before all are in.',
            bullets([
              options.items.length === 0
                ? 'stances: block an agreed item only if it would do harm as it stands, and say which; else leave the list empty.'
                : 'stances: on each undecided item, by its id, as said under "Stances". One that you leave out stays.',
              'cannot_both_hold: two agreed items each, or one and a decision of the person, that cannot both be met as they stand: a rule and a case that breaks it, two numbers for one thing. Empty if there are none.',
              'missing: what you put forward that is not in the items or stands there with another meaning, and what is wrong or forgotten, each as one statement in words that could be printed. Empty if nothing is.',
              ...(options.judges ? [`judgements: ${judgementTask}`] : []),
            ]),
            options.plain === true ? describePlainText(true, mayStandAside(session)) : null,
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
  const stands = fenceText('side', naming.text(meaning), session.fence);
  const argues = arguesSides(strategy, phase.phase.name);
  if (!argues && strategy.phases.some(({ name }) => arguesSides(strategy, name))) {
    return `So far you argued a side that was given to you, for:\n${stands}\nThat is over: answer as your role sees it.`;
  }
  return `You argue ${seat.side}, which stands for:\n${stands}\nMake the strongest honest case for it; concede a point only where the facts leave no other way. What you say for a side is an argument, not your vote.`;
}

function describeHeard(heard: readonly Heard[], session: Session, naming: Naming): string {
  return heard
    .map(({ seat, position }) =>
      fenceText(`answer of ${naming.seat(seat)}`, naming.text(position), session.fence),
    )
    .join('\n');
}
