import * as z from 'zod';
import { kindNames, listProviderKeys, providerKinds } from '../../models/provider-kinds.ts';
import { joinWords } from '../../text/join-words.ts';
import { describeType } from '../describe-type.ts';
import type { KeySpec } from './key-line.ts';

/** The keys under `providers.`: first the type, then the settings that the kinds of provider declare. */
export const providerKeys: readonly KeySpec[] = [
  {
    name: 'type',
    can: 'host' as const,
    schema: z.enum(kindNames),
    description: `What the provider is: ${joinWords(
      providerKinds.map(({ description }) => description),
      'or',
    )}. Ready-made providers need no type.`,
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
