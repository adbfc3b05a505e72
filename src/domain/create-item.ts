/** Makes a new item, in a discussion or when an older session is read. */
import type { Item } from './records.ts';

/** An open item without stances, except for the fields that are given. */
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
