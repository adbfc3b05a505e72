/** Who speaks, and in which order: reproducible from the session's seed. */

import type { Round } from '../../session/round.ts';
import { createRandom, shuffle } from '../../session/rules/random.ts';
import type { Session } from '../../session/session.ts';

/**
 * The speaking order of a round. `listed` is the table order; `rotating` starts one seat further each round; `random` is
 * shuffled by the seed. With `max_finishes` no seat speaks last more often than that while another can.
 * With three seats or more, the seat that spoke last does not speak first in the next round. The person's turn comes
 * before models have taken more than `max_turns` turns since the person's last one.
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

/** The seat that spoke last; one that failed or passed did not speak. */
function findLastSpeaker(rounds: readonly Round[]): string | null {
  for (const { speaking_order: order, failed, passed } of rounds.toReversed()) {
    const last = order.findLast((id) => !failed.includes(id) && !passed.includes(id));
    if (last !== undefined) return last;
  }
  return null;
}

/** If the last speaker has finished too often, swaps it with the seat that has finished least; among equals, the latest in the order. */
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

/** Keeps a seat from speaking twice in a row across rounds. With two seats the swap also changes who finishes, so that must be allowed. */
function keepApart(
  order: string[],
  options: { previous: string | null; mayFinish: (id: string) => boolean },
): string[] {
  const [first, second, ...rest] = order;
  if (first === undefined || second === undefined || first !== options.previous) return order;
  return rest.length > 0 || options.mayFinish(first) ? [second, first, ...rest] : order;
}

/** Moves the person forward if models would otherwise take more than `max_turns` turns since the person's last one. */
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

/** Turns that models have taken since a seat was last asked, including those after it in the same round. */
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
 * The person's seat if it must be asked now because otherwise the asked models would exceed `max_turns` turns since the
 * person's last one. Null if it is asked anyway, its turn is not due, or no person has a seat.
 */
export function findOverduePerson(session: Session, asked: readonly string[]): string | null {
  const person = findPerson(session);
  if (person === null || asked.includes(person)) return null;
  const turns = asked.length + countTurnsSince(session.rounds, person);
  return turns > session.settings.max_turns ? person : null;
}

/** How often a seat may fail in a row. */
const mostFailures = 3;

/**
 * Seats that failed the last three times they were asked in this run: they are not asked again until a resume. None if fewer than two
 * would be left to ask.
 */
export function listLeftOut(rounds: readonly Round[], seats: readonly string[]): string[] {
  const out = seats.filter((seat) => {
    const last = rounds.filter(({ asked }) => asked.includes(seat)).slice(-mostFailures);
    return last.length === mostFailures && last.every(({ failed }) => failed.includes(seat));
  });
  return seats.length - out.length < 2 ? [] : out;
}
