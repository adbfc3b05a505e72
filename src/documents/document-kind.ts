/** One kind of document: what a draft of it must hold, and what the program does with it. */
import type * as z from 'zod';
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';

export interface DocumentKind {
  type: OutputType;
  /** The draft's schema: lenient when reading; its JSON Schema (output side) is what a model is asked for. */
  schema: z.ZodType<Record<string, unknown>>;
  /** Advice to the synthesizer, at most 900 characters. */
  brief: string;
  /** Content from artifacts, consensus and rounds alone, when no draft can be had. */
  assemble(session: Session): Record<string, unknown>;
  /** Citations in a draft that name a round or seat that is not in the session, as `path: round/seat`. */
  findUnsupported(content: Record<string, unknown>, session: Session): string[];
}
