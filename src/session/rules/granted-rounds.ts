/** How many rounds a session may have: its own limit, and what people granted beyond it. */
import type { Conflict } from '../records.ts';
import type { Session } from '../session.ts';

type Granted = Pick<Session, 'escalations' | 'guidance' | 'rounds_withdrawn'>;

/** Rounds beyond `max_rounds`: those granted by a person or an assistant, and one for guidance after the last round. */
export function countGrantedRounds(session: Granted): number {
  const granted = session.escalations
    .filter(({ answered_by: by, decision }) => by !== 'policy' && decision === 'continue')
    .reduce((sum, { extra_rounds: extra }) => sum + extra, 0);
  const guided = session.guidance.filter(({ grants_round: grants }) => grants === true).length;
  return granted + guided - (session.rounds_withdrawn ?? 0);
}

/** The total number of rounds that a session may have. */
export function countMostRounds(session: Granted & Pick<Session, 'settings'>): number {
  return session.settings.max_rounds + countGrantedRounds(session);
}

/** The open conflicts for which granted rounds are still to be held after a round. */
export function listGrantedConflicts(session: Session, round: number): Conflict[] {
  const subjects = session.escalations
    .filter(
      ({ decision, round: asked, extra_rounds: extra }) =>
        decision === 'continue' && asked <= round && round < asked + Math.max(1, extra),
    )
    .map(({ subject }) => subject);
  return session.conflicts.filter(({ id, status }) => status === 'open' && subjects.includes(id));
}
