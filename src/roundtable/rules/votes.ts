/** Counting of stances: the program decides what is agreed, never a model. */
import type { Participant, Proposal } from '../../domain/records.ts';
import type { ConsensusRule } from '../../domain/settings.ts';
import type { Stance } from '../../domain/vocabulary.ts';

/** How a proposal stands under a rule. `share` is of those who voted for or against; null when nobody did. */
export interface Tally {
  supported_by: string[];
  stood_aside: string[];
  blocked_by: string[];
  share: number | null;
  agreed: boolean;
}

/** What counting needs beside the proposal. */
export interface CountOptions {
  /** Seats with a vote. The facilitator has none. */
  participants: readonly Pick<Participant, 'id'>[];
  /** Fewest seats that must have taken a stance. */
  quorum: number;
  /** Latest stated confidence by seat, for `weighted_majority` only; unknown counts as 0.5. */
  confidences?: ReadonlyMap<string, number | null>;
}

/** The latest stance of each seat. */
export function readLatestStances(
  proposal: Proposal,
): Map<string, { stance: Stance; reason: string; round: number }> {
  const latest = new Map<string, { stance: Stance; reason: string; round: number }>();
  for (const { seat, stance, reason, round } of proposal.stances) latest.set(seat, { stance, reason, round });
  return latest;
}

/** Counts one proposal. Seats that abstained or failed are neither for nor against; nobody voting is never agreement. */
export function countProposal(proposal: Proposal, rule: ConsensusRule, options: CountOptions): Tally {
  const seats = new Set(options.participants.map((participant) => participant.id));
  const latest = [...readLatestStances(proposal)].filter(([seat]) => seats.has(seat));
  const having = (wanted: Stance): string[] =>
    latest.filter(([, { stance }]) => stance === wanted).map(([seat]) => seat);
  const supportedBy = having('support');
  const stoodAside = having('stand_aside');
  const blockedBy = having('block');
  // Where standing aside is not allowed, who will not support stands in the way.
  const against = rule.stand_aside_allowed ? blockedBy : [...blockedBy, ...stoodAside];
  const weigh = (ids: string[]): number =>
    rule.mechanism === 'weighted_majority'
      ? ids.reduce((sum, id) => sum + (options.confidences?.get(id) ?? 0.5), 0)
      : ids.length;
  const voted = weigh(supportedBy) + weigh(against);
  const share = voted === 0 ? null : weigh(supportedBy) / voted;
  const quorate = latest.length >= Math.min(options.quorum, seats.size) && supportedBy.length > 0;
  return {
    supported_by: supportedBy,
    stood_aside: stoodAside,
    blocked_by: blockedBy,
    share,
    agreed: passes(rule, {
      share,
      against: against.length,
      aside: stoodAside.length,
      blocks: blockedBy.length,
      quorate,
    }),
  };
}

function passes(
  rule: ConsensusRule,
  count: { share: number | null; against: number; aside: number; blocks: number; quorate: boolean },
): boolean {
  if (rule.block_prevents_terminal && count.blocks > 0) return false;
  switch (rule.mechanism) {
    case 'majority':
    case 'weighted_majority':
      return count.quorate && meetsThreshold(count.share ?? 0, rule.threshold ?? defaultThreshold);
    case 'unanimous':
      return count.quorate && count.against === 0 && count.aside === 0;
    case 'consent':
      return count.quorate && count.against === 0;
    case 'facilitator_decides':
      return true;
    case 'none':
      return false;
  }
}

/** A majority's threshold where none is set. */
export const defaultThreshold = 0.6;

/** Compares at two decimals, so that 2 of 3 meets 0.67. */
export function meetsThreshold(share: number, threshold: number): boolean {
  return Math.round(share * 100) >= Math.round(threshold * 100);
}

/** Whether proposals are decided by counting stances. */
export function isCounted(rule: ConsensusRule): boolean {
  return rule.mechanism !== 'none' && rule.mechanism !== 'facilitator_decides';
}

/** Open proposals under a standing block; none where the rule does not count blocks. */
export function listStandingBlocks(proposals: readonly Proposal[], rule: ConsensusRule): string[] {
  if (!rule.block_prevents_terminal || rule.mechanism === 'none') return [];
  return proposals
    .filter((proposal) => proposal.status === 'open')
    .filter((proposal) => [...readLatestStances(proposal).values()].some(({ stance }) => stance === 'block'))
    .map((proposal) => proposal.id);
}
