/** Checks that the model of every seat answers, by asking each for one small form. */

import { createCostLimit } from '../../models/client/cost-limit.ts';
import { type Diagnosis, diagnoseSeat } from '../../models/doctor.ts';
import type { Progress } from '../../session/ports/repository.ts';
import type { AppParts } from '../app-parts.ts';
import type { SessionOptions } from '../options.ts';
import { listSeatModels } from '../plan/choose-models.ts';
import { planSession } from '../plan/plan-session.ts';
import { requirePrices } from '../plan/require-models.ts';
import { requireTrust } from '../require-trust.ts';

/** The findings. */
export interface SeatsDiagnosis {
  /** One for each seat. */
  seats: Diagnosis[];
  /** One for each model: seats that share a model share its verdict. */
  models: Diagnosis[];
  ok: boolean;
}

/**
 * Plans a session as `start` would, stores nothing, and asks all its models at once for a small form. `timeoutMs` is the time after
 * which a model counts as too slow. Notifies the person of the chosen models. Throws what planning throws.
 */
export async function diagnoseSeats(
  parts: AppParts,
  options: Pick<SessionOptions, 'workflowType' | 'model' | 'models'>,
  { signal, timeoutMs, tell }: { signal: AbortSignal; timeoutMs: number; tell: Progress },
): Promise<SeatsDiagnosis> {
  const { session, notices, config } = await planSession(parts, {
    ...options,
    topic: 'Do the models answer?',
    signal,
  });
  const seats = listSeatModels(session);
  await requireTrust(parts, { references: seats.map(({ reference }) => reference), options, calls: true });
  requirePrices(session, { world: parts.world, config });
  const { max_cost: limitUsd } = session.settings;
  const { prices } = config;
  const money =
    limitUsd === null ? undefined : { limit: createCostLimit({ limitUsd, spentUsd: 0, prices }), prices };
  for (const notice of notices) {
    if (notice.level === 'warning' || notice.text.startsWith('Model')) parts.notify(notice);
  }
  const providers = await parts.loadProviders();
  const references = [...new Set(seats.map(({ reference }) => reference))];
  let done = 0;
  tell(done, references.length);
  const models = await Promise.all(
    references.map(async (reference) => {
      const seat = seats.find((entry) => entry.reference === reference)?.seat ?? reference;
      const { clock } = parts.world;
      const { redact } = parts;
      const verdict = await diagnoseSeat({
        ...{ seat, reference, providers, clock, redact, signal, timeoutMs, money },
      });
      done += 1;
      tell(done, references.length);
      return verdict;
    }),
  );
  providers.end();
  const verdicts = new Map(models.map((verdict) => [verdict.model, verdict]));
  const checked = seats.flatMap(({ seat, reference }) => {
    const verdict = verdicts.get(reference);
    return verdict === undefined ? [] : [{ ...verdict, seat }];
  });
  return {
    seats: checked,
    models,
    // Of the models that can play a seat, one has to work.
    ok: seats.every(({ seat }) => checked.some((one) => one.seat === seat && one.ok)),
  };
}
