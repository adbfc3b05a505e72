/** Which positions moved, in which round, and why. */
import type { Answer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { formatConfidence } from '../format-numbers.ts';
import { nameSeat } from '../name-seat.ts';
import type { Page } from '../page.ts';

/** One change of position; `round` is null for the seats that kept theirs. */
export interface Move {
  name: string;
  round: number | null;
  cause: string;
  position: string;
}

/** The answers of a seat, oldest first, each with its round. */
function listAnswersOf(session: Session, seat: string): { round: number; answer: Answer }[] {
  return session.rounds.flatMap(({ round, answers }) =>
    answers.filter((answer) => answer.seat === seat).map((answer) => ({ round, answer })),
  );
}

/** Every change, by seat and round; the last entry names the seats that kept their position. Empty without answers. */
export function listMoves(session: Session): Move[] {
  const kept: string[] = [];
  const moves = session.participants.flatMap(({ id }) => {
    const given = listAnswersOf(session, id);
    const name = nameSeat(session.participants, id);
    const changed = given.filter(({ answer }) => answer.changed === true);
    if (given.length > 0 && changed.length === 0) kept.push(name);
    return changed.map(({ round, answer: { cause, position } }) => ({
      name,
      round,
      cause: cause?.trim() ?? '',
      position,
    }));
  });
  const rest = kept.length === 0 ? [] : [{ name: kept.join(', '), round: null, cause: '', position: '' }];
  return [...moves, ...rest];
}

/** A change on one line. */
export function sayMove({ name, round, cause, position }: Move): string {
  if (round === null) return `${name}: kept`;
  return `${name}, round ${round}${cause === '' ? ', no argument given' : ''}: ${position}`;
}

/** All positions: the first, blind one of each seat, and those that changed. */
export function addMoves(page: Page, session: Session): void {
  const { theme } = page;
  for (const { id } of session.participants) {
    const given = listAnswersOf(session, id);
    const [first] = given;
    const last = given.at(-1);
    if (first === undefined || last === undefined) continue;
    const changes = given.filter(({ answer }) => answer.changed === true);
    const confidence = `${formatConfidence(first.answer.confidence)} ${theme.symbols.arrow} ${formatConfidence(last.answer.confidence)}`;
    const moved =
      changes.length === 0 ? 'kept' : `moved in round ${changes.map(({ round }) => round).join(', ')}`;
    page.item(
      theme.symbols.bullet,
      `${nameSeat(session.participants, id)}: ${moved}; confidence ${confidence}`,
    );
    for (const { round, answer } of [first, ...changes.filter(({ round }) => round !== first.round)]) {
      const cause = answer.cause?.trim() ?? '';
      const why = answer.changed !== true ? '' : ` (${cause === '' ? 'no argument given' : cause})`;
      page.item(theme.quiet(`round ${round}`), `${answer.position}${why}`, { indent: 4 });
    }
  }
}
