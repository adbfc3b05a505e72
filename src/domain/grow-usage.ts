/** Figures of usage on a screen, which only grow. */
import type { Usage } from './records.ts';

/** Calls of an earlier run are counted anew while they come back from the journal; what is shown does not go back with them. */
export function growUsage(before: Usage, now: Usage): Usage {
  const most = (key: 'calls' | 'input_tokens' | 'output_tokens'): number => Math.max(before[key], now[key]);
  const unknown = before.cost_usd === null || now.cost_usd === null;
  return {
    ...now,
    ...{ calls: most('calls'), input_tokens: most('input_tokens'), output_tokens: most('output_tokens') },
    cost_usd: unknown ? null : Math.max(before.cost_usd ?? 0, now.cost_usd ?? 0),
  };
}
