/** What the facilitator is asked: the question of a round, and its synthesis. */
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { AgendaTopicState, Item, Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { listMissing } from '../rules/agenda.ts';
import { findPhaseEnd } from '../rules/decision-table.ts';
import { countGrantedRounds } from '../rules/escalation.ts';
import { listLive } from '../rules/items.ts';
import { arguesSides, countLaterRounds, type PhaseState } from '../rules/phases.ts';
import { fenceText } from './fence.ts';
import { buildMemory, type Memory } from './memory.ts';
import type { RoundQuestion } from './participant.ts';
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
import { describeItem, oneLine } from './standing.ts';

const rules = [
  'You lead and take no side. You have no vote, and put no words into the mouth of a seat, least of all one that failed.',
  'You suggest, the program decides: it counts rounds, votes and criteria. Report what is true, not what would bring an end nearer.',
  'Agreement is counted from the stances of the seats; you never state it. A minority view stays, with its reason, until its holder gives it up.',
  'Lose nothing: what a seat put forward ends in an item or is named as not taken up. Carry facts, numbers, conditions and names over exactly as given.',
  'What the person decided binds you and the table; what the person advised is answered in the next question.',
];

/** The system prompt of the facilitator. */
export function buildFacilitatorSystem(agent: Agent, session: Session): PromptBlock[] {
  return buildSystem(agent, bullets(rules), session);
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
  const { naming } = options;
  const earlier = session.rounds
    .map(({ round, question }) => `${round}. ${naming.text(question)}`)
    .join('\n');
  return [
    ...buildPast(session, table, options),
    {
      cache: false,
      text: joinParts([
        ...describeState(session, table, options),
        section(
          'Questions already asked',
          earlier === '' ? '' : fenceText('questions', earlier, session.fence),
        ),
        section(
          'This round has to look at',
          options.nextFocus === null ? '' : fenceText('focus', naming.text(options.nextFocus), session.fence),
        ),
        section(
          'Your task',
          joinParts([
            describeQuestionTask(session, options.nextFocus),
            options.assignSides ? describeSidesTask(session) : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
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

/** What makes a question a good one; also asked for by a synthesis that brings the next question along. */
export function describeQuestionTask(session: Session, nextFocus: string | null): string {
  const target =
    session.agenda.length > 0
      ? "Aim it at a critical agenda topic that is not covered, and name that topic's id."
      : 'Aim it at what would change the decision most.';
  return [
    'Ask the panel one new question, which it can answer from what it knows, and whose answers would differ if the seats disagree. It may name up to three criteria that the answers should meet; a seat gives at most six statements.',
    nextFocus === null ? target : 'Aim it at what this round has to look at.',
    'Add the project facts that bear on it (two to five lines), for the panel to check and challenge.',
    session.settings.participation === 'targeted'
      ? 'Name in participants the seats whose field the question is, two at least where you can; with "all" the program chooses them by their specialties.'
      : 'Ask "all" unless only some seats can say anything about it.',
  ].join(' ');
}

/** The prompt for the synthesis that closes a round. */
export function buildSynthesisPrompt(
  session: Session,
  table: Table,
  options: FacilitatorOptions & {
    asked: RoundQuestion;
    answers: readonly FullAnswer[];
    silent: readonly string[];
    wanted: readonly ItemType[];
    combined: boolean;
  },
): PromptBlock[] {
  const { naming } = options;
  const fence = (label: string, text: string): string => fenceText(label, text, session.fence);
  const arguing = arguesSides(table.strategy, options.phase.phase.name);
  return [
    ...buildPast(session, table, options),
    {
      cache: false,
      text: joinParts([
        ...describeState(session, table, options),
        section('Question of this round', fence('question', naming.text(options.asked.question))),
        section(
          'Answers',
          options.answers
            .map((answer) => fence(`answer of ${naming.seat(answer.id)}`, describeAnswer(answer, naming)))
            .join('\n'),
        ),
        options.silent.length === 0
          ? null
          : section(
              'Without an answer',
              `${options.silent.map(naming.seat).join(', ')}. Say nothing in their name.`,
            ),
        section(
          'Your task',
          joinParts([
            'Sum up this round. What the seats want in the result are their statements (S-…): each has to end in an item or in not_taken.',
            bullets([
              `items: the results that the statements make, of these kinds: ${options.wanted.map(describeType).join(', ')}. One result each, that a seat can vote on and a reader understands alone. text is null where the first statement of from stands as it was put, and that is the rule; write one only where you merge statements, and then keep every number, condition, name and "assumed". from names the statements that say just this: one that says more or less makes an item of its own, for its seat counts as a supporter. Use the id of an existing item to add statements to it (text null), or to give it a better wording (its supporters are then asked again); replaces names items that a new one merges or takes the place of. A priority only where a seat named one.`,
              'not_taken: a statement that is in no item, with the reason: it is an argument or an estimate for an item (put it into the rationale of that item), it repeats an item, it is about something else, its seat withdrew it. Disagreement is no reason: put it down as an item, and let them vote.',
              'You agree nothing: the program counts the stances of the seats.',
              `conflicts: each disagreement that stands, under the id of the open conflict it continues or "new"; describe what exactly divides them (a fact, a forecast, a value), who holds what in words its holders would sign, and what you would do about it, naming the item that should hold by its id. item_ids: only the items that a decision on it would settle, for those that the decision does not choose give way to it. Reword a conflict when the dispute has moved. A difference of emphasis alone is not a conflict.`,
              'resolved: an open conflict, by its id, only when a seat gave its position up or an item on it is agreed.',
              session.agenda.length === 0
                ? 'agenda_coverage: leave it empty.'
                : 'agenda_coverage: for each topic that moved, the criteria that are now met, word for word, each with the items or statements that meet it.',
              'open_questions: what this panel cannot answer by itself, new ones only. answered_questions: those above that this round answered, by their id.',
              ...(session.artifacts.some(({ decided_by: by }) => by === 'user')
                ? [
                    'contradicts: in an item that goes against a decision of the person, the id of that decision. Look at the agreed items too: name in conflicts those that cannot hold together with it.',
                  ]
                : []),
              ...(arguing
                ? [
                    'The seats argue assigned sides: their statements become items to be voted on later, and nobody is taken at their word yet.',
                  ]
                : []),
              'next_action: continue; phase, when this phase has done its work; conclude, when the question is settled; escalate, when a person has to decide.',
              'recommendation: the answer to the topic that the arguments favour now, and why.',
            ]),
            options.combined
              ? `next_question: ${describeQuestionTask(session, null)}${describeNextPhase(session, table, options)} Null when you suggest to conclude or to escalate.`
              : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** For which phase the next question is: the next one, where this round is the last of its phase or the facilitator suggests so. */
function describeNextPhase(session: Session, table: Table, { round, phase }: FacilitatorOptions): string {
  const next = table.strategy.phases[phase.index + 1];
  if (next === undefined) return '';
  const { max_rounds: max, max_rounds_per_phase: maxRounds } = session.settings;
  const isOver = findPhaseEnd(
    {
      ...phase,
      rounds: phase.rounds + 1,
      maxRounds,
      laterRounds: countLaterRounds(table.strategy, phase.index),
    },
    max + countGrantedRounds(session) - round,
  );
  const when = isOver === null ? 'Where you suggest to go to the next phase, it is' : 'It is';
  return ` ${when} for the phase ${next.name}${next.goal === '' ? '' : `: ${next.goal}`}.`;
}

/** What the kinds of item are, in a word or two each. */
const typeNames: Record<ItemType, string> = {
  REQ: 'function the product shall have',
  BR: 'business rule',
  NFR: 'quality or limit',
  EX: 'exception to a rule',
  OOS: 'out of scope',
  DEC: 'decision',
  ARCH: 'principle of the architecture',
  COMP: 'part',
  INT: 'interface',
  RISK: 'risk',
  MIT: 'answer to a risk',
  IDEA: 'idea',
  POINT: 'a driver, a comparison, an effort, or anything else',
};

function describeType(type: ItemType): string {
  return `${type} (${typeNames[type]})`;
}

/** The prompt about statements that a synthesis left out: only those, and the items that could take them up. */
export function buildLeftOutPrompt(
  session: Session,
  table: Table,
  options: {
    naming: Naming;
    statements: readonly Statement[];
    items: readonly Item[];
    wanted: readonly ItemType[];
  },
): PromptBlock[] {
  const { naming } = options;
  const fence = (label: string, text: string): string => fenceText(label, text, session.fence);
  const items = listLive(options.items).map((item) =>
    describeItem(item, { naming, stances: false, short: false }),
  );
  return [
    buildStable(session, table, { naming, agenda: 'whole' }),
    {
      cache: false,
      text: joinParts([
        section('Items', items.length === 0 ? '' : fence('items', items.join('\n'))),
        section(
          'Statements that your synthesis left out',
          fence(
            'statements',
            options.statements
              .map((statement) => `${naming.seat(statement.seat)} ${describeStatement(statement, naming)}`)
              .join('\n'),
          ),
        ),
        section(
          'Your task',
          joinParts([
            `Say of each of these statements where it goes. items: an existing item by its id, its text null, with the statement in from; or a new one of these kinds: ${options.wanted.map(describeType).join(', ')}. not_taken: a statement that belongs in none, with the reason; disagreement is no reason.`,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** The parts that only grow: project and agenda, then the rounds so far. */
function buildPast(session: Session, table: Table, options: FacilitatorOptions): PromptBlock[] {
  const { first, rounds } = readMemory(session, options);
  return [
    buildStable(session, table, { naming: options.naming, agenda: 'whole' }),
    ...buildHistory([first, ...rounds], session),
  ];
}

function readMemory(session: Session, { naming, round }: FacilitatorOptions): Memory {
  return buildMemory(session, 'facilitator', { naming, round, showsStances: true });
}

function describeState(session: Session, table: Table, options: FacilitatorOptions): (string | null)[] {
  const { settings } = session;
  const { phase } = options;
  const { standing } = readMemory(session, options);
  const { escalation } = settings;
  const most = settings.max_rounds + countGrantedRounds(session);
  return [
    section(
      'Session',
      bullets([
        `Strategy: ${table.strategy.name}; phase ${phase.phase.name} (${phase.index + 1} of ${phase.names.length})${phase.rounds === 0 ? '' : `, after ${phase.rounds} ${phase.rounds === 1 ? 'round' : 'rounds'} in it`}`,
        ...(phase.phase.goal === '' ? [] : [`Goal of this phase: ${phase.phase.goal}`]),
        `Round ${options.round} of at most ${most}${options.round >= most ? ', the last' : ''}; the discussion can end from round ${settings.min_rounds} on`,
        escalation.enabled
          ? `A conflict goes to a person after ${escalation.max_rounds_per_conflict} rounds; so does the discussion when mean confidence falls below ${escalation.confidence_below}`
          : 'Nobody can be asked to decide: do not suggest escalate',
        ...describeSides(session, table, options),
      ]),
    ),
    section('How to run this strategy', readAdvice(table.strategy.guidance)),
    section(
      'Where things stand',
      standing === ''
        ? 'There are no items yet, and no conflict is open.'
        : fenceText('state', standing, session.fence),
    ),
    section('Agenda coverage', describeCoverage(session.agenda, table, session)),
  ];
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

function describeAnswer(answer: FullAnswer, naming: Naming): string {
  const list = (name: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `\n${name}:\n${bullets(items)}`;
  const stances = answer.stances.map(
    ({ item_id: id, stance, reason }) => `${id}: ${stance}${reason === '' ? '' : ` (${reason})`}`,
  );
  const judgements = answer.judgements.map(
    ({ item_id: id, value, feasibility }) => `${id}: value ${value}, feasibility ${feasibility}`,
  );
  return [
    // Stated confidence is for the record; it does not make an argument better (ReConcile, DebUnc).
    naming.text(`Position: ${answer.position}`),
    ...(answer.statements.length === 0
      ? []
      : [
          `\nStatements:\n${answer.statements.map((statement) => `- ${describeStatement(statement, naming)}`).join('\n')}`,
        ]),
    naming.text(
      [
        list('Concerns', answer.concerns),
        list(
          'Facts',
          answer.facts.map(({ text }) => text),
        ),
        list('Assumptions', answer.assumptions),
        list('Questions', answer.questions),
        answer.context_challenge === null ? '' : `\nChallenges the context: ${answer.context_challenge}`,
        answer.changed_because === null ? '' : `\nChanged its position because: ${answer.changed_because}`,
        list('Stances', stances),
        list('Judgements', judgements),
      ].join(''),
    ),
  ].join('');
}

/** A statement with its reason and check, on lines of its own. */
export function describeStatement(
  { id, text, why, verify, replaces }: Pick<Statement, 'id' | 'text' | 'why' | 'verify' | 'replaces'>,
  naming: Naming,
): string {
  const more = [
    ...(why === '' ? [] : [`why: ${naming.text(oneLine(why))}`]),
    ...(verify === '' ? [] : [`holds if: ${naming.text(oneLine(verify))}`]),
    ...(replaces.length === 0 ? [] : [`in place of ${replaces.join(', ')}`]),
  ];
  return `${id}: ${naming.text(oneLine(text))}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
}
