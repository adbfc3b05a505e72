/** Types of the answers step: what the seats of a round are asked, and the result. */
import type { Finding } from '../../domain/evidence.ts';
import type { LostSeat } from '../../domain/failure-cause.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { PhaseState } from '../rules/phases.ts';
import type { ReadStance } from '../rules/stances.ts';
import type { OpenedRound } from './question.ts';

/** One seat's answer and the data kept with it. */
interface SeatAnswer {
  answer: FullAnswer;
  /** True when a stance of its could not be read: then its silence on other items does not count as support. */
  isUnclear: boolean;
  changed: boolean | null;
  duration_ms: number;
  private_note: string | null;
  /** The name of the person who spoke, if known. */
  name?: string;
}

/** The result of the answers step. */
export interface AnswersStep {
  answers: SeatAnswer[];
  /** Stances of a person who gave no text. */
  votes: { seat: string; stances: ReadStance[] }[];
  failed: string[];
  /** Why the failed seats failed, to tell the person. */
  lost: LostSeat[];
  passed: string[];
  losses: string[];
  /** What each seat looked up; an empty list if it looked up nothing. */
  seen: Map<string, Finding[]>;
  /** In a sequential round: seats that were asked again, and so spoke after all others. */
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
  /** Whether seats are asked to judge ideas. */
  judges: boolean;
}
