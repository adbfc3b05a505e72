/** What is known about a failed call, as values. Sentences for people are made of them in one place, and nothing reads those back. */
import * as z from 'zod';

/** What happened, more exactly than the kind of a failure says. */
export const failureReasons = [
  // The other end of a connection.
  'answered',
  'connection',
  'redirect',
  'proxy',
  'broke-off',
  'too-long',
  'not-json',
  'empty-body',
  'no-message',
  // The reply of a model.
  'refused',
  'filtered',
  'cut-off',
  'no-text',
  'prompt-cut',
  'no-form',
  // Our own side.
  'no-key',
  'unsendable-key',
  'time-limit',
  'cost-limit',
  'suspended',
  'cancelled',
  // Programs.
  'exit',
  'signal',
  'program-error',
  'program-missing',
  'program-forbidden',
  'program-start',
  'no-command',
  'no-place-for-model',
  'too-much-output',
  'no-output',
  'output-not-json',
  'nothing-at-path',
  // Batches of a provider.
  'batch-errored',
  'batch-cancelled',
  'batch-expired',
  'batch-without-id',
] as const;

export type FailureReason = (typeof failureReasons)[number];

export const failureFactsSchema = z.looseObject({
  /** Null when only the kind and the words are known. */
  reason: z.enum(failureReasons).nullable(),
  /** The code or type that a server or the network layer gave: `context_length_exceeded`, `ECONNREFUSED`, a stop reason. */
  code: z.string().nullable(),
  /** The HTTP status or the exit code. */
  status: z.number().nullable(),
  /** Host and port that were to be reached. */
  host: z.string().nullable(),
  /** What the reason is about: a variable, a program, a path, an address, a number of seconds, tokens or dollars. */
  about: z.string().nullable(),
  /** The words of the server or the program on one line; empty when it said nothing. */
  said: z.string(),
  /** The wait that the server asked for and that the call had no time for, in milliseconds. */
  wait_ms: z.number().nullable(),
  /** How many attempts were made. */
  tries: z.number(),
});

/** The facts of a failure besides its kind. */
export type FailureFacts = z.infer<typeof failureFactsSchema>;
