/** Reads the votes on an item: only those on its present words count, and of each seat the latest. */
import type { Item, ItemVote } from '../text.ts';
import { fingerprintItem } from './text-measures.ts';

/** The vote of each seat that counts. */
export function readVotes(item: Item): Map<string, ItemVote> {
  const on = fingerprintItem(item);
  return new Map(item.votes.filter((vote) => vote.on === on).map((vote) => [vote.seat, vote]));
}
