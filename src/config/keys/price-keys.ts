/** Keys about what models cost, how many calls providers get, and above which cost a person is asked. */
import type { KeyLine } from './key-line.ts';

export const priceKeys: readonly KeyLine[] = [
  {
    key: 'mcp.confirm_above',
    type: 'amount',
    can: 'limit',
    description:
      'An assistant asks you before it starts a session that is expected to cost more than this many US dollars.',
    example: 0.5,
    default: 1,
  },
  describePrice('input', 2, 'Input tokens'),
  describePrice('output', 10, 'Output tokens'),
  describePrice('cache_read', 0.2, 'Input tokens read from the cache'),
  describePrice('cache_write', 2.5, 'Input tokens written to the cache'),
  {
    key: 'limits.providers.<provider>.requests',
    type: 'positive integer',
    can: 'limit',
    description:
      'The most requests to a provider at a time, from this process or, where sessions are in PostgreSQL, from all workers of the project.',
    example: 20,
  },
  {
    key: 'limits.providers.<provider>.tokens_per_minute',
    type: 'positive integer',
    can: 'limit',
    description: 'The most tokens per minute, in and out, for a provider, counted in the same way.',
    example: 400_000,
  },
];

function describePrice(name: string, example: number, what: string): KeyLine {
  return {
    key: `prices.<model>.${name}`,
    type: 'amount',
    can: 'price',
    description: `${what}: the price in US dollars per million.`,
    example,
  };
}
