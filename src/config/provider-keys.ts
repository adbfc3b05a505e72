import * as z from 'zod';
import { kindNames, listProviderKeys, providerKinds } from '../models/provider-kinds.ts';
import { describeType } from './describe-type.ts';
import type { KeySpec } from './key-line.ts';

/** The keys under `providers.`: what the kinds of provider say of their settings, after the one that names the kind. */
export const providerKeys: readonly KeySpec[] = [
  {
    name: 'type',
    schema: z.enum(kindNames),
    description: `How the provider is spoken to: ${joinAlternatives(providerKinds.map(({ description }) => description))}. Ready-made names need none.`,
    example: 'openai',
  },
  ...listProviderKeys(),
].map(({ name, type, schema, isHidden = false, ...told }) => ({
  ...told,
  key: `providers.<provider>.${name}`,
  schema,
  isHidden,
  isRead: true,
  aliases: [],
  get words() {
    return type ?? describeType(schema);
  },
}));

/** Joins words as a sentence does: `one, two, or three`. */
export function joinAlternatives(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ');
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}
