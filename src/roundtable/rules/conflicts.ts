/** Conflicts by id: a synthesis opens and rewords them; they close only when holders give way or their items are settled. */
import type { Conflict, Item, Position } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import { idPattern, type ResolutionType, type Stance } from '../../domain/vocabulary.ts';
import type { SynthesisReply } from '../replies/replies.ts';
import { readIds } from './read-ids.ts';
import { isSameText, listLongWords, slugOf } from './same-text.ts';
import { isBlocked, readLatestStances, takes } from './stances.ts';

/** A conflict as a synthesis names it, with names mapped back to ids. */
export type ConflictDraft = SynthesisReply['conflicts'][number];

/** What decides whether a conflict can be closed. */
export interface ConflictContext {
  round: number;
  /** The answers of this round. */
  answers: Round['answers'];
  items: readonly Item[];
  /** The items as the seats saw them this round, before any rewording that made their stances lapse. */
  spokenOf?: readonly Item[];
  /** All conflicts, needed to tell which of them a seat's change of mind is about. */
  conflicts?: readonly Conflict[];
}

/** What one synthesis did to the conflicts. */
export interface ConflictChange {
  conflicts: Conflict[];
  opened: string[];
  resolved: { conflict_id: string; resolution: string; resolution_type: ResolutionType }[];
  /** Parts of the synthesis that could not be applied. */
  losses: string[];
}

/** Applies a synthesis to the conflicts. A conflict named both as standing and as resolved stays open. */
export function applyConflicts(
  conflicts: readonly Conflict[],
  reply: {
    conflicts: readonly ConflictDraft[];
    resolved: readonly { conflict_id: string; resolution: string }[];
  },
  context: ConflictContext,
): ConflictChange {
  let next = [...conflicts];
  const change = (known: Conflict, changed: Conflict): void => {
    next = next.map((conflict) => (conflict === known ? changed : conflict));
  };
  const losses: string[] = [];
  const opened: string[] = [];
  const standing = new Set<string>();
  for (const draft of reply.conflicts) {
    const known = findOpen(next, draft);
    if (known) {
      change(known, updateConflict(known, draft, { ...context, conflicts: next }));
      standing.add(known.id);
    } else if (draft.description === '') {
      losses.push(`conflicts: no open conflict is called "${draft.id}", and nothing says what it is about`);
    } else {
      const conflict = openConflict(next, draft, context);
      next.push(conflict);
      opened.push(conflict.id);
      standing.add(conflict.id);
    }
  }
  const resolved: ConflictChange['resolved'] = [];
  for (const { conflict_id: id, resolution } of reply.resolved) {
    const known = next.find((conflict) => conflict.status === 'open' && isNamed(conflict, id));
    if (!known) {
      losses.push(`resolved: no open conflict is called "${id}"`);
      continue;
    }
    if (standing.has(known.id)) {
      losses.push(`resolved: "${known.id}" is also named as standing, so it stays open`);
      continue;
    }
    const type = judgeResolution(known, { ...context, conflicts: next });
    if (type === null) {
      losses.push(`resolved: "${known.id}" stays open, because no seat gave its position up`);
      continue;
    }
    change(known, closeConflict(known, { resolution, type, round: context.round }));
    resolved.push({ conflict_id: known.id, resolution, resolution_type: type });
  }
  next = next.map((conflict) =>
    standing.has(conflict.id) ? conflict : closeIfSettled(conflict, context, { final: false }),
  );
  const aged = next.map((conflict) =>
    conflict.status === 'open'
      ? {
          ...(standing.has(conflict.id) ? conflict : dropGivenUp(conflict, { ...context, conflicts: next })),
          rounds_open: context.round - conflict.opened_in + 1,
        }
      : conflict,
  );
  return { conflicts: aged, opened, resolved, losses };
}

/** The items that a conflict is about. */
function listItems({ item_ids: ids }: Conflict, items: readonly Item[]): Item[] {
  return items.filter(({ id }) => ids.includes(id));
}

/**
 * How a conflict that the synthesis calls resolved ended: `consensus` if one of its items is agreed and no holder blocks it,
 * or nothing is left to dispute; `conceded` if a holder gave way and the others are of one mind. Null if it is not over.
 */
export function judgeResolution(
  conflict: Conflict,
  context: ConflictContext,
): 'consensus' | 'conceded' | null {
  const holders = [...new Set(conflict.positions.map(({ seat }) => seat))];
  const items = listItems(conflict, context.items);
  const took = (item: Item, seat: string, stance: Stance): boolean => {
    const said = context.spokenOf?.find(({ id }) => id === item.id);
    return takes(readLatestStances(item).has(seat) ? item : (said ?? item), seat, stance);
  };
  if (items.some((item) => item.status === 'agreed' && !holders.some((seat) => took(item, seat, 'block'))))
    return 'consensus';
  if (holders.length === 0 || isMoot(conflict, context.items)) return 'consensus';
  const left = conflict.positions.filter(({ seat }) => !hasConceded(conflict, seat, context));
  const isOneMind =
    left.every(({ text }) => isSameText(text, left[0]?.text ?? '')) ||
    items.some((item) => left.every(({ seat }) => took(item, seat, 'support')));
  const isContested = items.some(
    (item) => item.status === 'open' && left.some(({ seat }) => took(item, seat, 'block')),
  );
  const hasConceder =
    left.length < conflict.positions.length || conflict.history.some(({ change }) => change === givenUp);
  return hasConceder && isOneMind && !isContested ? 'conceded' : null;
}

const givenUp = 'given up';

/** Removes the positions given up this round from an open conflict that the synthesis did not name again. */
function dropGivenUp(conflict: Conflict, context: ConflictContext): Conflict {
  const standsByOwn = (seat: string): boolean =>
    listItems(conflict, context.items).some(
      (item) => item.status === 'open' && isProposer(item, seat) && takes(item, seat, 'support'),
    );
  const gone = conflict.positions.filter(
    ({ seat }) => hasConceded(conflict, seat, context) && !standsByOwn(seat),
  );
  if (gone.length === 0 || gone.length === conflict.positions.length) return conflict;
  return {
    ...conflict,
    positions: conflict.positions.filter((position) => !gone.includes(position)),
    history: [
      ...conflict.history,
      ...gone.map(({ seat, text }) => ({ round: context.round, change: givenUp, text: `${seat}: ${text}` })),
    ],
  };
}

/** Closes the open conflicts that are over although no synthesis said so. */
export function closeSettled(
  conflicts: readonly Conflict[],
  context: ConflictContext,
  options: { final: boolean },
): Conflict[] {
  return conflicts.map((conflict) => closeIfSettled(conflict, context, options));
}

/**
 * Closes a conflict that is over: nothing is left to dispute, or, after the final count, one of its items is agreed and only its
 * supporters block others.
 */
function closeIfSettled(
  conflict: Conflict,
  { items, round }: ConflictContext,
  { final }: { final: boolean },
): Conflict {
  if (conflict.status !== 'open') return conflict;
  const about = listItems(conflict, items);
  const won = about.filter(({ status }) => status === 'agreed');
  // A seat that supports the agreed item blocks only the alternative, not the end of the conflict.
  const gotIt = (seat: string): boolean => won.some((item) => takes(item, seat, 'support'));
  const isHeldUp = about.some((item) => {
    if (item.status === 'agreed') return isBlocked(item);
    return (
      item.status === 'open' &&
      [...readLatestStances(item)].some(([seat, { stance }]) => stance === 'block' && !gotIt(seat))
    );
  });
  const close = (resolution: string): Conflict =>
    closeConflict(conflict, { resolution, type: 'consensus', round });
  if (final && won.length > 0 && !isHeldUp)
    return close(
      `${won.map(({ id }) => id).join(', ')} ${won.length === 1 ? 'is' : 'are'} agreed, and nobody blocks that`,
    );
  if (!isMoot(conflict, items)) return conflict;
  const ends = about.map(({ id, status, replaced_by: by }) =>
    by === null ? `${id} was ${status}` : `${id} was replaced by ${by}`,
  );
  return close(ends.join('; '));
}

/**
 * Whether nothing is left to dispute: every item was withdrawn, or replaced by an agreed item that no holder blocks, which may
 * itself belong to the conflict.
 */
function isMoot(conflict: Conflict, items: readonly Item[]): boolean {
  const about = listItems(conflict, items);
  const isSettled = (item: Item | undefined): boolean =>
    item?.status === 'agreed' && !conflict.positions.some(({ seat }) => takes(item, seat, 'block'));
  return (
    about.some(({ status }) => status !== 'agreed') &&
    about.every((item) => {
      if (item.status === 'withdrawn') return true;
      if (item.status === 'replaced') return isSettled(items.find(({ id }) => id === item.replaced_by));
      return isSettled(item) && about.some(({ replaced_by: by }) => by === item.id);
    })
  );
}

/**
 * Whether a seat gave up its position: it says this round what changed its mind on this conflict, or since taking the position
 * it has come to support an item of the conflict that others put forward.
 */
function hasConceded(conflict: Conflict, seat: string, context: ConflictContext): boolean {
  const since = Math.max(
    ...conflict.positions.filter((entry) => entry.seat === seat).map(({ round }) => round),
  );
  const isShown = listItems(conflict, context.items).some((item) => {
    const latest = readLatestStances(item).get(seat);
    return (
      latest?.stance === 'support' &&
      latest.presumed !== true &&
      latest.round > since &&
      !isProposer(item, seat)
    );
  });
  return isShown || saysChanged(conflict, seat, context, { withCause: true });
}

function isProposer({ proposed_by: by }: Item, seat: string): boolean {
  return by.some((entry) => entry.seat === seat);
}

/**
 * Whether a seat changed its mind about this conflict: it says this round that it changed its mind, and either has no position
 * in another open conflict, or its words name this conflict or one of its items, or share words with them.
 */
function saysChanged(
  conflict: Conflict,
  seat: string,
  { answers, items, conflicts = [] }: ConflictContext,
  { withCause }: { withCause: boolean },
): boolean {
  const answer = answers.find((one) => one.seat === seat && one.changed === true);
  if (answer === undefined || (withCause && answer.cause === null)) return false;
  const isOnly = !conflicts.some(
    ({ id, status, positions }) =>
      id !== conflict.id && status === 'open' && positions.some((entry) => entry.seat === seat),
  );
  const said = `${answer.cause ?? ''} ${answer.position}`;
  if (isOnly || said.toLowerCase().includes(conflict.id)) return true;
  if (readIds(said, conflict.item_ids).length > 0) return true;
  const about = [
    conflict.description,
    ...conflict.positions.map(({ text }) => text),
    ...listItems(conflict, items).map(({ text }) => text),
  ].join(' ');
  const shared = listLongWords(answer.cause ?? answer.position, 5);
  return new Set(listLongWords(about, 5).filter((word) => shared.includes(word))).size >= 2;
}

function findOpen(conflicts: readonly Conflict[], draft: ConflictDraft): Conflict | undefined {
  const open = conflicts.filter(({ status }) => status === 'open');
  return (
    open.find((conflict) => isNamed(conflict, draft.id)) ??
    open.find((conflict) => isSameText(conflict.description, draft.description))
  );
}

/** The open conflicts among `conflicts` that a reply names. */
export function pickNamed(conflicts: readonly Conflict[], names: readonly string[]): string[] {
  return conflicts
    .filter((conflict) => conflict.status === 'open' && names.some((name) => isNamed(conflict, name)))
    .map(({ id }) => id);
}

/** Models write ids in other case, or with spaces or marks around them. */
function isNamed(conflict: Conflict, name: string): boolean {
  return conflict.id === slugOf(name, 200);
}

function openConflict(
  taken: readonly Conflict[],
  draft: ConflictDraft,
  { round }: ConflictContext,
): Conflict {
  return {
    id: chooseId(draft, taken),
    description: draft.description,
    item_ids: draft.item_ids,
    status: 'open',
    opened_in: round,
    rounds_open: 1,
    positions: draft.positions.map((position): Position => ({ ...position, round })),
    recommendation: draft.recommendation,
    resolution: null,
    resolution_type: null,
    resolved_in: null,
    history: [{ round, change: 'opened', text: draft.description }],
  };
}

function updateConflict(conflict: Conflict, draft: ConflictDraft, context: ConflictContext): Conflict {
  const { round } = context;
  const isReworded = draft.description !== '' && !isSameText(conflict.description, draft.description);
  return {
    ...conflict,
    description: isReworded ? draft.description : conflict.description,
    // Only the items it is about now: a decision must not affect items that the dispute has left behind.
    item_ids: draft.item_ids.length > 0 ? draft.item_ids : conflict.item_ids,
    positions: mergePositions(conflict.positions, draft.positions, { ...context, conflict }),
    recommendation: draft.recommendation ?? conflict.recommendation,
    history: isReworded
      ? [...conflict.history, { round, change: 'reworded', text: draft.description }]
      : conflict.history,
  };
}

/**
 * A seat's newer position replaces its older one. A seat that is not named again keeps its position, unless it said this
 * round that it changed its mind on the conflict.
 */
function mergePositions(
  older: readonly Position[],
  newer: ConflictDraft['positions'],
  { conflict, ...context }: ConflictContext & { conflict: Conflict },
): Position[] {
  const { round, answers } = context;
  const renewed = new Set(newer.map(({ seat }) => seat));
  const spoke = (seat: string): boolean => answers.some((answer) => answer.seat === seat);
  const gaveUp = (seat: string): boolean => saysChanged(conflict, seat, context, { withCause: false });
  return [
    ...older.filter(({ seat }) => !renewed.has(seat) && !gaveUp(seat)),
    ...newer.map(({ seat, text }): Position => {
      const before = older.find((position) => position.seat === seat);
      // A position is dated by the round in which the seat last spoke; a silent seat keeps the earlier date.
      return { seat, text, round: spoke(seat) || before === undefined ? round : before.round };
    }),
  ];
}

/** Reopens conflicts that a policy closed with an item that a seat has blocked since. */
export function reopenConflicts(
  conflicts: readonly Conflict[],
  { reopened, round }: { reopened: readonly string[]; round: number },
): Conflict[] {
  return conflicts.map((conflict): Conflict => {
    const blocked = conflict.item_ids.filter((id) => reopened.includes(id));
    if (conflict.resolution_type !== 'policy' || blocked.length === 0) return conflict;
    return {
      ...conflict,
      status: 'open',
      rounds_open: round - conflict.opened_in + 1,
      resolution: null,
      resolution_type: null,
      resolved_in: null,
      history: [
        ...conflict.history,
        { round, change: 'opened again', text: `${blocked.join(', ')} was blocked by a seat` },
      ],
    };
  });
}

/** Closes a conflict. */
export function closeConflict(
  conflict: Conflict,
  { resolution, type, round }: { resolution: string; type: ResolutionType; round: number },
): Conflict {
  return {
    ...conflict,
    status: 'resolved',
    resolution,
    resolution_type: type,
    resolved_in: round,
    history: [...conflict.history, { round, change: `resolved (${type})`, text: resolution }],
  };
}

function chooseId(draft: ConflictDraft, taken: readonly Conflict[]): string {
  const isFree = (id: string): boolean => !taken.some((conflict) => conflict.id === id);
  const given = draft.id.toLowerCase();
  if (given !== 'new' && given.length <= 60 && idPattern.test(given) && isFree(given)) return given;
  const base = slugOf(draft.description) || 'conflict';
  let id = base;
  for (let number = 2; !isFree(id); number += 1) id = `${base}-${number}`;
  return id;
}
