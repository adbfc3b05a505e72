/** What moved in a round: the program stops on measured stability, not on a model's judgement (arXiv 2510.12697). */
import type { Statement } from '../../session/records.ts';
import type { Round } from '../../session/round.ts';
import { keyOfText } from '../../session/rules/same-text.ts';

/** How many statements say something that was not said before, in this round or earlier; the same words count once. */
export function countNewStatements(
  before: readonly Pick<Statement, 'text'>[],
  added: readonly Pick<Statement, 'text'>[],
): number {
  const known = new Set(before.map(({ text }) => keyOfText(text)));
  const fresh = new Set(added.map(({ text }) => keyOfText(text)));
  return [...fresh].filter((key) => !known.has(key)).length;
}

/**
 * Whether the discussion stands still: nothing moved in the last rounds, and together they asked every seat that can
 * speak. A quiet round that asked two of five seats is not enough.
 */
function isStandstill(rounds: readonly Round[], seats: readonly string[]): boolean {
  const heard = new Set<string>();
  for (const round of rounds.toReversed()) {
    if (!isStill(round)) return false;
    for (const seat of [...round.asked, ...round.passed]) heard.add(seat);
    if (seats.every((seat) => heard.has(seat))) return true;
  }
  return false;
}

/** For how many rounds in a row, up to the last one, the discussion has stood still. */
export function countStandstills(rounds: readonly Round[], seats: readonly string[]): number {
  for (let count = 0; count < rounds.length; count += 1)
    if (!isStandstill(rounds.slice(0, rounds.length - count), seats)) return count;
  return 0;
}

/** Whether a round moved nothing. The first round, and a round in which a seat failed, never counts as still. */
function isStill(round: Round): boolean {
  return round.round > 1 && round.moved === 0 && round.failed.length === 0;
}
