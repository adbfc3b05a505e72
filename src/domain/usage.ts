/** Adding up tokens and money. */
import { sumEstimates, type Usage } from './records.ts';

/** No call yet: nothing is unknown about its cost. */
export const noUsage: Usage = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0,
};

/** Adds two usages. An unknown cost makes the sum unknown: it is not zero. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    calls: one.calls + other.calls,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
    cache_write_tokens: one.cache_write_tokens + other.cache_write_tokens,
    cost_usd:
      one.cost_usd === null || other.cost_usd === null ? null : roundCost(one.cost_usd + other.cost_usd),
    ...sumEstimates(one, other),
  };
}

/** To a billionth of a dollar, as prices are: the order in which replies came must not show in the sum. */
function roundCost(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e9;
}

/** The sum of usages. */
export function sumUsages(usages: readonly Usage[]): Usage {
  return usages.reduce(addUsage, noUsage);
}
