/** Migrates the outcome of a version 1 file: its result and what ended it are now separate, and dissent names its subject. */
import type { Item } from '../../domain/records.ts';
import type { DatePosition } from './migration-1-rounds.ts';
import type { Conflict1, Outcome1, Proposal1, Round1 } from './version-1.ts';

interface OutcomeContext {
  items: readonly Item[];
  itemIds: ReadonlyMap<string, string>;
  proposals: readonly Proposal1[];
  conflicts: readonly (Conflict1 & { status?: unknown })[];
  rounds: readonly Round1[];
  /** False for a strategy without votes. */
  votes: boolean;
  date: DatePosition;
}

/** Derives `result` and `ended_by` from the one word that stood for both, and takes additions out of the texts of dissent. */
export function migrateOutcome(old: Outcome1, context: OutcomeContext): Record<string, unknown> {
  const { result, dissent } = old;
  const ended = result === 'max-rounds' || result === 'skipped' || result === 'limit' ? result : null;
  const last = context.rounds.at(-1)?.ending ?? null;
  const nothingAgreed = !context.items.some(({ status }) => status === 'agreed');
  // An agreement that was not counted does not exist.
  const isUncounted = (result === 'consensus' || result === 'partial-consensus') && nothingAgreed;
  const reached = ended !== null || isUncounted ? nameResult(context) : result;
  return {
    ...old,
    result: reached,
    ended_by: ended ?? last ?? (result === 'stable-disagreement' ? 'stable' : 'conclude'),
    ...(isUncounted ? { result_of_version_1: result } : {}),
    dissent: dissent.map((entry) => migrateDissent(entry, context)),
  };
}

function nameResult({ items, conflicts, votes }: OutcomeContext): string {
  const isOpen = conflicts.some(({ status }) => status === 'open');
  const isUnsettled = items.some(({ status }) => status === 'open' || status === 'rejected');
  const agreed = items.some(({ status, decided_by: by }) => status === 'agreed' && by === 'count');
  const decided = items.some(({ decided_by: by }) => by === 'user');
  if (decided && !isOpen && (!isUnsettled || !agreed)) return 'decided';
  if (!votes) return 'collected';
  if (agreed && !isUnsettled && !isOpen) return 'consensus';
  return agreed ? 'partial-consensus' : 'undecided';
}

/** Version 1 put the subject of a dissent after its text: `… (on the-conflict)`, `… (against P-001: …)`. */
function migrateDissent(
  entry: Outcome1['dissent'][number],
  { conflicts, proposals, itemIds, date }: OutcomeContext,
): Record<string, unknown> {
  const { text, seat, round } = entry;
  for (const { id } of conflicts) {
    const end = ` (on ${id})`;
    if (!text.endsWith(end)) continue;
    const words = text.slice(0, -end.length);
    return { ...entry, ...date({ seat, text: words }, { conflictId: id, otherwise: round }), on: id };
  }
  for (const { id, text: point } of proposals) {
    const ends = [` (against ${id}: ${point})`, ` (for ${id}, which was not agreed: ${point})`];
    const end = ends.find((one) => text.endsWith(one));
    if (end !== undefined) return { ...entry, text: text.slice(0, -end.length), on: itemIds.get(id) ?? id };
  }
  return { ...entry, on: null };
}
