/** The shown state of a session: its last stored state with the events that came after it. */

import type { OpenRound, SeatState } from '../session/ports/open-round.ts';
import type { Usage } from '../session/records.ts';
import { foldOpenRound } from '../session/rules/open-round.ts';
import { growUsage } from '../session/rules/usage.ts';
import type { PageEvent, Shown, SpeakingEvent } from './answer-types.ts';
import { Refusal } from './client.ts';

/** A session at this moment. */
export interface View {
  session: Shown;
  /** The round under way; the position of a seat that thinks is what it has said so far. */
  round: OpenRound | null;
  /** Never decreases. */
  usage: Usage;
}

/** Why the workers did not continue a session that nobody runs, and what to type next. */
export function sayWorkerError({ runner, worker_error: error }: Shown): Refusal | null {
  if (error === null || runner !== null) return null;
  const { code, message, hint } = error;
  return new Refusal({ code, message: `The workers did not go on: ${message}`, hint: hint ?? '' });
}

/** Events after which the stored session has more to show than the event itself. */
const telling = new Set([
  ...['session-started', 'round-saved', 'decision', 'guidance', 'escalation-raised', 'escalation-answered'],
  ...['waiting-for-turn', 'review-ended', 'text-written', 'votes-counted', 'paused', 'completed', 'result'],
]);

/** Whether the session is to be read again after an event. */
export function changesSession({ type }: Pick<PageEvent, 'type'>): boolean {
  return telling.has(type);
}

/** The events that are newer than a state. `seat-speaking` has no number; the next event about its seat replaces it. */
export function keepLater(session: Pick<Shown, 'last_event'>, events: readonly PageEvent[]): PageEvent[] {
  return events.filter((event) => event.type === 'seat-speaking' || event.seq > session.last_event);
}

/** Adds an event, and drops the `seat-speaking` event that it replaces. */
export function addEvent(events: readonly PageEvent[], event: PageEvent): PageEvent[] {
  const seat = 'seat' in event ? event.seat : null;
  return [...events.filter((one) => one.type !== 'seat-speaking' || one.seat !== seat), event];
}

/** The session after some events; events that its state already includes change nothing. */
export function viewSession(session: Shown, events: readonly PageEvent[]): View {
  const later = keepLater(session, events);
  const told = later.filter((event) => event.type !== 'seat-speaking');
  const before = session.open_round;
  const round = foldOpenRound(told, { before, lastRound: before?.round ?? session.total_rounds });
  return later.reduce(applyEvent, { session, usage: session.usage, round } as View);
}

/** Whether a seat is at work. */
export function isBusy({ state }: Pick<SeatState, 'state'>): boolean {
  return state === 'thinking' || state === 'retrying';
}

/** Applies an event to everything except the open round, which `foldOpenRound` handles. */
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

/** Adds the words of a seat, but only while it is busy with the step that they belong to. */
function addWords(view: View, { round: number, seat, step, text }: SpeakingEvent): View {
  const { round } = view;
  if (round === null || round.round > number) return view;
  const isMeant = (one: SeatState): boolean => one.seat === seat && one.step === step && isBusy(one);
  const seats = round.seats.map((one) => (isMeant(one) ? { ...one, position: text } : one));
  return { ...view, round: { ...round, seats } };
}
