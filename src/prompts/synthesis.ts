/** What the facilitator is asked when all have answered: the synthesis of the round. */

import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Fact } from '../session/records.ts';
import type { FullAnswer, Round } from '../session/round.ts';
import { countMostRounds } from '../session/rules/granted-rounds.ts';
import { arguesSides, countLaterRounds, findPhaseEnd } from '../session/rules/phases.ts';
import type { Session } from '../session/session.ts';
import { buildQuestion, type RoundQuestion } from './answer.ts';
import { fenceText } from './fence.ts';
import { buildPast, buildPhase } from './history.ts';
import { describeState, type FacilitatorOptions, listQuestionRules, shortQuestion } from './question.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, createFence, describeLanguage, joinParts, section } from './shared.ts';
import { describeDossier } from './standing.ts';
import { describeFacilitator, describeTurn } from './system.ts';

/** The prompt for the synthesis that closes a round. */
export function buildSynthesisPrompt(
  session: Session,
  table: Table,
  options: FacilitatorOptions & {
    asked: RoundQuestion;
    answers: readonly FullAnswer[];
    /** Seats that were asked and said nothing. */
    silent: readonly string[];
    combined: boolean;
  },
): PromptBlock[] {
  const { naming, round } = options;
  const fence = createFence(session);
  // What this round found stands behind what its seats were told.
  const old = { ...session, dossier: session.dossier.filter((fact) => fact.round < round) };
  const found = { ...session, dossier: session.dossier.filter((fact) => fact.round === round) };
  return [
    buildStable(session, table, naming),
    ...buildPast(old, naming),
    ...buildPhase(options.phase.phase),
    ...buildQuestion(session, naming, options.asked),
    ...buildAnswers(
      session,
      naming,
      options.answers.map(({ id: seat, ...answer }) => ({ seat, ...answer })),
    ),
    {
      cache: false,
      text: joinParts([
        section(
          'What belongs to the answers',
          options.answers
            .map((answer) => {
              const rest = describeRest(answer, session.dossier, naming);
              return rest === '' ? '' : fenceText(`of ${naming.seat(answer.id)}`, rest, session.fence);
            })
            .filter((part) => part !== '')
            .join('\n'),
        ),
        section('Found in this round', fence('facts', describeDossier(found, naming))),
        section(
          'Without an answer',
          options.silent.length === 0
            ? ''
            : `${options.silent.map(naming.seat).join(', ')}. Say nothing in their name.`,
        ),
        ...describeState(session, table, options),
        describeTurn(describeFacilitator(table), [
          'Sum up this round.',
          bullets(listTasks(session, table, options)),
          describeLanguage(session),
        ]),
      ]),
    },
  ];
}

function listTasks(
  session: Session,
  table: Table,
  options: FacilitatorOptions & { combined: boolean },
): string[] {
  const arguing = arguesSides(table.strategy, options.phase.phase.name);
  return [
    'synthesis: what this round brought: where the answers agree, where they differ and why, what only one of them saw.',
    `ways: ${session.ways.length === 0 ? 'every way on the table,' : 'the ways that are new, or of which something has changed; the others stay as they are listed above. Each whole,'} under its id or "new", with what speaks for and against it by driver, and who would choose it. Two names for the same thing are one way. Include known standards and existing products that somebody named, and an obvious way, or an obvious improvement of one, that everybody missed (nobody prefers it yet).`,
    'consensus: what the seats agree on as you read it, with the statements that say so.',
    arguing
      ? 'conflicts: none from what seats argue for their sides; only disagreements about facts that would decide the matter.'
      : 'conflicts: each disagreement that would change the result, under the id of the open conflict it continues or "new". Say what exactly divides them (a fact, a forecast, a value). Positions in words that their holders would sign, with their holders. What you would do about it. A difference of emphasis is no conflict; points that only one seat made and nobody opposes are none.',
    session.agenda.length === 0
      ? 'agenda_coverage: leave it empty.'
      : 'agenda_coverage: for each topic that moved, the criteria that are now met, word for word, each with the statements that meet it (or the decision of a person, E-…). A plan to do it meets nothing.',
    'open_questions: what this panel cannot answer by itself, new ones only. answered_questions: those above that this round answered, by their id.',
    'next_action: continue; phase, when this phase has done its work; conclude, when what is left is work for the writer; escalate, when a person has to decide. Another round is worth its price only if it would change the result: to settle a conflict, to test a way that nobody has examined, or to cover a critical topic.',
    'next_focus: the one thing that the next round has to settle.',
    'recommendation: the answer to the topic that the arguments favour now, and why.',
    ...(options.combined ? [describeNextQuestion(session, table, options)] : []),
  ];
}

/** What a synthesis that brings the next question along is told of it. */
function describeNextQuestion(session: Session, table: Table, { round, phase }: FacilitatorOptions): string {
  const rules = `next_question: the question of the next round; null when you suggest to conclude or to escalate. ${[...listQuestionRules(session, { nextFocus: null }), shortQuestion].join(' ')}`;
  const next = table.strategy.phases[phase.index + 1];
  if (next === undefined) return rules;
  const laterRounds = countLaterRounds(table.strategy, phase.index);
  const held = {
    ...phase,
    rounds: phase.rounds + 1,
    maxRounds: session.settings.max_rounds_per_phase,
    laterRounds,
  };
  const isOver = findPhaseEnd(held, countMostRounds(session) - round) !== null;
  const when = isOver ? 'It is' : 'Where you suggest to go to the next phase, it is';
  return `${rules} ${when} for the phase ${next.name}${next.goal === '' ? '' : `: ${next.goal}`}.`;
}

type SaidAnswer = Pick<Round['answers'][number], 'seat' | 'position' | 'proposal' | 'concerns'>;

/** What seats said in a round, in a block of its own: the draft has the first round’s at the same place, so that a provider finds it again. */
export function buildAnswers(
  session: Session,
  naming: Naming,
  answers: readonly SaidAnswer[],
): PromptBlock[] {
  const shown = section('Answers', describeAnswers(session, naming, answers));
  return shown === null ? [] : [{ text: shown, cache: true }];
}

/** What seats said in a round, each between fences. */
export function describeAnswers(session: Session, naming: Naming, answers: readonly SaidAnswer[]): string {
  return answers
    .map(({ seat, position, proposal, concerns }) => {
      const said = joinParts([
        `Position: ${position}`,
        proposal,
        concerns.length === 0 ? null : `Concerns:\n${bullets(concerns)}`,
      ]);
      return fenceText(`answer of ${naming.seat(seat)}`, naming.text(said), session.fence);
    })
    .join('\n');
}

/** What an answer brings along: for the synthesis only. */
function describeRest(answer: FullAnswer, dossier: readonly Fact[], naming: Naming): string {
  const list = (name: string, entries: readonly string[]): string =>
    entries.length === 0 ? '' : `${name}:\n${bullets(entries)}`;
  const isLost = (id: string): boolean => dossier.find((fact) => fact.id === id)?.found === 'no';
  const stands = answer.conflicts.map(({ conflict_id: id, holds, gives_up, because, position }) =>
    holds !== null
      ? `${id}: holds ${holds} (${because})`
      : `${id}: ${position !== undefined ? `holds a position of its own, “${position}”` : gives_up ? 'gives its position up' : 'no view'} (${because})`,
  );
  const challenge =
    answer.context_challenge === null ? '' : `Challenges the context: ${answer.context_challenge}`;
  // Stated confidence is for the record; it does not make an argument better (ReConcile, DebUnc).
  return naming.text(
    [
      list(
        'Statements',
        answer.statements.map(({ id, kind, text }) => `${id} (${kind}) ${text}`),
      ),
      list(
        'Facts cited',
        answer.facts.map((id) => (isLost(id) ? `${id} (does not stand there: counts for nothing)` : id)),
      ),
      list('Assumptions', answer.assumptions),
      list('Questions', answer.questions),
      list('On open conflicts', stands),
      challenge,
    ]
      .filter((part) => part !== '')
      .join('\n'),
  );
}
