/** Which items a seat votes on: those that it has not signed in their present words, and those that somebody would not sign. */
import type { Session } from '../session.ts';
import type { Item } from '../text.ts';
import { isSameText } from './same-text.ts';
import { readVotes } from './votes.ts';

/** Whether an item is voted on at all: the words of a decision are not, what the writer made of them is. */
export function isVotable({ escalations }: Pick<Session, 'escalations'>, item: Item): boolean {
  if (item.decision === null) return true;
  const text = escalations.find(({ id }) => id === item.decision)?.text ?? null;
  return text !== null && !isSameText(text, item.text);
}

/** Whether the latest vote of some seat, on whatever words, is not for it. */
function isContested({ votes }: Item): boolean {
  return [...new Map(votes.map((entry) => [entry.seat, entry.vote])).values()].some(
    (vote) => vote !== 'ratify',
  );
}

/** The ballot of a seat, in reading order. `only`: the items of a later last call. */
export function listBallot(
  session: Pick<Session, 'artifacts' | 'escalations'>,
  seat: string,
  only: readonly string[] | null = null,
): Item[] {
  return session.artifacts.filter((item) => {
    if (!isVotable(session, item) || (only !== null && !only.includes(item.id))) return false;
    return !readVotes(item).has(seat) || isContested(item);
  });
}

/** The items of a later last call: those whose words a patch changed. Null for the first, which is on all of them. */
export function listCalled({ text, artifacts }: Pick<Session, 'text' | 'artifacts'>): string[] | null {
  if (text === null || text.last_calls === 0) return null;
  return artifacts.filter(({ before }) => before !== null).map(({ id }) => id);
}

/** All items that some seat votes on. */
export function listContended(session: Session, only: readonly string[] | null = null): Item[] {
  const ids = new Set(
    session.participants.flatMap(({ id }) => listBallot(session, id, only).map((item) => item.id)),
  );
  return session.artifacts.filter(({ id }) => ids.has(id));
}
