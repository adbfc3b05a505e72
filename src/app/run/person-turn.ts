/** The person's turn that a session waits for, from the session and its open round. */

import type { OpenRound } from '../../session/ports/open-round.ts';
import type { TurnView } from '../../session/ports/ports.ts';
import { listBallot, listCalled } from '../../session/rules/ballots.ts';
import type { Session } from '../../session/session.ts';
import { findWait } from '../../session/session-head.ts';

/** The turn of the person's seat `seat`: its step, its key in the journal, and the items that can be voted on. */
export type Turn = Pick<TurnView, 'step' | 'key' | 'items'>;

/** The next turn of a seat, whether or not the session waits for it. */
export function findTurn(session: Session, seat: string): Turn {
  const { text, artifacts } = session;
  if (text?.step === 'review') return { step: 'review', key: `text/review/${seat}/1`, items: artifacts };
  if (text?.step === 'last-call') {
    const call = text.last_calls + 1;
    const key = `text/last-call${call === 1 ? '' : `-${call}`}/${seat}/1`;
    return { step: 'last-call', key, items: listBallot(session, seat, listCalled(session)) };
  }
  return { step: 'answer', key: `${session.total_rounds + 1}/answer/${seat}/1`, items: [] };
}

/** What the person sees before their turn; null if the session waits for nothing, or for a decision. */
export function viewTurn(session: Session, open: OpenRound | null): TurnView | null {
  const person = session.participants.find(({ kind }) => kind === 'human');
  if (person === undefined || findWait(session) !== 'turn') return null;
  const name = (id: string): string => session.participants.find((seat) => seat.id === id)?.role ?? id;
  return {
    ...findTurn(session, person.id),
    round: open?.round ?? session.total_rounds + 1,
    question: open?.question ?? '',
    focus: open?.focus ?? '',
    context_summary: '',
    heard: (open?.seats ?? []).flatMap(({ seat, position }) =>
      position === null ? [] : [{ seat, role: name(seat), position }],
    ),
    conflicts: session.conflicts.filter(({ status }) => status === 'open'),
    text: session.text,
  };
}
