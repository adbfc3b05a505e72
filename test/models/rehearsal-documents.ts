/** The draft forms by document type, as the synthesizer is asked for them. */
import type { z } from 'zod';
import { adrSchema, architectureSchema, requirementsSchema, summarySchema } from '../../src/documents/schema.ts';
import type { OutputType } from '../../src/session/schema.ts';

export const documentSchemas: Record<OutputType, z.ZodType<Record<string, unknown>>> = {
  adr: adrSchema,
  requirements: requirementsSchema,
  architecture: architectureSchema,
  summary: summarySchema,
};
