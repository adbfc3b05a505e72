/** Settings that several kinds of provider share. */
import * as z from 'zod';
import { isCredentialHeader } from '../text/secrets/secret-values.ts';
import { findAddressProblem } from './addresses.ts';
import { efforts, type ProviderKey } from './provider-kind.ts';

/** The name of an environment variable. */
export const variableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** Settings of providers that are reached over HTTP. */
export const httpKeys: readonly ProviderKey[] = [
  {
    name: 'api_key_env',
    can: 'variable',
    schema: variableName.nullable(),
    type: 'the name of an environment variable, such as OPENAI_API_KEY (not the key), or null',
    description: 'The environment variable that holds the key. Keys themselves are never read from a file.',
    example: 'OPENAI_API_KEY',
    isHidden: true,
  },
  {
    name: 'api_key_header',
    can: 'host',
    schema: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/),
    type: 'the name of a header, such as api-key',
    description:
      'The header that carries the key by itself, as Azure (`api-key`) and gateways want it; without it the usual one of the protocol.',
    example: 'api-key',
  },
  {
    name: 'base_url',
    can: 'host',
    schema: z
      .string()
      .refine((text) => findAddressProblem(text) === null)
      .nullable(),
    type: 'an http or https address without a user name or password in it, or null',
    description: 'The address of the server; null for its usual one.',
    example: 'http://localhost:11434/v1',
    isHidden: true,
  },
  {
    name: 'effort',
    can: 'nothing',
    schema: z.enum(efforts).nullable(),
    description: 'How hard the model is asked to think, if the provider has such a setting.',
    example: 'medium',
  },
  {
    name: 'max_output_tokens',
    can: 'nothing',
    schema: z.number().int().positive(),
    description: 'The most tokens that the model can write, if its server refuses calls that ask for more.',
    example: 4096,
  },
  {
    name: 'headers.<header>',
    can: 'host',
    schema: z.string(),
    description: 'A header sent with every request. Headers that carry a key are refused.',
    example: 'my-team',
    isHidden: true,
    check: (_value, names) =>
      isCredentialHeader(names[1] ?? '')
        ? 'this header carries a credential, which does not belong in a file; put it in an environment variable and name that in api_key_env'
        : null,
  },
];
