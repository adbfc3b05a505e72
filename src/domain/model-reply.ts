/** What a model call came to: one type from the client that made the call to the journal that keeps it. */
import type { ModelRequest } from './model-request.ts';
import type { Usage } from './records.ts';
import type { FailureKind } from './vocabulary.ts';

/** What is known of every call, whether it succeeded or not. */
export interface CallRecord {
  /** All attempts together; `cost_usd` is null when the price is unknown. */
  usage: Usage;
  /** Milliseconds from the first attempt to the end of the last. */
  duration_ms: number;
  /** The provider's own id of the last attempt, or null. */
  request_id: string | null;
  /** The provider's name: the part of a model reference before the first slash. */
  provider: string;
  /** The model that answered, as the provider names it; the reference that was asked where nobody answered. */
  model: string;
  /** The provider's own word for why the reply ended, or null. */
  stop_reason: string | null;
}

/** A reply as the model wrote it, redacted. Structure is read out of it above the journal, by the rules of the day. */
export type ModelReply =
  | (CallRecord & { ok: true; text: string })
  | (CallRecord & {
      ok: false;
      kind: FailureKind;
      /** What happened, in the provider's own words. */
      message: string;
      /** What the person can do about it; empty when nothing is known. */
      remedy: string;
    });

/** Makes one call. A failure of the call is a value; it rejects only when the program itself cannot go on (disk, bug). */
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
  | (Extract<ModelReply, { ok: false }> & { replayed: boolean });
