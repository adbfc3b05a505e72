/** Whether the model of every seat answers, found out with one real, minimal call to each. */
import type { Clock } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { createRedactor } from '../models/client/redact.ts';
import type { Providers } from '../models/create-providers.ts';
import { type Diagnosis, diagnoseSeat, warnSameMaker } from '../models/doctor.ts';
import { listSeatModels } from './choose-models.ts';

/** What was found. */
export interface SeatsDiagnosis {
  /** One for each seat. */
  seats: Diagnosis[];
  /** One for each model: seats that share a model share its verdict. */
  models: Diagnosis[];
  ok: boolean;
  /** That all seats are played by models of one maker, or null. */
  warning: string | null;
}

/** Makes the calls at the same time. `timeoutMs` is the time in milliseconds after which a model counts as too slow. Ends the providers. */
export async function diagnoseSeats(
  session: Session,
  providers: Providers,
  { clock, signal, timeoutMs }: { clock: Clock; signal: AbortSignal; timeoutMs: number },
): Promise<SeatsDiagnosis> {
  const redact = createRedactor(providers.secrets);
  const seats = listSeatModels(session);
  const firstSeats = new Map([...seats].reverse().map(({ seat, reference }) => [reference, seat]));
  const references = [...new Set(seats.map(({ reference }) => reference))];
  const models = await Promise.all(
    references.map((reference) =>
      diagnoseSeat({
        seat: firstSeats.get(reference) ?? reference,
        reference,
        providers,
        clock,
        redact,
        signal,
        timeoutMs,
      }),
    ),
  );
  providers.end();
  const verdicts = new Map(models.map((verdict, index) => [references[index], verdict]));
  const diagnoses = seats.flatMap(({ seat, reference }) => {
    const verdict = verdicts.get(reference);
    return verdict === undefined ? [] : [{ ...verdict, seat }];
  });
  return {
    seats: diagnoses,
    models,
    ok: models.every(({ ok }) => ok),
    warning: warnSameMaker(session.participants.flatMap(({ model }) => model ?? [])),
  };
}
