/** Applies a round to the session: a pure function from state to state. */
import type { Table } from '../../domain/ports.ts';
import type { Item, Usage } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { AnswersStep } from '../steps/answers-step.ts';
import type { OpenedRound } from '../steps/question.ts';
import type { SynthesisStep } from '../steps/synthesis.ts';
import { applyCoverage } from './agenda.ts';
import { applyConflicts, pickNamed, reopenConflicts } from './conflicts.ts';
import { applyItems, listProposers } from './items.ts';
import { listMovement } from './movement.ts';
import { applyOpenQuestions } from './open-questions.ts';
import { speaksForSide } from './phases.ts';
import { settlePriorities } from './priorities.ts';
import { readNamed } from './read-ids.ts';
import { presumeSupport, recordJudgements, recordStances } from './stances.ts';
import { placeStatements, readNotTaken } from './statements.ts';
import { settleItems } from './votes.ts';

/** The parts of a finished round. */
export interface RoundParts {
  round: number;
  phase: string;
  opened: OpenedRound;
  order: readonly string[];
  /** Seats that sat this round out. */
  sittingOut: readonly string[];
  step: AnswersStep;
  synthesis: SynthesisStep;
  startedAt: string;
  endedAt: string;
  usage: Usage;
  usageBySeat: Round['usage_by_seat'];
  /** Whether the record keeps whole answers. */
  verbose: boolean;
}

/** Builds the round's record and applies it to the session. `next_action` stays null: the decision comes after the save. */
export function applyRound(before: Session, table: Table, parts: RoundParts): Session {
  const { round, step, synthesis, opened } = parts;
  const { statements } = synthesis;
  const seats = before.participants.map(({ id }) => id);
  // The seats' stances on the items they were shown are recorded first; then the synthesis may reword the items.
  const speaks = [
    ...step.answers.map(({ answer, isUnclear }) => ({ seat: answer.id, stances: answer.stances, isUnclear })),
    ...step.votes.map((vote) => ({ ...vote, isUnclear: false })),
  ];
  // Seats that argue an assigned side do not vote. A seat with an unreadable stance is not presumed to support anything.
  const own = speaks.filter(
    ({ seat }) => !speaksForSide(before, table.strategy, { phase: parts.phase, seat }),
  );
  const voted = recordStances(before.artifacts, own, round);
  const shown = own.filter(({ isUnclear }) => !isUnclear).map(({ seat }) => seat);
  const judged = recordJudgements(
    settlePriorities(voted.items, before.statements),
    step.answers.map(({ answer }) => ({ seat: answer.id, judgements: answer.judgements })),
    round,
  );
  const presumed = presumeSupport(judged, {
    proposers: (item) => listProposers(item, statements),
    shown,
    wordedBefore: round,
    round,
  });
  const changed = applyItems(presumed, synthesis.reply.items, { round, statements });
  const reply = nameItems(synthesis.reply, changed.name);
  // The reply about left-out statements has labels of its own.
  const placing = applyItems(changed.items, synthesis.leftOut?.items ?? [], { round, statements });
  const settled = settleItems(
    { ...before, artifacts: placing.items },
    { rule: before.settings.consensus, round, final: false },
  );
  const answers = listAnswers(step);
  const conflicts = applyConflicts(
    reopenConflicts(before.conflicts, { reopened: settled.reopened, round }),
    {
      conflicts: reply.conflicts.map((draft) => ({ ...draft, item_ids: changed.resolve(draft.item_ids) })),
      resolved: reply.resolved,
    },
    { round, answers, items: settled.artifacts, spokenOf: presumed },
  );
  const placed = placeStatements(
    statements,
    settled.artifacts,
    readNotTaken([...reply.not_taken, ...(synthesis.leftOut?.not_taken ?? [])], statements),
  );
  const coverage = applyCoverage(
    before.agenda,
    resolveCoverage(reply.agenda_coverage, changed.resolve, statements),
    { round, agenda: table.agenda, items: settled.artifacts, statements: placed },
  );
  const questions = applyOpenQuestions(before.open_questions, reply, { round, seats });
  const record = buildRecord(
    { ...parts, synthesis: { ...synthesis, reply } },
    {
      answers,
      items: listChangedItems(before.artifacts, settled.artifacts),
      consensus: settled.agreed,
      losses: [
        ...opened.losses,
        ...step.losses,
        ...synthesis.losses,
        ...voted.losses,
        ...speaks
          .filter((entry) => entry.stances.length > 0 && !own.includes(entry))
          .map(({ seat }) => `${seat}: stances for an assigned side, which do not count`),
        ...changed.losses,
        ...placing.losses,
        ...conflicts.losses,
        ...coverage.losses,
        ...questions.losses,
      ],
      resolved: conflicts.resolved,
      conflicts: conflicts.conflicts.filter(({ status }) => status === 'open'),
      escalated: pickNamed(conflicts.conflicts, reply.escalate_conflicts),
      coverage: coverage.agenda.map(({ id, status }) => ({ topic_id: id, status })),
    },
  );
  const after: Session = {
    ...before,
    statements: placed,
    artifacts: settled.artifacts,
    consensus: settled.consensus,
    conflicts: conflicts.conflicts,
    agenda: coverage.agenda,
    open_questions: questions.questions,
    total_rounds: round,
    total_turns: before.total_turns + step.answers.length,
    turn: { order: [...parts.order], index: 0, next_speaker: null },
  };
  const moved = [
    ...voted.changed.map((change) => `${change}: another stance`),
    ...listMovement(before, after, record),
  ];
  return { ...after, rounds: [...before.rounds, { ...record, moved }] };
}

function resolveCoverage(
  reported: SynthesisStep['reply']['agenda_coverage'],
  resolve: (texts: readonly string[]) => string[],
  statements: readonly { id: string }[],
): SynthesisStep['reply']['agenda_coverage'] {
  return reported.map((report) => ({
    ...report,
    criteria_met: report.criteria_met.map(({ criterion, by }) => ({
      criterion,
      by: [...resolve(by), ...readNamed(by, statements)],
    })),
  }));
}

/** Ids of items that are new, or whose wording or status the round changed. */
function listChangedItems(before: readonly Item[], after: readonly Item[]): string[] {
  return after
    .filter((item) => {
      const known = before.find(({ id }) => id === item.id);
      return known === undefined || known.worded_in !== item.worded_in || known.status !== item.status;
    })
    .map(({ id }) => id);
}

function listAnswers(step: AnswersStep): Round['answers'] {
  return step.answers.map(({ answer, changed, duration_ms, name }) => ({
    seat: answer.id,
    position: answer.position,
    confidence: answer.confidence,
    concerns: answer.concerns,
    changed,
    cause: answer.changed_because,
    duration_ms: Math.round(duration_ms),
    ...(name === undefined ? {} : { name }),
  }));
}

/** Replaces labels of new items by their ids in a reply's prose: readers do not know `new-1`. */
function nameItems(reply: SynthesisStep['reply'], name: (text: string) => string): SynthesisStep['reply'] {
  const nameOrNull = (text: string | null): string | null => (text === null ? null : name(text));
  return {
    ...reply,
    synthesis: name(reply.synthesis),
    not_taken: reply.not_taken.map((entry) => ({ ...entry, reason: name(entry.reason) })),
    conflicts: reply.conflicts.map((conflict) => ({
      ...conflict,
      description: name(conflict.description),
      positions: conflict.positions.map((position) => ({ ...position, text: name(position.text) })),
      recommendation: nameOrNull(conflict.recommendation),
    })),
    resolved: reply.resolved.map((entry) => ({ ...entry, resolution: name(entry.resolution) })),
    open_questions: reply.open_questions.map((entry) => ({ ...entry, text: name(entry.text) })),
    answered_questions: reply.answered_questions.map((entry) => ({ ...entry, answer: name(entry.answer) })),
    next_focus: nameOrNull(reply.next_focus),
    escalation_reason: nameOrNull(reply.escalation_reason),
    recommendation: nameOrNull(reply.recommendation),
  };
}

function buildRecord(
  parts: RoundParts,
  result: Pick<Round, 'answers' | 'items' | 'losses' | 'resolved' | 'consensus'> & {
    conflicts: Session['conflicts'];
    escalated: string[];
    coverage: Round['agenda_coverage'];
  },
): Round {
  const { step, synthesis, opened } = parts;
  const { reply } = synthesis;
  const collect = (
    pick: (answer: AnswersStep['answers'][number]['answer']) => readonly string[],
  ): { seat: string; text: string }[] =>
    step.answers.flatMap(({ answer }) => pick(answer).map((text) => ({ seat: answer.id, text })));
  return {
    round: parts.round,
    phase: parts.phase,
    focus: opened.focus,
    topic_id: opened.topic_id,
    question: opened.question,
    question_fallback: opened.fallback,
    context_summary: opened.context_summary,
    asked: [...parts.order],
    failed: [...step.failed],
    passed: [...step.passed, ...parts.sittingOut],
    // Seats that were asked again spoke after all others.
    speaking_order: [
      ...parts.order.filter((id) => step.again?.includes(id) !== true),
      ...parts.order.filter((id) => step.again?.includes(id) === true),
    ],
    answers: result.answers,
    ...listLookUps(step),
    context_challenges: collect((answer) =>
      answer.context_challenge === null ? [] : [answer.context_challenge],
    ),
    facts: step.answers.flatMap(({ answer }) => answer.facts.map((fact) => ({ seat: answer.id, ...fact }))),
    assumptions: collect((answer) => answer.assumptions),
    private_notes: step.answers.flatMap(({ answer, private_note: note }) =>
      note === null ? [] : [{ seat: answer.id, text: note }],
    ),
    synthesis: reply.synthesis,
    synthesis_fallback: synthesis.fallback,
    items: result.items,
    consensus: result.consensus,
    conflicts: result.conflicts.map(({ id, description, positions }) => ({ id, description, positions })),
    resolved: result.resolved,
    agenda_coverage: result.coverage,
    moved: [],
    proposed_action: reply.next_action,
    next_action: null,
    decided_by_rule: null,
    override: null,
    ending: null,
    after_escalation: null,
    next_focus: reply.next_focus,
    ...(reply.next_question ? { next_question: reply.next_question } : {}),
    escalation_reason: reply.escalation_reason,
    ...(result.escalated.length > 0 ? { escalate_conflicts: result.escalated } : {}),
    recommendation: reply.recommendation,
    losses: result.losses,
    started_at: parts.startedAt,
    ended_at: parts.endedAt,
    usage: parts.usage,
    usage_by_seat: parts.usageBySeat,
    ...(parts.verbose ? { participant_responses: step.answers.map(({ answer }) => answer) } : {}),
  };
}

/** What seats looked up: first those that answered, in table order, then those that failed. */
function listLookUps({ seen, answers, failed }: AnswersStep): Pick<Round, 'look_ups'> {
  const seats = [...answers.map(({ answer }) => answer.id), ...failed];
  const all = seats.flatMap((seat) =>
    (seen.get(seat) ?? []).map(({ title, text, found }) => ({
      seat,
      title,
      found,
      bytes: new TextEncoder().encode(text).length,
    })),
  );
  return all.length === 0 ? {} : { look_ups: all };
}
