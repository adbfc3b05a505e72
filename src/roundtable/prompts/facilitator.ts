/** What the facilitator is asked: the question of a round, and its synthesis. */
import type { Agent } from '../../domain/library.ts';
import type { PromptBlock, Table } from '../../domain/ports.ts';
import type { AgendaTopicState } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { ArtifactType } from '../../domain/vocabulary.ts';
import { listMissing } from '../rules/agenda.ts';
import { arguesSides, type PhaseState } from '../rules/phases.ts';
import { fenceText } from './fence.ts';
import { buildMemory } from './memory.ts';
import { listGuidance, type RoundQuestion } from './participant.ts';
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
  'You lead and take no side. You have no vote, and put no words into the mouth of a seat, least of all one that failed.',
  'You suggest, the program decides: it counts rounds, votes and criteria. Report what is true, not what would bring an end nearer.',
  'Agreement is what several answers say, not the absence of protest. A minority view stays, with its reason, until its holder gives it up.',
  'Carry facts, numbers and names over exactly as given.',
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
    'Ask the panel one new question about one thing, which it can answer from what it knows, and whose answers would differ if the seats disagree.',
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
    wanted: readonly ArtifactType[];
    combined: boolean;
  },
): PromptBlock[] {
  const { naming } = options;
  const fence = (label: string, text: string): string => fenceText(label, text, session.fence);
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
        section('Artifacts so far', describeArtifacts(session, naming)),
        section('Open questions so far', describeQuestions(session, naming)),
        section(
          'Your task',
          joinParts([
            'Sum up this round.',
            bullets([
              'consensus: new points that several answers make in substance, each one statement that can be voted on.',
              'conflicts: each disagreement that stands, under the id of the open conflict it continues or "new", with who holds what in words its holders would accept. A difference of emphasis alone is not a conflict.',
              'resolved: an open conflict, by its id, only if these answers settle it.',
              session.agenda.length === 0
                ? 'agenda_coverage: leave it empty.'
                : 'agenda_coverage: for each topic that moved, the criteria that are now met, word for word.',
              `artifacts: firm results that the answers support, of these kinds: ${options.wanted.join(', ')}. Amend one by its id rather than repeat it.`,
              'open_questions: what this panel cannot answer by itself.',
              'next_action: continue; phase, when this phase has done its work; conclude, when the question is settled; escalate, when a person has to decide.',
              'recommendation: the choice that the arguments favour, and why; needed while a conflict is open, or to conclude or escalate.',
            ]),
            options.combined
              ? `next_question: ${describeQuestionTask(session, null)} Null when you suggest to conclude or to escalate.`
              : null,
            describeLanguage(session),
          ]),
        ),
      ]),
    },
  ];
}

/** The parts that only grow: project and agenda, then the rounds so far. */
function buildPast(session: Session, table: Table, options: FacilitatorOptions): PromptBlock[] {
  const { first, rounds } = buildMemory(session, 'facilitator', options.naming);
  return [
    buildStable(session, table, { naming: options.naming, agenda: 'whole' }),
    ...buildHistory([first, ...rounds], session),
  ];
}

function describeState(session: Session, table: Table, options: FacilitatorOptions): (string | null)[] {
  const { settings } = session;
  const { phase } = options;
  const standing = buildMemory(session, 'facilitator', options.naming).standing;
  const guidance = options.naming.text(listGuidance(session, options.round));
  const { escalation } = settings;
  const open = session.proposals.filter(({ status }) => status === 'open');
  return [
    section(
      'Session',
      bullets([
        `Strategy: ${table.strategy.name}; phase ${phase.phase.name} (${phase.index + 1} of ${phase.names.length}), ${phase.rounds} rounds held in it`,
        ...(phase.phase.goal === '' ? [] : [`Goal of this phase: ${phase.phase.goal}`]),
        `Round ${options.round}; the discussion can end from round ${settings.min_rounds} on`,
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
        ? 'Nothing is agreed and no conflict is open yet.'
        : fenceText('state', standing, session.fence),
    ),
    section(
      'Proposals being voted on',
      open.length === 0
        ? ''
        : fenceText(
            'proposals',
            open.map(({ id, text }) => `${id}: ${options.naming.text(text)}`).join('\n'),
            session.fence,
          ),
    ),
    section('Agenda coverage', describeCoverage(session.agenda, table, session)),
    section(
      'From the person who called this meeting',
      guidance === '' ? '' : fenceText('guidance', guidance, session.fence),
    ),
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
  const meaning = fenceText('sides', options.naming.text(`pro: ${sides.pro}\ncon: ${sides.con}`), fence);
  const now = arguesSides(table.strategy, options.phase.phase.name)
    ? 'In this phase seats argue their assigned sides: nothing they say for a side is agreed'
    : 'Seats speak for themselves in this phase, no longer for a side';
  return [`The sides:\n${meaning}`, now];
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
    ({ proposal_id: id, stance, reason }) => `${id}: ${stance}${reason === '' ? '' : ` (${reason})`}`,
  );
  return naming.text(
    [
      `Position: ${answer.position}`,
      // Stated confidence is for the record; it does not make an argument better (ReConcile, DebUnc).
      list('Reasons', answer.rationale),
      list('Concerns', answer.concerns),
      list('Facts', answer.facts),
      list('Assumptions', answer.assumptions),
      list('Questions', answer.questions),
      answer.context_challenge === null ? '' : `\nChallenges the context: ${answer.context_challenge}`,
      answer.changed_because === null ? '' : `\nChanged its position because: ${answer.changed_because}`,
      list('Stances', stances),
    ].join(''),
  );
}

function describeArtifacts(session: Session, naming: Naming): string {
  const live = session.artifacts.filter(({ status }) => status !== 'withdrawn');
  if (live.length === 0) return '';
  const lines = live.map(({ id, title, text }) => `${id} ${naming.text(title)}: ${naming.text(text)}`);
  return fenceText('artifacts', lines.join('\n'), session.fence);
}

function describeQuestions(session: Session, naming: Naming): string {
  const open = session.open_questions.filter(({ status }) => status === 'open');
  return open.length === 0
    ? ''
    : fenceText('open questions', naming.text(open.map(({ text }) => text).join('\n')), session.fence);
}
