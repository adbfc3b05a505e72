/** Points that a synthesis put to the panel, and what the panel's stances made of them. */
import type { Proposal } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { ConsensusRule } from '../../domain/settings.ts';
import type { StanceReply } from '../replies/replies.ts';
import { isSameText, nextId } from './same-text.ts';
import { countProposal, isCounted } from './votes.ts';

/** Adds the points of a synthesis as open proposals; a point that is there already is not put again. */
export function openProposals(
  proposals: readonly Proposal[],
  points: readonly string[],
  round: number,
): { proposals: Proposal[]; opened: string[] } {
  const next = [...proposals];
  const opened: string[] = [];
  for (const text of points) {
    if (next.some((proposal) => proposal.status !== 'withdrawn' && isSameText(proposal.text, text))) continue;
    const id = nextId('P', next);
    next.push({ id, text, opened_in: round, status: 'open', decided_by: null, stances: [] });
    opened.push(id);
  }
  return { proposals: next, opened };
}

/** Records stances on open proposals; stances on others are returned as losses. */
export function recordStances(
  proposals: readonly Proposal[],
  given: readonly { seat: string; stances: readonly StanceReply[] }[],
  round: number,
): { proposals: Proposal[]; changed: string[]; losses: string[] } {
  // What is decided takes no more stances and stays the object it is, so that a save need not write it anew.
  const next = proposals.map((proposal) =>
    proposal.status === 'open' ? { ...proposal, stances: [...proposal.stances] } : proposal,
  );
  const losses: string[] = [];
  const changed: string[] = [];
  for (const { seat, stances } of given) {
    for (const { proposal_id, stance, reason } of stances) {
      const proposal = next.find(({ id }) => id.toLowerCase() === proposal_id.toLowerCase());
      if (proposal?.status !== 'open') {
        losses.push(`${seat}: a stance on "${proposal_id}", which is not open`);
        continue;
      }
      const before = proposal.stances.findLast((entry) => entry.seat === seat);
      if (before && before.round === round) continue;
      if (before && before.stance !== stance) changed.push(`${seat} on ${proposal.id}`);
      proposal.stances.push({ seat, stance, reason, round });
    }
  }
  return { proposals: next, changed, losses };
}

/** What counting looks at. */
type Table = Pick<Session, 'participants' | 'rounds'> & { settings: Pick<Session['settings'], 'quorum'> };

/**
 * Counts all open proposals. Those that pass become agreed and enter the consensus; with `final`, those that were
 * voted on and did not pass are rejected.
 */
export function settleProposals(
  session: Pick<Session, 'proposals' | 'consensus'> & Table,
  options: { rule: ConsensusRule; round: number; final: boolean },
): Pick<Session, 'proposals' | 'consensus'> {
  const { rule, round } = options;
  const consensus = [...session.consensus];
  const confidences = readConfidences(session);
  const proposals = session.proposals.map((proposal): Proposal => {
    if (proposal.status !== 'open') return proposal;
    const tally = countProposal(proposal, rule, {
      participants: session.participants,
      quorum: session.settings.quorum,
      confidences,
    });
    if (tally.agreed) {
      consensus.push({
        id: nextId('C', consensus),
        proposal_id: proposal.id,
        text: proposal.text,
        round,
        supported_by: tally.supported_by,
        stood_aside: tally.stood_aside,
      });
      return { ...proposal, status: 'agreed', decided_by: isCounted(rule) ? 'count' : 'facilitator' };
    }
    const voted = tally.supported_by.length + tally.stood_aside.length + tally.blocked_by.length > 0;
    if (options.final && isCounted(rule) && voted)
      return { ...proposal, status: 'rejected', decided_by: 'count' };
    return proposal;
  });
  return { proposals, consensus };
}

function readConfidences(session: Pick<Session, 'rounds'>): Map<string, number | null> {
  const confidences = new Map<string, number | null>();
  for (const { answers } of session.rounds) {
    for (const { seat, confidence } of answers) confidences.set(seat, confidence);
  }
  return confidences;
}
