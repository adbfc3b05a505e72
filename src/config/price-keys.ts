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
