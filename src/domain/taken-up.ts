/** Finds a decision that takes up an item of the seats but has its own wording. */
import type { Item } from './records.ts';

/**
 * The outside decision that made an item hold by naming it: "DEC-003, for sessions alone". The words of the decision bind, so the
 * item holds only as the decision says. Null for an item that was decided in its own words, or by count.
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
