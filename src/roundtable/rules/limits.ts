/** Budgets over the whole session: tokens and money. Time is watched by the run itself. */
import type { Usage } from '../../domain/records.ts';
import type { Settings } from '../../domain/settings.ts';

/** All tokens of a usage, in and out; cached input counts in full. */
export function countTokens(usage: Usage): number {
  return usage.input_tokens + usage.output_tokens;
}

/** The budget that is used up, or null. An unknown cost never reaches a limit; the run warns about it. */
export function findReachedLimit(
  usage: Usage,
  settings: Pick<Settings, 'max_tokens' | 'max_cost'>,
): { reason: 'budget'; detail: string } | null {
  const tokens = countTokens(usage);
  if (settings.max_tokens !== null && tokens >= settings.max_tokens) {
    return { reason: 'budget', detail: `max_tokens ${tokens}/${settings.max_tokens}` };
  }
  if (settings.max_cost !== null && usage.cost_usd !== null && usage.cost_usd >= settings.max_cost) {
    return { reason: 'budget', detail: `max_cost ${usage.cost_usd.toFixed(4)}/${settings.max_cost} USD` };
  }
  return null;
}
