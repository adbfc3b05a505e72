import path from 'node:path';
import * as z from 'zod';
import { idPattern, mechanisms } from '../domain/vocabulary.ts';

/** A model reference, `provider/model`, or a ready-made provider alone. */
export const modelReferencePattern = /^[a-z0-9][a-z0-9-]*(\/[^\s\p{C}]+)?$/u;

/** The name of an environment variable. */
const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const idSchema = z.string().max(100).regex(idPattern);

/** An agent's id; `roundtable-qa-lead` is the agent `qa-lead`. */
export const agentIdSchema = z
  .string()
  .transform((text) => text.replace(/^roundtable-/, ''))
  .pipe(idSchema);

/** Seats: a list of agent ids without repetitions, or `auto`. */
export const panelSchema = z.union([
  z.literal('auto'),
  z
    .array(agentIdSchema)
    .min(1)
    .transform((ids) => [...new Set(ids)]),
]);

export const modelReferenceSchema = z.string().max(200).regex(modelReferencePattern);

/** A counting rule; hyphens are as good as underscores. */
export const mechanismSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.replaceAll('-', '_') : value),
  z.enum(mechanisms),
);

export const variableSchema = z.string().max(200).regex(variablePattern);

/** A server's address, without credentials in it. */
export const baseUrlSchema = z.string().refine(isPlainUrl);

/** A folder inside the project, relative to its root. */
export const projectFolderSchema = z.string().min(1).refine(isInsideProject);

export const outputFormSchema = z.string().regex(/^(text|json(:[A-Za-z0-9_.[\]-]+)?)$/);

/** Text that fits a label of any file, kept as it is. */
export const labelSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

function isInsideProject(text: string): boolean {
  if (/\p{Cc}/u.test(text) || path.posix.isAbsolute(text) || path.win32.isAbsolute(text)) return false;
  return !path.posix.normalize(text.replaceAll('\\', '/')).split('/').includes('..');
}
