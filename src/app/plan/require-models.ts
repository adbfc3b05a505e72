/** Checks without a call: whether each seat's model can be asked at all, and whether a cost limit can be kept. */
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { findPrice } from '../../models/client/prices.ts';
import { findUnusable } from '../../models/find-unusable.ts';
import { parseModelReference } from '../../models/model-reference.ts';
import { mergeEntries } from '../../models/provider-kinds.ts';
import { S2sError } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import { listSeatModels } from './choose-models.ts';

/** The parts of the configuration that the checks need. */
type ModelConfig = Pick<ResolvedConfig, 'providers' | 'prices'>;

/** Throws MODEL_UNUSABLE for a seat none of whose models has its key, program and address, before a session is created that could not run. */
export async function requireUsable(
  session: Session,
  { world, config }: Pick<AppParts, 'world'> & { config: ModelConfig },
): Promise<void> {
  if (isPlayedBack(session)) return;
  const seats = listSeatModels(session);
  const reasons = new Map<string, string>();
  for (const reference of new Set(seats.map((seat) => seat.reference))) {
    const reason = await findUnusable(reference, { config: config.providers, env: world.env });
    if (reason !== null) reasons.set(reference, reason);
  }
  const usable = new Set(seats.filter(({ reference }) => !reasons.has(reference)).map(({ seat }) => seat));
  for (const [reference, reason] of reasons) {
    const lost = seats
      .filter((one) => one.reference === reference && !usable.has(one.seat))
      .map(({ seat }) => seat);
    if (lost.length === 0) continue;
    const [seat = ''] = lost;
    const variable = /the variable (\w+) is not set/.exec(reason)?.[1] ?? null;
    throw new S2sError('MODEL_UNUSABLE', `${lost.join(', ')} cannot be asked: ${reference}: ${reason}.`, {
      hint: `${variable === null ? 'Fix that' : `Set ${variable} to a key`}, name another model with --model or --models ${seat}=<provider/model>, or add --dry-run for a rehearsal without a model.`,
      data: { seat, seats: lost, model: reference, ...(variable === null ? {} : { kind: 'auth' }) },
    });
  }
}

/** Throws PRICE_UNKNOWN if there is a cost limit and the price of a model is neither known nor stated by its provider. */
export function requirePrices(
  session: Session,
  { world, config }: Pick<AppParts, 'world'> & { config: ModelConfig },
): void {
  const { max_cost: maxCost } = session.settings;
  if (maxCost === null || isPlayedBack(session)) return;
  const entries = mergeEntries(world.env, config.providers);
  const isPriced = (reference: string): boolean => {
    const entry = entries.get(parseModelReference(reference).provider);
    return entry === undefined || entry.statesCost || findPrice(reference, config.prices) !== null;
  };
  const unpriced = [...new Set(listSeatModels(session).map(({ reference }) => reference))].filter(
    (reference) => !isPriced(reference),
  );
  if (unpriced.length === 0) return;
  const lines = unpriced.map((reference) => `  ${reference}: {input: 0, output: 0}`);
  throw new S2sError(
    'PRICE_UNKNOWN',
    `The cost limit of $${maxCost.toFixed(2)} cannot be kept: the price of ${unpriced.join(', ')} is unknown.`,
    {
      hint: [
        'Add to .s2s/config.yaml, in USD per million tokens (0 for a model of your own):',
        'prices:',
        ...lines,
        'or omit --max-cost and limit the run with --max-tokens.',
      ].join('\n'),
      data: { models: unpriced },
    },
  );
}

/** Whether a session is a replay that makes no calls. */
function isPlayedBack({ replay }: Session): boolean {
  return replay !== undefined && replay.missing !== 'ask';
}
