/** The result of a model call: one type from the client that makes it to the journal that keeps it. */
import type { FailureFacts } from './failure.ts';
import type { ModelRequest } from './model-request.ts';
import type { Usage } from './records.ts';
import type { FailureKind } from './vocabulary.ts';

/** What is known about every call, whether it succeeded or not. */
export interface CallRecord {
  /** All attempts together; `cost_usd` is null when the price is unknown. */
  usage: Usage;
  /** Milliseconds from the first attempt to the end of the last. */
  duration_ms: number;
  /** The provider's own id of the last attempt, or null. */
  request_id: string | null;
  /** The provider's name: the part of a model reference before the first slash. */
  provider: string;
  /** The model that answered, as the provider names it; without an answer, the reference that was asked. */
  model: string;
  /** The provider's own word for why the reply ended, or null. */
  stop_reason: string | null;
  /** What counts towards the cost limit: the recorded attempts, and their cost in USD, at most where nobody knows. Absent without a limit. */
  counted?: { attempts: number; cost_usd: number };
}

/** The reply of a model, redacted but not parsed. Parsing happens above the journal, so a recorded reply is parsed by today's rules. */
export type ModelReply =
  | (CallRecord & { ok: true; text: string })
  | (CallRecord & {
      ok: false;
      kind: FailureKind;
      /** What happened, in a clause for people that names neither the seat nor its model. */
      message: string;
      /** What the person can do about it; empty when unknown. */
      remedy: string;
      /** The values that the clause was made of. */
      facts?: FailureFacts | undefined;
      /** What came of a reply that was cut off; absent when nothing came. */
      text?: string | undefined;
    });

/** Makes one call. A failed call is a value; the promise rejects only when the program itself cannot continue (disk, bug). */
export type CallModel = (request: ModelRequest, options: { signal: AbortSignal }) => Promise<ModelReply>;

/** A reply that says whether it came from a journal, and so cost nothing now. */
export type RecordedReply = ModelReply & { replayed: boolean };

/** A recorded reply with the structure that was read out of its text. */
export type ReadReply =
  | (Extract<ModelReply, { ok: true }> & {
      /** The structured data found in the text, undefined when there was none. */
      data: unknown;
      /** Why nothing could be read, or what had to be left out, else null. */
      problem: string | null;
      replayed: boolean;
    })
  | (Extract<ModelReply, { ok: false }> & {
      /** Of a reply that was cut off: the elements that are whole; undefined when there are none. */
      data?: unknown;
      replayed: boolean;
    });
