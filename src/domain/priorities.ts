/** Who would give an item which priority. */
import type { Item, Statement } from './records.ts';

/** What each seat gave, its latest word: in a stance, else in a statement that the item is made of. */
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
