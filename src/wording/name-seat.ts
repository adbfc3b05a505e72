/** The names of seats on screens. */
import type { Participant } from '../session/records.ts';
import type { Session } from '../session/session.ts';

/** The role of a seat; the person is `You`. Facilitator, synthesizer and unknown seats keep their id. */
export function nameSeat(participants: readonly Participant[], seat: string): string {
  const found = participants.find((participant) => participant.id === seat);
  if (found === undefined) return seat;
  if (found.kind === 'human') return 'You';
  const side = found.side === null ? '' : ` (${found.side})`;
  return `${found.role}${side}`;
}

/** Several seats by their roles. */
export function nameSeats(session: Session, seats: readonly string[]): string {
  return seats.map((seat) => nameSeat(session.participants, seat)).join(', ');
}

/** Shown with every rehearsal. */
export const rehearsalMark = 'Rehearsal: made up, always in English; no model is asked.';
