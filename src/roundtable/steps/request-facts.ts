/** Collects the facts behind a request, for the rehearsal panel. */
import type { Finding } from '../../domain/evidence.ts';
import type { Agent } from '../../domain/library.ts';
import type { RequestFacts } from '../../domain/model-request.ts';
import type { Table } from '../../domain/ports.ts';
import type { Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { RoundQuestion } from '../prompts/participant.ts';
import { listWantedItems } from '../rules/new-item.ts';
import type { PhaseState } from '../rules/phases.ts';

/** The facts that differ between requests. */
export interface FactOptions {
  round: number;
  /** The seat to ask: a participant's id, `facilitator` or `synthesizer`. */
  seat: string;
  agent: Agent;
  phase: PhaseState;
  asked?: RoundQuestion & { topic_id: string | null };
  answers?: readonly FullAnswer[];
  /** Statements that have no place yet. */
  statements?: readonly Statement[];
  /** What the seat may still look up, and what it has seen. */
  evidence?: { look_ups: number; findings: Finding[] };
  /** True for a draft, which is written from the whole session. */
  whole?: boolean;
}

/** Collects the facts from the session and the table. */
export function buildFacts(session: Session, table: Table, options: FactOptions): RequestFacts {
  const { asked, phase } = options;
  const { escalation } = session.settings;
  const participant = session.participants.find(({ id }) => id === options.seat);
  return {
    topic: session.topic,
    seed: session.seed,
    round: options.round,
    min_rounds: session.settings.min_rounds,
    max_rounds: session.settings.max_rounds,
    workflow: session.workflow_type,
    output_type: session.output_type,
    phase: {
      name: phase.phase.name,
      goal: phase.phase.goal,
      index: phase.index,
      count: phase.names.length,
      rounds_in_phase: phase.rounds,
    },
    agent: options.agent,
    side: participant?.side ?? null,
    seats: session.participants.map(({ id, role }) => ({
      id,
      role,
      specialties: table.agents.get(id)?.specialties ?? [],
    })),
    context: table.context,
    earlier_decisions: session.earlier_decisions ?? [],
    agenda: (table.agenda?.topics ?? []).map((topic) => {
      const state = session.agenda.find(({ id }) => id === topic.id);
      return {
        ...topic,
        criteria: state?.criteria ?? topic.criteria,
        status: state?.status ?? 'pending',
        criteria_met: (state?.criteria_met ?? []).map(({ criterion }) => criterion),
      };
    }),
    question: asked?.question ?? '',
    // Before there is a question: the focus that the last decision set for this round.
    focus: asked?.focus ?? session.rounds.at(-1)?.next_focus ?? '',
    topic_id: asked?.topic_id ?? null,
    earlier_questions: session.rounds.map(({ question }) => question),
    guidance: session.guidance.map(({ text }) => text),
    items: session.artifacts,
    conflicts: session.conflicts,
    statements: [...(options.statements ?? [])],
    wanted_items: listWantedItems(session.workflow_type, table.document),
    votes: phase.phase.votes,
    own_positions: session.rounds.flatMap(({ round, answers }) =>
      answers.filter(({ seat }) => seat === options.seat).map(({ position }) => ({ round, position })),
    ),
    answers: (options.answers ?? []).map((answer) => ({
      seat: answer.id,
      position: answer.position,
      confidence: answer.confidence,
      concerns: answer.concerns,
      questions: answer.questions,
      stances: answer.stances.map(({ item_id, stance }) => ({ item_id, stance })),
    })),
    ...(options.evidence === undefined || !table.projectMap
      ? {}
      : { evidence: { map: table.projectMap, ...options.evidence } }),
    session: options.whole ? session : null,
    critical_keywords: escalation.enabled ? escalation.critical_keywords : [],
    max_rounds_per_conflict: escalation.enabled ? escalation.max_rounds_per_conflict : null,
    confidence_below: escalation.enabled ? escalation.confidence_below : null,
  };
}
