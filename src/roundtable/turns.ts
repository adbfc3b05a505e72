/** Who speaks, and in which order: reproducible from the session's seed. */
import type { Round, Session } from '../session/schema.ts';
import { createRandom, shuffle } from './random.ts';

/**
 * The order of a round. `listed` is the order at the table; `rotating` starts one seat further each round; `random`
 * is shuffled by the seed. With three seats or more, who spoke last does not speak first in the next round, and with
 * `max_finishes` no seat speaks last more often than that while another can.
 */
export function orderSpeakers(session: Session, asked: readonly string[], round: number): string[] {
  const { speaking_order: order, max_finishes: maxFinishes } = session.settings;
  const listed = session.participants.map(({ id }) => id).filter((id) => asked.includes(id));
  const shift = listed.length === 0 ? 0 : (round - 1) % listed.length;
  const ordered =
    order === 'random'
      ? shuffle(listed, createRandom(session.seed, `order/${round}`))
      : order === 'rotating'
        ? [...listed.slice(shift), ...listed.slice(0, shift)]
        : listed;
  const finishes = countFinishes(session.rounds);
  const restricted = maxFinishes === null ? ordered : limitFinisher(ordered, { finishes, maxFinishes });
  return keepApart(restricted, lastSpeaker(session.rounds));
}

function countFinishes(rounds: readonly Round[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { speaking_order: order } of rounds) {
    const last = order.at(-1);
    if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return counts;
}

function lastSpeaker(rounds: readonly Round[]): string | null {
  return rounds.at(-1)?.speaking_order.at(-1) ?? null;
}

/** Swaps the last speaker with the latest one in the order who has finished least, when it has finished too often. */
function limitFinisher(
  order: string[],
  options: { finishes: ReadonlyMap<string, number>; maxFinishes: number },
): string[] {
  const countOf = (id: string): number => options.finishes.get(id) ?? 0;
  const last = order.at(-1);
  if (last === undefined || countOf(last) < options.maxFinishes) return order;
  const least = Math.min(...order.map(countOf));
  const index = order.findLastIndex((id) => countOf(id) === least);
  const next = [...order];
  next[index] = last;
  next[next.length - 1] = order[index] ?? last;
  return next;
}

/** Nobody speaks twice in a row across rounds, with three seats or more. */
function keepApart(order: string[], previous: string | null): string[] {
  const [first, second, ...rest] = order;
  if (order.length < 3 || first === undefined || second === undefined || first !== previous) return order;
  return [second, first, ...rest];
}

/**
 * The person's seat when it must be asked now: with the seats that are asked, models would take more than `max_turns`
 * turns since the person's last one. Null when it is asked anyway, its turn is not due, or nobody sits there.
 */
export function findOverduePerson(session: Session, asked: readonly string[]): string | null {
  const person = session.participants.find(({ kind }) => kind === 'human');
  if (!person || asked.includes(person.id)) return null;
  let turns = asked.length;
  for (const { asked: earlier, answers } of session.rounds.toReversed()) {
    if (earlier.includes(person.id)) break;
    turns += answers.length;
  }
  return turns > session.settings.max_turns ? person.id : null;
}

/** Seats that failed in the last two rounds running sit the next one out, and are asked again after it. */
export function listSittingOut(rounds: readonly Round[], seats: readonly string[]): string[] {
  const [last, before] = [rounds.at(-1), rounds.at(-2)];
  if (!last || !before) return [];
  const out = seats.filter((seat) => last.failed.includes(seat) && before.failed.includes(seat));
  // A table of which nobody is left to ask is no rest but an end.
  return seats.length - out.length < 2 ? [] : out;
}
