/** Whether a seat got what it wanted from a decision that was taken outside the panel. */
import type { Item } from './records.ts';

/**
 * A seat that supports, or put forward itself, what the decision takes up, got its way; so did one that blocked what gave way to
 * it and stood for nothing of that: a wording that changed last has no votes yet, and a decision takes none. `chosen` are the items
 * that were decided, `lost` those of the same dispute that gave way.
 */
export function gotItsWay(
  seat: string,
  { chosen, lost }: { chosen: readonly Item[]; lost: readonly Item[] },
): boolean {
  const stanceOn = (item: Item) => item.stances.findLast((entry) => entry.seat === seat)?.stance;
  const taken = chosen.map(stanceOn);
  if (taken.includes('block') || taken.includes('stand_aside')) return false;
  if (taken.includes('support')) return true;
  if (chosen.some(({ proposed_by: by }) => by.some((entry) => entry.seat === seat))) return true;
  const isFromSeats = chosen.some(({ from }) => from.length > 0);
  const given = lost.map(stanceOn);
  return isFromSeats && given.includes('block') && !given.includes('support');
}
