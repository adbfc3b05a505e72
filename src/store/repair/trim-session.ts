/** Brings the head of a session back to an earlier round: everything that later rounds added is removed. */
import type { Conflict, Proposal, Usage } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { HeadOfSession } from '../files/session-text.ts';

/** A session with the given rounds and a head without anything from later ones. It can be resumed from there. */
export function trimSession(head: HeadOfSession, rounds: Round[], { now }: { now: Date }): Session {
  const last = rounds.length;
  const upTo = <Item>(items: readonly Item[], read: (item: Item) => number): Item[] =>
    items.filter((item) => read(item) <= last);
  const consensus = upTo(head.consensus, ({ round }) => round);
  const agreed = new Set(consensus.map((point) => point.proposal_id));
  const ended = head.status === 'completed';
  // Calls of an interrupted round come back from the journal and are counted then.
  const { open_calls: _, ballot_after: ballot, ballot_missing: missing, ...rest } = head;
  return {
    ...rest,
    ...(ballot !== undefined && ballot <= last ? { ballot_after: ballot } : {}),
    ...(ballot !== undefined && ballot <= last && missing !== undefined ? { ballot_missing: missing } : {}),
    status: ended ? 'paused' : head.status,
    pause_reason: ended ? 'person' : head.pause_reason,
    paused_at: ended ? now.toISOString() : head.paused_at,
    completed_at: null,
    current_phase: rounds.at(-1)?.phase ?? head.current_phase,
    total_rounds: last,
    total_turns: rounds.reduce((sum, { answers }) => sum + answers.length, 0),
    turn: { ...head.turn, order: [], index: 0, next_speaker: null },
    agenda: head.agenda.map((topic) => {
      const met = upTo(topic.criteria_met, ({ round }) => round);
      const fewer = met.length < topic.criteria_met.length;
      const status = fewer ? (met.length > 0 ? 'partial' : 'pending') : last === 0 ? 'pending' : topic.status;
      return { ...topic, criteria_met: met, status };
    }),
    proposals: upTo(head.proposals, ({ opened_in: opened }) => opened).map((proposal) =>
      trimProposal(proposal, { last, agreed }),
    ),
    consensus,
    conflicts: upTo(head.conflicts, ({ opened_in: opened }) => opened).map((conflict) =>
      trimConflict(conflict, last),
    ),
    artifacts: upTo(head.artifacts, ({ round }) => round).map((artifact) => ({
      ...artifact,
      history: upTo(artifact.history, ({ round }) => round),
    })),
    open_questions: upTo(head.open_questions, ({ round }) => round),
    escalations: upTo(head.escalations, ({ round }) => round),
    guidance: upTo(head.guidance, ({ after_round: after }) => after),
    failures: upTo(head.failures, ({ round }) => round),
    usage: sumRoundUsage(rounds),
    completion_usage: sumRoundUsage([]),
    completion_usage_by_seat: [],
    ending: null,
    outcome: null,
    rounds,
  };
}

/** What the rounds used, added up; a cost is unknown as soon as one is. */
export function sumRoundUsage(rounds: readonly Round[]): Usage {
  const sum: Usage = {
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0,
  };
  for (const { usage } of rounds) {
    sum.calls += usage.calls;
    sum.input_tokens += usage.input_tokens;
    sum.output_tokens += usage.output_tokens;
    sum.cache_read_tokens += usage.cache_read_tokens;
    sum.cache_write_tokens += usage.cache_write_tokens;
    sum.cost_usd = sum.cost_usd === null || usage.cost_usd === null ? null : sum.cost_usd + usage.cost_usd;
  }
  return sum;
}

function trimProposal(
  proposal: Proposal,
  { last, agreed }: { last: number; agreed: ReadonlySet<string | null> },
): Proposal {
  const stances = proposal.stances.filter(({ round }) => round <= last);
  // The round of a decision is recorded only for proposals that were agreed.
  const undecided =
    proposal.status === 'agreed' ? !agreed.has(proposal.id) : stances.length < proposal.stances.length;
  return undecided ? { ...proposal, stances, status: 'open', decided_by: null } : { ...proposal, stances };
}

function trimConflict(conflict: Conflict, last: number): Conflict {
  if (conflict.resolved_in !== null && conflict.resolved_in <= last) return conflict;
  return {
    ...conflict,
    status: 'open',
    rounds_open: Math.max(0, last - conflict.opened_in + 1),
    resolution: null,
    resolution_type: null,
    resolved_in: null,
  };
}
