/** Sorts items by how they ended, so that all documents print the same groups under the same names, and each item once. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';

/** The items of a session by how they ended. Each item is in exactly one list. */
export type Standing = {
  /** Decided by a person, or by the policy for unattended runs. */
  decided: Item[];
  /** Agreed by counting. */
  agreed: Item[];
  /** Open, and blocked or short of its majority. */
  contested: Item[];
  /** Open with too few votes; nobody blocks them. */
  unsettled: Item[];
  rejected: Item[];
  /** Raised in the review; nobody voted on them. */
  review: Item[];
  /** Withdrawn, or replaced by another item: printed only where another item names them. */
  gone: Item[];
};

/** The parts of a session that sorting needs. */
export type Sorted = Pick<Session, 'artifacts' | 'settings'>;

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

/** The list of `sortItems` that holds an item. */
export function placeItem(item: Item, { settings }: Pick<Session, 'settings'>): keyof Standing {
  if (item.status === 'withdrawn' || item.status === 'replaced') return 'gone';
  if (item.raised_in === 'review') return 'review';
  if (item.status === 'rejected') return 'rejected';
  if (item.status === 'agreed') return item.decided_by === 'count' ? 'agreed' : 'decided';
  return isContested(item, settings.consensus) ? 'contested' : 'unsettled';
}

/**
 * Whether an open item is contested: a seat blocks it, it contradicts a person's decision, or at least as many seats stand
 * aside as support it. A single seat that stands aside does not contest it, unless the voting rule says so.
 */
function isContested(item: Item, rule: Session['settings']['consensus']): boolean {
  if (countStances(item, 'block') > 0 || item.contradicts.length > 0) return true;
  const aside = countStances(item, 'stand_aside');
  if (rule.mechanism === 'unanimous' || !rule.stand_aside_allowed) return aside > 0;
  return aside > 1 && countStances(item, 'support') <= aside;
}

/** The items that a document prints: decided and agreed ones first, in session order within each group. */
export function listPrinted(session: Sorted): Item[] {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  return [...decided, ...agreed, ...contested, ...unsettled];
}

/** The latest stance of each seat, in the order in which the seats first voted. */
export function listLatest(item: Pick<Item, 'stances'>): Item['stances'] {
  return [...new Map(item.stances.map((entry) => [entry.seat, entry])).values()];
}

/** How many seats have this stance at the end. */
export function countStances(item: Pick<Item, 'stances'>, stance: Item['stances'][number]['stance']): number {
  return listLatest(item).filter((entry) => entry.stance === stance).length;
}

/** Short support: `4 for`, `3 for, 1 aside, 1 against`. A policy accepts what is recommended, so its decisions also show the votes. */
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

/** The same, but empty if the strategy holds no vote and no stance was actually stated. */
export function showSupport(item: Item, { settings }: Pick<Session, 'settings'>): string {
  const isVoted = item.decided_by !== null || item.stances.some(({ presumed }) => presumed !== true);
  return settings.consensus.mechanism === 'none' && !isVoted ? '' : countSupport(item);
}

/** Conflicts that are still open, and the contested items that belong to none of them. */
export function listContested(session: Session): { conflicts: Conflict[]; items: Item[] } {
  const conflicts = session.conflicts.filter(({ status }) => status === 'open');
  const covered = new Set(conflicts.flatMap(({ item_ids: ids }) => ids));
  return { conflicts, items: sortItems(session).contested.filter(({ id }) => !covered.has(id)) };
}

/**
 * Withdrawn and replaced items by the id of the item under which they are quoted: the first printed item that names them,
 * directly or through another withdrawn or replaced item.
 */
export function placeGone(session: Sorted): Map<string, Item[]> {
  const standing = sortItems(session);
  const left = new Map(standing.gone.map((item) => [item.id, item]));
  const placed = new Map<string, Item[]>();
  // An id is explained where a reader first meets it. Points also name items that lost, but are read last.
  const printed = listPrinted(session);
  const isPoint = ({ type }: Item): boolean => type === 'POINT';
  const hosts = [...printed.filter((item) => !isPoint(item)), ...printed.filter(isPoint)];
  for (const host of [...hosts, ...standing.rejected, ...standing.review]) {
    const found: Item[] = [];
    for (const text of [host.text, ...host.contradicts]) takeNamed(text, left, found);
    // An item named by a replaced item is printed beside that one; `found` grows during the loop.
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

/** The item ids that a text names, without duplicates. */
export function listIds(text: string): string[] {
  return [...new Set(text.match(/(?<![\p{L}\p{N}-])[A-Z]+-\d+(?![\p{L}\p{N}])/gu) ?? [])];
}
