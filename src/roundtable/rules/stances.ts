/** Stances of seats on items: read leniently, recorded with their round, never dropped silently. */
import type { Item, ItemStance } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import { type Stance, stances } from '../../domain/vocabulary.ts';
import type { ReviewReply } from '../replies/replies.ts';
import { readPriority } from './new-item.ts';
import { readIds } from './read-ids.ts';

/** A stance as the reply words it. */
export type StanceDraft = ReviewReply['stances'][number];

/** A stance on an existing item, with the priority that the seat would give the item. */
export type ReadStance = Pick<ItemStance, 'stance' | 'reason' | 'priority'> & { item_id: string };

/** The words that mean each stance; "do not support" and the like are `refusal`. */
const words: Record<Stance, readonly string[]> = {
  support: split(
    'support, supports, supported, agree, agrees, agreed, yes, for, pro, in favour, in favor, favour, favor, approve, approved, accept, accepted, endorse, consent, plus one',
  ),
  stand_aside: split(
    'stand aside, stands aside, standing aside, aside, abstain, abstains, abstained, abstention, neutral, reservation, reservations, support with reservations',
  ),
  block: split(
    'block, blocks, blocked, blocking, oppose, opposes, opposed, against, no, con, contra, reject, rejects, rejected, object, objects, objection, disagree, disagrees, veto, refuse, not support',
  ),
};

function split(list: string): string[] {
  return list.split(', ');
}

function findWord(text: string): Stance | null {
  return stances.find((stance) => words[stance].includes(text)) ?? null;
}

/** Words that mean a stance only when they stand alone: "for now", "no objection" and "pro memoria" mean none, or another one. */
const alone: readonly string[] = ['no', 'for', 'pro', 'con'];
/** Words that say that a stance no longer holds: "block lifted", "support withdrawn". */
const over: readonly string[] = ['lifted', 'removed', 'withdrawn', 'dropped', 'resolved'];
const leads = /^(?:i|we|strongly|fully|firmly|still) /;
const refusal =
  /^(?:do not|don t|cannot|can not|can t|will not|won t) (?:support|agree|accept|approve|endorse|consent)\b/;

/** The stance that a short text states, or null: the seat is asked about an ambiguous word, the program does not guess. */
export function readStanceWord(text: string): Stance | null {
  const vote = /^[^\p{L}\p{N}]*?([-−+])?\s*([01])(?!\p{N})(.*)$/su.exec(text);
  if (vote !== null && (vote[1] !== undefined || !/[\p{L}\p{N}]/u.test(vote[3] ?? '')))
    return vote[2] === '0' ? 'stand_aside' : /[-−]/.test(vote[1] ?? '') ? 'block' : 'support';
  const folded = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(leads, '');
  const named = findWord(folded);
  if (named !== null) return named;
  if (refusal.test(folded)) return 'block';
  // "block because …", "support, with one change": the first one or two words decide.
  const [first = '', second = ''] = folded.split(' ');
  if (over.includes(second)) return null;
  if (
    alone.includes(first) &&
    second !== 'because' &&
    !/^[^\p{L}]*\p{L}+(?:[^\p{L}\s]*[,;:.!]|\s+[–—-]\s)/u.test(text)
  )
    return null;
  return findWord(`${first} ${second}`) ?? findWord(first);
}

/** Reads stances on existing items. An entry that names no item or states no stance is returned in `unread` as written. */
export function readStances(
  drafts: readonly StanceDraft[],
  items: readonly Pick<Item, 'id'>[],
): { stances: ReadStance[]; unread: string[] } {
  const known = items.map(({ id }) => id);
  const stances: ReadStance[] = [];
  const unread: string[] = [];
  for (const draft of drafts) {
    if (draft.item_id === '' && draft.stance === '' && draft.reason === '') continue;
    // Models sometimes put both into one field: "REQ-001: oppose".
    const isJoined = draft.item_id === '' || draft.stance === '';
    const named = isJoined ? `${draft.item_id}${draft.stance}` : draft.item_id;
    const ids = readNamed(named, known);
    const stance = readStanceWord(isJoined ? named.replace(/^[^:：]*[:：]/, '') : draft.stance);
    if (ids.length === 0 || stance === null) {
      unread.push([draft.item_id, draft.stance].filter((part) => part !== '').join(': '));
      continue;
    }
    const priority = readPriority(draft.priority ?? null);
    const read = { stance, reason: draft.reason, ...(priority === null ? {} : { priority }) };
    stances.push(...ids.map((id) => ({ item_id: id, ...read })));
  }
  return { stances, unread };
}

/** The items that a field names. If it repeats an item's text after the id, ids within that text are ignored. */
function readNamed(text: string, known: readonly string[]): string[] {
  const [head = ''] = text.split(/[:：(–—]/);
  const ids = readIds(head, known);
  return ids.length > 0 ? ids : readIds(text, known);
}

/** Whether an item takes stances: an open one does, and an agreed one that no person decided, which a block can reopen. */
export function takesStances(item: Pick<Item, 'status' | 'decided_by' | 'raised_in'>): boolean {
  return keepsStances(item) && (item.status === 'open' || item.decided_by !== 'user');
}

/** Whether stances on an item are recorded. They are even if a person decided the item, although they do not count then. */
export function keepsStances({ status, raised_in: raisedIn }: Pick<Item, 'status' | 'raised_in'>): boolean {
  return raisedIn !== 'review' && (status === 'open' || status === 'agreed');
}

/** The latest stance of each seat. */
export function readLatestStances(item: Pick<Item, 'stances'>): Map<string, ItemStance> {
  return new Map(item.stances.map((entry) => [entry.seat, entry]));
}

/** Whether the seat's latest stance is this one. */
export function takes(item: Pick<Item, 'stances'>, seat: string, stance: Stance): boolean {
  return readLatestStances(item).get(seat)?.stance === stance;
}

/** Whether any seat blocks an item. */
export function isBlocked(item: Pick<Item, 'stances'>): boolean {
  return keepBlocks(item).length > 0;
}

/** The standing blocks: the only stances kept when a wording changes. A lifted block does not come back. */
export function keepBlocks(item: Pick<Item, 'stances'>): ItemStance[] {
  return item.stances.filter(({ seat, stance }) => stance === 'block' && takes(item, seat, 'block'));
}

/** Items on which a seat has not taken a stance of its own since they got their current wording. */
export function listUnvoted(items: readonly Item[], seat: string): Item[] {
  return items.filter(
    (item) =>
      takesStances(item) && !item.stances.some((entry) => entry.seat === seat && entry.presumed !== true),
  );
}

/**
 * Records seats' stances on items. On an item that a person decided, a stance is recorded but does not count; on an item that
 * does not exist or no longer keeps stances, it changes nothing and is returned as a loss.
 */
export function recordStances(
  items: readonly Item[],
  given: readonly { seat: string; stances: readonly ReadStance[] }[],
  round: number,
): { items: Item[]; changed: string[]; losses: string[] } {
  const next = items.map((item) => ({ ...item, stances: [...item.stances] }));
  const decided = items.filter(({ decided_by: by }) => by === 'user').map(({ id }) => id);
  const changed: string[] = [];
  const losses: string[] = [];
  for (const { seat, stances } of given) {
    for (const { item_id: id, stance, reason, priority } of stances) {
      const item = next.find((entry) => entry.id === id);
      if (item === undefined || !keepsStances(item)) {
        const why = item === undefined ? 'does not exist' : 'is not open to one';
        losses.push(`${seat}: a stance on ${id}, which ${why}`);
        continue;
      }
      const before = readLatestStances(item).get(seat);
      const isRepeated = before?.round === round && before.presumed !== true && before.stance === stance;
      const isSamePriority = priority === undefined || priority === before?.priority;
      if (isRepeated && isSamePriority && (reason === '' || reason === before.reason)) continue;
      if (before !== undefined && before.stance !== stance) changed.push(`${seat} on ${id}`);
      // A block whose reason names a person's decision says that the item contradicts it.
      const own =
        stance === 'block' && item.decided_by !== 'user'
          ? readContradicted(
              reason,
              decided.filter((other) => other !== id && !item.contradicts.includes(other)),
            )
          : [];
      // A priority stays until the seat gives another.
      const wanted = priority ?? before?.priority;
      item.stances.push({
        seat,
        stance,
        reason,
        round,
        ...(own.length > 0 ? { contradicts: own } : {}),
        ...(wanted === undefined ? {} : { priority: wanted }),
      });
      item.contradicts = [...dropLifted(item), ...own];
      if (stance === 'block' && item.decided_by === 'policy') {
        // What a policy accepted in the person's absence holds only as long as no seat blocks it.
        item.decided_by = 'count';
        item.history = [
          ...item.history,
          { round, change: `blocked by ${seat}, so it is counted like any other item`, text: '' },
        ];
      }
    }
  }
  // An item without new stances stays the same object, so that a save can skip it.
  const kept = items.map((item, index) => {
    const own = next[index];
    return own === undefined || own.stances.length === item.stances.length ? item : own;
  });
  return { items: kept, changed, losses };
}

/** The decisions that an item contradicts according to a reason. One named only as something that would lift the block does not count. */
export function readContradicted(reason: string, decided: readonly string[]): string[] {
  return readIds(reason.replace(/[^.;]*\blift(?:s|ed)?\b[^.;]*/giu, ''), decided);
}

/** What an item contradicts, leaving out what was only claimed by blocks that have since been lifted. */
function dropLifted(item: Item): string[] {
  const standing = keepBlocks(item);
  const said = item.stances.flatMap(({ contradicts = [] }) => contradicts);
  return item.contradicts.filter(
    (id) => !said.includes(id) || standing.some(({ reason }) => readContradicted(reason, [id]).length > 0),
  );
}

/**
 * Records support for the seats that put an item forward, were shown its wording and took no stance. `shown` lists the seats
 * that answered a prompt containing the items. Arguing an assigned side does not count as putting forward.
 */
export function presumeSupport(
  items: readonly Item[],
  options: {
    proposers: (item: Item) => readonly string[];
    shown: readonly string[];
    wordedBefore: number;
    round: number;
  },
): Item[] {
  const { shown, round } = options;
  return items.map((item) => {
    if (!takesStances(item) || item.worded_in >= options.wordedBefore) return item;
    const silent = options
      .proposers(item)
      .filter((seat) => shown.includes(seat) && !item.stances.some((entry) => entry.seat === seat));
    if (silent.length === 0) return item;
    const added = silent.map(
      (seat): ItemStance => ({ seat, stance: 'support', reason: '', round, presumed: true }),
    );
    return { ...item, stances: [...item.stances, ...added] };
  });
}

/** Records judgements of ideas: a seat's latest one replaces its earlier one. */
export function recordJudgements(
  items: readonly Item[],
  said: readonly { seat: string; judgements: FullAnswer['judgements'] }[],
  round: number,
): Item[] {
  return items.map((item) => {
    const given = said.flatMap(({ seat, judgements }) =>
      judgements
        .filter(({ item_id: id }) => id === item.id)
        .map(({ value, feasibility }) => ({ seat, value, feasibility, round })),
    );
    if (given.length === 0) return item;
    const seats = new Set(given.map(({ seat }) => seat));
    return { ...item, judgements: [...item.judgements.filter(({ seat }) => !seats.has(seat)), ...given] };
  });
}
