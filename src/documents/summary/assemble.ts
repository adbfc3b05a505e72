/** Builds a summary from the session alone, and ranks ideas. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { assembleHead, listItems } from '../session-material.ts';
import type { SummaryContent } from './schema.ts';

/** The content when there is no draft. */
export function assembleSummary(session: Session): SummaryContent {
  const head = assembleHead(session);
  return {
    ...head,
    summary: head.summary.trim() === '' ? 'The session holds no synthesis yet.' : head.summary,
    key_points: [],
    pursue: rankIdeas(listItems(session, ['IDEA']))
      .filter(({ judgements }) => judgements.length > 0)
      .slice(0, 3)
      .map(({ id }) => id),
    next_steps: [],
  };
}

const weight = { high: 2, medium: 1, low: 0 } as const;

/** The mean grade of all judging seats, from 0 to 2; null if nobody judged the item. */
export function meanGrade(item: Item, what: 'value' | 'feasibility'): number | null {
  const { judgements } = item;
  if (judgements.length === 0) return null;
  return judgements.reduce((sum, judgement) => sum + weight[judgement[what]], 0) / judgements.length;
}

/**
 * Best ideas first: by value plus feasibility, then by the number of proposals. Ideas that nobody judged come last.
 */
export function rankIdeas(ideas: readonly Item[]): Item[] {
  const score = (item: Item): number =>
    (meanGrade(item, 'value') ?? -5) + (meanGrade(item, 'feasibility') ?? -5) + item.proposed_by.length / 100;
  return [...ideas].sort((one, other) => score(other) - score(one));
}
