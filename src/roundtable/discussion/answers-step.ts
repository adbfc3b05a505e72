/** Types of the answers step: what the seats of a round are asked, and the result. */
import type { Loss } from '../../session/codes.ts';
import type { Finding } from '../../session/evidence.ts';
import type { Fact, Statement } from '../../session/records.ts';
import type { ConflictStance, FullAnswer } from '../../session/round.ts';
import type { StatedFact } from '../../session/rules/dossier.ts';
import type { LostSeat } from '../../session/rules/failure-cause.ts';
import type { PhaseState } from '../../session/rules/phases.ts';
import type { OpenedRound } from './question.ts';

/** One seat's answer and the data kept with it. Its statements and facts get their ids when all seats have answered. */
export interface SeatAnswer {
  answer: FullAnswer;
  /** The facts that it cites, as the program found them; `name` is what the seat itself calls them, or empty. */
  facts: (StatedFact & { name: string })[];
  /** The model that answered, by its own word; null for a person. */
  model: string | null;
  duration_ms: number;
  private_note: string | null;
  /** The name of the person who spoke, if known. */
  name?: string;
}

/** The result of the answers step. */
export interface AnswersStep {
  answers: SeatAnswer[];
  /** Where a person who said nothing else stands in conflicts. */
  stances: { seat: string; stances: ConflictStance[] }[];
  failed: string[];
  /** Why the failed seats failed, to tell the person. */
  lost: LostSeat[];
  passed: string[];
  losses: Loss[];
  /** What each seat looked up; an empty list if it looked up nothing. */
  seen: Map<string, Finding[]>;
  /** In a sequential round: seats that were asked again, and so spoke after all others. */
  again?: string[];
  /** The statements of this round. */
  statements: Statement[];
  /** The dossier with the facts of this round. */
  dossier: Fact[];
}

/** What the seats of one round are asked. */
export interface AnswersContext {
  round: number;
  phase: PhaseState;
  opened: OpenedRound;
  /** Seats in speaking order. */
  order: readonly string[];
  /** Whether whole proposals are asked for. */
  proposals: boolean;
}
