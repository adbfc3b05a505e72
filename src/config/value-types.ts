import path from 'node:path';
import * as z from 'zod';
import { idPattern, mechanisms, outputTypes } from '../domain/vocabulary.ts';

const idSchema = z.string().max(100).regex(idPattern);

/** An agent's id; `roundtable-qa-lead` is the agent `qa-lead`. */
export const agentIdSchema = z
  .string()
  .transform((text) => text.replace(/^roundtable-/, ''))
  .pipe(idSchema);

/** A model reference, `provider/model`, or a ready-made provider alone. */
export const modelReferenceSchema = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*(\/[^\s\p{C}]+)?$/u);

/** The kinds of provider that can be configured. */
export const providerTypes = ['anthropic', 'openai', 'command', 'rehearsal'] as const;

/** How hard a model is asked to think. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Where completion finds the words that fit a value. */
export type WordSource = 'agents' | 'agent-list' | 'strategies';

interface ValueType {
  schema: z.ZodType;
  /** What stands after "must be"; worked out from the schema when absent. */
  words?: string;
  source?: WordSource;
}

const idWords = 'lowercase words joined by hyphens';

const types = {
  text: { schema: z.string() },
  'non-empty text': { schema: z.string().min(1) },
  texts: { schema: z.array(z.string().min(1)), words: 'a list of texts' },
  boolean: { schema: z.boolean() },
  'positive integer': { schema: z.number().int().min(1) },
  'positive number': { schema: z.number().positive() },
  amount: { schema: z.number().min(0) },
  share: { schema: z.number().min(0).max(1) },
  'slug length': { schema: z.number().int().min(5).max(120) },
  /** Anything that other tools keep in the file. */
  label: { schema: z.union([z.string(), z.number(), z.boolean(), z.null()]), words: 'text' },
  strategy: { schema: idSchema, words: idWords, source: 'strategies' },
  agent: { schema: agentIdSchema, words: idWords, source: 'agents' },
  /** Seats: a list of agent ids, repetitions left out, or `auto`. */
  panel: {
    schema: z.union([
      z.literal('auto'),
      z
        .array(agentIdSchema)
        .min(1)
        .transform((ids) => [...new Set(ids)]),
    ]),
    words: `a list of agent ids (${idWords}), or auto`,
    source: 'agent-list',
  },
  'output type': { schema: z.enum(outputTypes) },
  'model reference': {
    schema: modelReferenceSchema,
    words: 'a model reference such as anthropic/claude-sonnet-5-5',
  },
  /** A counting rule; hyphens are as good as underscores. */
  mechanism: {
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? value.replaceAll('-', '_') : value),
      z.enum(mechanisms),
    ),
    words: `one of ${mechanisms.join(', ')}`,
  },
  'project folder': {
    schema: z.string().min(1).refine(isInsideProject),
    words: 'a folder inside the project, such as docs/decisions',
  },
  'provider type': { schema: z.enum(providerTypes) },
  'variable name': {
    schema: z
      .string()
      .max(200)
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
    words: 'the name of an environment variable, such as OPENAI_API_KEY (not the key)',
  },
  address: {
    schema: z.string().refine(isPlainUrl),
    words: 'an http or https address without a user name or password in it',
  },
  effort: { schema: z.enum(efforts) },
  'command line': {
    schema: z.array(z.string().min(1)).min(1),
    words: 'a list of texts: the program and its arguments',
  },
  'output form': {
    schema: z.string().regex(/^(text|json(:[A-Za-z0-9_.[\]-]+)?)$/),
    words: 'text, json, or json: with a path in it, such as json:result',
  },
} satisfies Record<string, ValueType>;

/** The name of a type that a key can have. */
export type ValueTypeName = keyof typeof types;

/** The types of keys that are no session settings, by the name that the key tables use. */
export const valueTypes: Readonly<Record<ValueTypeName, ValueType>> = types;

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

function isInsideProject(text: string): boolean {
  if (/\p{Cc}/u.test(text) || path.posix.isAbsolute(text) || path.win32.isAbsolute(text)) return false;
  return !path.posix.normalize(text.replaceAll('\\', '/')).split('/').includes('..');
}
