/**
 * In a blind round a person at the table answers like everybody else: without having seen the others. Until they have answered,
 * passed or failed, no screen and no stream shows a word of the answers of that round.
 */
import type { RoundtableEvent } from '../../domain/ports.ts';

/** What a seat said. */
export type AnsweredEvent = Extract<RoundtableEvent, { type: 'seat-answered' }>;

/** What may be shown once an event has passed. */
export interface Passage {
  /** What other seats said must not be shown now. */
  hidden: boolean;
  /** Answers that had to be held back until this event. */
  revealed: AnsweredEvent[];
}

/** A gate that is open wherever no person sits, and in sequential rounds, where hearing the others is the point. */
export function createBlindGate(): (event: RoundtableEvent) => Passage {
  let persons: string[] = [];
  let sequential = false;
  let closed = false;
  let held: AnsweredEvent[] = [];
  const pass = (event: RoundtableEvent): void => {
    switch (event.type) {
      case 'session-started':
        persons = event.session.participants.filter((seat) => seat.kind === 'human').map((seat) => seat.id);
        sequential = event.session.settings.participation === 'sequential';
        closed = false;
        break;
      case 'question-asked':
        closed = !sequential && event.asked.some((seat) => persons.includes(seat));
        held = [];
        break;
      case 'ballot-started':
        closed = persons.length > 0;
        held = [];
        break;
      case 'seat-answered':
      case 'seat-failed':
      case 'seat-passed':
        if (persons.includes(event.seat)) closed = false;
        break;
      case 'synthesizing':
      case 'recap':
      case 'ballot-counted':
      case 'draft-started':
      case 'completed':
        closed = false;
        break;
      default:
        break;
    }
  };
  return (event) => {
    pass(event);
    if (closed && event.type === 'seat-answered') held.push(event);
    const revealed = closed ? [] : held;
    if (!closed) held = [];
    return { hidden: closed, revealed };
  };
}
