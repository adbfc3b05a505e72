/** What is shown of a session: its last state with the events that came after it. */
import { foldOpenRound, type OpenRound, type SeatState } from '../domain/open-round.ts';
import type { Usage } from '../domain/records.ts';
import type { PageEvent, Shown, SpeakingEvent } from './answer-types.ts';
import { Refusal } from './client.ts';

/** What a seat is doing. */
export interface LiveSeat extends Omit<SeatState, 'state' | 'position'> {
  state: SeatState['state'] | 'looking';
  /** Its words: as they come while it thinks, whole afterwards. */
  words: string | null;
}

/** The round under way. */
export interface LiveRound extends Omit<OpenRound, 'seats'> {
  seats: LiveSeat[];
}

/** A session at this moment. */
export interface View {
  session: Shown;
  round: LiveRound | null;
  /** Never less than it was. */
  usage: Usage;
}

/** Why the workers did not go on with a session that nobody runs, and what to type next. */
export function sayWorkerError({ runner, worker_error: error }: Shown): Refusal | null {
  if (error === null || runner !== null) return null;
  const { code, message, hint } = error;
  return new Refusal({ code, message: `The workers did not go on: ${message}`, hint: hint ?? '' });
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
  const later = keepLater(session, events);
  const told = later.filter((event) => event.type !== 'seat-speaking');
  const before = session.open_round;
  const open = foldOpenRound(told, { before, lastRound: before?.round ?? session.total_rounds });
  const start: View = {
    session,
    usage: session.usage,
    round: open === null ? null : { ...open, seats: readSeats(open) },
  };
  return later.reduce(applyEvent, start);
}

/** A seat has a line of its own for its look-ups, which counts until it is asked for its answer. */
function readSeats({ seats }: OpenRound): LiveSeat[] {
  const looks = seats.filter(({ step, state }) => step === 'look' && isBusy(state));
  const answers = seats.filter(({ step }) => step !== 'look');
  const isLooking = ({ seat }: SeatState): boolean =>
    answers.every((one) => one.seat !== seat || one.state === 'waiting');
  const shown = new Map<string, LiveSeat>();
  for (const one of [...answers, ...looks.filter(isLooking)]) shown.set(one.seat, toLiveSeat(one));
  return [...shown.values()];
}

function isBusy(state: LiveSeat['state']): boolean {
  return state === 'thinking' || state === 'retrying';
}

function toLiveSeat({ position, state, ...seat }: SeatState): LiveSeat {
  return {
    ...seat,
    words: position,
    state: state === 'thinking' && seat.step === 'look' ? 'looking' : state,
  };
}

/** What events say beside the open round. */
function applyEvent(view: View, event: PageEvent): View {
  const { session } = view;
  switch (event.type) {
    case 'seat-speaking':
      return addWords(view, event);
    case 'session-started':
      return {
        ...view,
        session: { ...session, status: 'active', pause_reason: null, waits_for: null },
      };
    case 'usage':
      return { ...view, usage: growUsage(view.usage, event.usage) };
    case 'paused':
      return { ...view, session: { ...session, status: 'paused', pause_reason: event.reason, runner: null } };
    case 'completed':
      return { ...view, session: { ...session, status: 'completed', runner: null } };
    default:
      return view;
  }
}

/** Words count only while their seat is busy with what they belong to. */
function addWords(view: View, { round: number, seat, step, text }: SpeakingEvent): View {
  const { round } = view;
  if (round === null || (round.stage !== 'review' && round.round !== number)) return view;
  const isMeant = (one: LiveSeat): boolean => one.seat === seat && one.step === step && isBusy(one.state);
  const seats = round.seats.map((one) => (isMeant(one) ? { ...one, words: text } : one));
  return { ...view, round: { ...round, seats } };
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
