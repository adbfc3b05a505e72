/** Counts stances: the program decides what is agreed, never a model. */
import type { Item, Participant } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { ConsensusRule } from '../../domain/settings.ts';
import type { Stance } from '../../domain/vocabulary.ts';
import { nextId } from './same-text.ts';
import { isBlocked, keepsStances, readLatestStances } from './stances.ts';

/** What counting needs besides the item. */
interface CountOptions {
  /** Seats with a vote. The facilitator has none. */
  participants: readonly Pick<Participant, 'id'>[];
  /** Minimum number of seats that must have taken a stance; at least two. */
  quorum: number;
  /** Latest stated confidence by seat, for `weighted_majority` only; unknown counts as 0.5. */
  confidences?: ReadonlyMap<string, number | null>;
}

/** Minimum number of seats that must have taken a stance before anything is agreed, under any rule. */
const fewestStances = 2;

/**
 * Counts one item. `share` is the share of support among the votes for and against; null when there are none. Seats that took
 * no stance are neither for nor against; without votes nothing is agreed.
 */
export function countItem(
  item: Pick<Item, 'stances' | 'contradicts'>,
  rule: ConsensusRule,
  options: CountOptions,
) {
  const seats = new Set(options.participants.map(({ id }) => id));
  const latest = [...readLatestStances(item)].filter(([seat]) => seats.has(seat));
  const having = (wanted: Stance): string[] =>
    latest.filter(([, { stance }]) => stance === wanted).map(([seat]) => seat);
  const supportedBy = having('support');
  const stoodAside = having('stand_aside');
  const blockedBy = having('block');
  // If standing aside is not allowed, a seat that does so counts as against.
  const against = rule.stand_aside_allowed ? blockedBy : [...blockedBy, ...stoodAside];
  const weigh = (ids: readonly string[]): number =>
    rule.mechanism === 'weighted_majority'
      ? ids.reduce((sum, id) => sum + (options.confidences?.get(id) ?? 0.5), 0)
      : ids.length;
  const voted = weigh(supportedBy) + weigh(against);
  const share = voted === 0 ? null : weigh(supportedBy) / voted;
  const needed = Math.max(fewestStances, Math.min(options.quorum, seats.size));
  const carries =
    latest.length >= needed &&
    supportedBy.length > blockedBy.length &&
    supportedBy.length > stoodAside.length &&
    item.contradicts.length === 0;
  const passes = (): boolean => {
    if (stopsAtBlock(rule) && blockedBy.length > 0) return false;
    switch (rule.mechanism) {
      case 'majority':
      case 'weighted_majority':
      // The facilitator cannot agree an item for the panel: this rule counts like a majority, and a tie stays open.
      case 'facilitator_decides':
        return meetsThreshold(share ?? 0, rule.threshold ?? defaultThreshold);
      case 'unanimous':
        return against.length === 0 && stoodAside.length === 0;
      case 'consent':
        return against.length === 0;
      case 'none':
        return false;
    }
  };
  return {
    supported_by: supportedBy,
    stood_aside: stoodAside,
    blocked_by: blockedBy,
    share,
    agreed: carries && passes(),
  };
}

/** Whether a single block keeps an item from being agreed. */
export function stopsAtBlock(rule: ConsensusRule): boolean {
  return rule.mechanism === 'consent' || rule.mechanism === 'unanimous' || rule.block_prevents_terminal;
}

/** The default threshold of a majority. */
const defaultThreshold = 0.6;

/** Compares with two decimals, so that 2 of 3 meets 0.67. */
export function meetsThreshold(share: number, threshold: number): boolean {
  return Math.round(share * 100) >= Math.round(threshold * 100);
}

/** Whether items are voted on; otherwise they are only collected. */
export function isCounted(rule: ConsensusRule): boolean {
  return rule.mechanism !== 'none';
}

/** Open items with a standing block; none under a rule in which a single block does not prevent agreement. */
export function listStandingBlocks(items: readonly Item[], rule: ConsensusRule): string[] {
  if (!isCounted(rule) || !stopsAtBlock(rule)) return [];
  return items
    .filter((item) => item.status === 'open' && item.raised_in === 'round' && isBlocked(item))
    .map(({ id }) => id);
}

/** The parts of a session that counting reads. */
type Counted = Pick<Session, 'artifacts' | 'consensus' | 'participants' | 'rounds'> & {
  settings: Pick<Session['settings'], 'quorum'>;
};

/**
 * Counts all items again. An item that passes is agreed and enters the consensus; one that was agreed by counting and no longer
 * passes is open again. An item is replaced when all items that are to replace it are settled. With `final`, after the review, an
 * item that no seat supports, not even its proposers, counts as withdrawn; any other with more blocks than support is rejected.
 * Items decided by a person or a policy are not counted.
 */
export function settleItems(
  session: Counted,
  options: { rule: ConsensusRule; round: number; final: boolean },
): Pick<Session, 'artifacts' | 'consensus'> & { agreed: string[]; reopened: string[] } {
  const { rule, round, final } = options;
  const confidences = readConfidences(session);
  let consensus = [...session.consensus];
  // An agreement that has ended keeps its id, so the id is not given to another one.
  const ended = session.artifacts.flatMap(({ history }) =>
    history.flatMap(({ consensus_id: id }) => (id === undefined ? [] : [{ id }])),
  );
  const agreed: string[] = [];
  const reopened: string[] = [];
  const count = (item: Item): Item => {
    if (item.decided_by === 'user' || item.decided_by === 'policy' || !keepsStances(item)) return item;
    const tally = countItem(item, rule, {
      participants: session.participants,
      quorum: session.settings.quorum,
      confidences,
    });
    if (tally.agreed) {
      const standing = consensus.find(({ item_id: id }) => id === item.id);
      const entry = {
        id: standing?.id ?? nextId('C', [...consensus, ...ended]),
        item_id: item.id,
        text: item.text,
        round: standing?.round ?? round,
        supported_by: tally.supported_by,
        stood_aside: tally.stood_aside,
      };
      consensus =
        standing === undefined
          ? [...consensus, entry]
          : consensus.map((old) => (old === standing ? entry : old));
      if (item.status === 'agreed') return item;
      agreed.push(item.id);
      ended.push({ id: entry.id });
      return note(
        { ...item, status: 'agreed', decided_by: 'count' },
        { round, change: 'agreed', text: '', consensus_id: entry.id },
      );
    }
    let open = item;
    if (item.status === 'agreed') {
      reopened.push(item.id);
      consensus = consensus.filter(({ item_id: id }) => id !== item.id);
      open = note({ ...item, status: 'open', decided_by: null }, { round, change: 'opened again', text: '' });
    }
    const isRejected = final && isCounted(rule) && tally.blocked_by.length > tally.supported_by.length;
    return isRejected
      ? note({ ...open, status: 'rejected', decided_by: 'count' }, { round, change: 'rejected', text: '' })
      : open;
  };
  const counted = session.artifacts.map(count);
  const revived = counted.map((item) => {
    if (!lostSuccessor(item, counted)) return item;
    const change = `open again: ${item.replaced_by} no longer replaces it`;
    return count(
      note({ ...item, status: 'open', decided_by: null, replaced_by: null }, { round, change, text: '' }),
    );
  });
  const replaced = replaceItems(revived, round);
  const artifacts = final && isCounted(rule) ? replaced.map((item) => giveUp(item, round)) : replaced;
  // A new wording, a withdrawal or a replacement also ends an agreement.
  const standing = new Set(artifacts.filter(({ status }) => status === 'agreed').map(({ id }) => id));
  return {
    artifacts,
    consensus: consensus.filter(({ item_id: id }) => id === null || standing.has(id)),
    agreed: agreed.filter((id) => standing.has(id)),
    reopened,
  };
}

/** Withdraws an item that no seat supports any more, not even its proposers, although nobody withdrew it. */
function giveUp(item: Item, round: number): Item {
  const { status, raised_in: raisedIn, proposed_by: by, history } = item;
  const latest = readLatestStances(item);
  const isOver =
    (status === 'open' || status === 'rejected') &&
    raisedIn === 'round' &&
    by.length > 0 &&
    by.every(({ seat }) => latest.has(seat)) &&
    [...latest.values()].every(({ stance }) => stance !== 'support');
  if (!isOver) return item;
  return note(
    {
      ...item,
      status: 'withdrawn',
      decided_by: null,
      history: status === 'rejected' ? history.slice(0, -1) : history,
    },
    { round, change: 'given up: no seat supports it, nor do those who put it forward', text: '' },
  );
}

/** Whether a replaced item has to be open again: its replacement no longer stands, or another of its replacements is open again. */
function lostSuccessor({ id, status, replaced_by: by, history }: Item, items: readonly Item[]): boolean {
  const successor = status === 'replaced' ? items.find((item) => item.id === by) : undefined;
  if (successor === undefined) return false;
  if (successor.status !== 'agreed' && successor.status !== 'replaced') return true;
  // Items proposed later do not matter: this item had already been replaced.
  const since = history.at(-1)?.round ?? 0;
  return (
    successor.replaces.includes(id) &&
    items.some((item) => item.status === 'open' && item.round <= since && item.replaces.includes(id))
  );
}

/**
 * Replaces items by the agreed ones that name them, unless a person decided them. A rejection of the old item is dropped from its
 * history, because it was about what the new item fixes. Of two items that replace each other, one stays. An item that several
 * items are to replace stays until none of them is open: a part does not replace the whole.
 */
function replaceItems(items: readonly Item[], round: number): Item[] {
  const successors = new Map<string, string[]>();
  const isAfter = (id: string, old: string): boolean =>
    id === old || (successors.get(id) ?? []).some((next) => isAfter(next, old));
  for (const { id, status, replaces } of items) {
    if (status !== 'agreed') continue;
    // Items that a replaced item was to replace are replaced with it.
    const all = new Set(replaces);
    for (const old of all)
      for (const older of items.find((item) => item.id === old)?.replaces ?? []) all.add(older);
    for (const old of all) if (!isAfter(id, old)) successors.set(old, [...(successors.get(old) ?? []), id]);
  }
  return items.map((item) => {
    const by = successors.get(item.id) ?? [];
    const last = by.at(-1);
    if (
      last === undefined ||
      item.decided_by === 'user' ||
      (item.status !== 'open' && item.status !== 'agreed' && item.status !== 'rejected')
    )
      return item;
    const open = items.filter(
      ({ id, status, replaces }) =>
        id !== item.id && status === 'open' && replaces.includes(item.id) && !successors.has(id),
    );
    if (open.length > 0) {
      const change = `stays until ${joinIds(open.map(({ id }) => id))} ${open.length === 1 ? 'is' : 'are'} settled too; ${joinIds(by)} replaces only a part of it`;
      const isSaid = item.history.at(-1)?.change === change;
      return isSaid ? item : note(item, { round, change, text: '' });
    }
    const history = item.status === 'rejected' ? item.history.slice(0, -1) : item.history;
    return note(
      { ...item, status: 'replaced', replaced_by: last, history },
      { round, change: `replaced by ${joinIds(by)}`, text: '' },
    );
  });
}

function joinIds(ids: readonly string[]): string {
  return ids.join(' and ');
}

/** Adds an entry to an item's history. */
export function note(item: Item, entry: Item['history'][number]): Item {
  return { ...item, history: [...item.history, entry] };
}

function readConfidences(session: Pick<Session, 'rounds'>): Map<string, number | null> {
  return new Map(
    session.rounds.flatMap(({ answers }) =>
      answers.map(({ seat, confidence }): [string, number | null] => [seat, confidence]),
    ),
  );
}
