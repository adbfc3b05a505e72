/** Ranks ideas by what the seats see in them. */
import type { Item } from '../../session/text.ts';
import type { Grade } from '../../session/vocabulary.ts';

const weight = { high: 2, medium: 1, low: 0 } as const;

/** The mean grade of all seats that judged an item; null if nobody did. */
export function meanGrade(item: Item, what: 'value' | 'feasibility'): Grade | null {
  const mean = meanWeight(item, what);
  if (mean === null) return null;
  return mean >= 1.5 ? 'high' : mean >= 0.5 ? 'medium' : 'low';
}

/** Ideas first where they are judged best, by value plus feasibility; other items, and ideas that nobody judged, stay in their order below. */
export function rankIdeas(items: readonly Item[]): Item[] {
  const score = (item: Item): number =>
    item.kind === 'idea' ? (meanWeight(item, 'value') ?? -2) + (meanWeight(item, 'feasibility') ?? -2) : -5;
  return items.toSorted((one, other) => score(other) - score(one));
}

function meanWeight({ judgements }: Item, what: 'value' | 'feasibility'): number | null {
  if (judgements.length === 0) return null;
  return judgements.reduce((sum, judgement) => sum + weight[judgement[what]], 0) / judgements.length;
}
