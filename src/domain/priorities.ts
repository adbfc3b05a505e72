/** Which seat would give an item which priority. */
import type { Item, Statement } from './records.ts';

/** The priority from each seat: the one in its latest stance, else in a statement that the item is made from. */
export function listPriorities(
  { from, stances }: Pick<Item, 'from' | 'stances'>,
  statements: readonly Pick<Statement, 'id' | 'seat' | 'priority'>[],
): Map<string, NonNullable<Item['priority']>> {
  const stated = statements.filter(({ id }) => from.includes(id));
  return new Map(
    [...stated, ...stances].flatMap(({ seat, priority }): [string, NonNullable<Item['priority']>][] =>
      priority === undefined ? [] : [[seat, priority]],
    ),
  );
}
