/** What the seats of a round are asked, and what their answers bring. */
import type { Finding } from '../../domain/evidence.ts';
import type { LostSeat } from '../../domain/failure-cause.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { PhaseState } from '../rules/phases.ts';
import type { ReadStance } from '../rules/stances.ts';
import type { OpenedRound } from './question.ts';

/** One seat's answer with what is kept beside it. */
interface SeatAnswer {
  answer: FullAnswer;
  /** True when it said something on an item that could not be read: its silence on items means nothing then. */
  isUnclear: boolean;
  changed: boolean | null;
  duration_ms: number;
  private_note: string | null;
  /** The name of a person who spoke, where it is known. */
  name?: string;
}

/** What the answers step brought. */
export interface AnswersStep {
  answers: SeatAnswer[];
  /** Stances of a person who said nothing else. */
  votes: { seat: string; stances: ReadStance[] }[];
  failed: string[];
  /** Why those that failed did, for the person. */
  lost: LostSeat[];
  passed: string[];
  losses: string[];
  /** What each seat looked up; an empty list for one that looked at nothing. */
  seen: Map<string, Finding[]>;
  /** In a sequential round: seats that were asked once more, and so spoke after all others. */
  again?: string[];
}

/** What the seats of one round are asked. */
export interface AnswersContext {
  round: number;
  phase: PhaseState;
  opened: OpenedRound;
  /** Seats in speaking order. */
  order: readonly string[];
  /** Whether the phase asks for a stance on every open item. */
  votes: boolean;
  /** Whether the phase weighs ideas. */
  judges: boolean;
}
