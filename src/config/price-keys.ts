import type { KeyLine } from './key-line.ts';

/** Keys about what models cost, and from which cost on a person is asked. */
export const priceKeys: readonly KeyLine[] = [
  {
    key: 'mcp.confirm_above',
    type: 'amount',
    can: 'limit',
    description:
      'US dollars that a session started by an assistant may be expected to cost before you are asked.',
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
      'Requests that a provider gets at a time; of this process, or of all workers of a project whose sessions are in PostgreSQL.',
    example: 20,
  },
  {
    key: 'limits.providers.<provider>.tokens_per_minute',
    type: 'positive integer',
    can: 'limit',
    description: 'Tokens in and out that a provider gets in a minute, counted in the same way.',
    example: 400_000,
  },
];

function describePrice(name: string, example: number, what: string): KeyLine {
  return {
    key: `prices.<model>.${name}`,
    type: 'amount',
    can: 'price',
    description: `${what}: the price for a model, in US dollars per million.`,
    example,
  };
}
