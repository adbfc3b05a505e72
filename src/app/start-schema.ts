/** The schema of a new session: the options of a start in snake case, as in requests and batch files. */
import * as z from 'zod';
import { keyTable } from '../config/key-table.ts';
import { nameOption } from '../config/option-layer.ts';
import { modelReferenceSchema } from '../config/value-types.ts';
import { workflowTypes } from '../session/vocabulary.ts';
import type { StartOptions } from './options.ts';

/** The name of the person who sends the request. */
export const by = z
  .string()
  .max(200)
  .nullish()
  .describe('the name of the person, 1 to 80 characters; recorded');

const ids = z.array(z.string().min(1).max(200)).max(100);

/** The options of a command that set configuration keys, in snake case, with the types of the keys. */
export function describeFlags(on: readonly ('start' | 'run')[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    keyTable.flatMap((spec) => {
      const { flag } = spec;
      if (flag === undefined || !on.includes(flag.on)) return [];
      const name = flag.usage.split(' ')[0]?.replace(/^--/, '').replaceAll('-', '_') ?? '';
      const schema = spec.key.includes('<seat>') ? z.record(z.string(), modelReferenceSchema) : spec.schema;
      return [[name, schema.optional().describe(flag.description)]];
    }),
  );
}

/** A new session. */
export const startSchema = z.strictObject({
  topic: z.string().min(1).max(100_000),
  workflow_type: z.enum(workflowTypes).optional(),
  ...describeFlags(['start', 'run']),
  with_me: z.boolean().optional().describe('a seat for the person'),
  dry_run: z.boolean().optional().describe('the built-in panel speaks: no model, no key, no cost'),
  seed: z.number().int().min(0).optional(),
  pro: ids.optional(),
  con: ids.optional(),
  by,
});

/** Turns a request into options of the use cases, whose names are those of the flags in camel case. */
export function toOptions(body: z.infer<typeof startSchema> | object): StartOptions {
  const {
    workflow_type: workflow,
    dry_run: rehearsal,
    command: _,
    by: name,
    ...rest
  } = body as Record<string, unknown>;
  const named = Object.entries(rest).map(([name, value]) => [nameOption(name.replaceAll('_', '-')), value]);
  return {
    ...Object.fromEntries(named),
    ...{ workflow, rehearsal, name: name ?? undefined },
  } as unknown as StartOptions;
}
