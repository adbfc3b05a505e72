/** The types that keys and options can have, beside those of settings. */
import path from 'node:path';
import * as z from 'zod';
import { idPattern, mechanisms, type OutputType, outputTypes, workflowTypes } from '../session/vocabulary.ts';

const idSchema = z.string().max(100).regex(idPattern);

/** An agent's id; `roundtable-qa-lead` is the agent `qa-lead`. */
export const agentIdSchema = z
  .string()
  .transform((text) => text.replace(/^roundtable-/, ''))
  .pipe(idSchema);

/** Model references, each `provider/model` or a ready-made provider alone: a list, or one text with commas, which is what comes out. */
export const modelReferenceSchema = z
  .union([z.string(), z.array(z.string()).min(1)])
  .transform((value) => String(value).replace(/\s*,\s*/g, ','))
  .pipe(
    z
      .string()
      .max(400)
      .regex(/^([a-z0-9][a-z0-9-]*(\/[^\s\p{C},]+)?(,(?!$)|$))+$/u),
  );

/** Where completion finds the words that fit a value. */
export type WordSource = 'agents' | 'agent-list' | 'strategies';

interface ValueType {
  schema: z.ZodType;
  /** The text after "must be" in messages; derived from the schema when absent. */
  words?: string;
  source?: WordSource;
}

const idWords = 'lowercase words joined by hyphens';

const types = {
  text: { schema: z.string() },
  'non-empty text': { schema: z.string().min(1) },
  boolean: { schema: z.boolean() },
  'positive integer': { schema: z.number().int().min(1) },
  'positive number': { schema: z.number().positive() },
  amount: { schema: z.number().min(0) },
  share: { schema: z.number().min(0).max(1) },
  'slug length': { schema: z.number().int().min(5).max(120) },
  /** A value that only other tools read. */
  label: { schema: z.union([z.string(), z.number(), z.boolean(), z.null()]), words: 'text' },
  strategy: { schema: idSchema, words: idWords, source: 'strategies' },
  agent: { schema: agentIdSchema, words: idWords, source: 'agents' },
  /** Seats: a list of agent ids without duplicates, or `auto`. */
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
  'output type': { schema: z.enum(outputTypes as [OutputType, ...OutputType[]]) },
  'model reference': {
    schema: modelReferenceSchema,
    words: 'a model reference such as anthropic/claude-sonnet-5-5, or a list of them',
  },
  /** A counting rule; hyphens are accepted for underscores. */
  mechanism: {
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? value.replaceAll('-', '_') : value),
      z.enum(mechanisms),
    ),
    words: `one of ${mechanisms.join(', ')}`,
  },
  /** YAML 1.1 reads `off` as false. */
  'rule severity': {
    schema: z.preprocess((value) => (value === false ? 'off' : value), z.enum(['off', 'warning', 'error'])),
    words: 'one of off, warning, error',
  },
  'store type': { schema: z.enum(['files', 'postgres']) },
  'variable name': {
    schema: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
    words: 'the name of an environment variable, such as DATABASE_URL',
  },
  'header name': {
    schema: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/)
      .transform((name) => name.toLowerCase()),
    words: 'the name of a header, such as x-forwarded-user',
  },
  /** Names of people and pipelines; `*` is everybody whom the server knows. */
  names: {
    schema: z.array(z.string().min(1).max(80)).max(1000),
    words: 'a list of names, or ["*"] for everybody who is signed in',
  },
  /** Token files of pipelines, by the name of each. */
  'token files': {
    schema: z.record(z.string().min(1).max(80), z.string().min(1).max(1000)),
    words: 'names of pipelines, each with the file of its token',
  },
  'database schema': {
    schema: z.string().regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/),
    words: 'lowercase letters, digits and underscores, such as s2s',
  },
  'command line': {
    schema: z.tuple([z.string().min(1)], z.string()),
    words: 'a list of words: a program and its arguments, such as ["./tell-me.sh", "--now"]',
  },
  'web address': {
    schema: z.url({ protocol: /^https?$/ }),
    words: 'an address that begins with https:// or http://',
  },
  'project folder': {
    schema: z.string().min(1).refine(isInsideProject),
    words: 'a folder inside the project, such as docs/decisions',
  },
  topic: { schema: z.string().min(1).max(100_000) },
  workflow: { schema: z.enum(workflowTypes) },
  count: { schema: z.number().int().min(0) },
  rounds: { schema: z.number().int().min(1).max(100) },
  id: { schema: z.string().min(1).max(200) },
  ids: { schema: z.array(z.string().min(1).max(200)).max(100) },
  'agent ids': { schema: z.array(agentIdSchema).max(100), source: 'agent-list' },
  models: { schema: z.record(z.string(), modelReferenceSchema) },
  /** Relative to the project; a person at a terminal may name others. */
  paths: {
    schema: z
      .array(
        z
          .string()
          .regex(
            /^(?![/\\~]|[a-z]:|@)(?!.*(?:^|[/\\{,])\.\.(?:[/\\},]|$))/i,
            'is not a path inside the project',
          ),
      )
      .max(50),
  },
  'replay missing': { schema: z.enum(['fail', 'ask']) },
  turn: { schema: z.string().max(100_000) },
  advice: { schema: z.string().min(1).max(20_000) },
  rest: { schema: z.enum(['ratify', 'none']) },
  decision: { schema: z.enum(['accept', 'own', 'continue']) },
  name: { schema: z.string().max(200) },
} satisfies Record<string, ValueType>;

/** The types, each with its schema. */
export type ValueTypes = typeof types;

/** The name of a type that a key can have. */
export type ValueTypeName = keyof typeof types;

/** The types of keys that are not session settings, by the name that the key tables use. */
export const valueTypes: Readonly<Record<ValueTypeName, ValueType>> = types;

function isInsideProject(text: string): boolean {
  if (/\p{Cc}/u.test(text) || path.posix.isAbsolute(text) || path.win32.isAbsolute(text)) return false;
  return !path.posix.normalize(text.replaceAll('\\', '/')).split('/').includes('..');
}
