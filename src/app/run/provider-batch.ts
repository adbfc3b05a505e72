/** Sends calls of a batch's sessions through the batch interface of their provider. */

import { createBatchLane } from '../../models/client/batch-lane.ts';
import type { Providers } from '../../models/create-providers.ts';
import { S2sError } from '../../session/errors.ts';
import type { SessionOrder } from '../../session/ports/session-jobs.ts';
import type { Session } from '../../session/session.ts';
import { hashInput, hashRequest } from '../../store/journal/request-hash.ts';
import type { AppParts } from '../app-parts.ts';
import type { ProviderBatch } from '../options.ts';
import { listSeatModels } from '../plan/choose-models.ts';

/** How many sessions wait for a provider's batches at a time: a batch pays off more with more calls in it. */
export const mostWaiting = 50;

/** Opens the way through the provider's batches, for all sessions of the batch `name`. */
export function openProviderBatch(
  {
    world,
    openProviderBatchNotes,
    notify,
  }: Pick<AppParts, 'openProviderBatchNotes' | 'notify'> & { world: Pick<AppParts['world'], 'clock'> },
  name: string,
): ProviderBatch {
  const lane = createBatchLane({
    clock: world.clock,
    notes: openProviderBatchNotes(name),
    tell: (text) => notify({ level: 'info', text }),
  });
  return (session, { journal, proof }) =>
    (provider, request, signal) => {
      const { openBatches: open } = provider;
      if (open === undefined) return null;
      const customId = `s2s_${hashInput([session, request.key])}_${hashRequest(request).slice(0, 40)}`;
      const call = { provider: provider.name, session, customId, proof, signal };
      const spent = new Set<string>();
      return async (body) => {
        for (const line of journal.readLines())
          if (line.kind === 'call' && line.key === request.key && line.request_id !== null)
            spent.add(line.request_id);
        const sent = await lane.send({ ...call, batches: await open(), body, spent });
        spent.add(sent.batchId);
        return sent;
      };
    };
}

/** Warns, before any cost, that a session that was started at half the price continues at the full price. */
export function sayFullPrice({ notify }: Pick<AppParts, 'notify'>, session: Session): void {
  if (session.provider_batch !== true || session.rehearsal) return;
  notify({
    level: 'warning',
    text: `The session ${session.id} was started with batches of its provider; from now on its calls are made one by one, at the full price.`,
    hint: 'To pay half, run its batch again: s2s batch <file> --provider-batch',
  });
}

/** Marks a new session for provider batches. Throws as `requireBatches` does. */
export async function markBatched<Planned extends { session: Session }>(
  parts: Pick<AppParts, 'loadProviders'>,
  planned: Planned,
): Promise<Planned> {
  requireBatches(planned.session, await parts.loadProviders());
  return { ...planned, session: { ...planned.session, provider_batch: true } };
}

/** Wraps the way for a session that a worker runs: while a call waits, the session rests, so a crash of the worker is not blamed on it. */
export function restWhileWaiting(
  open: ProviderBatch,
  { rest, wake }: Pick<SessionOrder, 'rest' | 'wake'>,
): ProviderBatch {
  return (...session) => {
    const find = open(...session);
    return (provider, request, signal) => {
      const send = find(provider, request, signal);
      if (send === null) return null;
      return async (body) => {
        await rest();
        try {
          return await send(body);
        } finally {
          if (!signal.aborted) await wake();
        }
      };
    };
  };
}

/** Throws INVALID_VALUE with every seat whose provider has no batch interface. The offline panel needs none. */
export function requireBatches(session: Session, providers: Pick<Providers, 'find'>): void {
  const lacking = listSeatModels(session).filter(({ reference }) => {
    const { provider } = providers.find(reference);
    return provider.openBatches === undefined && provider.rehearsed !== true;
  });
  const [first] = lacking;
  if (first === undefined) return;
  const seats = lacking.map(({ seat, reference }) => `${seat} (${reference})`);
  throw new S2sError(
    'INVALID_VALUE',
    `--provider-batch is not possible: the providers of ${seats.join(', ')} have no batch interface.`,
    {
      hint: `Name a model of the Anthropic API with --model or --models ${first.seat}=anthropic/<model>, or omit --provider-batch.`,
      data: { seats: lacking.map(({ seat }) => seat) },
    },
  );
}
