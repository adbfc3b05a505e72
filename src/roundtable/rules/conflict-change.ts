/** What a synthesis says of conflicts, what that is judged by, and what comes of it. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { ResolutionType } from '../../domain/vocabulary.ts';

/** A conflict as a synthesis holds it, its names mapped back. */
export interface ConflictDraft {
  /** An id, a proposal for one, `new` or nothing. */
  id: string;
  description: string;
  item_ids: string[];
  positions: { seat: string; text: string }[];
  recommendation: string | null;
}

/** What closing a conflict rests on. */
export interface ConflictContext {
  round: number;
  /** The answers of this round. */
  answers: Round['answers'];
  items: readonly Item[];
  /** The items as the seats spoke of them this round, where a rewording of this round made their stances lapse. */
  spokenOf?: readonly Item[];
  /** All conflicts, where a seat's change of mind has to be told from one about another of them. */
  conflicts?: readonly Conflict[];
}

/** What one synthesis did to the conflicts. */
export interface ConflictChange {
  conflicts: Conflict[];
  opened: string[];
  resolved: { conflict_id: string; resolution: string; resolution_type: ResolutionType }[];
  /** What the synthesis said that could not be carried out. */
  losses: string[];
}
