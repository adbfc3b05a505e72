/** Whether a seat got what it wanted from a decision that was taken outside the panel. */
import type { Item } from './records.ts';

/**
 * A seat got its way when it supports or proposed an item that the decision takes up. So did a seat that blocked an item that lost and
 * supported none of those: a wording that has just changed has no votes yet, and an outside decision collects none. `chosen` are the
 * items that were decided on, `lost` those of the same dispute that gave way.
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
