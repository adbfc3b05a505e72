/** Keeps the usage figures on a screen from going down. */
import type { Usage } from '../records.ts';

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
