/** Where each item ended, so that every document prints the same things under the same names, and each once. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';

/** The items of a session by what became of them. Each stands in exactly one list. */
export type Standing = {
  /** Decided by a person, or by the policy for unattended runs. */
  decided: Item[];
  /** Agreed by counting. */
  agreed: Item[];
  /** Open, and somebody is against it or stands aside. */
  contested: Item[];
  /** Open, and nobody is against it. */
  unsettled: Item[];
  rejected: Item[];
  /** Raised in the review; nobody voted on it. */
  review: Item[];
  /** Withdrawn, or replaced by another item: for the record only. */
  gone: Item[];
};

/** Sorts the items of a session. */
export function sortItems(session: Pick<Session, 'artifacts'>): Standing {
  const standing: Standing = {
    decided: [],
    agreed: [],
    contested: [],
    unsettled: [],
    rejected: [],
    review: [],
    gone: [],
  };
  for (const item of session.artifacts) standing[placeOf(item)].push(item);
  return standing;
}

function placeOf(item: Item): keyof Standing {
  if (item.status === 'withdrawn' || item.status === 'replaced') return 'gone';
  if (item.raised_in === 'review') return 'review';
  if (item.status === 'rejected') return 'rejected';
  if (item.status === 'agreed') return item.decided_by === 'count' ? 'agreed' : 'decided';
  return listLatest(item).some(({ stance }) => stance !== 'support') ? 'contested' : 'unsettled';
}

/** The items that a document prints, agreed ones first, in the order of the session within each group. */
export function listPrinted(session: Pick<Session, 'artifacts'>): Item[] {
  const { decided, agreed, contested, unsettled } = sortItems(session);
  return [...decided, ...agreed, ...contested, ...unsettled];
}

/** The latest stance of each seat, in the order in which seats first spoke. */
export function listLatest(item: Pick<Item, 'stances'>): Item['stances'] {
  return [...new Map(item.stances.map((entry) => [entry.seat, entry])).values()];
}

/** Support in a few characters: `4 for`, `3 for, 1 aside, 1 against`. */
export function countSupport(item: Item): string {
  if (item.decided_by === 'user') return 'decided by a person';
  if (item.decided_by === 'policy') return 'accepted by the policy, not by a person';
  const latest = listLatest(item);
  const count = (stance: string): number => latest.filter((entry) => entry.stance === stance).length;
  const parts = [
    ...(count('support') > 0 ? [`${count('support')} for`] : []),
    ...(count('stand_aside') > 0 ? [`${count('stand_aside')} aside`] : []),
    ...(count('block') > 0 ? [`${count('block')} against`] : []),
  ];
  return parts.length === 0 ? 'no vote' : parts.join(', ');
}

/** Conflicts that are still open, and the contested items that none of them is about: each point once. */
export function listContested(session: Session): { conflicts: Conflict[]; items: Item[] } {
  const conflicts = session.conflicts.filter(({ status }) => status === 'open');
  const covered = new Set(conflicts.flatMap(({ item_ids: ids }) => ids));
  return { conflicts, items: sortItems(session).contested.filter(({ id }) => !covered.has(id)) };
}
