/** How the facilitator words conflicts: it opens them, and words them and their positions anew; it moves no seat that stands somewhere. */
import type { ConflictEvent } from '../../session/codes.ts';
import type { Conflict, ConflictPosition } from '../../session/records.ts';
import { isSameText } from '../../session/rules/same-text.ts';

/** A conflict as a synthesis names it, with names of seats mapped back to ids. */
export interface ConflictDraft {
  /** The id of an open conflict, or anything else for a new one. */
  id: string;
  description: string;
  positions: { id: string; text: string; held_by: string[] }[];
  recommendation: string | null;
}

/** The positions that somebody holds. */
export function listHeld({ positions }: Pick<Conflict, 'positions'>): ConflictPosition[] {
  return positions.filter(({ held_by: held }) => held.length > 0);
}

/** Opens a conflict with its positions and their holders. A seat that stands in two positions counts for the first. */
export function openConflict(
  id: string,
  draft: ConflictDraft,
  { round, answered }: { round: number; answered: readonly string[] },
): Conflict {
  const empty: Conflict = {
    ...{ id, description: draft.description, status: 'open', opened_in: round, positions: [] },
    recommendation: draft.recommendation,
    ...{ resolution: null, resolution_type: null, resolved_in: null },
    history: [{ round, code: 'opened' }],
  };
  const positions = addPositions(empty, draft, { round, free: (seat) => answered.includes(seat) });
  return { ...empty, positions };
}

/** A position in words of a seat: the one that has these words, else a new one, held by nobody yet. */
export function takePosition(
  conflict: Conflict,
  { text, round }: { text: string; round: number },
): { conflict: Conflict; id: string } {
  const known = conflict.positions.find((position) => isSameText(position.text, text));
  if (known !== undefined) return { conflict, id: known.id };
  const id = letterOf(conflict.positions.length);
  const added: ConflictEvent = { round, code: 'position_added', position: id };
  return {
    id,
    conflict: {
      ...conflict,
      positions: [...conflict.positions, { id, text, held_by: [], given_up_by: [] }],
      history: [...conflict.history, added],
    },
  };
}

/** Words a known conflict anew. Seats that have spoken for themselves stay where they are. */
export function wordConflict(
  conflict: Conflict,
  draft: ConflictDraft,
  context: { round: number; free: (seat: string) => boolean },
): Conflict {
  const { round } = context;
  const events: ConflictEvent[] = [];
  const isReworded = draft.description !== '' && !isSameText(conflict.description, draft.description);
  if (isReworded) events.push({ round, code: 'reworded' });
  const positions = addPositions(conflict, draft, context);
  for (const { id, text } of positions) {
    const known = conflict.positions.find((position) => position.id === id);
    if (known === undefined) events.push({ round, code: 'position_added', position: id });
    else if (!isSameText(known.text, text)) events.push({ round, code: 'reworded', position: id });
  }
  return {
    ...conflict,
    description: isReworded ? draft.description : conflict.description,
    positions,
    recommendation: draft.recommendation ?? conflict.recommendation,
    history: [...conflict.history, ...events],
  };
}

/**
 * The positions of a conflict with those of a draft: known ones by letter or words, new ones at the end. The words of a position that
 * seats hold change only where the draft names one of them as its holder, and nobody who holds another one: a draft that mixes up the
 * letters moves nobody.
 */
function addPositions(
  conflict: Conflict,
  draft: ConflictDraft,
  { round, free }: { round: number; free: (seat: string) => boolean },
): ConflictPosition[] {
  const next = conflict.positions.map((position) => ({ ...position, held_by: [...position.held_by] }));
  const placed = new Set<string>();
  for (const { id, text, held_by: holders } of draft.positions) {
    const letter = id.trim().toLowerCase();
    let position = conflict.positions.length === 0 ? undefined : next.find((known) => known.id === letter);
    position ??= next.find((known) => isSameText(known.text, text));
    // A new position that a seat named itself in this round is the one that the facilitator means with that seat as its holder.
    position ??= next.find(
      (known) => isNew(conflict, known.id, round) && known.held_by.some(({ seat }) => holders.includes(seat)),
    );
    if (position === undefined) {
      position = { id: letterOf(next.length), text, held_by: [], given_up_by: [] };
      next.push(position);
    }
    const { held_by: held } = position;
    const isHolder = (seat: string): boolean => held.some((one) => one.seat === seat);
    const isMixedUp = holders.some((seat) => !isHolder(seat) && holdsAny(conflict, seat));
    if (!isMixedUp && (held.length === 0 || holders.some(isHolder))) position.text = text;
    for (const seat of holders) {
      if (placed.has(seat) || !free(seat)) continue;
      placed.add(seat);
      position.held_by.push({ seat, round });
    }
  }
  return next;
}

function isNew({ history }: Conflict, position: string, round: number): boolean {
  return history.some(
    (event) => event.code === 'position_added' && event.round === round && event.position === position,
  );
}

function holdsAny(conflict: Conflict, seat: string): boolean {
  return listHeld(conflict).some(({ held_by: held }) => held.some((one) => one.seat === seat));
}

/** Letters as columns of a table have them: a to z, then aa, ab, … */
function letterOf(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}
