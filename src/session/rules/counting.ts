/**
 * Counts votes: the program decides what is agreed, never a model. An item becomes `agreed` here, in `countItem`, by the votes on its present
 * words (votes.ts) and the rule of the strategy; roundtable/text/count.ts calls it after each last call, and writes the status.
 */
import type { Participant } from '../records.ts';
import type { Session } from '../session.ts';
import type { ConsensusRule } from '../settings.ts';
import type { Item } from '../text.ts';
import type { Vote } from '../vocabulary.ts';
import { readVotes } from './votes.ts';

/** What counting needs besides the item. */
export interface CountOptions {
  /** Seats with a vote. The facilitator has none. */
  participants: readonly Pick<Participant, 'id'>[];
  /** The fewest seats that must have voted; at least two. */
  quorum: number;
  /** Latest stated confidence by seat, for `weighted_majority` only; unknown counts as 0.5. */
  confidences?: ReadonlyMap<string, number | null>;
}

/** The count of one item. */
export interface Tally {
  ratified_by: string[];
  stood_aside: string[];
  blocked_by: string[];
  /** The share of those for it among the votes for and against; null when there are none. */
  share: number | null;
  agreed: boolean;
}

/** The fewest seats that must have voted before anything is agreed, under any rule. */
const fewestVotes = 2;

/**
 * Counts one item. Seats without a vote are neither for nor against; without votes nothing is agreed. Under every rule more ratify
 * than block, and more than stand aside: a tie is no agreement.
 */
export function countItem(item: Item, rule: ConsensusRule, options: CountOptions): Tally {
  const seats = new Set(options.participants.map(({ id }) => id));
  const latest = [...readVotes(item)].filter(([seat]) => seats.has(seat));
  const having = (wanted: Vote): string[] =>
    latest.filter(([, { vote }]) => vote === wanted).map(([seat]) => seat);
  const ratified = having('ratify');
  const stoodAside = having('stand_aside');
  const blocked = having('block');
  // Where standing aside is not allowed, a seat that does so counts as against.
  const against = rule.stand_aside_allowed ? blocked : [...blocked, ...stoodAside];
  const weigh = (ids: readonly string[]): number =>
    rule.mechanism === 'weighted_majority'
      ? ids.reduce((sum, id) => sum + (options.confidences?.get(id) ?? 0.5), 0)
      : ids.length;
  const voted = weigh(ratified) + weigh(against);
  const share = voted === 0 ? null : weigh(ratified) / voted;
  const needed = Math.max(fewestVotes, Math.min(options.quorum, seats.size));
  const carries =
    latest.length >= needed && ratified.length > blocked.length && ratified.length > stoodAside.length;
  const passes = (): boolean => {
    if (stopsAtBlock(rule) && blocked.length > 0) return false;
    switch (rule.mechanism) {
      case 'majority':
      case 'weighted_majority':
      // The facilitator cannot agree an item for the panel: this rule counts like a majority, and a tie stays open.
      case 'facilitator_decides':
        return meetsThreshold(share ?? 0, rule.threshold ?? defaultThreshold);
      case 'unanimous':
        return against.length === 0 && stoodAside.length === 0;
      case 'consent':
        return against.length === 0;
      case 'none':
        return false;
    }
  };
  return {
    ratified_by: ratified,
    stood_aside: stoodAside,
    blocked_by: blocked,
    share,
    agreed: carries && passes(),
  };
}

/** What a session counts with. */
export function readCountOptions(session: Session): CountOptions {
  return {
    participants: session.participants,
    quorum: session.settings.quorum,
    confidences: new Map(
      session.rounds.flatMap(({ answers }) =>
        answers.map(({ seat, confidence }): [string, number | null] => [seat, confidence]),
      ),
    ),
  };
}

/** Whether a single block keeps an item from being agreed. */
export function stopsAtBlock(rule: ConsensusRule): boolean {
  return rule.mechanism === 'consent' || rule.mechanism === 'unanimous' || rule.block_prevents_terminal;
}

/** The default threshold of a majority. */
const defaultThreshold = 0.6;

/** Compares with two decimals, so that 2 of 3 meets 0.67. */
export function meetsThreshold(share: number, threshold: number): boolean {
  return Math.round(share * 100) >= Math.round(threshold * 100);
}

/** Whether items are voted on; otherwise they are only collected. */
export function isCounted(rule: ConsensusRule): boolean {
  return rule.mechanism !== 'none';
}
