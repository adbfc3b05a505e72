/** The state of the live view: what is on screen now, updated by each event. */

import type { Step } from '../../session/model-request.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Participant, Usage } from '../../session/records.ts';
import { growUsage } from '../../session/rules/usage.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayActivity, sayPassed } from '../../wording/steps.ts';
import type { AgendaEntry } from '../views/format-agenda.ts';

/** One seat's line. Times are milliseconds of a clock that never goes back. */
export interface SeatLine {
  seat: string;
  role: string;
  model: string;
  step: Step;
  state: 'thinking' | 'answered' | 'failed' | 'passed' | 'your-turn';
  since: number;
  duration_ms: number | null;
  confidence: number | null;
  words: string;
  /** The rest of its answer, in markdown; empty where the words are all. */
  proposal: string;
  /** What it has just looked up, in words; null once it answers. */
  looking: string | null;
  kind: FailureKind | null;
  /** True when it failed for a reason that was already shown. */
  isTold: boolean;
  retry: Retry | null;
}

/** A failed call that will be made again, or has been, at this time. */
export interface Retry {
  kind: FailureKind;
  at: number;
  /** True when a reply came but could not be used. */
  rejected: boolean;
}

/** Everything on screen while something is live. */
export interface LiveState {
  round: number;
  minRounds: number;
  maxRounds: number;
  phase: string;
  /** The step of the text that is under way; null during the discussion. */
  textStep: 'draft' | 'review' | 'revision' | 'last call' | null;
  agenda: readonly AgendaEntry[];
  usage: Usage | null;
  rehearsal: boolean;
  /** What is happening besides the seats, and since when. */
  activity: { text: string; since: number; retry: Retry | null } | null;
  seats: SeatLine[];
  /** The seats of the newest answers, which can still be read while the round is summed up and the text is made. */
  heard: SeatLine[];
  /** What the person has just asked for, until it happens; null for nothing. */
  asked: string | null;
  over: boolean;
  /** When this run began. */
  startedAt: number;
  /** The times of this run's finished rounds; null before the first begins. */
  pace: { beganAt: number; endedAt: number; rounds: number; lastRound: number } | null;
}

/** The state before any event. */
export function createLiveState(): LiveState {
  return {
    round: 0,
    minRounds: 0,
    maxRounds: 0,
    phase: '',
    textStep: null,
    agenda: [],
    usage: null,
    rehearsal: false,
    activity: null,
    seats: [],
    heard: [],
    asked: null,
    over: false,
    startedAt: 0,
    pace: null,
  };
}

/** Whether anything on screen changes by itself. */
export function isMoving(state: LiveState): boolean {
  return !state.over && (state.activity !== null || state.seats.some((line) => line.state === 'thinking'));
}

/** Whether there is anything to show: finished seats stay until the next step begins. */
export function isShown(state: LiveState): boolean {
  return !state.over && (state.activity !== null || state.seats.length > 0);
}

interface FoldContext {
  at: number;
  /** Gives the roles of seats. */
  participants: readonly Participant[];
}

/** Updates the state with one event. */
export function foldEvent(state: LiveState, event: RoundtableEvent, context: FoldContext): void {
  const { at } = context;
  switch (event.type) {
    case 'session-started':
      state.minRounds = event.session.settings.min_rounds;
      state.maxRounds = event.session.settings.max_rounds;
      state.usage = event.session.usage;
      state.rehearsal = event.session.rehearsal;
      state.startedAt = at;
      break;
    case 'round-started':
      state.pace ??= { beganAt: at, endedAt: at, rounds: 0, lastRound: event.round - 1 };
      Object.assign(state, { round: event.round, phase: event.phase, agenda: event.agenda });
      Object.assign(state, { seats: [], activity: null, textStep: null, asked: null });
      break;
    case 'facilitator-asking':
    case 'synthesizing':
    case 'draft-started':
    case 'revision-started':
      state.activity = { text: sayActivity(event.type), since: at, retry: null };
      state.seats = [];
      if (event.type === 'draft-started') state.asked = null;
      if (event.type === 'draft-started') state.textStep = 'draft';
      if (event.type === 'revision-started') state.textStep = 'revision';
      break;
    case 'question-asked':
    case 'review-started':
    case 'review-ended':
    case 'text-written':
    case 'ballot-opened':
    case 'votes-counted':
      Object.assign(state, { seats: [], activity: null });
      if (event.type === 'review-started') state.textStep = 'review';
      if (event.type === 'ballot-opened') state.textStep = 'last call';
      break;
    case 'seat-thinking':
      placeSeat(state, newLine(event, at));
      break;
    case 'seat-retrying': {
      const line = state.seats.find((one) => one.seat === event.seat && one.state === 'thinking');
      const waiting = line ?? state.activity;
      if (waiting !== null)
        waiting.retry = { kind: event.kind, at: at + event.wait_ms, rejected: event.wait_ms === 0 };
      break;
    }
    case 'seat-answered': {
      const line = findLine(state, event.seat, context);
      Object.assign(line, { state: 'answered', step: event.step, words: event.position });
      Object.assign(line, { confidence: event.confidence, duration_ms: event.duration_ms });
      line.proposal = event.proposal ?? '';
      if (event.step === 'answer') state.heard = state.seats;
      break;
    }
    case 'looked-up':
      findLine(state, event.seat, context).looking = event.title;
      break;
    case 'seat-failed': {
      const line = findLine(state, event.seat, context);
      Object.assign(line, { state: 'failed', step: event.step, words: event.message, kind: event.kind });
      break;
    }
    case 'seat-passed':
      Object.assign(findLine(state, event.seat, context), {
        state: 'passed',
        words: sayPassed('', event.code).trim(),
      });
      break;
    case 'waiting-for-turn':
      Object.assign(findLine(state, event.seat, context), { state: 'your-turn' });
      break;
    case 'usage':
      state.usage = growUsage(state.usage ?? event.usage, event.usage);
      break;
    case 'recap':
      if (state.pace !== null) {
        const { beganAt, rounds } = state.pace;
        state.pace = { beganAt, endedAt: at, rounds: rounds + 1, lastRound: event.round.round };
      }
      state.usage = growUsage(state.usage ?? event.session.usage, event.session.usage);
      Object.assign(state, { seats: [], activity: null, agenda: event.session.agenda });
      break;
    case 'paused':
    case 'completed':
      Object.assign(state, { seats: [], activity: null, over: true });
      break;
    default:
      break;
  }
}

function newLine(asked: Pick<SeatLine, 'seat' | 'role' | 'model' | 'step'>, at: number): SeatLine {
  const { seat, role, model, step } = asked;
  return {
    ...{ seat, role, model, step, state: 'thinking', since: at },
    ...{ duration_ms: null, confidence: null, words: '', proposal: '' },
    ...{ looking: null, kind: null, isTold: false, retry: null },
  };
}

/** A seat that is asked again keeps its place and its starting time. */
function placeSeat(state: LiveState, line: SeatLine): void {
  const place = state.seats.findIndex((other) => other.seat === line.seat && other.step === line.step);
  const before = state.seats[place];
  if (before === undefined) state.seats.push(line);
  else state.seats[place] = { ...line, since: before.since };
}

function findLine(state: LiveState, seat: string, context: FoldContext): SeatLine {
  const found = state.seats.find((line) => line.seat === seat);
  if (found !== undefined) return found;
  const role = nameSeat(context.participants, seat);
  const line = newLine({ step: 'answer', seat, role, model: '' }, context.at);
  state.seats.push(line);
  return line;
}
