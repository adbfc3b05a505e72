/**
 * In a blind round a person at the table answers like everybody else, without having seen the other answers. Until the person has
 * answered or passed, no screen and no stream shows a word of them.
 */
import type { RoundtableEvent } from '../ports/ports.ts';

/** What a seat said. */
export type AnsweredEvent = Extract<RoundtableEvent, { type: 'seat-answered' }>;

/** What may be shown once an event has happened. */
export interface Passage {
  /** True while the answers of other seats must not be shown. */
  hidden: boolean;
  /** Answers that were held back until this event. */
  revealed: AnsweredEvent[];
}

/** A gate that is closed only while a person has to answer in a blind round. Sequential rounds are not blind. */
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
      case 'review-started':
      case 'ballot-opened':
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
      case 'review-ended':
      case 'votes-counted':
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
