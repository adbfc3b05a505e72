/** Who speaks, and in which order: reproducible from the session's seed. */
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { createRandom, shuffle } from './random.ts';

/**
 * The order of a round. `listed` is the order at the table; `rotating` starts one seat further each round; `random`
 * is shuffled by the seed. With `max_finishes` no seat speaks last more often than that while another can (seed 003).
 * At a table of three seats or more, who spoke last does not speak first in the next round, and the person's turn
 * comes before models have taken more than `max_turns` turns without it (seed 002).
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
  const apart = keepApart(restricted, {
    previous: session.participants.length < 3 ? null : findLastSpeaker(session.rounds),
    mayFinish: (id) => maxFinishes === null || (finishes.get(id) ?? 0) < maxFinishes,
  });
  return bringForward(session, apart);
}

function countFinishes(rounds: readonly Round[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { speaking_order: order } of rounds) {
    const last = order.at(-1);
    if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return counts;
}

/** The seat that was heard last; one that failed or passed said nothing. */
function findLastSpeaker(rounds: readonly Round[]): string | null {
  for (const { speaking_order: order, failed, passed } of rounds.toReversed()) {
    const last = order.findLast((id) => !failed.includes(id) && !passed.includes(id));
    if (last !== undefined) return last;
  }
  return null;
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

/** Nobody speaks twice in a row across rounds. Of two seats the swap also changes who finishes, so it needs leave. */
function keepApart(
  order: string[],
  options: { previous: string | null; mayFinish: (id: string) => boolean },
): string[] {
  const [first, second, ...rest] = order;
  if (first === undefined || second === undefined || first !== options.previous) return order;
  return rest.length > 0 || options.mayFinish(first) ? [second, first, ...rest] : order;
}

/** The person speaks earlier where the models before them would be more than `max_turns` since their last turn. */
function bringForward(session: Session, order: string[]): string[] {
  const person = findPerson(session);
  const place = person === null ? -1 : order.indexOf(person);
  if (person === null || place === -1) return order;
  const left = Math.max(0, session.settings.max_turns - countTurnsSince(session.rounds, person));
  if (place <= left) return order;
  const others = order.filter((id) => id !== person);
  return [...others.slice(0, left), person, ...others.slice(left)];
}

function findPerson(session: Session): string | null {
  return session.participants.find(({ kind }) => kind === 'human')?.id ?? null;
}

/** Turns that models have taken since a seat was last asked, those after it in the same round included. */
function countTurnsSince(rounds: readonly Round[], seat: string): number {
  let turns = 0;
  for (const { asked, answers, speaking_order: order } of rounds.toReversed()) {
    if (!asked.includes(seat)) {
      turns += answers.length;
      continue;
    }
    const after = order.slice(order.indexOf(seat) + 1);
    return turns + answers.filter((answer) => after.includes(answer.seat)).length;
  }
  return turns;
}

/**
 * The person's seat when it must be asked now: with the seats that are asked, models would take more than `max_turns`
 * turns since the person's last one. Null when it is asked anyway, its turn is not due, or nobody sits there.
 */
export function findOverduePerson(session: Session, asked: readonly string[]): string | null {
  const person = findPerson(session);
  if (person === null || asked.includes(person)) return null;
  const turns = asked.length + countTurnsSince(session.rounds, person);
  return turns > session.settings.max_turns ? person : null;
}

/** Seats that failed in the last two rounds running sit the next one out, and are asked again after it. */
export function listSittingOut(rounds: readonly Round[], seats: readonly string[]): string[] {
  const [last, before] = [rounds.at(-1), rounds.at(-2)];
  if (!last || !before) return [];
  return keepTable(
    seats,
    seats.filter((seat) => last.failed.includes(seat) && before.failed.includes(seat)),
  );
}

/** Seats that failed the last three times that they were asked in this run are asked no more before it is resumed. */
export function listLeftOut(rounds: readonly Round[], seats: readonly string[]): string[] {
  const out = seats.filter((seat) => {
    const last = rounds.filter(({ asked }) => asked.includes(seat)).slice(-mostFailures);
    return last.length === mostFailures && last.every(({ failed }) => failed.includes(seat));
  });
  return keepTable(seats, out);
}

const mostFailures = 3;

/** Nobody sits out when fewer than two seats would be left to ask. */
function keepTable(seats: readonly string[], out: string[]): string[] {
  return seats.length - out.length < 2 ? [] : out;
}
