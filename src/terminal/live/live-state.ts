/** The state of the live view: the open round, as a page gets it too, and what else is on screen. */
import type { StreamEvent } from '../../session/event-schema.ts';
import type { OpenRound } from '../../session/ports/open-round.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Usage } from '../../session/records.ts';
import { foldOpenRound } from '../../session/rules/open-round.ts';
import { growUsage } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';

/** Everything on screen while something is live. Times are milliseconds since 1970. */
export interface LiveState {
  /** The newest state of the session that an event brought; null before the first. */
  session: Session | null;
  open: OpenRound | null;
  /** When the present stage of the open round began. */
  stageAt: number;
  /** The model that plays each seat. */
  models: Map<string, string>;
  /** The newest answer of each seat, whole; `words` is empty where it passed over the position. */
  answers: Map<string, { words: string; proposal: string }>;
  /** The seats of the newest answers, which can still be read while the round is summed up and the text is made. */
  heard: readonly string[];
  /** The person's seat whose turn it is. */
  turn: string | null;
  usage: Usage | null;
  /** What the person has just asked for, until it happens; null for nothing. */
  asked: string | null;
  over: boolean;
  /** When this run began. */
  startedAt: number;
}

/** The state before any event. */
export function createLiveState(): LiveState {
  return {
    ...{ session: null, open: null, stageAt: 0, startedAt: 0, usage: null, asked: null, over: false },
    ...{ models: new Map(), answers: new Map(), heard: [], turn: null },
  };
}

/** Whether the seats of a stage are shown, each on a line; in the others one hand works. */
export function showsSeats(stage: OpenRound['stage']): boolean {
  return stage === 'answers' || stage === 'review' || stage === 'last-call';
}

/** Whether there is anything to show: finished seats stay until the next step begins. */
export function isShown({ open, over }: LiveState): boolean {
  return !over && open !== null && open.stage !== 'decision';
}

/** Whether anything on screen changes by itself. */
export function isMoving(state: LiveState): boolean {
  const { open } = state;
  if (open === null || !isShown(state)) return false;
  return (
    !showsSeats(open.stage) ||
    open.seats.some(({ state: what }) => what === 'thinking' || what === 'retrying')
  );
}

/** Updates the state with one event; `told`: the same as the stream tells it. */
export function foldEvent(
  state: LiveState,
  event: RoundtableEvent,
  { at, told }: { at: number; told: readonly StreamEvent[] },
): void {
  const before = state.open;
  const lastRound = before?.round ?? state.session?.total_rounds ?? 0;
  state.open = foldOpenRound(told, { before, lastRound });
  if (before?.stage !== state.open?.stage || before?.round !== state.open?.round) state.stageAt = at;
  if ('session' in event) state.session = event.session;
  switch (event.type) {
    case 'session-started':
      Object.assign(state, { startedAt: at, usage: event.session.usage });
      break;
    case 'round-started':
    case 'draft-started':
      state.asked = null;
      break;
    case 'question-asked':
      state.heard = event.asked;
      break;
    case 'seat-thinking':
      state.models.set(event.seat, event.model);
      break;
    case 'review-ended':
    case 'text-written':
    case 'votes-counted':
      // Their texts sum up what the picture showed.
      state.open = null;
      break;
    case 'waiting-for-turn':
      state.turn = event.seat;
      break;
    case 'seat-answered':
      if (event.step === 'answer')
        state.answers.set(event.seat, { words: event.position, proposal: event.proposal ?? '' });
      if (state.turn === event.seat) state.turn = null;
      break;
    case 'seat-passed':
      if (state.turn === event.seat) state.turn = null;
      break;
    case 'usage':
      state.usage = growUsage(state.usage ?? event.usage, event.usage);
      break;
    case 'recap':
      state.usage = growUsage(state.usage ?? event.session.usage, event.session.usage);
      break;
    case 'paused':
    case 'completed':
      state.over = true;
      break;
    default:
      break;
  }
}
