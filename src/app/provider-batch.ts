/** Calls of the sessions of a batch that go through the batch interface of their provider. */
import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import { createBatchLane } from '../models/client/batch-lane.ts';
import type { Providers } from '../models/create-providers.ts';
import { hashInput, hashRequest } from '../store/journal/request-hash.ts';
import type { AppParts } from './app-parts.ts';
import { listSeatModels } from './choose-models.ts';
import type { ProviderBatch } from './options.ts';

/** Opens the way for all sessions of the batch of this name. */
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
  return (sessionId, journal) => (provider, request, signal) => {
    const { openBatches: open } = provider;
    if (open === undefined) return null;
    const customId = `s2s_${hashInput([sessionId, request.key])}_${hashRequest(request).slice(0, 40)}`;
    return async (body) => {
      const spent = journal
        .readLines()
        .flatMap((line) => (line.kind === 'call' && line.key === request.key ? [line] : []))
        .flatMap(({ request_id: id }) => (id === null ? [] : [id]));
      return lane.send({ provider: provider.name, batches: await open(), customId, body, spent, signal });
    };
  };
}

/** Says in one line, before it costs, that a session which was started at half the price goes on at the full one. */
export function sayFullPrice({ notify }: Pick<AppParts, 'notify'>, session: Session): void {
  if (session.provider_batch !== true || session.rehearsal) return;
  notify({
    level: 'warning',
    text: `The session ${session.id} was started with --provider-batch; from here its calls are made one by one, at the full price. For half of it run its batch again: s2s batch <file> --provider-batch`,
  });
}

/** Throws INVALID_VALUE, with every seat whose provider has no batch interface. The offline panel needs none. */
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
      hint: `Name a model of the Anthropic API with --model or --models ${first.seat}=anthropic/<model>, or leave out --provider-batch.`,
      data: { seats: lacking.map(({ seat }) => seat) },
    },
  );
}
