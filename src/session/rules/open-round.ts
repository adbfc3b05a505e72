/** The open round, rebuilt from its events: for commands that show a session, and for a page that follows the events. */
import type { StreamEvent } from '../event-schema.ts';
import type { OpenRound, SeatState } from '../ports/open-round.ts';

/**
 * The unfinished round according to the events; null between rounds. `before` is the state before these events, and `lastRound` the
 * number of the newest round that had begun.
 */
export function foldOpenRound(
  events: readonly StreamEvent[],
  { before = null, lastRound = before?.round ?? 0 }: { before?: OpenRound | null; lastRound?: number } = {},
): OpenRound | null {
  let open = before;
  let round = lastRound;
  for (const event of events) {
    if (event.type === 'round-started') round = event.round;
    open = applyEvent(open, event, round);
  }
  return open;
}

function applyEvent(open: OpenRound | null, event: StreamEvent, round: number): OpenRound | null {
  const begin = (stage: OpenRound['stage']): OpenRound => ({
    ...{ round, stage, phase: null, question: null, focus: null, asked: [], seats: [] },
    started_at: event.at,
  });
  switch (event.type) {
    case 'session-started':
      return null;
    case 'round-started':
      return { ...begin('question'), phase: event.phase };
    case 'review-started':
      return begin('review');
    case 'draft-started':
      return begin('draft');
    case 'revision-started':
      return begin('revision');
    case 'ballot-opened':
      return begin('last-call');
    case 'completed':
      return null;
    default:
      break;
  }
  if (open === null) return null;
  switch (event.type) {
    case 'question-asked': {
      const { asked, question, focus } = event;
      const seats = asked.map((seat): SeatState => ({ ...idle, seat, step: 'answer', state: 'waiting' }));
      return { ...open, stage: 'answers', question, focus, asked, seats };
    }
    case 'waiting-for-turn':
      return setSeat(open, event, { state: 'waiting' });
    case 'seat-thinking':
      return setSeat(open, event, { state: 'thinking', since: event.at, note: null });
    case 'looked-up':
      return setSeat(open, event, { state: 'thinking', note: event.title });
    case 'seat-retrying':
      return setSeat(open, event, { state: 'retrying', since: event.at, note: event.kind });
    case 'seat-failed':
      return setSeat(open, event, { state: 'failed', since: event.at, note: event.message });
    case 'seat-passed':
      return setSeat(open, event, { state: 'passed', since: event.at, note: event.code });
    case 'seat-answered':
    case 'seat-revealed': {
      const { position, confidence, duration_ms, at: since } = event;
      const said = { state: 'answered', since, position, confidence, duration_ms, note: null } as const;
      return setSeat(open, event, said);
    }
    case 'synthesizing':
      return { ...open, stage: 'synthesis' };
    case 'round-saved':
      return { ...open, stage: 'decision' };
    case 'decision':
      return null;
    default:
      return open;
  }
}

const idle = { since: null, position: null, confidence: null, duration_ms: null, note: null };

function setSeat(
  open: OpenRound,
  { seat, step = 'answer' }: { seat: string; step?: string },
  change: Partial<SeatState>,
): OpenRound {
  const before = open.seats.find((entry) => entry.seat === seat && entry.step === step);
  const after: SeatState = { ...idle, seat, step, state: 'waiting', ...before, ...change };
  const others = open.seats.map((one) => (one === before ? after : one));
  return { ...open, seats: before === undefined ? [...others, after] : others };
}
