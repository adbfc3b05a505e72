/** What of the events is remembered while they pass, for their words. */
import { type AnsweredEvent, createBlindGate } from '../../domain/blind-gate.ts';
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { EventTextState } from './event-text.ts';

/** The state to describe the latest event with, and the answers that may be shown now and could not before. */
export interface FilteredEvent {
  state: EventTextState;
  revealed: AnsweredEvent[];
}

/** Follows the events. */
export function createEventFilter(verbose: boolean): (event: RoundtableEvent) => FilteredEvent {
  const passGate = createBlindGate();
  const state: EventTextState = { participants: [], lastRound: null, hidden: false, verbose };
  return (event) => {
    const { hidden, revealed } = passGate(event);
    state.hidden = hidden;
    if (event.type === 'session-started' || event.type === 'recap')
      state.participants = event.session.participants;
    if (event.type === 'recap') state.lastRound = event.round;
    return { state: { ...state }, revealed };
  };
}

/** Whether an event is shown with `--quiet`: what went wrong, and what waits for a person. */
export function isLoud(event: RoundtableEvent): boolean {
  if (event.type === 'notice') return event.level === 'warning';
  return event.type === 'seat-failed' || event.type === 'escalation-raised';
}
