/** What the model seats of a session did: answers, failures and speed, for the track record. */
import type { Session } from '../domain/session.ts';
import type { SeatPerformance } from '../domain/track-record.ts';
import { fatalFailureKinds } from '../domain/vocabulary.ts';

/**
 * Counts what each model seat was asked for. A step of a round that failed is one failure, however often it was tried,
 * also when the seat answered once it was asked again. A missing key, an empty account and a wrong model name say
 * nothing about the seat, and neither does a call that was stopped. Rehearsals and replays count nothing.
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
          (step === 'answer' || step === 'ballot') &&
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
