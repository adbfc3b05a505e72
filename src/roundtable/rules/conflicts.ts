/** Disagreements by id: opened and reworded by a synthesis, aged by the program, closed only when their holders gave way. */
import type { Conflict, Item, Position } from '../../domain/records.ts';
import { idPattern, type ResolutionType, type Stance } from '../../domain/vocabulary.ts';
import type { ConflictChange, ConflictContext, ConflictDraft } from './conflict-change.ts';
import { readIds } from './read-ids.ts';
import { foldText, isSameText, slugOf } from './same-text.ts';
import { readLatestStances } from './stances.ts';

/** Carries a synthesis into the conflicts. A conflict that is named as standing and as resolved stays open. */
export function applyConflicts(
  conflicts: readonly Conflict[],
  reply: {
    conflicts: readonly ConflictDraft[];
    resolved: readonly { conflict_id: string; resolution: string }[];
  },
  context: ConflictContext,
): ConflictChange {
  let next: Conflict[] = [...conflicts];
  const losses: string[] = [];
  const opened: string[] = [];
  const standing = new Set<string>();
  for (const draft of reply.conflicts) {
    const known = findOpen(next, draft);
    if (known) {
      const updated = updateConflict(known, draft, { ...context, conflicts: next });
      next = next.map((conflict) => (conflict === known ? updated : conflict));
      standing.add(known.id);
      continue;
    }
    if (draft.description === '') {
      losses.push(`conflicts: no open conflict is called "${draft.id}", and nothing says what it is about`);
      continue;
    }
    const conflict = openConflict(next, draft, context);
    next.push(conflict);
    opened.push(conflict.id);
    standing.add(conflict.id);
  }
  const resolved: ConflictChange['resolved'] = [];
  for (const { conflict_id: id, resolution } of reply.resolved) {
    const known = next.find((conflict) => conflict.status === 'open' && isNamed(conflict, id));
    if (!known) {
      losses.push(`resolved: no open conflict is called "${id}"`);
    } else if (standing.has(known.id)) {
      losses.push(`resolved: "${known.id}" is also named as standing, so it stays open`);
    } else {
      const type = judgeResolution(known, { ...context, conflicts: next });
      if (type === null) {
        losses.push(`resolved: "${known.id}" stays open, because no seat gave its position up`);
        continue;
      }
      next = next.map((conflict) =>
        conflict === known ? closeConflict(known, { resolution, type, round: context.round }) : conflict,
      );
      resolved.push({ conflict_id: known.id, resolution, resolution_type: type });
    }
  }
  const settled = closeSettled(
    next.filter(({ id }) => !standing.has(id)),
    { ...context, conflicts: next },
    { final: false },
  );
  next = next.map((conflict) => settled.find(({ id }) => id === conflict.id) ?? conflict);
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

/**
 * How a conflict that is said to be resolved came to its end: `consensus` where one of its items is agreed and no holder
 * blocks it; `conceded` where a holder gave way, and those who did not are of one mind. Null while more than one side holds
 * what it held.
 */
export function judgeResolution(
  conflict: Conflict,
  context: ConflictContext,
): 'consensus' | 'conceded' | null {
  const holders = [...new Set(conflict.positions.map(({ seat }) => seat))];
  const items = context.items.filter(({ id }) => conflict.item_ids.includes(id));
  const takes = (item: Item, seat: string, stance: Stance): boolean => {
    const before = context.spokenOf?.find(({ id }) => id === item.id);
    const latest = readLatestStances(item).get(seat) ?? (before && readLatestStances(before).get(seat));
    return latest?.stance === stance;
  };
  if (items.some((item) => item.status === 'agreed' && !holders.some((seat) => takes(item, seat, 'block'))))
    return 'consensus';
  if (holders.length === 0 || isMoot(conflict, context.items)) return 'consensus';
  const left = conflict.positions.filter(({ seat }) => !hasConceded(conflict, seat, context));
  const isOneMind =
    left.every(({ text }) => isSameText(text, left[0]?.text ?? '')) ||
    items.some((item) => left.every(({ seat }) => takes(item, seat, 'support')));
  const isContested = items.some(
    (item) => item.status === 'open' && left.some(({ seat }) => takes(item, seat, 'block')),
  );
  const hasConceder =
    left.length < conflict.positions.length || conflict.history.some(({ change }) => change === givenUp);
  return hasConceder && isOneMind && !isContested ? 'conceded' : null;
}

const givenUp = 'given up';

/** An open conflict that the synthesis did not name again, without the positions that their seats gave up this round. */
function dropGivenUp(conflict: Conflict, context: ConflictContext): Conflict {
  const about = context.items.filter(({ id }) => conflict.item_ids.includes(id));
  const standsByOwn = (seat: string): boolean =>
    about.some(
      (item) =>
        item.status === 'open' &&
        item.proposed_by.some((entry) => entry.seat === seat) &&
        readLatestStances(item).get(seat)?.stance === 'support',
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
      ...gone.map(({ seat, text }) => ({
        round: context.round,
        change: givenUp,
        text: `${seat}: ${text}`,
      })),
    ],
  };
}

/**
 * Closes the open conflicts that are over though nobody said so: all their items are gone, or, after the last count, one of
 * them is agreed, and only who supports it blocks another.
 */
export function closeSettled(
  conflicts: readonly Conflict[],
  context: ConflictContext,
  { final }: { final: boolean },
): Conflict[] {
  const { items, round } = context;
  return conflicts.map((conflict) => {
    if (conflict.status !== 'open') return conflict;
    const about = items.filter(({ id }) => conflict.item_ids.includes(id));
    const won = about.filter(({ status }) => status === 'agreed');
    const agreed = won.map(({ id }) => id);
    // Who supports what won blocks the other way, and not the end of the conflict.
    const gotIt = (seat: string): boolean =>
      won.some((item) => readLatestStances(item).get(seat)?.stance === 'support');
    const isBlocked = about.some((item) =>
      [...readLatestStances(item)].some(
        ([seat, { stance }]) =>
          stance === 'block' && (item.status === 'agreed' || (item.status === 'open' && !gotIt(seat))),
      ),
    );
    if (final && won.length > 0 && !isBlocked)
      return closeConflict(conflict, {
        resolution: `${agreed.join(', ')} ${agreed.length === 1 ? 'is' : 'are'} agreed, and nobody blocks that`,
        type: 'consensus',
        round,
      });
    if (!isMoot(conflict, items)) return conflict;
    const ends = about.map(({ id, status, replaced_by: by }) =>
      by === null ? `${id} was ${status}` : `${id} was replaced by ${by}`,
    );
    return closeConflict(conflict, { resolution: ends.join('; '), type: 'consensus', round });
  });
}

/**
 * Whether nothing is left to dispute: every item was withdrawn, or gave way to an agreed one that no holder blocks, be that one
 * of them itself.
 */
function isMoot(conflict: Conflict, items: readonly Item[]): boolean {
  const about = items.filter(({ id }) => conflict.item_ids.includes(id));
  const holders = new Set(conflict.positions.map(({ seat }) => seat));
  const isSettled = (item: Item | undefined): boolean =>
    item?.status === 'agreed' &&
    ![...readLatestStances(item)].some(([seat, { stance }]) => stance === 'block' && holders.has(seat));
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
 * Whether a seat gave its position up: it says this round what changed it on this matter, or supports, since it took the
 * position, an item of the conflict that others put forward.
 */
function hasConceded(conflict: Conflict, seat: string, context: ConflictContext): boolean {
  const since = Math.max(
    ...conflict.positions.filter((entry) => entry.seat === seat).map(({ round }) => round),
  );
  const isShown = context.items.some((item) => {
    const stance = readLatestStances(item).get(seat);
    return (
      conflict.item_ids.includes(item.id) &&
      stance?.stance === 'support' &&
      stance.presumed !== true &&
      stance.round > since &&
      !item.proposed_by.some((entry) => entry.seat === seat)
    );
  });
  return isShown || saysChanged(conflict, seat, context, { withCause: true });
}

/**
 * Whether a seat changed its mind about this conflict: it says so this round, and holds a position in no other open one, or
 * its words name this conflict or an item of it, or speak of what it is about.
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
    ...items.filter(({ id }) => conflict.item_ids.includes(id)).map(({ text }) => text),
  ].join(' ');
  const shared = longWords(answer.cause ?? answer.position);
  return [...longWords(about)].filter((word) => shared.has(word)).length >= 2;
}

function longWords(text: string): Set<string> {
  return new Set(
    foldText(text)
      .split(' ')
      .filter((word) => word.length >= 5),
  );
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

/** Models write ids with other case, spaces or marks around them. */
function isNamed(conflict: Pick<Conflict, 'id'>, name: string): boolean {
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
    // What it is about now: a dispute that moved on leaves items behind, and a decision must not take them along.
    item_ids: draft.item_ids.length > 0 ? draft.item_ids : conflict.item_ids,
    positions: mergePositions(conflict.positions, draft.positions, { ...context, conflict }),
    recommendation: draft.recommendation ?? conflict.recommendation,
    history: isReworded
      ? [...conflict.history, { round, change: 'reworded', text: draft.description }]
      : conflict.history,
  };
}

/**
 * A seat's newer words replace its older ones. A seat that is not named again keeps its position, unless it said this
 * round that it changed its mind on the matter: nobody is held to what they no longer hold.
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
      // Words are dated by the round in which the seat spoke; who was silent still says what it said before.
      return { seat, text, round: spoke(seat) || before === undefined ? round : before.round };
    }),
  ];
}

/** Opens the conflicts again that a policy closed with an item which a seat has blocked since. */
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
  end: { resolution: string; type: ResolutionType; round: number },
): Conflict {
  return {
    ...conflict,
    status: 'resolved',
    resolution: end.resolution,
    resolution_type: end.type,
    resolved_in: end.round,
    history: [
      ...conflict.history,
      { round: end.round, change: `resolved (${end.type})`, text: end.resolution },
    ],
  };
}

function chooseId(named: { id: string; description: string }, taken: readonly Conflict[]): string {
  const isFree = (id: string): boolean => !taken.some((conflict) => conflict.id === id);
  const given = named.id.toLowerCase();
  if (given !== 'new' && given.length <= 60 && idPattern.test(given) && isFree(given)) return given;
  const base = slugOf(named.description) || 'conflict';
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
