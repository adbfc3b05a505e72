/**
 * In a blind round a person at the table answers like everybody else: without having seen the others. Until they have answered,
 * passed or failed, no screen and no stream shows a word of the answers of that round.
 */
import type { RoundtableEvent } from '../roundtable/ports.ts';

/** Follows the events; ask `isClosed` after `follow`. */
export interface BlindGate {
  follow(event: RoundtableEvent): void;
  /** True while what other seats said in this round must not be shown. */
  isClosed(): boolean;
}

/** A gate that is open wherever no person sits, and in sequential rounds, where hearing the others is the point. */
export function createBlindGate(): BlindGate {
  let persons: string[] = [];
  let sequential = false;
  let closed = false;
  return {
    isClosed: () => closed,
    follow(event) {
      switch (event.type) {
        case 'session-started':
          persons = event.session.participants.filter((seat) => seat.kind === 'human').map((seat) => seat.id);
          sequential = event.session.settings.participation === 'sequential';
          closed = false;
          break;
        case 'question-asked':
          closed = !sequential && event.asked.some((seat) => persons.includes(seat));
          break;
        case 'ballot-started':
          closed = persons.length > 0;
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
    },
  };
}
