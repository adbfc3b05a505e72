/** What the facilitator is told, and the prompt for the question that opens a round. */
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { AgendaTopicState } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { listMissing } from '../rules/agenda.ts';
import { countMostRounds } from '../rules/escalation.ts';
import { arguesSides, type PhaseState } from '../rules/phases.ts';
import { fenceText } from './fence.ts';
import { buildMemory, type Memory } from './memory.ts';
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
import { oneLine } from './standing.ts';

const rules = [
  'You lead and take no side. You have no vote, and put no words into the mouth of a seat, least of all one that failed.',
  'You suggest, the program decides: it counts rounds, votes and criteria. Report what is true, not what would bring an end nearer.',
  'Agreement is counted from the stances of the seats; you never state it. A minority view stays, with its reason, until its holder gives it up.',
  'Lose nothing: what a seat put forward ends in an item or is named as not taken up. Carry facts, numbers, conditions and names over exactly as given.',
  'What the person decided binds you and the table; what the person advised is answered in the next question.',
];

/** The system prompt of the facilitator. */
export function buildFacilitatorSystem(agent: Agent, session: Session): PromptBlock[] {
  return buildSystem(agent, rules, session);
}

/** Options that both facilitator prompts share. */
export interface FacilitatorOptions {
  round: number;
  phase: PhaseState;
  naming: Naming;
  /** Where the last decision says the next round must look, else null. */
  nextFocus: string | null;
}

/** The prompt for the question that opens a round. */
export function buildQuestionPrompt(
  session: Session,
  table: Table,
  options: FacilitatorOptions & { assignSides: boolean },
): PromptBlock[] {
  const { naming, nextFocus } = options;
  const fence = createFence(session);
  const memory = readMemory(session, options);
  const past = buildHistory([memory.first, ...memory.rounds], session);
  const earlier = session.rounds
    .map(({ round, question }) => `${round}. ${naming.text(question)}`)
    .join('\n');
  return [
    buildStable(session, table, { naming, agenda: 'whole' }),
    describeStrategy(session, table),
    // The same in every round, so it comes before what grows.
    { cache: past.length === 0, text: `## How to ask\n${explainQuestion(session)}` },
    ...past,
    {
      cache: false,
      text: joinParts([
        ...describeState(session, table, { ...options, memory }),
        section('The context was challenged', describeChallenges(session, naming)),
        section('Questions already asked', fence('questions', earlier)),
        section('This round has to look at', fence('focus', naming.text(nextFocus ?? ''))),
        section(
          'Your task',
          joinParts([
            `Ask the question of this round, as said under "How to ask". ${aimQuestion(session, nextFocus)}`,
            options.assignSides ? describeSidesTask(session) : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** What seats said against the context in the last round, so that the next question can take it up. */
function describeChallenges(session: Session, naming: Naming): string {
  const lines = (session.rounds.at(-1)?.context_challenges ?? []).map(
    ({ seat, text }) => `${naming.seat(seat)}: ${naming.text(oneLine(text))}`,
  );
  return createFence(session)('challenges', lines.join('\n'));
}

function describeSidesTask(session: Session): string {
  const free = session.participants.filter(({ side }) => side === null);
  return [
    'This is the first question of a debate. In pro and con say in one sentence each what the two sides stand for (two alternatives, or a change and leaving things as they are), and say it in the question too.',
    free.length === 0
      ? 'The sides are given already: leave the list of sides empty.'
      : 'In sides give a side to every seat that has none, as evenly as you can, each where its role has the most to say.',
  ].join(' ');
}

/** What a synthesis that brings the next question along is told of it. */
export function describeQuestionTask(session: Session): string {
  return `${explainQuestion(session)} ${aimQuestion(session, null)}`;
}

/** What makes a question a good one. */
function explainQuestion(session: Session): string {
  return [
    'Ask the panel one new question, which it can answer from what it knows, and whose answers would differ if the seats disagree. It may name up to three criteria that the answers should meet; a seat gives at most six statements.',
    'Add the project facts that bear on it (two to five lines), for the panel to check and challenge.',
    session.settings.participation === 'targeted'
      ? 'Name in participants the seats whose field the question is, two at least where you can; with "all" the program chooses them by their specialties.'
      : 'Ask "all" unless only some seats can say anything about it.',
  ].join(' ');
}

function aimQuestion(session: Session, nextFocus: string | null): string {
  if (nextFocus !== null) return 'Aim it at what this round has to look at.';
  return session.agenda.length > 0
    ? "Aim it at a critical agenda topic that is not covered, and name that topic's id."
    : 'Aim it at what would change the decision most.';
}

/** What the facilitator knows of the rounds so far. */
export function readMemory(session: Session, { naming, round }: FacilitatorOptions): Memory {
  return buildMemory(session, 'facilitator', { naming, round, showsStances: true });
}

/** Where the session is, where things stand, and what the agenda lacks. */
export function describeState(
  session: Session,
  table: Table,
  options: FacilitatorOptions & { memory: Memory },
): (string | null)[] {
  const { phase, memory } = options;
  const most = countMostRounds(session);
  return [
    section(
      'Session',
      bullets([
        `Strategy: ${table.strategy.name}; phase ${phase.phase.name} (${phase.index + 1} of ${phase.names.length})${phase.rounds === 0 ? '' : `, after ${phase.rounds} ${phase.rounds === 1 ? 'round' : 'rounds'} in it`}`,
        ...(phase.phase.goal === '' ? [] : [`Goal of this phase: ${phase.phase.goal}`]),
        `Round ${options.round} of at most ${most}${options.round >= most ? ', the last' : ''}; the discussion can end from round ${session.settings.min_rounds} on`,
        ...describeSides(session, table, options),
      ]),
    ),
    section(
      'Where things stand',
      createFence(session)('state', memory.standing) || 'There are no items yet, and no conflict is open.',
    ),
    section('Agenda coverage', describeCoverage(session.agenda, table, session)),
  ];
}

/** How to run the strategy: the same in every round as well. */
export function describeStrategy({ settings: { escalation } }: Session, { strategy }: Table): PromptBlock {
  const limits = escalation.enabled
    ? `A conflict goes to a person after ${escalation.max_rounds_per_conflict} rounds; so does the discussion when mean confidence falls below ${escalation.confidence_below}.`
    : 'Nobody can be asked to decide: do not suggest escalate.';
  const text = joinParts([readAdvice(strategy.guidance), limits]);
  return { cache: false, text: `## How to run this strategy\n${text}` };
}

/** A strategy's advice to the facilitator: that section where its file has one, else all of it without its headings. */
function readAdvice(guidance: string): string {
  const [, ...sections] = `\n${guidance}`.split(/\n#+ +/);
  const advice = sections.find((text) => /^[^\n]*\b(facilitator|advice)\b/i.test(text));
  if (advice !== undefined) return advice.replace(/^[^\n]*\n?/, '').trim();
  return guidance.replace(/^#+ +/gm, '').trim();
}

function describeSides(session: Session, table: Table, options: FacilitatorOptions): string[] {
  const { sides, fence } = session;
  if (!table.strategy.sides || sides === undefined) return [];
  const tell = (text: string): string => fenceText('sides', options.naming.text(text), fence);
  // Once the sides are laid down their labels are gone: what they stood for is all that is left.
  if (!arguesSides(table.strategy, options.phase.phase.name))
    return [
      `Two cases were argued before:\n${tell(`${sides.pro}\n${sides.con}`)}`,
      'Seats speak for themselves in this phase, no longer for a side',
    ];
  return [
    `The sides:\n${tell(`pro: ${sides.pro}\ncon: ${sides.con}`)}`,
    'In this phase seats argue their assigned sides: nothing they say for a side is agreed',
  ];
}

function describeCoverage(agenda: readonly AgendaTopicState[], table: Table, session: Session): string {
  return bullets(
    agenda.map((topic) => {
      const definition = table.agenda?.topics.find(({ id }) => id === topic.id);
      const missing = listMissing(topic, definition, session.artifacts);
      // Where nothing is met yet, the agenda above says all that is missing.
      const open = topic.status === 'partial' ? `; missing: ${missing.join(' | ')}` : '';
      return `${topic.id}${topic.critical ? ' (critical)' : ''}: ${topic.status}${open}`;
    }),
  );
}
