/** What the facilitator is asked when all have answered: the synthesis of the round, and where left-out statements belong. */
import { standsNowhere } from '../../domain/evidence.ts';
import type { PromptBlock } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { findPhaseEnd } from '../rules/decision-table.ts';
import { countMostRounds } from '../rules/escalation.ts';
import { listLive } from '../rules/new-item.ts';
import { arguesSides, countLaterRounds } from '../rules/phases.ts';
import {
  describeQuestionTask,
  describeState,
  describeStrategy,
  type FacilitatorOptions,
  readMemory,
} from './facilitator.ts';
import { markEvidence } from './look.ts';
import type { RoundQuestion } from './participant.ts';
import type { Naming } from './seat-names.ts';
import {
  buildHistory,
  buildStable,
  bullets,
  createFence,
  describeLanguage,
  joinParts,
  section,
} from './shared.ts';
import { describeItem, describeStatement } from './standing.ts';

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
  const fence = createFence(session);
  const arguing = arguesSides(table.strategy, options.phase.phase.name);
  const memory = readMemory(session, options);
  const past = buildHistory([memory.first, ...memory.rounds], session);
  return [
    buildStable(session, table, { naming, agenda: 'whole' }),
    describeStrategy(session, table),
    // The same in every round, so it comes before what grows; a prompt has few marks, and the history needs them.
    { cache: past.length === 0, text: describeSynthesisTask(session, options.wanted) },
    ...past,
    {
      cache: false,
      text: joinParts([
        ...describeState(session, table, { ...options, memory }),
        section('Question of this round', fence('question', naming.text(options.asked.question))),
        section(
          'Answers',
          options.answers
            .map((answer) => fence(`answer of ${naming.seat(answer.id)}`, describeAnswer(answer, naming)))
            .join('\n'),
        ),
        section(
          'Without an answer',
          options.silent.length === 0
            ? ''
            : `${options.silent.map(naming.seat).join(', ')}. Say nothing in their name.`,
        ),
        section(
          'Your task',
          joinParts([
            'Sum up this round, as said under "How to sum up a round".',
            bullets([
              ...(session.artifacts.some(({ decided_by: by }) => by === 'user')
                ? [
                    'contradicts: in an item that goes against a decision of the person, the id of that decision. Look at the agreed items too: name in conflicts those that cannot hold together with it. What else the items that gave way to it held, put down as items of its own.',
                  ]
                : []),
              ...(arguing
                ? [
                    'The seats argue assigned sides: their statements become items to be voted on later, and nobody is taken at their word yet.',
                  ]
                : []),
              ...(options.combined
                ? [
                    `next_question: ${describeQuestionTask(session)}${describeNextPhase(session, table, options)} Null when you suggest to conclude or to escalate.`,
                  ]
                : []),
            ]),
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** What a synthesis is, field by field: the same in every round of a session. */
function describeSynthesisTask(session: Session, wanted: readonly ItemType[]): string {
  const task = joinParts([
    'What the seats want in the result are their statements (S-…): each has to end in an item or in not_taken.',
    bullets([
      `items: the results that the statements make, of these kinds: ${wanted.map(describeType).join(', ')}. One result each, that a seat can vote on and a reader understands alone. An item stands in a seat's own words: text is null, and the first statement of from is printed word for word with its reason and check. That is the rule, also where you would put it better. Write a text only to merge statements that differ, and then keep every number with its unit and bound, every condition, exception and name, and "assumed" behind each number that its seat assumed; what you leave out is put on record. from names the statements that say just this: one that says more or less makes an item of its own, for its seat counts as a supporter. Use the id of an existing item to add statements to it (text null), or to give it a better wording (its supporters are then asked again); replaces names items that a new one merges or takes the place of; where you divide an item, each part names it. A priority only where a seat named one.`,
      'not_taken: a statement that is in no item, with the reason: it is an argument for an item (put it into its rationale), it repeats an item, it is about something else, its seat withdrew it. Disagreement is no reason: put it down as an item, and let them vote.',
      'You agree nothing: the program counts the stances of the seats.',
      `conflicts: each disagreement that stands, under the id of the open conflict it continues or "new"; describe what exactly divides them (a fact, a forecast, a value), who holds what in words its holders would sign, and what you would do about it, naming the item that should hold by its id. item_ids: only the items that a decision on it would settle, for those that the decision does not choose give way to it. Reword a conflict when the dispute has moved. A difference of emphasis alone is not a conflict.`,
      'resolved: an open conflict, by its id, only when a seat gave its position up or an item on it is agreed.',
      session.agenda.length === 0
        ? 'agenda_coverage: leave it empty.'
        : 'agenda_coverage: for each topic that moved, the criteria that are now met, word for word, each with the items or statements that meet it; a plan to do it meets nothing.',
      'open_questions: what this panel cannot answer by itself, new ones only. answered_questions: those above that this round answered, by their id.',
      'next_action: continue; phase, when this phase has done its work; conclude, when the question is settled; escalate, when a person has to decide.',
      'recommendation: the answer to the topic that the arguments favour now, and why.',
    ]),
  ]);
  return `## How to sum up a round\n${task}`;
}

/** For which phase the next question is: the next one, where this round is the last of its phase or the facilitator suggests so. */
function describeNextPhase(session: Session, table: Table, { round, phase }: FacilitatorOptions): string {
  const next = table.strategy.phases[phase.index + 1];
  if (next === undefined) return '';
  const laterRounds = countLaterRounds(table.strategy, phase.index);
  const isOver = findPhaseEnd(
    { ...phase, rounds: phase.rounds + 1, maxRounds: session.settings.max_rounds_per_phase, laterRounds },
    countMostRounds(session) - round,
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
  const fence = createFence(session);
  const items = listLive(options.items).map((item) =>
    describeItem(item, { naming, stances: false, short: false }),
  );
  return [
    buildStable(session, table, { naming, agenda: 'whole' }),
    {
      cache: false,
      text: joinParts([
        section('Items', fence('items', items.join('\n'))),
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

function describeAnswer(answer: FullAnswer, naming: Naming): string {
  const list = (name: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `\n${name}:\n${bullets(items)}`;
  const stances = answer.stances.map(
    ({ item_id: id, stance, reason, priority }) =>
      `${id}: ${stance}${priority === undefined ? '' : `, as a ${priority}`}${reason === '' ? '' : ` (${reason})`}`,
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
        list('Facts', answer.facts.filter(({ evidence }) => !standsNowhere(evidence)).map(describeFact)),
        list(
          'Said as facts, but not found where they are said to stand',
          answer.facts.filter(({ evidence }) => standsNowhere(evidence)).map(describeFact),
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

function describeFact({ text, evidence }: FullAnswer['facts'][number]): string {
  return `${text}${markEvidence(evidence)}`;
}
