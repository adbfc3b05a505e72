/** What one round makes of the session: a pure step from state to state. */

import type { Table } from '../../domain/ports.ts';
import type { Usage } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { AnswersStep } from '../steps/answers.ts';
import type { OpenedRound } from '../steps/question.ts';
import type { SynthesisStep } from '../steps/synthesis.ts';
import { applyCoverage } from './agenda.ts';
import { applyArtifacts } from './artifacts.ts';
import { applyConflicts } from './conflicts.ts';
import { listMovement } from './movement.ts';
import { applyOpenQuestions } from './open-questions.ts';
import { arguesSides } from './phases.ts';
import { openProposals, recordStances, settleProposals } from './proposals.ts';

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
  usageBySeat: ReadonlyMap<string, Usage>;
}

/** Builds the round's record and carries it into the session. `next_action` stays open: the decision comes after the write. */
export function applyRound(before: Session, table: Table, parts: RoundParts): Session {
  const { round, step, synthesis, opened } = parts;
  const { reply } = synthesis;
  const rule = before.settings.consensus;
  const points = arguesSides(table.strategy, parts.phase) ? [] : reply.consensus;
  const seats = before.participants.map(({ id }) => id);
  const stances = step.answers.map(({ answer }) => ({ seat: answer.id, stances: answer.stances }));
  const voted = recordStances(before.proposals, stances, round);
  const counted = settleProposals({ ...before, proposals: voted.proposals }, { rule, round, final: false });
  const opening = openProposals(counted.proposals, points, round);
  const decided =
    rule.mechanism === 'facilitator_decides'
      ? settleProposals(
          { ...before, proposals: opening.proposals, consensus: counted.consensus },
          { rule, round, final: false },
        )
      : { proposals: opening.proposals, consensus: counted.consensus };
  const conflicts = applyConflicts(before.conflicts, reply, {
    round,
    resolutionType: rule.mechanism === 'facilitator_decides' ? 'facilitator' : 'consensus',
  });
  const artifacts = applyArtifacts(before.artifacts, reply.artifacts, { round, seats });
  const agenda = applyCoverage(before.agenda, reply.agenda_coverage, {
    round,
    agenda: table.agenda,
    artifacts: artifacts.artifacts,
  });
  const record = buildRecord(parts, {
    verbose: before.settings.verbose,
    losses: [
      ...opened.losses,
      ...step.losses,
      ...synthesis.losses,
      ...voted.losses,
      ...conflicts.losses,
      ...artifacts.losses,
    ],
    resolved: conflicts.resolved,
    consensus: points,
    conflicts: conflicts.conflicts.filter(({ status }) => status === 'open'),
    coverage: agenda.map(({ id, status }) => ({ topic_id: id, status })),
  });
  const after: Session = {
    ...before,
    ...decided,
    conflicts: conflicts.conflicts,
    artifacts: artifacts.artifacts,
    agenda,
    open_questions: applyOpenQuestions(before.open_questions, reply.open_questions, { round, seats }),
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

/** What a round's record holds of the answers. */
function recordAnswers(
  step: AnswersStep,
  { verbose }: { verbose: boolean },
): Pick<
  Round,
  'answers' | 'context_challenges' | 'facts' | 'assumptions' | 'private_notes' | 'participant_responses'
> {
  const collect = (
    pick: (answer: AnswersStep['answers'][number]['answer']) => readonly string[],
  ): { seat: string; text: string }[] =>
    step.answers.flatMap(({ answer }) => pick(answer).map((text) => ({ seat: answer.id, text })));
  return {
    answers: step.answers.map(({ answer, changed, duration_ms }) => ({
      seat: answer.id,
      position: answer.position,
      confidence: answer.confidence,
      changed,
      cause: answer.changed_because,
      duration_ms: Math.round(duration_ms),
    })),
    context_challenges: collect((answer) =>
      answer.context_challenge === null ? [] : [answer.context_challenge],
    ),
    facts: collect((answer) => answer.facts),
    assumptions: collect((answer) => answer.assumptions),
    private_notes: step.answers.flatMap(({ answer, private_note: note }) =>
      note === null ? [] : [{ seat: answer.id, text: note }],
    ),
    ...(verbose ? { participant_responses: step.answers.map(({ answer }) => answer) } : {}),
  };
}

function buildRecord(
  parts: RoundParts,
  result: Pick<Round, 'losses' | 'resolved' | 'consensus'> & {
    verbose: boolean;
    conflicts: Session['conflicts'];
    coverage: Round['agenda_coverage'];
  },
): Round {
  const { step, synthesis, opened } = parts;
  const { reply } = synthesis;
  return {
    ...recordAnswers(step, result),
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
    // Who was asked once more spoke after all others.
    speaking_order: [
      ...parts.order.filter((id) => step.again?.includes(id) !== true),
      ...parts.order.filter((id) => step.again?.includes(id) === true),
    ],
    synthesis: reply.synthesis,
    synthesis_fallback: synthesis.fallback,
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
    recommendation: reply.recommendation,
    losses: result.losses,
    started_at: parts.startedAt,
    ended_at: parts.endedAt,
    usage: parts.usage,
    usage_by_seat: [...parts.usageBySeat].map(([seat, usage]) => ({ seat, usage })),
  };
}
