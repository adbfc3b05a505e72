/** What an item is before anybody said anything on it: in a discussion, and where an older session is read. */
import type { Item } from './records.ts';

/** A new item: open, and nobody has said anything on it, unless something else is given. */
export function createItem(
  given: Pick<Item, 'id' | 'type' | 'text' | 'round' | 'history'> & Partial<Item>,
): Item {
  return {
    title: '',
    rationale: '',
    priority: null,
    acceptance: [],
    related_to: [],
    topic_id: null,
    worded_in: given.round,
    from: [],
    proposed_by: [],
    status: 'open',
    replaces: [],
    replaced_by: null,
    decided_by: null,
    stances: [],
    judgements: [],
    raised_in: 'round',
    contradicts: [],
    ...given,
  };
}
