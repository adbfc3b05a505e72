/** The type of a tool and of its calls. Its caller handles the protocol, time limits and errors. */
import * as z from 'zod';
import type { App } from '../app/app.ts';
// Makes schema errors readable.
import '../session/field-schemas.ts';
import type { Discussions } from './discussions.ts';
import type { Asking, PersonForm } from './person-form.ts';

/** One call of a tool. */
export interface Call {
  /** The use cases, over the project's present files. */
  app: App;
  discussions: Discussions;
  /** The forms that the person declined, as `session/matter`. */
  declined: Set<string>;
  /** Aborts when the client cancels the call or leaves. */
  signal: AbortSignal;
  /** A signal that aborts after `milliseconds`, or when the call is cancelled or over; no wait outlives it. */
  limit: (milliseconds: number) => AbortSignal;
  /** Reports progress to a client that asked for it; a repeated text is sent once. */
  progress: (text: string) => void;
  /** How this client can ask the person, and the person's response to a form that came with this call. */
  form: PersonForm;
}

/** A result, to which the notices of the call are added. */
export type Told = { ask?: never } & Record<string, unknown>;

/** A tool. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, when to use it, and what it costs. */
  description: string;
  input: z.ZodObject;
  /** It changes nothing and costs nothing. */
  isReadOnly: boolean;
  /** A call of it may be repeated under a key without being done twice. */
  hasKey?: boolean;
  /** It ends something for good. */
  isFinal?: boolean;
  /** It calls models, which run outside this machine and cost money. */
  callsModels: boolean;
  run: (given: Record<string, unknown>, call: Call) => Promise<Told | Asking>;
}

/** A tool whose `run` knows the types of its input. */
export function describeTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (given: z.output<Input>, call: Call) => Promise<Told | Asking>;
  },
): Tool {
  return { ...tool, run: tool.run as Tool['run'] };
}

/** Pauses this server's run of a session, if there is one, and resolves when it has ended and its lease is free. */
export async function endOwnRun(id: string, { discussions, limit }: Call): Promise<boolean> {
  const own = discussions.find(id);
  if (own === null) return false;
  own.pause({ byPerson: true });
  const end = limit(10_000);
  while (discussions.find(id) === own && !end.aborted) await own.nextChange(end);
  return true;
}

/** The key of a call that may be repeated. */
export const callKey = z
  .string()
  .max(200)
  .optional()
  .describe('Any text of your own; a repeated call with it does nothing twice.');

/** The session parameter. */
export const sessionId = z.string().min(1).describe('Its id, or "last".');
