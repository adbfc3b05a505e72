/** What of the events is remembered while they pass, for their words. */
import type { RoundtableEvent } from '../roundtable/ports.ts';
import { createBlindGate } from './blind-gate.ts';
import type { EventTextState } from './event-text.ts';

/** Follows the events and gives the state to describe the latest one. */
export function createEventFilter(verbose: boolean): (event: RoundtableEvent) => EventTextState {
  const gate = createBlindGate();
  const state: EventTextState = { participants: [], lastRound: null, hidden: false, verbose };
  return (event) => {
    gate.follow(event);
    state.hidden = gate.isClosed();
    if (event.type === 'session-started' || event.type === 'recap')
      state.participants = event.session.participants;
    if (event.type === 'recap') state.lastRound = event.round;
    return { ...state };
  };
}

/** Whether an event is shown with `--quiet`: what went wrong, and what waits for a person. */
export function isLoud(event: RoundtableEvent): boolean {
  if (event.type === 'notice') return event.level === 'warning';
  return event.type === 'seat-failed' || event.type === 'escalation-raised';
}
