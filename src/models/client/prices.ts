/** What calls cost: a small dated table, overridden by `prices:` in the configuration. An unknown price is not zero. */
import type { Usage } from '../../session/records.ts';

/** USD per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** When absent, cached input costs as much as other input. */
  cache_read?: number | null | undefined;
  /** When absent, writing to the cache costs a quarter more than other input. */
  cache_write?: number | null | undefined;
}

/** The day on which the table was checked against the vendor's price list. */
export const pricesCheckedOn = '2026-11-27';

/** USD per million tokens, by model reference. Cached input costs a tenth of other input, writing to the cache a quarter more. */
export const knownPrices: Readonly<Record<string, Price>> = {
  'anthropic/claude-haiku-5-5': { input: 0.1, output: 0.5, cache_read: 0.01, cache_write: 0.125 },
  'anthropic/claude-sonnet-5-5': { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5 },
  'anthropic/claude-opus-5-5': { input: 4, output: 20, cache_read: 0.4, cache_write: 5 },
  'anthropic/claude-fable-5-2': { input: 8, output: 40, cache_read: 0.8, cache_write: 10 },
};

/** The price of a call in a batch, as a fraction of the usual price. */
export const batchFactor = 0.5;

/** Configured prices by model reference. */
export type Prices = Readonly<Record<string, Price>>;

/** The price of a model, configured or else known; null when unknown. A dated name (`…-20261001`) falls back to the plain name. */
export function findPrice(reference: string, configured: Prices = {}): Price | null {
  for (const name of [reference, reference.replace(/-\d{8}$/, '')]) {
    const price = own(configured, name) ?? own(knownPrices, name);
    if (price !== undefined) return price;
  }
  return null;
}

/** The tokens of a call. */
export type TokenCounts = Pick<
  Usage,
  'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens'
>;

/** The cost of tokens in USD; null when the price is unknown. `usage.input_tokens` includes cached tokens. */
export function priceUsage(usage: TokenCounts, reference: string, configured: Prices = {}): number | null {
  const price = findPrice(reference, configured);
  if (price === null) return null;
  const plain = Math.max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens);
  const millionths =
    plain * price.input +
    usage.cache_read_tokens * (price.cache_read ?? price.input) +
    usage.cache_write_tokens * (price.cache_write ?? price.input * 1.25) +
    usage.output_tokens * price.output;
  // Rounded to a billionth of a dollar, to keep binary rounding errors out of the file.
  return Math.round(millionths * 1000) / 1e9;
}

/** A usage of `calls` attempts, with no tokens and a cost of zero unless `tokens` says otherwise. */
export function makeUsage(calls: number, tokens: Partial<Usage> = {}): Usage {
  return {
    calls,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0,
    ...tokens,
  };
}

function own(prices: Prices, name: string): Price | undefined {
  return Object.hasOwn(prices, name) ? prices[name] : undefined;
}
