/** The prompt for the question that opens a round, and what both prompts of the facilitator tell of the session. */

import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { listMissing } from '../session/rules/coverage.ts';
import { countMostRounds } from '../session/rules/granted-rounds.ts';
import { arguesSides, type PhaseState } from '../session/rules/phases.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import { buildPast, buildPhase } from './history.ts';
import type { Naming } from './seat-names.ts';
import {
  buildStable,
  bullets,
  createFence,
  describeAgenda,
  describeLanguage,
  joinParts,
  oneLine,
  section,
} from './shared.ts';
import { describeFacilitator, describeTurn } from './system.ts';

/** Options that both prompts of the facilitator share. */
export interface FacilitatorOptions {
  round: number;
  phase: PhaseState;
  naming: Naming;
}

/** The prompt for the question. */
export function buildQuestionPrompt(
  session: Session,
  table: Table,
  options: FacilitatorOptions & { nextFocus: string | null; assignSides: boolean },
): PromptBlock[] {
  const { naming, nextFocus, round, phase } = options;
  const isWhole = round === 1 || phase.phase.proposals === true;
  const fence = createFence(session);
  return [
    buildStable(session, table, naming),
    ...buildPast(session, naming),
    ...buildPhase(phase.phase),
    {
      cache: false,
      text: joinParts([
        ...describeState(session, table, options),
        section('Challenges to the context', describeChallenges(session, naming)),
        section('This round has to look at', fence('focus', naming.text(nextFocus ?? ''))),
        describeTurn(describeFacilitator(table), [
          `Ask the question of round ${round}.`,
          bullets([
            ...listQuestionRules(session, { nextFocus, isWhole }),
            ...(isWhole ? [] : [shortQuestion]),
            'What you look up first is shown to every seat that answers.',
            ...(session.rounds.length === 0 ? ['language: the language of the topic, as a BCP 47 tag.'] : []),
            ...(options.assignSides ? [describeSidesTask(session)] : []),
          ]),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

const proposalQuestion =
  'question: the whole topic. Each seat answers this one with a whole proposal of its own, written without knowing the others. Ask so that none is pushed towards an answer: put the topic, what a good answer has to settle, and what of the project bears on it. Do not name the ways yourself, and do not limit the answer’s length or shape.';

/** What a question of a later round has to fit into. */
export const shortQuestion =
  'Each seat answers with a position and at most 500 words: ask what fits into them: one decision, and at most three things that an answer says about it, a sentence each.';

/** What makes a good question; also for one that comes along with a synthesis. */
export function listQuestionRules(
  session: Session,
  { nextFocus, isWhole = false }: { nextFocus: string | null; isWhole?: boolean },
): string[] {
  const isGuided = session.guidance.some(({ after_round: after }) => after === session.total_rounds);
  return [
    isWhole
      ? proposalQuestion
      : 'question: one decision, with the thing, the situation, and what an answer must contain. Never one that an earlier round asked.',
    isGuided
      ? 'First of all answer what the person advised.'
      : nextFocus === null
        ? 'First the open conflicts that would change the result, and whether the best way is on the table at all; then critical topics that lack something; then what nobody has looked at.'
        : 'Take up what this round has to look at.',
    'context_summary: facts of the project that bear on it, none that you suppose.',
    'participants: the seats whose fields it touches, or "all".',
    'The seats also read what their phase tells them: ask nothing against it.',
  ];
}

function describeChallenges(session: Session, naming: Naming): string {
  const lines = (session.rounds.at(-1)?.context_challenges ?? []).map(
    ({ seat, text }) => `${naming.seat(seat)}: ${naming.text(oneLine(text))}`,
  );
  return createFence(session)('challenges', lines.join('\n'));
}

function describeSidesTask(session: Session): string {
  const free = session.participants.filter(({ side, kind }) => side === null && kind === 'model');
  return [
    'This opens a debate. pro, con: in one sentence each what the two sides stand for; say it in the question too.',
    free.length === 0
      ? 'The sides are given: leave sides empty.'
      : 'sides: a side for each seat that has none, as evenly as you can, each where its role has the most to say.',
  ].join(' ');
}

/** Where the session is, the agenda, and what it lacks. */
export function describeState(
  session: Session,
  table: Table,
  options: FacilitatorOptions,
): (string | null)[] {
  const { phase, round } = options;
  const most = countMostRounds(session);
  const { escalation, min_rounds: least } = session.settings;
  return [
    section(
      'Session',
      bullets([
        `Strategy: ${table.strategy.name}; phase ${phase.phase.name} (${phase.index + 1} of ${phase.names.length})${phase.phase.goal === '' ? '' : `. Its goal: ${phase.phase.goal}`}`,
        `Round ${round} of at most ${most}${round >= most ? ', the last' : ''}; the discussion can end from round ${least} on. After it the document is written by one hand, taken apart by every seat, revised and voted on: nothing is voted on or polished here.`,
        escalation.enabled && escalation.max_rounds_per_conflict > most
          ? 'No conflict gets so old here that it goes to a person by itself: escalate what only a person can decide.'
          : escalation.enabled
            ? `A conflict goes to a person after ${escalation.max_rounds_per_conflict} rounds.`
            : 'Nobody can be asked to decide: do not suggest escalate.',
        ...describeSides(session, table, options),
      ]),
    ),
    section('How to run this strategy', readAdvice(table.strategy.guidance)),
    section('Agenda, with its criteria', describeAgenda(table)),
    section('Agenda coverage', describeCoverage(session, table)),
  ];
}

/** A strategy’s advice to the facilitator: that section where its file has one, else all of it without its headings. */
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
  if (!arguesSides(table.strategy, options.phase.phase.name))
    return [
      `Two cases were argued before; now the seats speak for themselves:\n${tell(`${sides.pro}\n${sides.con}`)}`,
    ];
  return [
    `The sides:\n${tell(`pro: ${sides.pro}\ncon: ${sides.con}`)}`,
    'In this phase seats argue their sides: nothing that they say for a side is their own view.',
  ];
}

function describeCoverage(session: Session, table: Table): string {
  return bullets(
    session.agenda.map((topic) => {
      const definition = table.agenda?.topics.find(({ id }) => id === topic.id);
      const missing = listMissing(topic, definition, session.statements);
      // Where nothing is met yet, the agenda above says all that is missing.
      const open = topic.status === 'partial' ? `; missing: ${missing.join(' | ')}` : '';
      return `${topic.id}${topic.critical ? ' (critical)' : ''}: ${topic.status}${open}`;
    }),
  );
}
