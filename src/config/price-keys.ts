import type { KeyLine } from './key-line.ts';

/** Keys about what models cost. */
export const priceKeys: readonly KeyLine[] = [
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
