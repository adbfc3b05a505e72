/** Disagreements by id: opened by a synthesis, aged by the program, closed only by name. */
import type { Conflict } from '../../domain/records.ts';
import { idPattern } from '../../domain/vocabulary.ts';
import type { SynthesisReply } from '../replies/replies.ts';
import { isSameText, slugOf } from './same-text.ts';

/** How a decision of the discussion closes conflicts: `facilitator` where the rule lets it decide, else `consensus`. */
export type DiscussionResolution = 'consensus' | 'facilitator';

/** What one synthesis did to the conflicts. */
export interface ConflictChange {
  conflicts: Conflict[];
  opened: string[];
  resolved: { conflict_id: string; resolution: string; resolution_type: DiscussionResolution }[];
  /** What the synthesis said that could not be carried out. */
  losses: string[];
}

/** Carries a synthesis into the conflicts. A conflict that is named as standing and as resolved stays open. */
export function applyConflicts(
  conflicts: readonly Conflict[],
  reply: Pick<SynthesisReply, 'conflicts' | 'resolved'>,
  options: { round: number; resolutionType: DiscussionResolution },
): ConflictChange {
  const next = conflicts.map((conflict) => ({ ...conflict }));
  const losses: string[] = [];
  const opened: string[] = [];
  const standing = new Set<string>();
  for (const named of reply.conflicts) {
    const known = next.find(
      (conflict) =>
        conflict.status === 'open' &&
        (conflict.id === named.id || isSameText(conflict.description, named.description)),
    );
    if (known) {
      known.positions = mergePositions(known.positions, named.positions);
      standing.add(known.id);
      continue;
    }
    const id = chooseId(named, next);
    next.push({
      id,
      description: named.description,
      status: 'open',
      opened_in: options.round,
      rounds_open: 1,
      positions: named.positions,
      resolution: null,
      resolution_type: null,
      resolved_in: null,
    });
    opened.push(id);
    standing.add(id);
  }
  const resolved: ConflictChange['resolved'] = [];
  for (const { conflict_id, resolution } of reply.resolved) {
    const known = next.find((conflict) => conflict.id === conflict_id && conflict.status === 'open');
    if (!known) {
      losses.push(`resolved: no open conflict is called "${conflict_id}"`);
    } else if (standing.has(known.id)) {
      losses.push(`resolved: "${conflict_id}" is also named as standing, so it stays open`);
    } else {
      Object.assign(known, {
        status: 'resolved',
        resolution,
        resolution_type: options.resolutionType,
        resolved_in: options.round,
      });
      resolved.push({ conflict_id: known.id, resolution, resolution_type: options.resolutionType });
    }
  }
  for (const conflict of next) {
    if (conflict.status === 'open') conflict.rounds_open = options.round - conflict.opened_in + 1;
  }
  return { conflicts: next, opened, resolved, losses };
}

/** Closes a conflict by a decision from outside the discussion. */
export function resolveConflict(
  conflicts: readonly Conflict[],
  id: string,
  decision: { resolution: string; type: 'user' | 'policy'; round: number },
): Conflict[] {
  return conflicts.map((conflict) =>
    conflict.id === id && conflict.status === 'open'
      ? {
          ...conflict,
          status: 'resolved',
          resolution: decision.resolution,
          resolution_type: decision.type,
          resolved_in: decision.round,
        }
      : conflict,
  );
}

/** A seat's newer words replace its older ones; seats that are not named again keep theirs. */
function mergePositions(older: Conflict['positions'], newer: Conflict['positions']): Conflict['positions'] {
  const renewed = new Set(newer.map(({ seat }) => seat));
  return [...older.filter(({ seat }) => !renewed.has(seat)), ...newer];
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
