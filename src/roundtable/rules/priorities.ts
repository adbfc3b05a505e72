/** The priority of an item: the one that most seats give it. */
import { listPriorities } from '../../domain/priorities.ts';
import type { Item, Statement } from '../../domain/records.ts';

/** Sets the priority of each item on which a stance named one to the one that most seats give; a tie changes nothing. */
export function settlePriorities(
  items: readonly Item[],
  statements: readonly Pick<Statement, 'id' | 'seat' | 'priority'>[],
): Item[] {
  return items.map((item) => {
    if (!item.stances.some(({ priority }) => priority !== undefined)) return item;
    const given = [...listPriorities(item, statements).values()];
    const count = (wanted: Item['priority']): number => given.filter((one) => one === wanted).length;
    const most = Math.max(...given.map(count));
    const [first, ...others] = [...new Set(given)].filter((one) => count(one) === most);
    return first === undefined || others.length > 0 || first === item.priority
      ? item
      : { ...item, priority: first };
  });
}
