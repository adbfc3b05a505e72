/** Events as data for other programs: ids and counts, never the whole session again. */
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Proposal } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';

/** The version of the stream. Fields may be added within a version. */
export const streamVersion = 1;

/** The fields of an event beside `v`, `seq`, `at` and `type`, in snake case. */
export type EventFields = Record<string, unknown>;

/** Reduces an event. `hidden` leaves out what was said while a person at a blind round has not answered. */
export function reduceEvent(event: RoundtableEvent, hidden: boolean): EventFields {
  switch (event.type) {
    case 'session-started':
      return {
        resumed: event.resumed,
        ...describeSession(event.session),
        participants: listParticipants(event.session),
      };
    case 'seat-answered': {
      const { round, step, seat, duration_ms, replayed } = event;
      const said = hidden
        ? { position: null, confidence: null }
        : { position: event.position, confidence: event.confidence };
      return { round, step, seat, ...said, hidden, duration_ms, replayed };
    }
    case 'recap':
      return reduceRecap(event);
    case 'escalation-raised':
    case 'escalation-answered': {
      const {
        id,
        round,
        trigger,
        subject,
        reason,
        recommendation,
        status,
        decision,
        text,
        extra_rounds,
        answered_by,
      } = event.escalation;
      return {
        escalation_id: id,
        round,
        trigger,
        subject,
        reason,
        recommendation,
        status,
        decision,
        text,
        extra_rounds,
        answered_by,
      };
    }
    case 'ballot-started':
    case 'ballot-counted':
      return { proposals: event.proposals.map(reduceProposal) };
    case 'draft-ready': {
      const { type, assembled_by, reason, unsupported } = event.document;
      return { output_type: type, assembled_by, reason, unsupported };
    }
    case 'paused':
      return { ...describeSession(event.session), reason: event.reason, detail: event.detail };
    case 'completed': {
      const { result, degraded, degradation, files } = event.outcome;
      return { ...describeSession(event.session), result, degraded, degradation, files };
    }
    default: {
      const { type: _type, ...fields } = event;
      return fields;
    }
  }
}

function describeSession(session: Session): EventFields {
  return {
    session_id: session.id,
    topic: session.topic,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    output_type: session.output_type,
    status: session.status,
    rehearsal: session.rehearsal,
    rounds: session.rounds.length,
  };
}

function listParticipants(session: Session): EventFields[] {
  return session.participants.map(({ id, role, kind, model, side }) => ({ id, role, kind, model, side }));
}

function reduceRecap(event: Extract<RoundtableEvent, { type: 'recap' }>): EventFields {
  const { session, round } = event;
  return {
    session_id: session.id,
    round: round.round,
    phase: round.phase,
    focus: round.focus,
    synthesis: round.synthesis,
    synthesis_fallback: round.synthesis_fallback,
    consensus: round.consensus,
    open_conflicts: session.conflicts
      .filter((conflict) => conflict.status === 'open')
      .map(({ id, description, rounds_open }) => ({ id, description, rounds_open })),
    resolved: round.resolved.map(({ conflict_id, resolution, resolution_type }) => ({
      conflict_id,
      resolution,
      resolution_type,
    })),
    agenda: session.agenda.map(({ id, status, critical }) => ({ id, status, critical })),
    answered: round.answers.map((answer) => answer.seat),
    failed: round.failed,
    passed: round.passed,
    losses: round.losses,
    proposed_action: round.proposed_action,
    next_focus: round.next_focus,
    artifacts: session.artifacts.length,
    usage: session.usage,
  };
}

function reduceProposal(proposal: Proposal): EventFields {
  const count = (stance: string): number => proposal.stances.filter((one) => one.stance === stance).length;
  const { id, text, status, decided_by } = proposal;
  return {
    id,
    text,
    status,
    decided_by,
    support: count('support'),
    stand_aside: count('stand_aside'),
    block: count('block'),
  };
}
