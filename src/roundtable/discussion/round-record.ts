/** The record of a round, before anything is decided about it. */
import type { Usage } from '../../session/records.ts';
import type { Round } from '../../session/round.ts';
import type { AnswersStep, SeatAnswer } from './answers-step.ts';
import type { OpenedRound } from './question.ts';
import type { SynthesisStep } from './synthesis.ts';

/** The parts of a finished round. */
export interface RoundParts {
  round: number;
  phase: string;
  /** The items of the text that it was held on; null in a round of the discussion. */
  items: readonly string[] | null;
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

/** What the rules made of a round. */
type Outcome = Pick<
  Round,
  'consensus' | 'conflicts' | 'resolved' | 'agenda_coverage' | 'moved' | 'losses'
> & {
  /** Why each seat that left a position in a conflict left it. */
  causes: ReadonlyMap<string, string>;
  /** The open conflicts that the facilitator wants a person to decide. */
  escalated: string[];
};

/** Builds the record; `next_action` is null. */
export function buildRecord(parts: RoundParts, { causes, escalated, ...outcome }: Outcome): Round {
  const { step, synthesis, opened, round, phase } = parts;
  const { reply } = synthesis;
  return {
    round,
    phase,
    focus: opened.focus,
    topic_id: opened.topic_id,
    ...(parts.items === null ? {} : { items: [...parts.items] }),
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
    answers: listAnswers(step, causes),
    ...listLookUps(parts),
    context_challenges: collect(step, ({ answer }) =>
      answer.context_challenge === null ? [] : [answer.context_challenge],
    ),
    assumptions: collect(step, ({ answer }) => answer.assumptions),
    private_notes: collect(step, ({ private_note: note }) => (note === null ? [] : [note])),
    synthesis: reply.synthesis,
    synthesis_fallback: synthesis.fallback,
    statements: step.statements.map(({ id }) => id),
    ...outcome,
    proposed_action: reply.next_action,
    ...{ next_action: null, decided_by_rule: null, override: null, ending: null, after_escalation: null },
    next_focus: reply.next_focus,
    ...(reply.next_question ? { next_question: readNext(reply.next_question) } : {}),
    escalation_reason: reply.escalation_reason,
    ...(escalated.length > 0 ? { escalate_conflicts: escalated } : {}),
    recommendation: reply.recommendation,
    started_at: parts.startedAt,
    ended_at: parts.endedAt,
    usage: parts.usage,
    usage_by_seat: parts.usageBySeat,
    ...(parts.verbose ? { participant_responses: step.answers.map(({ answer }) => answer) } : {}),
  };
}

function listAnswers(step: AnswersStep, causes: Outcome['causes']): Round['answers'] {
  return step.answers.map(({ answer, model, duration_ms, name }) => {
    const { position, proposal, confidence, concerns, conflicts } = answer;
    return {
      seat: answer.id,
      ...{ position, proposal, confidence, concerns, conflicts },
      cause: causes.get(answer.id) || null,
      model,
      duration_ms: Math.round(duration_ms),
      ...(name === undefined ? {} : { name }),
    };
  });
}

function collect(
  { answers }: AnswersStep,
  pick: (entry: SeatAnswer) => readonly string[],
): { seat: string; text: string }[] {
  return answers.flatMap((entry) => pick(entry).map((text) => ({ seat: entry.answer.id, text })));
}

function readNext(
  next: NonNullable<RoundParts['synthesis']['reply']['next_question']>,
): Round['next_question'] {
  const { question, context_summary, participants, focus, topic_id } = next;
  return { question, context_summary, participants, focus, topic_id };
}

/** What was looked up: by the facilitator, by the seats that answered, in table order, then by those that failed. */
function listLookUps({ opened, step }: RoundParts): Pick<Round, 'look_ups'> {
  const { seen, answers, failed } = step;
  const seats = [...answers.map(({ answer }) => answer.id), ...failed];
  const all = [
    { seat: 'facilitator', findings: opened.findings },
    ...seats.map((seat) => ({ seat, findings: seen.get(seat) ?? [] })),
  ].flatMap(({ seat, findings }) =>
    findings.map(({ title, text, found }) => ({
      seat,
      title,
      found,
      bytes: new TextEncoder().encode(text).length,
    })),
  );
  return all.length === 0 ? {} : { look_ups: all };
}
