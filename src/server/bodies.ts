/** Schemas of request bodies and queries, and functions that read them within bounds. */
import * as z from 'zod';
import { describeFields } from '../config/option-fields.ts';
import type { OptionGroup } from '../config/option-table.ts';
import { S2sError } from '../session/errors.ts';
import { sessionStatuses, workflowTypes } from '../session/vocabulary.ts';
import { HttpError } from './http-error.ts';

/** The largest body, in bytes. */
const mostBytes = 1024 * 1024;

const id = z.string().min(1).max(200);
/** A new session. */
export const startSchema = z.strictObject(describeFields(['start', 'run', 'own', 'signature']));

/** The commands to a session, each with the options that it takes. */
export const commandGroups = {
  guide: ['guide'],
  say: ['say', 'run', 'own'],
  answer: ['answer'],
  skip: [],
  grant: ['grant'],
  pause: [],
  resume: ['run', 'own', 'resume'],
  close: [],
} as const satisfies Record<string, readonly OptionGroup[]>;

/** The name of a command. */
export type CommandName = keyof typeof commandGroups;

const describeCommand = <Name extends CommandName>(name: Name) =>
  z.strictObject({
    command: z.literal(name),
    ...describeFields([...commandGroups[name], 'signature']),
  });

/** A command to a session. */
export const commandSchema = z.discriminatedUnion('command', [
  describeCommand('guide'),
  ...(Object.keys(commandGroups) as CommandName[]).slice(1).map(describeCommand),
]);

/** The query of the list. */
export const listSchema = z.strictObject({
  status: z.enum(sessionStatuses).optional(),
  workflow: z.enum(workflowTypes).optional(),
  q: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});

/** The query of a search. */
export const searchSchema = z.strictObject({
  q: z.string().min(1).max(500).describe('words in any language; their inflected forms are found too'),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

/** The query that selects calls. */
export const callsSchema = z.strictObject({
  round: z.coerce.number().int().min(1).optional(),
  seat: id.optional(),
});

/** The query that selects a document's format. */
export const formatSchema = z.strictObject({ format: z.enum(['md', 'json', 'html']).optional() });

/** A message to a discussion. */
export const messageSchema = z.looseObject({
  message: z.string().max(100_000),
  userId: z.string().min(1).max(200).describe('recorded as the name of the person'),
  organizationId: z.string().max(200).optional(),
});

/** Reads a body as JSON. Throws BODY_TOO_LARGE, NOT_JSON, and INVALID_VALUE, which lists the faults (the first 20). */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpError(
      'NOT_JSON',
      'The body has to be JSON.',
      'Send it with `content-type: application/json`.',
    );
  }
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new S2sError('INVALID_VALUE', 'The body is not valid JSON.', { hint: 'Send one JSON object.' });
  }
  return check(schema, value);
}

/** Reads the query string. Throws INVALID_VALUE. */
export function readQuery<Schema extends z.ZodType>(url: string, schema: Schema): z.infer<Schema> {
  return check(schema, Object.fromEntries([...new URL(url).searchParams].filter(([, text]) => text !== '')));
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 20).map(({ path, message }) => {
    return `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`;
  });
  throw new S2sError('INVALID_VALUE', `The request cannot be used: ${faults.join('; ')}.`, {
    hint: 'GET /api/openapi.json describes what each request takes.',
  });
}

async function readText({ body }: Request): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > mostBytes)
      throw new HttpError('BODY_TOO_LARGE', `A body may have at most ${mostBytes} bytes.`, 'Send less.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
