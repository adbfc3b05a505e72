/** Where each item ended, so that every document prints the same things under the same names, and each once. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';

/** The items of a session by what became of them. Each stands in exactly one list. */
export type Standing = {
  /** Decided by a person, or by the policy for unattended runs. */
  decided: Item[];
  /** Agreed by counting. */
  agreed: Item[];
  /** Open, and blocked or short of its majority. */
  contested: Item[];
  /** Open with too few votes; nobody blocks it. */
  unsettled: Item[];
  rejected: Item[];
  /** Raised in the review; nobody voted on it. */
  review: Item[];
  /** Withdrawn, or replaced by another item: printed only where another item names it. */
  gone: Item[];
};

/** What sorting looks at. */
export type Sorted = Pick<Session, 'artifacts' | 'settings'>;

/** Sorts the items of a session. */
export function sortItems(session: Sorted): Standing {
  const standing: Standing = {
    decided: [],
    agreed: [],
    contested: [],
    unsettled: [],
    rejected: [],
    review: [],
    gone: [],
  };
  for (const item of session.artifacts) standing[placeItem(item, session)].push(item);
  return standing;
}

/** The list of `sortItems` in which an item stands. */
export function placeItem(item: Item, { settings }: Pick<Session, 'settings'>): keyof Standing {
  if (item.status === 'withdrawn' || item.status === 'replaced') return 'gone';
  if (item.raised_in === 'review') return 'review';
  if (item.status === 'rejected') return 'rejected';
  if (item.status === 'agreed') return item.decided_by === 'count' ? 'agreed' : 'decided';
  return isContested(item, settings.consensus) ? 'contested' : 'unsettled';
}

/**
 * Whether an open item is contested: a seat blocks it, it contradicts what a person decided, or as many seats stand aside as
 * support it. One seat that stands aside is no contest, unless the rule of the vote makes it one.
 */
function isContested(item: Item, rule: Session['settings']['consensus']): boolean {
  if (countStances(item, 'block') > 0 || item.contradicts.length > 0) return true;
  const aside = countStances(item, 'stand_aside');
  if (rule.mechanism === 'unanimous' || !rule.stand_aside_allowed) return aside > 0;
  return aside > 1 && countStances(item, 'support') <= aside;
}

/** The items that a document prints, agreed ones first, in the order of the session within each group. */
export function listPrinted(session: Sorted): Item[] {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  return [...decided, ...agreed, ...contested, ...unsettled];
}

/** The latest stance of each seat, in the order in which seats first spoke. */
export function listLatest(item: Pick<Item, 'stances'>): Item['stances'] {
  return [...new Map(item.stances.map((entry) => [entry.seat, entry])).values()];
}

/** How many seats hold a stance at the end. */
export function countStances(item: Pick<Item, 'stances'>, stance: Item['stances'][number]['stance']): number {
  return listLatest(item).filter((entry) => entry.stance === stance).length;
}

/** Support in a few characters: `4 for`, `3 for, 1 aside, 1 against`. A policy takes what is recommended, so the votes stand beside it. */
export function countSupport(item: Item): string {
  if (item.decided_by === 'user') return 'decided by a person';
  const votes = countVotes(item);
  if (item.decided_by !== 'policy') return votes === '' ? 'no vote' : votes;
  return ['accepted by the policy, not by a person', ...(votes === '' ? [] : [votes])].join('; ');
}

function countVotes(item: Item): string {
  const parts = (
    [
      ['support', 'for'],
      ['stand_aside', 'aside'],
      ['block', 'against'],
    ] as const
  ).flatMap(([stance, word]) => {
    const number = countStances(item, stance);
    return number > 0 ? [`${number} ${word}`] : [];
  });
  return parts.join(', ');
}

/** The same, or empty in a strategy that holds no vote, where a seat is only known to have put the item forward. */
export function showSupport(item: Item, { settings }: Pick<Session, 'settings'>): string {
  const isVoted = item.decided_by !== null || item.stances.some(({ presumed }) => presumed !== true);
  return settings.consensus.mechanism === 'none' && !isVoted ? '' : countSupport(item);
}

/** Conflicts that are still open, and the contested items that none of them is about: each point once. */
export function listContested(session: Session): { conflicts: Conflict[]; items: Item[] } {
  const conflicts = session.conflicts.filter(({ status }) => status === 'open');
  const covered = new Set(conflicts.flatMap(({ item_ids: ids }) => ids));
  return { conflicts, items: sortItems(session).contested.filter(({ id }) => !covered.has(id)) };
}

/**
 * Withdrawn and replaced items by the id of the item under which their words are printed: the first printed one that names
 * them, be it through another of them.
 */
export function placeGone(session: Sorted): Map<string, Item[]> {
  const standing = sortItems(session);
  const left = new Map(standing.gone.map((item) => [item.id, item]));
  const placed = new Map<string, Item[]>();
  // Drivers and comparisons name what lost too, and are read last: an id is explained where a reader first meets it.
  const printed = listPrinted(session);
  const isPoint = ({ type }: Item): boolean => type === 'POINT';
  const hosts = [...printed.filter((item) => !isPoint(item)), ...printed.filter(isPoint)];
  for (const host of [...hosts, ...standing.rejected, ...standing.review]) {
    const found: Item[] = [];
    for (const text of [host.text, ...host.contradicts]) takeNamed(text, left, found);
    // What is named by the words of a replaced item is printed beside it; the list grows while it is read.
    for (const item of found) takeNamed(item.text, left, found);
    if (found.length > 0) placed.set(host.id, found);
  }
  return placed;
}

function takeNamed(text: string, left: Map<string, Item>, found: Item[]): void {
  for (const id of listIds(text)) {
    const item = left.get(id);
    if (item === undefined) continue;
    left.delete(id);
    found.push(item);
  }
}

/** Ids of items that a text names, each once. */
export function listIds(text: string): string[] {
  return [...new Set(text.match(/(?<![\p{L}\p{N}-])[A-Z]+-\d+(?![\p{L}\p{N}])/gu) ?? [])];
}
