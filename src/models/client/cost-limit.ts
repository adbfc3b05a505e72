/**
 * Keeps the cost of a session below its limit: each attempt reserves the most that it may cost before it is made, and gives back what
 * it did not use.
 */
import type { ModelRequest } from '../../session/model-request.ts';
import { ModelError } from '../../session/ports/provider.ts';
import { estimateRequestTokens } from './estimate.ts';
import { findPrice, type Prices } from './prices.ts';

/** What is set aside for an attempt. */
export interface ReservedCost {
  /** In USD: the most that the attempt may cost, as far as that is known. */
  mostUsd: number;
  /** Books what the attempt cost in USD; null when that is not known, so that all that was reserved counts. Returns what counts. */
  settle: (usd: number | null) => number;
}

/** The limit of one session, for all its calls together. */
export interface CostLimit {
  /**
   * Reserves the most that an attempt may cost, at `factor` of the usual price. Waits for other attempts when it would fit once they
   * have given back what they do not use. Throws ModelError `budget` when too little is left, about the least limit that would have been
   * enough, and `cancelled` when the signal aborts.
   */
  reserve: (request: ModelRequest, options: { factor: number; signal: AbortSignal }) => Promise<ReservedCost>;
}

/** What a limit is made from. */
export interface CostLimitOptions {
  limitUsd: number;
  /** What earlier calls of the session cost, or may have cost. */
  spentUsd: number;
  prices?: Prices;
}

/** The estimate of a prompt's tokens may be short by this factor. */
const inputMargin = 2;

/** Makes the limit of a session. */
export function createCostLimit({ limitUsd, spentUsd, prices = {} }: CostLimitOptions): CostLimit {
  let spent = spentUsd;
  let held = 0;
  /** The dearest attempt by model, for models whose price is not known and whose provider states the cost afterwards. */
  const dearest = new Map<string, number>();
  let waiting: (() => void)[] = [];
  const wakeAll = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const awaitSettlement = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  return {
    reserve: async (request, { factor, signal }) => {
      const { model } = request;
      for (;;) {
        if (signal.aborted) throw new ModelError('cancelled', '', { reason: 'cancelled' });
        const most = findMostCost(request, prices) ?? dearest.get(model) ?? 0;
        const share = most * factor;
        if (spent >= limitUsd || spent + share > limitUsd)
          throw new ModelError('budget', '', { reason: 'cost-limit', about: (spent + share).toFixed(4) });
        if (spent + held + share > limitUsd) {
          await awaitSettlement(signal);
          continue;
        }
        held += share;
        return {
          mostUsd: share,
          settle: (usd) => {
            held -= share;
            spent += usd ?? share;
            dearest.set(model, Math.max(dearest.get(model) ?? 0, usd ?? 0));
            wakeAll();
            return usd ?? share;
          },
        };
      }
    },
  };
}

/** The most that an attempt may cost in USD: a prompt longer than estimated, written to the cache, and the longest reply. Null without a price. */
function findMostCost(request: ModelRequest, prices: Prices): number | null {
  const price = findPrice(request.model, prices);
  if (price === null) return null;
  const input = Math.max(price.input, price.cache_write ?? price.input * 1.25);
  const tokens = estimateRequestTokens(request) * inputMargin;
  return (tokens * input + request.max_output_tokens * price.output) / 1e6;
}
