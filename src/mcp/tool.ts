/** What a tool is, and what it is given. The protocol, limits of time and errors are dealt with around it. */
import * as z from 'zod';
import type { App } from '../app/app.ts';
// Says in plain words what is wrong with a value.
import '../domain/field-schemas.ts';
import type { Discussions } from './discussions.ts';
import type { PersonDesk } from './person-desk.ts';
import type { Asking, PersonForm } from './person-form.ts';

/** One call of a tool. */
export interface Call {
  /** The use cases, over the project as its files are now. */
  app: App;
  discussions: Discussions;
  desk: PersonDesk;
  /** The marker of fences around what models said. */
  marker: string;
  /** Aborts when the client cancels the call or leaves. */
  signal: AbortSignal;
  /** A signal after so many milliseconds, or when the call is over; no wait outlives it. */
  limit: (milliseconds: number) => AbortSignal;
  /** Tells the client what is happening, where it asked for that; the same text twice is told once. */
  progress: (text: string) => void;
  /** How this client can ask the person, and what they answered to a form that came back with this call. */
  form: PersonForm;
}

/** A result: a short text for reading, and the same as data. Data about a session is completed by what was noticed. */
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
  /** It calls models, which are outside of this machine and cost money. */
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

/** Which session. */
export const sessionId = z
  .string()
  .min(1)
  .describe('The session: its id as roundtable_start or roundtable_list gave it, or "last" for the newest.');
