/**
 * Conflicts: the facilitator opens them and words them; what moves them is what each seat says of itself, in the field that its form
 * has for every open conflict. They end when their holders give way, when one position is left, or by a decision; never because
 * words sound like it.
 */
import type { ConflictEvent, Loss } from '../../session/codes.ts';
import type { Conflict, ConflictPosition } from '../../session/records.ts';
import type { ConflictStance, Round } from '../../session/round.ts';
import { readNamed } from '../../session/rules/read-ids.ts';
import { isSameText, nextId } from '../../session/rules/same-text.ts';
import type { ResolutionType } from '../../session/vocabulary.ts';
import { type ConflictDraft, listHeld, openConflict, takePosition, wordConflict } from './word-conflict.ts';

/** What a round did to the conflicts. */
export interface ConflictChange {
  conflicts: Conflict[];
  /** Conflicts that were opened and are still open, closed, or changed hands in this round. */
  moved: string[];
  resolved: Round['resolved'];
  /** Why each seat that left a position in this round left it. */
  causes: ReadonlyMap<string, string>;
  losses: Loss[];
}

/**
 * Applies a round: first where the seats say that they stand, then how the facilitator words it, then what is over. Only seats of
 * `answered` can be placed in a conflict by the facilitator, since it reads their positions in the answers.
 */
export function applyConflicts(
  before: readonly Conflict[],
  said: {
    stances: readonly { seat: string; stances: readonly ConflictStance[] }[];
    drafts: readonly ConflictDraft[];
  },
  context: { round: number; answered: readonly string[] },
): ConflictChange {
  const { round } = context;
  const losses: Loss[] = [];
  const causes = new Map<string, string>();
  let next = [...before];
  for (const { seat, stances } of said.stances)
    for (const stance of stances) {
      const index = next.findIndex(({ id, status }) => id === stance.conflict_id && status === 'open');
      const conflict = next[index];
      if (conflict === undefined) continue;
      const moved = applyStance(conflict, { seat, round, stance });
      if (moved === null)
        losses.push({ code: 'unreadable_field', seat, field: 'conflicts', id: conflict.id });
      else next[index] = moved;
      const left = moved?.history.slice(conflict.history.length) ?? [];
      if (!causes.has(seat) && left.some(({ code }) => code === 'moved' || code === 'gave_up'))
        causes.set(seat, stance.because);
    }
  const spoken = said.stances.flatMap(({ seat, stances }) =>
    stances.map(({ conflict_id: id }) => `${id} ${seat}`),
  );
  for (const draft of said.drafts) {
    const known = findKnown(next, draft);
    if (known?.status === 'open') {
      const free = (seat: string): boolean =>
        context.answered.includes(seat) && !spoken.includes(`${known.id} ${seat}`) && !hasStood(known, seat);
      const worded = wordConflict(known, draft, { round, free });
      next = next.map((conflict) => (conflict === known ? worded : conflict));
    } else if (draft.description === '' || isDecided(known)) {
      losses.push({ code: 'unknown_id', field: 'conflicts', id: draft.id });
    } else {
      next.push(openConflict(nextId('CF', next), draft, context));
    }
  }
  next = next.map((conflict) => closeIfOver(conflict, round));
  const find = (id: string): Conflict | undefined => before.find((conflict) => conflict.id === id);
  return {
    conflicts: next,
    moved: next
      .filter((conflict) => {
        const known = find(conflict.id);
        if (known === undefined) return conflict.status === 'open';
        return known.status !== conflict.status || listHolders(known) !== listHolders(conflict);
      })
      .map(({ id }) => id),
    resolved: next.flatMap(({ id, status, resolution, resolution_type: type, resolved_in: when }) =>
      status === 'resolved' && when === round && find(id)?.status !== 'resolved' && type !== null
        ? [{ conflict_id: id, resolution: resolution ?? '', resolution_type: type }]
        : [],
    ),
    causes,
    losses,
  };
}

/** The open conflicts that a reply names by their ids. */
export function pickNamed(conflicts: readonly Conflict[], names: readonly string[]): string[] {
  return readNamed(
    names,
    conflicts.filter(({ status }) => status === 'open'),
  );
}

/** Closes a conflict. */
export function closeConflict(
  conflict: Conflict,
  { resolution, type, round }: { resolution: string; type: ResolutionType; round: number },
): Conflict {
  const code = type === 'conceded' || type === 'one-left' || type === 'signed' ? 'resolved' : 'decided';
  return {
    ...conflict,
    status: 'resolved',
    resolution,
    resolution_type: type,
    resolved_in: round,
    history: [...conflict.history, { round, code }],
  };
}

/** A conflict with at most one held position left is over, if there is one. */
function closeIfOver(conflict: Conflict, round: number): Conflict {
  const [left, other] = listHeld(conflict);
  if (conflict.status !== 'open' || left === undefined || other !== undefined) return conflict;
  const isConceded = conflict.positions.some(
    (position) => position !== left && position.given_up_by.length > 0,
  );
  return closeConflict(conflict, {
    resolution: left.text,
    type: isConceded ? 'conceded' : 'one-left',
    round,
  });
}

/**
 * Moves a seat by its own word: what it holds now, it holds alone; what it gives up, it holds no longer. Null when it says both of
 * the same position.
 */
function applyStance(
  conflict: Conflict,
  { seat, round, stance }: { seat: string; round: number; stance: ConflictStance },
): Conflict | null {
  const { gives_up: givesUp, because, position: words } = stance;
  const own = listHeld(conflict).find(({ held_by: held }) => held.some((one) => one.seat === seat));
  if (stance.holds === null && words !== undefined) {
    const { conflict: wider, id } = takePosition(conflict, { text: words, round });
    // Who takes a position of its own leaves the one it had, whether it says so or not.
    return applyStance(wider, { seat, round, stance: { ...stance, holds: id, gives_up: false } });
  }
  const { holds } = stance;
  if (holds !== null && holds === own?.id) return givesUp ? null : conflict;
  if (own === undefined ? holds === null : holds === null && !givesUp) return conflict;
  const positions = conflict.positions.map((position): ConflictPosition => {
    if (position.id === holds) return { ...position, held_by: [...position.held_by, { seat, round }] };
    if (position !== own) return position;
    return {
      ...position,
      held_by: position.held_by.filter((one) => one.seat !== seat),
      given_up_by: [...position.given_up_by, { seat, round, because }],
    };
  });
  const event: ConflictEvent =
    holds === null
      ? { round, code: 'gave_up', seat, ...(own ? { from: own.id } : {}), because }
      : own === undefined
        ? { round, code: 'joined', seat, position: holds, because }
        : { round, code: 'moved', seat, position: holds, from: own.id, because };
  return { ...conflict, positions, history: [...conflict.history, event] };
}

/** Whether a seat holds a position of a conflict, or gave one up: it is then moved by its own word alone. */
function hasStood({ positions }: Conflict, seat: string): boolean {
  return positions.some(
    ({ held_by: held, given_up_by: given }) =>
      held.some((one) => one.seat === seat) || given.some((one) => one.seat === seat),
  );
}

/** The conflict that a draft continues: the one that its id names, else an open one with the same description. */
function findKnown(conflicts: readonly Conflict[], draft: ConflictDraft): Conflict | undefined {
  const [named] = readNamed([draft.id], conflicts);
  return (
    conflicts.find(({ id }) => id === named) ??
    conflicts.find(
      ({ status, description }) => status === 'open' && isSameText(description, draft.description),
    )
  );
}

function isDecided(conflict: Conflict | undefined): boolean {
  return ['user', 'policy', 'assistant'].includes(conflict?.resolution_type ?? '');
}

/** Who holds what, as a text that changes when a conflict changes hands. */
function listHolders({ positions }: Conflict): string {
  return positions.map(({ id, held_by: held }) => `${id}:${held.map(({ seat }) => seat).join()}`).join(';');
}
