/** The answers, failures and speed of a session's model seats, for the track record. */
import type { Session } from '../../session/session.ts';
import type { SeatPerformance } from '../../session/track-record.ts';
import { fatalFailureKinds } from '../../session/vocabulary.ts';

/**
 * Counts the answers and failures of each model seat. A failed step of a round is one failure, however many attempts it had, even if the
 * seat answered in a later attempt. A missing key, an empty account, a wrong model name and a stopped call say nothing about the seat,
 * so they do not count; nor do rehearsals and replays.
 */
export function countPerformance(session: Session): SeatPerformance[] {
  if (session.rehearsal || session.replay !== undefined) return [];
  return session.participants
    .filter(({ kind }) => kind === 'model')
    .map(({ id }) => {
      const times = session.rounds.flatMap(({ answers }) =>
        answers.filter(({ seat }) => seat === id).map(({ duration_ms: duration }) => duration),
      );
      const failed = session.failures.filter(
        ({ seat, step, kind }) =>
          seat === id &&
          (step === 'answer' || step === 'review' || step === 'last-call') &&
          kind !== 'cancelled' &&
          !fatalFailureKinds.includes(kind),
      );
      return {
        seat: id,
        answers: times.length,
        failures: new Set(failed.map(({ round, step }) => `${round}/${step}`)).size,
        mean_ms: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length,
      };
    });
}
