/**
 * What happens in a rehearsal, by its seed. In every plot each seat makes a proposal, and one seat wants something else than the others.
 *
 * | seed mod 3 | plot | what happens |
 * |---|---|---|
 * | 0 | `settles` | the seat that stands alone gives up after a round, and everybody signs the revised text |
 * | 1 | `mends` | the same, but at the last call that seat blocks one item, until the words that it asks for are in it |
 * | 2 | `divides` | nobody gives up: a person or the policy has to decide, and the text carries the decision out |
 *
 * Within a plot, the seed chooses which seat stands alone, how sure the seats are, and how they grade ideas.
 */
import type { RequestFacts } from '../session/model-request.ts';
import type { Conflict, Participant } from '../session/records.ts';
import { createRandom } from '../session/rules/random.ts';
import type { Session } from '../session/session.ts';

const plots = ['settles', 'mends', 'divides'] as const;
type Plot = (typeof plots)[number];

/** The plot of a seed. */
export function choosePlot(seed: number): Plot {
  return plots[seed % plots.length] ?? 'settles';
}

/** The seats that a rehearsal gives parts to: all but the person's. */
export function listSeats({ participants }: Pick<Session, 'participants'>): Participant[] {
  return participants.filter(({ kind }) => kind === 'model');
}

/**
 * The seats that begin with the other way: those that argue against in a debate, else one that the seed chooses, never the first, and
 * none that cannot say in a form what it gives up. A quick run has no round in which a difference could be settled.
 */
export function listDissenters(session: Session): string[] {
  const { fast, plain_text_seats: plain } = session.settings;
  if (fast && choosePlot(session.seed) !== 'divides') return [];
  const seats = listSeats(session);
  const against = seats.filter(({ side }) => side === 'con').map(({ id }) => id);
  if (seats.some(({ side }) => side !== null)) return against;
  const others = seats.slice(1).filter(({ id }) => !plain.includes(id) && !plain.includes('all'));
  const chosen = others[Math.floor(createRandom(session.seed, 'dissenter')() * others.length)];
  return chosen === undefined ? [] : [chosen.id];
}

/** The position of a conflict that a seat holds, as the session has it. */
export function findHeld({ positions }: Conflict, seat: string) {
  return positions.find(({ held_by: holders }) => holders.some((holder) => holder.seat === seat)) ?? null;
}

/**
 * Whether a seat gives up what it holds in a conflict: it is not the first position, and the others have had a round to answer it. In a
 * debate a seat argues its side until the votes, or for two rounds where there are none.
 */
export function givesUp({ session, phase }: RequestFacts, conflict: Conflict, seat: string): boolean {
  const held = findHeld(conflict, seat);
  if (choosePlot(session.seed) === 'divides' || held === null || held === conflict.positions[0]) return false;
  const isAssigned = session.participants.some(({ id, side }) => id === seat && side !== null);
  const age = session.rounds.length + 1 - conflict.opened_in;
  return age >= (isAssigned && !phase.votes ? 2 : 1);
}
