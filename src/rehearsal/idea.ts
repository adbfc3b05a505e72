/** What a rehearsed seat can put forward: an item and the agenda criteria that it meets. */
import type { ItemType } from '../domain/vocabulary.ts';

/** An item that no seat has put forward yet. */
export interface Idea {
  type: ItemType;
  title: string;
  text: string;
  rationale: string;
  priority: 'must' | 'should' | 'could' | null;
  acceptance: string[];
  /** Titles of the items that it answers. */
  related_to: string[];
  /** Matches the agenda criteria that it meets. */
  meets: RegExp | null;
}

/** Builds an idea; fields that are not given are empty. */
export function buildIdea(given: Pick<Idea, 'type' | 'title' | 'text'> & Partial<Idea>): Idea {
  return { rationale: '', priority: null, acceptance: [], related_to: [], meets: null, ...given };
}
