/** Which items stand in the main part of a decision record, and which in its annex: a signer reads a dozen, not sixty. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { isAbout, isRead, listCorrections } from '../parts/items.ts';
import { countStances, listContested, listIds, sortItems } from '../parts/standing.ts';
import type { AdrContent } from './schema.ts';

/** About a dozen in all; what a person decided is never left out, nor what is blocked. What is recommended by name has a little more room. */
const most = { decided: 6, named: 8, points: 2, risks: 2, mitigations: 1, unsettled: 3, raised: 3 } as const;

/** Where each item stands. Rejected ones, and contested ones but for `furtherContested`, stand in a section of the main part. */
export interface Layout {
  decided: Item[];
  /** Drivers, comparisons and other points that the decision or the draft names. */
  points: Item[];
  risks: Item[];
  unsettled: Item[];
  /** Points of the review about what was decided: nobody could answer them any more. */
  raised: Item[];
  /** Agreed ones that the main part has no room for. */
  further: Item[];
  furtherUnsettled: Item[];
  /** What found no majority though nobody blocks it. */
  furtherContested: Item[];
  /** Open conflicts about nothing but such points. */
  furtherConflicts: Conflict[];
}

/**
 * Lays out the items. What a person decided always stands in the main part; then come what decision and draft name, what the
 * agenda asked for, and what most other items rest on.
 */
export function layOut(session: Session, content: AdrContent): Layout {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  const weigh = createWeight(session, content);
  const isRisk = ({ type }: Item): boolean => type === 'RISK' || type === 'MIT';
  const plain = agreed.filter((item) => !isRisk(item) && item.type !== 'POINT');
  const points = agreed.filter(({ type }) => type === 'POINT');
  const hasDecision = decided.length + plain.length > 0;
  // Where nothing but points was agreed, they are the decision.
  const candidates = hasDecision ? plain : points;
  // A decision that only takes up another decided item needs no room of its own.
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
  // Where nothing was agreed, what comes nearest to it has the room.
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

/** The points of the review that speak of items which a signer reads; those that put their words right come first. */
function pickRaised(session: Session, chosen: readonly Item[]): Item[] {
  const { review } = sortItems(session);
  const corrects = (point: Item): boolean =>
    listCorrections(point, session).some((id) => chosen.some((item) => item.id === id));
  const about = review.filter((point) => corrects(point) || chosen.some(({ id }) => isAbout(point, id)));
  return about
    .toSorted((one, other) => Number(corrects(other)) - Number(corrects(one)))
    .slice(0, most.raised);
}

/** People first, and each decision before the items that hold as it puts them. */
function startWithDecision(decided: readonly Item[]): Item[] {
  const heads = decided.filter((item) => findTakingUp(item, decided) === null);
  return heads
    .toSorted((one, other) => Number(other.decided_by === 'user') - Number(one.decided_by === 'user'))
    .flatMap((head) => [head, ...decided.filter((item) => findTakingUp(item, decided) === head)]);
}

/** What the decision, the draft or the last recommendation names weighs more than any number of references. */
const namedWeight = 1_000;
/** What the facilitator of a session of version 1 called agreed comes before what nobody called so. */
const readWeight = 500;
/** For each criterion of the agenda that an item meets; those of critical topics are what the panel met for. */
const criterionWeight = { critical: 40, other: 20 };
/** For each item that stands and relates to it; for a dispute about it; for what carries out a decision. */
const referenceWeight = 10;
const disputeWeight = 15;
const carriesWeight = 15;
/** Of two items on which as much rests, a decision comes first. */
const kindWeight: Partial<Record<ItemType, number>> = { DEC: 5, RISK: 5 };

/**
 * How much rests on an item: named by the decision, the draft or the facilitator's last recommendation, met criteria of the agenda, a dispute, items that relate to
 * it. Of two that weigh the same the newer one comes first, for it knew the older one.
 */
function createWeight(session: Session, content: AdrContent): (item: Item) => number {
  const { decided, agreed } = sortItems(session);
  // What says how to check the decision, or when to look again, names rules for later, and not the decision.
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
      // A criterion may be met by statements: then the items made of them carry it, each once.
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

/** The item that stands in the place of one that met a criterion. */
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

/** The heaviest items, in the order in which they stood. */
function takeHeaviest(items: readonly Item[], number: number, weigh: (item: Item) => number): Item[] {
  const heaviest = new Set([...items].sort((one, other) => weigh(other) - weigh(one)).slice(0, number));
  return items.filter((item) => heaviest.has(item));
}
