/** What is shown of a session: its last state with the events that came after it. */
import type { Usage } from '../domain/records.ts';
import type { OpenRound, PageEvent, Shown, SpeakingEvent } from './answer-types.ts';

/** What a seat is doing. */
export interface LiveSeat {
  seat: string;
  step: string;
  state: 'waiting' | 'looking' | 'thinking' | 'retrying' | 'answered' | 'failed' | 'passed';
  /** ISO 8601; null for a seat that waits. */
  since: string | null;
  /** Its words: as they come while it thinks, whole afterwards. */
  words: string | null;
  confidence: number | null;
  duration_ms: number | null;
  /** What it looks up, or why it failed or passed. */
  note: string | null;
}

/** The round under way. */
export interface LiveRound
  extends Pick<OpenRound, 'round' | 'stage' | 'phase' | 'question' | 'focus' | 'asked' | 'started_at'> {
  seats: LiveSeat[];
}

/** A session at this moment. */
export interface View {
  session: Shown;
  round: LiveRound | null;
  /** Never less than it was. */
  usage: Usage;
}

/** Events after which the stored session says more than the event does. */
const telling = new Set([
  ...['session-started', 'round-saved', 'decision', 'guidance', 'escalation-raised', 'escalation-answered'],
  ...['waiting-for-turn', 'review-counted', 'draft-ready', 'paused', 'completed', 'result'],
]);

/** Whether the session is to be read again after an event. */
export function changesSession({ type }: Pick<PageEvent, 'type'>): boolean {
  return telling.has(type);
}

/** The events that a state does not know of. Words on their way have no number, and are over with the next event about their seat. */
export function keepLater(session: Pick<Shown, 'last_event'>, events: readonly PageEvent[]): PageEvent[] {
  return events.filter((event) => event.type === 'seat-speaking' || event.seq > session.last_event);
}

/** The events with a new one. */
export function addEvent(events: readonly PageEvent[], event: PageEvent): PageEvent[] {
  const seat = 'seat' in event ? event.seat : null;
  return [...events.filter((one) => one.type !== 'seat-speaking' || one.seat !== seat), event];
}

/** The session as it stands after some events; those that its state knows of already change nothing. */
export function viewSession(session: Shown, events: readonly PageEvent[]): View {
  const open = session.open_round;
  const start: View = {
    session,
    usage: session.usage,
    round: open === null ? null : { ...open, seats: readSeats(open) },
  };
  return keepLater(session, events).reduce(applyEvent, start);
}

/** A seat has a line of its own for its look-ups, which counts until it answers. */
function readSeats({ seats }: OpenRound): LiveSeat[] {
  const answers = seats.filter(({ step }) => step !== 'look').map(toLiveSeat);
  return seats
    .filter(({ step }) => step === 'look')
    .filter(({ seat }) => answers.every((one) => one.seat !== seat || one.state === 'waiting'))
    .reduce((all, one) => setSeat(all, one.seat, toLiveSeat(one)), answers);
}

function toLiveSeat(seat: OpenRound['seats'][number]): LiveSeat {
  const { position, state, step } = seat;
  return {
    ...{ seat: seat.seat, step, since: seat.since, confidence: seat.confidence },
    ...{ duration_ms: seat.duration_ms, words: position, note: null },
    state: state === 'thinking' && step === 'look' ? 'looking' : state,
  };
}

function applyEvent(view: View, event: PageEvent): View {
  const { session, round } = view;
  if (event.type === 'seat-speaking') return addWords(view, event);
  const begin = (stage: LiveRound['stage'], number: number): LiveRound => ({
    ...{ round: number, stage, phase: null, question: null, focus: null, asked: [], seats: [] },
    started_at: event.at,
  });
  const change = (changed: Partial<LiveRound>): View =>
    round === null ? view : { ...view, round: { ...round, ...changed } };
  const place = (seat: string, changed: Partial<LiveSeat>): View =>
    round === null ? view : { ...view, round: { ...round, seats: setSeat(round.seats, seat, changed) } };
  switch (event.type) {
    case 'session-started':
      return {
        ...view,
        session: { ...session, status: 'active', pause_reason: null, waits_for: null },
        round: null,
      };
    case 'round-started':
      return { ...view, round: { ...begin('question', event.round), phase: event.phase } };
    case 'question-asked':
      return change({
        ...{ stage: 'answers', question: event.question, focus: event.focus, asked: event.asked },
        seats: event.asked.map((seat) => newSeat(seat)),
      });
    case 'seat-thinking': {
      const state = event.step === 'look' ? 'looking' : 'thinking';
      return place(event.seat, { state, step: event.step, since: event.at, note: null, words: null });
    }
    case 'looked-up':
      return place(event.seat, { state: 'looking', note: event.title });
    case 'seat-retrying':
      return place(event.seat, { state: 'retrying', since: event.at, note: event.kind });
    case 'seat-answered':
    case 'seat-revealed':
      return place(event.seat, {
        ...{ state: 'answered', since: event.at, duration_ms: event.duration_ms, note: null },
        ...{ words: event.position, confidence: event.confidence },
      });
    case 'seat-failed':
      // A look-up that fails is no answer that fails.
      if (event.step === 'look') return view;
      return place(event.seat, { state: 'failed', since: event.at, note: event.message });
    case 'seat-passed':
      return place(event.seat, { state: 'passed', since: event.at, note: event.reason });
    case 'synthesizing':
      return change({ stage: 'synthesis' });
    case 'round-saved':
      return change({ stage: 'decision' });
    case 'review-started':
      return { ...view, round: begin('review', session.total_rounds) };
    case 'draft-started':
      return { ...view, round: begin('draft', session.total_rounds) };
    case 'usage':
      return { ...view, usage: growUsage(view.usage, event.usage) };
    case 'decision':
      return { ...view, round: null };
    case 'paused':
      return { ...view, session: { ...session, status: 'paused', pause_reason: event.reason, runner: null } };
    case 'completed':
      return { ...view, session: { ...session, status: 'completed', runner: null }, round: null };
    default:
      return view;
  }
}

/** Words count only while their seat is busy with what they belong to. */
function addWords(view: View, { round: number, seat, step, text }: SpeakingEvent): View {
  const { round } = view;
  if (round === null || (round.stage !== 'review' && round.round !== number)) return view;
  const isMeant = (one: LiveSeat): boolean =>
    one.seat === seat && one.step === step && (one.state === 'thinking' || one.state === 'retrying');
  const seats = round.seats.map((one) => (isMeant(one) ? { ...one, words: text } : one));
  return { ...view, round: { ...round, seats } };
}

function newSeat(seat: string): LiveSeat {
  return {
    ...{ seat, step: 'answer', state: 'waiting', since: null, words: null },
    ...{ confidence: null, duration_ms: null, note: null },
  };
}

function setSeat(seats: readonly LiveSeat[], seat: string, changed: Partial<LiveSeat>): LiveSeat[] {
  const known = seats.some((one) => one.seat === seat);
  const all = known ? seats : [...seats, newSeat(seat)];
  return all.map((one) => (one.seat === seat ? { ...one, ...changed } : one));
}

/** Calls of an earlier run are counted anew while they come back from the journal; what is shown does not go back with them. */
export function growUsage(before: Usage, now: Usage): Usage {
  const most = (key: 'calls' | 'input_tokens' | 'output_tokens'): number => Math.max(before[key], now[key]);
  const unknown = before.cost_usd === null || now.cost_usd === null;
  return {
    ...now,
    ...{ calls: most('calls'), input_tokens: most('input_tokens'), output_tokens: most('output_tokens') },
    cost_usd: unknown ? null : Math.max(before.cost_usd ?? 0, now.cost_usd ?? 0),
  };
}
