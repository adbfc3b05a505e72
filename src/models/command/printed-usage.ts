/** Reads the tokens and the cost that a program reports, in the forms in use. */
import { isMapping } from '../../domain/is-mapping.ts';
import type { Usage } from '../../domain/records.ts';
import { makeUsage } from '../client/prices.ts';
import { type Fields, readAmount, readAt, readCount } from '../replies/json-values.ts';

/** Reads them from the last event that states them; the cost is unknown when no event states it. */
export function readPrintedUsage(events: readonly Fields[]): Usage {
  const stated = events.findLast((event) => isMapping(event['usage']))?.['usage'];
  const models = events.findLast((event) => isMapping(readAt(event, 'stats', 'models')));
  const cost = events.map((event) => readAmount(event['total_cost_usd'])).findLast((one) => one !== null);
  const tokens = isMapping(stated) ? readTokens(stated) : sumModels(readAt(models, 'stats', 'models'));
  return makeUsage(1, { ...tokens, cost_usd: cost ?? null });
}

type Tokens = Pick<Usage, 'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens'>;

/** Reads tokens. The field names tell whether the count of input tokens includes the cached ones. */
function readTokens(usage: Fields): Tokens {
  const apart = readCount(usage['cache_read_input_tokens']);
  const written = readCount(usage['cache_creation_input_tokens']);
  return {
    input_tokens: readCount(usage['input_tokens'] ?? usage['prompt_tokens']) + apart + written,
    output_tokens: readCount(usage['output_tokens'] ?? usage['completion_tokens']),
    cache_read_tokens: apart || readCount(usage['cached_input_tokens']),
    cache_write_tokens: written,
  };
}

/** Adds up the entries of all models that took part. */
function sumModels(models: unknown): Tokens {
  const tokens = isMapping(models) ? Object.values(models).map((model) => readAt(model, 'tokens')) : [];
  const sum = (...names: string[]): number =>
    tokens.reduce<number>(
      (total, one) => total + names.reduce((part, name) => part + readCount(readAt(one, name)), 0),
      0,
    );
  return {
    input_tokens: sum('prompt'),
    output_tokens: sum('candidates', 'thoughts'),
    cache_read_tokens: sum('cached'),
    cache_write_tokens: 0,
  };
}
