import type { KeyLine } from './key-line.ts';

/** Keys about how models are reached, and what they cost. */
export const providerKeys: readonly KeyLine[] = [
  {
    key: 'providers.<provider>.type',
    type: 'provider type',
    description:
      'How the provider is spoken to: the Anthropic API, any server with /chat/completions, a program, or the offline panel. Ready-made names need none.',
    example: 'openai',
  },
  {
    key: 'providers.<provider>.api_key_env',
    type: 'variable name',
    nullable: true,
    description: 'The environment variable that holds the key. Keys themselves are never read from a file.',
    example: 'OPENAI_API_KEY',
    isHidden: true,
  },
  {
    key: 'providers.<provider>.base_url',
    type: 'address',
    nullable: true,
    description: 'The address of the server; null for its usual one.',
    example: 'http://localhost:11434/v1',
    isHidden: true,
  },
  {
    key: 'providers.<provider>.effort',
    type: 'effort',
    nullable: true,
    description: 'How hard the model is asked to think, if the provider has such a setting.',
    example: 'medium',
  },
  {
    key: 'providers.<provider>.command',
    type: 'command line',
    description: 'The program to run; the prompt goes to its standard input.',
    example: ['claude', '-p', '--output-format', 'json'],
  },
  {
    key: 'providers.<provider>.output',
    type: 'output form',
    description: 'What the program prints: the answer itself, or JSON with the answer at a path.',
    example: 'json:result',
  },
  {
    key: 'providers.<provider>.headers.<header>',
    type: 'text',
    description: 'A header sent with every request. Headers that carry a key are refused.',
    example: 'my-team',
    isHidden: true,
  },
  {
    key: 'providers.<provider>.stop',
    type: 'texts',
    description: 'Texts at which the model stops.',
    example: ['\n\nHuman:'],
  },
  {
    key: 'providers.<provider>.timeout',
    type: 'positive number',
    description: 'Seconds that a call to this provider may take, if that is less than the limit of the step.',
    example: 90,
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
    description: `${what}: the price for a model, in US dollars per million.`,
    example,
  };
}
