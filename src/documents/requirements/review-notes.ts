/** Places review remarks with the items they are about, because implementers do not read a list at the end. */
import { listClashes } from '../../domain/at-odds.ts';
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { shown } from '../markdown/text.ts';
import { citeItem, listCorrections } from '../parts/items.ts';
import { listIds, listPrinted, sortItems } from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';

/**
 * Points of the review by the id of the printed item that they are about: the item that they correct or relate to, else the
 * first one that their text names. A point that names no printed item is in no list.
 */
export function placeReview(session: Session): Map<string, Item[]> {
  const printed = new Set(listPrinted(session).map(({ id }) => id));
  const placed = new Map<string, Item[]>();
  for (const point of sortItems(session).review) {
    const corrected = session.statements
      .filter(({ id }) => point.from.includes(id))
      .flatMap(({ replaces }) => replaces);
    const named = [...point.replaces, ...corrected, ...point.related_to, ...listIds(point.text)];
    const host = named.find((id) => printed.has(id));
    if (host !== undefined) placed.set(host, [...(placed.get(host) ?? []), point]);
  }
  return placed;
}

/** The review points on an item in full, and references to points that are printed at another item but name this one. */
export function listReviewNotes(id: string, rendering: Rendering): string[] {
  const placed = placeReview(rendering.session);
  const here = placed.get(id) ?? [];
  const clashing = listClashes(rendering.session.artifacts, rendering.session.statements);
  const elsewhere = [...placed].flatMap(([host, points]) =>
    host === id
      ? []
      : points
          .filter(({ text }) => listIds(text).includes(id))
          .map((point) =>
            clashing.some((clash) => clash.point === point.id && clash.ids.includes(id))
              ? `According to the review, it cannot hold together with ${shown(host)}: see ${shown(point.id)} there.`
              : `The review names it in ${shown(point.id)}, printed at ${shown(host)}.`,
          ),
  );
  return [
    ...here.map((point) => {
      const corrects = listCorrections(point, rendering.session).includes(id);
      return `${corrects ? 'The review puts it otherwise' : 'The review says'}: ${formatReviewPoint(point, rendering)}`;
    }),
    ...elsewhere,
  ];
}

/** Review points that are about no printed item. */
export function listFurtherReview(rendering: Rendering): string[] {
  const placed = new Set([...placeReview(rendering.session).values()].flat().map(({ id }) => id));
  return sortItems(rendering.session)
    .review.filter(({ id }) => !placed.has(id))
    .map((point) => `* ${formatReviewPoint(point, rendering)}`);
}

function formatReviewPoint(point: Item, rendering: Rendering): string {
  const { text, rationale, acceptance } = point;
  return [
    shown(text),
    ...(rationale.trim() === '' ? [] : [`Because: ${shown(rationale)}`]),
    ...acceptance.map((one) => `To verify: ${shown(one)}`),
    `(**${shown(point.id)}**, not voted on)${citeItem(point, rendering)}`,
  ].join(' ');
}
