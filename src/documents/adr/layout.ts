/** Decides which items go into the main part of a decision record and which into its annex: a signer reads a dozen, not sixty. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { isAbout, isRead, listCorrections } from '../parts/items.ts';
import { countStances, listContested, listIds, sortItems } from '../parts/standing.ts';
import type { AdrContent } from './schema.ts';

/** Limits of the main part, about a dozen in all. What a person decided or a seat blocks is never left out; named items get more room. */
const most = { decided: 6, named: 8, points: 2, risks: 2, mitigations: 1, unsettled: 3, raised: 3 } as const;

/** The place of each item. Rejected items, and contested ones not in `furtherContested`, have their own section in the main part. */
export interface Layout {
  decided: Item[];
  /** Drivers, comparisons and other points that the decision or the draft names. */
  points: Item[];
  risks: Item[];
  unsettled: Item[];
  /** Review points about decided items; they came too late for anybody to answer. */
  raised: Item[];
  /** Agreed items that the main part has no room for. */
  further: Item[];
  furtherUnsettled: Item[];
  /** Items that found no majority although nobody blocks them. */
  furtherContested: Item[];
  /** Open conflicts that concern only such points. */
  furtherConflicts: Conflict[];
}

/**
 * Lays out the items. Items that a person decided are always in the main part; next come items that the decision or the draft
 * names, items that the agenda asked for, and items that many others rest on.
 */
export function layOut(session: Session, content: AdrContent): Layout {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  const weigh = createWeight(session, content);
  const isRisk = ({ type }: Item): boolean => type === 'RISK' || type === 'MIT';
  const plain = agreed.filter((item) => !isRisk(item) && item.type !== 'POINT');
  const points = agreed.filter(({ type }) => type === 'POINT');
  const hasDecision = decided.length + plain.length > 0;
  // If only points were agreed, they are the decision.
  const candidates = hasDecision ? plain : points;
  // A decision that only adopts another decided item needs no room of its own.
  const ids = new Set(decided.map(({ id }) => id));
  const own = decided.filter(({ text, from }) => from.length > 0 || !listIds(text).some((id) => ids.has(id)));
  const named = candidates.filter((item) => weigh(item) >= namedWeight).length;
  const room = Math.max(most.decided, Math.min(most.named, own.length + named)) - own.length;
  const chosen = [...startWithDecision(decided), ...takeHeaviest(candidates, Math.max(0, room), weigh)];
  const namedPoints = hasDecision
    ? takeHeaviest(
        points.filter((item) => weigh(item) >= namedWeight),
        most.points,
        weigh,
      )
    : [];
  const having = (type: ItemType): Item[] => agreed.filter((item) => item.type === type);
  const risks = [
    ...takeHeaviest(having('RISK'), most.risks, weigh),
    ...takeHeaviest(having('MIT'), most.mitigations, weigh),
  ];
  const open = unsettled.filter(({ type }) => !hasDecision || type !== 'POINT');
  // If nothing was agreed, the unsettled items get the room of the decided ones.
  const openMain = takeHeaviest(open, most.unsettled + (hasDecision ? 0 : most.decided), weigh);
  const { conflicts } = listContested(session);
  const isMinor = (item: Item): boolean => countStances(item, 'block') === 0 && item.contradicts.length === 0;
  const furtherConflicts = conflicts.filter(({ item_ids: ids }) => {
    const about = session.artifacts.filter(({ id }) => ids.includes(id));
    return hasDecision && about.length > 0 && about.every((item) => item.type === 'POINT' && isMinor(item));
  });
  const disputed = new Set(conflicts.flatMap(({ item_ids: ids }) => ids));
  const main = new Set([...chosen, ...namedPoints, ...risks, ...openMain]);
  return {
    decided: chosen,
    points: namedPoints,
    risks,
    raised: pickRaised(session, chosen),
    unsettled: openMain.toSorted(
      (one, other) => Number(isRead(other, session)) - Number(isRead(one, session)),
    ),
    further: agreed.filter((item) => !main.has(item)),
    furtherUnsettled: unsettled.filter((item) => !main.has(item)),
    furtherContested: hasDecision ? contested.filter((item) => isMinor(item) && !disputed.has(item.id)) : [],
    furtherConflicts,
  };
}

/** Review points about the items that a signer reads; points that correct the wording of an item come first. */
function pickRaised(session: Session, chosen: readonly Item[]): Item[] {
  const { review } = sortItems(session);
  const corrects = (point: Item): boolean =>
    listCorrections(point, session).some((id) => chosen.some((item) => item.id === id));
  const about = review.filter((point) => corrects(point) || chosen.some(({ id }) => isAbout(point, id)));
  return about
    .toSorted((one, other) => Number(corrects(other)) - Number(corrects(one)))
    .slice(0, most.raised);
}

/** Decisions by people first; each decision is followed by the items that it takes up. */
function startWithDecision(decided: readonly Item[]): Item[] {
  const heads = decided.filter((item) => findTakingUp(item, decided) === null);
  return heads
    .toSorted((one, other) => Number(other.decided_by === 'user') - Number(one.decided_by === 'user'))
    .flatMap((head) => [head, ...decided.filter((item) => findTakingUp(item, decided) === head)]);
}

/** An item named by the decision, the draft or the last recommendation outweighs any number of references. */
const namedWeight = 1_000;
/** Items that the facilitator of a version 1 session called agreed come before all others. */
const readWeight = 500;
/** Per agenda criterion that an item meets; the panel met for the critical topics. */
const criterionWeight = { critical: 40, other: 20 };
/** Per agreed or decided item that refers to it; for a dispute about it; for carrying out a decision. */
const referenceWeight = 10;
const disputeWeight = 15;
const carriesWeight = 15;
/** With equal weight, decisions and risks come first. */
const kindWeight: Partial<Record<ItemType, number>> = { DEC: 5, RISK: 5 };

/**
 * How important an item is: it counts if the decision, the draft or the last recommendation names the item, which agenda
 * criteria it meets, whether it was disputed, and how many items refer to it. With equal weight the newer item comes first,
 * because its author knew the older one.
 */
function createWeight(session: Session, content: AdrContent): (item: Item) => number {
  const { decided, agreed } = sortItems(session);
  // Items named only under `confirmation` or `revisit` are rules for later, not part of the decision.
  const { confirmation: _, revisit: __, ...draft } = content;
  const recommended = session.rounds.at(-1)?.recommendation ?? '';
  const named = new Set(
    [JSON.stringify(draft), recommended, ...decided.map(({ text }) => text)]
      .flatMap((text) => listIds(text))
      .map((id) => followReplaced(id, session)),
  );
  const references = new Map<string, number>();
  for (const item of [...decided, ...agreed]) {
    const about = [...listIds(item.text), ...item.related_to].map((id) => followReplaced(id, session));
    for (const id of new Set(about)) if (id !== item.id) references.set(id, (references.get(id) ?? 0) + 1);
  }
  const criteria = new Map<string, number>();
  for (const topic of session.agenda)
    for (const { by } of topic.criteria_met) {
      const weight = topic.critical ? criterionWeight.critical : criterionWeight.other;
      // If statements met the criterion, each item made from them counts once.
      const made = by.flatMap((id) => session.statements.find((one) => one.id === id)?.items ?? [id]);
      for (const last of new Set(made.map((id) => followReplaced(id, session))))
        criteria.set(last, (criteria.get(last) ?? 0) + weight);
    }
  const isDisputed = (item: Item): boolean =>
    item.replaces.length > 0 || item.stances.some(({ stance }) => stance === 'block');
  const carries = (item: Item): boolean =>
    decided.some(({ id }) => id !== item.id && [...listIds(item.text), ...item.related_to].includes(id));
  return (item) =>
    (named.has(item.id) ? namedWeight : 0) +
    (isRead(item, session) ? readWeight : 0) +
    (criteria.get(item.id) ?? 0) +
    (references.get(item.id) ?? 0) * referenceWeight +
    (isDisputed(item) ? disputeWeight : 0) +
    (carries(item) ? carriesWeight : 0) +
    (kindWeight[item.type] ?? 0) +
    item.round / 100;
}

/** The id of the item that finally replaced this one; the id itself if nothing did. */
function followReplaced(id: string, { artifacts }: Session): string {
  const seen = new Set<string>();
  let next = artifacts.find((item) => item.id === id);
  while (next?.replaced_by != null && !seen.has(next.id)) {
    seen.add(next.id);
    const by: string = next.replaced_by;
    next = artifacts.find((item) => item.id === by);
  }
  return next?.id ?? id;
}

/** The heaviest items, in their original order. */
function takeHeaviest(items: readonly Item[], number: number, weigh: (item: Item) => number): Item[] {
  const heaviest = new Set([...items].sort((one, other) => weigh(other) - weigh(one)).slice(0, number));
  return items.filter((item) => heaviest.has(item));
}
