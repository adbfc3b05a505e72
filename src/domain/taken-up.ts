/** A decision in words of its own that takes up an item which seats put forward. */
import type { Item } from './records.ts';

/**
 * The decision from outside that made an item hold by naming it: "DEC-003, for sessions alone". What its words add or leave out
 * binds, so that an item holds as its decision says. Null for an item that was decided in its own words, or by count.
 */
export function findTakingUp(item: Item, items: readonly Item[]): Item | null {
  if (item.status !== 'agreed' || (item.decided_by !== 'user' && item.decided_by !== 'policy')) return null;
  return (
    items.find(
      ({ id, decided_by: by, from, related_to: related }) =>
        id !== item.id &&
        by === item.decided_by &&
        from.length === 0 &&
        item.related_to.includes(id) &&
        related.includes(item.id),
    ) ?? null
  );
}
