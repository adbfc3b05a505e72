import * as z from 'zod';
import { isCredentialHeader } from '../text/secret-values.ts';
import { type KeySpec, specifyKey } from './key-spec.ts';
import { baseUrlSchema, outputFormSchema, variableSchema } from './value-schemas.ts';

const place = 'providers.<provider>';

/** The kinds of provider that can be configured. */
export const providerTypes = ['anthropic', 'openai', 'command', 'rehearsal'] as const;

/** How hard a model is asked to think. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Keys about where models are reached, and what they cost. */
export const providerKeys: readonly KeySpec[] = [
  specifyKey(z.enum(providerTypes), {
    key: `${place}.type`,
    description:
      'How it is spoken to: the Anthropic API, any server with /chat/completions, a program, or the offline panel. Ready-made names need none.',
    example: 'openai',
  }),
  specifyKey(variableSchema.nullable(), {
    key: `${place}.api_key_env`,
    type: 'the name of an environment variable, such as OPENAI_API_KEY (not the key), or null',
    description: 'The environment variable that holds the key. Keys themselves are never read from a file.',
    example: 'OPENAI_API_KEY',
    hidden: true,
  }),
  specifyKey(baseUrlSchema.nullable(), {
    key: `${place}.base_url`,
    type: 'an http or https address without a user name or password in it, or null',
    description: 'The address of the server; null for its usual one.',
    example: 'http://localhost:11434/v1',
    hidden: true,
  }),
  specifyKey(z.enum(efforts).nullable(), {
    key: `${place}.effort`,
    description: 'How hard the model is asked to think, where the provider knows that.',
    example: 'medium',
  }),
  specifyKey(z.array(z.string().min(1)).min(1), {
    key: `${place}.command`,
    type: 'a list of texts: the program and its arguments',
    description: 'The program to run; the prompt goes to its standard input.',
    example: ['claude', '-p', '--output-format', 'json'],
  }),
  specifyKey(outputFormSchema, {
    key: `${place}.output`,
    type: 'text, json, or json: with a path in it, such as json:result',
    description: 'What the program prints: the answer itself, or JSON with the answer at a path.',
    example: 'json:result',
  }),
  specifyKey(z.string(), {
    key: `${place}.headers.<header>`,
    description: 'A header sent with every request. Headers that carry a key are refused.',
    example: 'my-team',
    hidden: true,
    check: (_value, names) =>
      isCredentialHeader(names[1] ?? '')
        ? 'this header carries a credential, which does not belong in a file; put it in an environment variable and name that in api_key_env'
        : null,
  }),
  specifyKey(z.array(z.string().min(1)), {
    key: `${place}.stop`,
    type: 'a list of texts',
    description: 'Texts at which the model stops.',
    example: ['\n\nHuman:'],
  }),
  specifyKey(z.number().positive(), {
    key: `${place}.timeout`,
    description:
      'Seconds that a call of this provider may take, where that is less than the limit of the step.',
    example: 90,
  }),
  ...priceOf('input', 2, 'Input tokens'),
  ...priceOf('output', 10, 'Output tokens'),
  ...priceOf('cache_read', 0.2, 'Input tokens read from the cache'),
  ...priceOf('cache_write', 2.5, 'Input tokens written to the cache'),
];

function priceOf(name: string, example: number, what: string): KeySpec[] {
  return [
    specifyKey(z.number().min(0), {
      key: `prices.<model>.${name}`,
      description: `${what} of a model reference: US dollars for a million.`,
      example,
    }),
  ];
}
