/** Parts that all reporters share. */

import type { Report, RoundtableEvent } from '../../session/ports/ports.ts';
import { type AnsweredEvent, createBlindGate } from '../../session/rules/blind-gate.ts';
import type { EventTextState } from './event-text.ts';

/** A screen that can be cleared for a while and restored; calls nest. */
export type Screen = Pick<Reporter, 'suspend' | 'resume'>;

/** Shows events. `suspend` and `resume` surround every question to a person. */
export interface Reporter {
  report: Report;
  /** Clears the picture and writes nothing until `resume`; calls nest. */
  suspend(): void;
  resume(): void;
  /** Final and safe to repeat: stops the timer, erases the picture and shows the cursor. */
  stop(): void;
}

/** Turns a failure to show an event into a line, because it must not end the discussion. */
export function guardReport(report: Report, write: (text: string) => void): Report {
  return (event) => {
    try {
      report(event);
    } catch (error) {
      write(
        `(${event.type} could not be shown: ${error instanceof Error ? error.message : String(error)})\n`,
      );
    }
  };
}

/** The state for describing the latest event, and the answers that may be shown from now on. */
export interface FilteredEvent {
  state: EventTextState;
  revealed: AnsweredEvent[];
}

/** Keeps the state that descriptions of events depend on. */
export function createEventFilter(options: {
  verbose?: boolean | undefined;
  screenFollows?: boolean | undefined;
}): (event: RoundtableEvent) => FilteredEvent {
  const passGate = createBlindGate();
  const { verbose = false, screenFollows = false } = options;
  const state: EventTextState = { participants: [], lastRound: null, hidden: false, verbose, screenFollows };
  return (event) => {
    const { hidden, revealed } = passGate(event);
    state.hidden = hidden;
    if (event.type === 'session-started' || event.type === 'recap')
      state.participants = event.session.participants;
    if (event.type === 'recap') state.lastRound = event.round;
    const before = { ...state };
    if (event.type === 'question-asked') state.question = event.question;
    return { state: before, revealed };
  };
}
