/** Reads the tokens and the cost that the known assistants report. */
import { isMapping } from '../../session/is-mapping.ts';
import type { Usage } from '../../session/records.ts';
import { makeUsage } from '../client/prices.ts';
import { type Fields, readAmount, readAt, readCount } from '../replies/json-values.ts';

/** Reads them from the last event that states them; the cost is unknown when no event states it. */
export function readPrintedUsage(events: readonly Fields[]): Usage {
  const stated = events.findLast((event) => isMapping(event['usage']))?.['usage'];
  const models = readAt(
    events.findLast((event) => isMapping(readAt(event, 'stats', 'models'))),
    'stats',
    'models',
  );
  const cost = events.map((event) => readAmount(event['total_cost_usd'])).findLast((one) => one !== null);
  const tokens = isMapping(stated) ? readTokens(stated) : isMapping(models) ? sumModels(models) : {};
  return makeUsage(1, { ...tokens, cost_usd: cost ?? null });
}

/** Claude Code and Codex. Claude Code counts cached input separately, Codex as a part of the input. */
function readTokens(usage: Fields): Partial<Usage> {
  const read = readCount(usage['cache_read_input_tokens']);
  const written = readCount(usage['cache_creation_input_tokens']);
  return {
    input_tokens: readCount(usage['input_tokens']) + read + written,
    output_tokens: readCount(usage['output_tokens']),
    cache_read_tokens: read || readCount(usage['cached_input_tokens']),
    cache_write_tokens: written,
  };
}

/** Gemini: the sum over all models that took part. */
function sumModels(models: Fields): Partial<Usage> {
  const sum = (name: string): number =>
    Object.values(models).reduce<number>((total, one) => total + readCount(readAt(one, 'tokens', name)), 0);
  return {
    input_tokens: sum('prompt'),
    output_tokens: sum('candidates') + sum('thoughts'),
    cache_read_tokens: sum('cached'),
  };
}
