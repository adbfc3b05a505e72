/** Ranks ideas by what the seats see in them, and findings by what they weigh. */
import { weighFinding } from '../../session/findings.ts';
import type { Item } from '../../session/text.ts';
import type { Grade } from '../../session/vocabulary.ts';

const weight = { high: 2, medium: 1, low: 0 } as const;

/** The mean grade of all seats that judged an item; null if nobody did. */
export function meanGrade(item: Item, what: 'value' | 'feasibility'): Grade | null {
  const mean = meanWeight(item, what);
  if (mean === null) return null;
  return mean >= 1.5 ? 'high' : mean >= 0.5 ? 'medium' : 'low';
}

/** Findings by how much they weigh, ideas by how the seats judge them; everything else stays in its order. */
export function rankItems(items: readonly Item[]): Item[] {
  return rankIdeas(items).sort((one, other) => weighFinding(one) - weighFinding(other));
}

/** Ideas first where they are judged best, by value plus feasibility; other items, and ideas that nobody judged, stay in their order below. */
function rankIdeas(items: readonly Item[]): Item[] {
  const score = (item: Item): number =>
    item.kind === 'idea' ? (meanWeight(item, 'value') ?? -2) + (meanWeight(item, 'feasibility') ?? -2) : -5;
  return items.toSorted((one, other) => score(other) - score(one));
}

function meanWeight({ judgements }: Item, what: 'value' | 'feasibility'): number | null {
  if (judgements.length === 0) return null;
  return judgements.reduce((sum, judgement) => sum + weight[judgement[what]], 0) / judgements.length;
}
