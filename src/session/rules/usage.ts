/** Adds up tokens and money, and checks the budgets of the whole session. The run itself watches the time. */
import { noUsage, sumEstimates, type Usage } from '../records.ts';
import type { Settings } from '../settings.ts';

/** Adds two usages. An unknown cost makes the sum unknown: it is not zero. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    calls: one.calls + other.calls,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
    cache_write_tokens: one.cache_write_tokens + other.cache_write_tokens,
    // Rounded to a billionth of a dollar, as prices are, so that the sum does not depend on the order of the replies.
    cost_usd:
      one.cost_usd === null || other.cost_usd === null
        ? null
        : Math.round((one.cost_usd + other.cost_usd) * 1e9) / 1e9,
    ...sumEstimates(one, other),
  };
}

/** The sum of usages. */
export function sumUsages(usages: readonly Usage[]): Usage {
  return usages.reduce(addUsage, noUsage);
}

/** All tokens of a usage, in and out; cached input counts in full. */
export function countTokens(usage: Usage): number {
  return usage.input_tokens + usage.output_tokens;
}

/** A limit that was reached: its name, how much was used, and how much there is. Times in seconds, costs in USD. */
export interface ReachedLimit {
  reason: 'time' | 'budget';
  limit: 'total_timeout' | 'max_tokens' | 'max_cost';
  have: number;
  need: number;
  least?: number;
}

/** The budget that is used up, or null. An unknown cost never reaches a limit; the run warns about it. */
export function findReachedLimit(
  usage: Usage,
  settings: Pick<Settings, 'max_tokens' | 'max_cost'>,
): ReachedLimit | null {
  const { max_tokens: maxTokens, max_cost: maxCost } = settings;
  const tokens = countTokens(usage);
  const { cost_usd: cost } = usage;
  if (maxTokens !== null && tokens >= maxTokens)
    return { reason: 'budget', limit: 'max_tokens', have: tokens, need: maxTokens };
  if (maxCost !== null && cost !== null && cost >= maxCost)
    return { reason: 'budget', limit: 'max_cost', have: cost, need: maxCost };
  return null;
}

/** A resumed run counts its earlier calls again while it reads them from the journal; the figures shown must not drop meanwhile. */
export function growUsage(before: Usage, now: Usage): Usage {
  const most = (key: 'calls' | 'input_tokens' | 'output_tokens'): number => Math.max(before[key], now[key]);
  const unknown = before.cost_usd === null || now.cost_usd === null;
  return {
    ...now,
    ...{ calls: most('calls'), input_tokens: most('input_tokens'), output_tokens: most('output_tokens') },
    cost_usd: unknown ? null : Math.max(before.cost_usd ?? 0, now.cost_usd ?? 0),
  };
}
