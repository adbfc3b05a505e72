/** How each seat's position moved from its first, blind answer to its last. */
import type { Answer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';

/** An answer with the round it was given in. */
export interface PlacedAnswer {
  round: number;
  answer: Answer;
}

/** The way of one seat. `changes` counts the answers that changed a position, `uncaused` those of them that named no argument. */
export interface PositionTrace {
  seat: string;
  first: PlacedAnswer | null;
  last: PlacedAnswer | null;
  changes: number;
  uncaused: number;
}

/** The traces of all seats, in the order of the table. */
export function tracePositions(session: Session): PositionTrace[] {
  return session.participants.map((participant) => {
    const given = session.rounds.flatMap((round) =>
      round.answers
        .filter((answer) => answer.seat === participant.id)
        .map((answer) => ({ round: round.round, answer })),
    );
    const changed = given.filter(({ answer }) => answer.changed === true);
    return {
      seat: participant.id,
      first: given[0] ?? null,
      last: given.at(-1) ?? null,
      changes: changed.length,
      uncaused: changed.filter(({ answer }) => answer.cause === null || answer.cause.trim() === '').length,
    };
  });
}
