/** The type of a tool and of its calls. Its caller handles the protocol, time limits and errors. */
import * as z from 'zod';
import type { App } from '../app/app.ts';
// Makes schema errors readable.
import '../session/field-schemas.ts';
import type { Discussions } from './discussions.ts';
import type { PersonDesk } from './person-desk.ts';
import type { Asking, PersonForm } from './person-form.ts';

/** One call of a tool. */
export interface Call {
  /** The use cases, over the project's present files. */
  app: App;
  discussions: Discussions;
  desk: PersonDesk;
  /** The marker of the fences around model output. */
  marker: string;
  /** Aborts when the client cancels the call or leaves. */
  signal: AbortSignal;
  /** A signal that aborts after `milliseconds`, or when the call is cancelled or over; no wait outlives it. */
  limit: (milliseconds: number) => AbortSignal;
  /** Reports progress to a client that asked for it; a repeated text is sent once. */
  progress: (text: string) => void;
  /** How this client can ask the person, and the person's response to a form that came with this call. */
  form: PersonForm;
}

/** A result: a short text for reading, and the same as data, to which the notices of the call are added. */
export interface Told {
  text: string;
  data: Record<string, unknown>;
}

/** A tool. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, when to use it, and what it costs. */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** It changes nothing and costs nothing. */
  isReadOnly: boolean;
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

/** The session parameter. */
export const sessionId = z
  .string()
  .min(1)
  .describe('The session: its id as roundtable_start or roundtable_list gave it, or "last" for the newest.');
