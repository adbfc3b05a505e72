/** Sends many calls as one batch of a provider, which is answered later and costs less. */

/** One message of a batch. */
export interface BatchedRequest {
  /** Names the message in the results: at most 64 letters, digits, `-` and `_`. */
  custom_id: string;
  params: object;
}

/** A result in the provider's own words. */
export type BatchResult = Record<string, unknown>;

/** The batch interface of a provider. Every method rejects with ModelError. */
export interface BatchInterface {
  /** Sends a batch and gives its id. `mayLeave` is as in `CallOptions`. */
  create(requests: readonly BatchedRequest[], options: { mayLeave: () => boolean }): Promise<string>;
  /** The batches of the account, newest first, with the number of their messages. */
  list(): AsyncIterable<{ id: string; size: number }>;
  /** The results by custom id; null while the batch has not ended. Empty when the provider no longer has them. */
  read(id: string, options: { signal: AbortSignal }): Promise<ReadonlyMap<string, BatchResult> | null>;
}

/** Sends the body of one call with a batch. The result is null when the batch ended without one. */
export type SendBody = (body: object) => Promise<{ batchId: string; result: BatchResult | null }>;

/** A batch that is about to be sent. */
export interface PlannedBatch {
  /** Names the plan. */
  plan: string;
  /** The newest batch of the account before this one; if this one was created, it is newer. */
  after: string | null;
  custom_ids: string[];
}

/** A planned batch, with its id once it is known. */
export interface SentBatch extends PlannedBatch {
  batch_id: string | null;
}

/** Remembers which batches were sent, so that nothing is paid for twice. What a method writes is durable when it returns. */
export interface ProviderBatchNotes {
  /** The newest batch that contains, or may contain, the call with this custom id; null when none was sent. */
  find(customId: string): Promise<SentBatch | null>;
  /** Whether this is the id of a batch that was noted. */
  isNoted(batchId: string): Promise<boolean>;
  /**
   * Called before the batch is sent, with the session of each of its calls. Returns the custom ids of the calls whose sessions this
   * process still holds; the others are not noted and must not be sent.
   */
  plan(planned: PlannedBatch, sessions: readonly string[]): Promise<readonly string[]>;
  /** Called once the outcome is known: the batch's id, or null when there is no such batch. An id that is already noted stays. */
  settle(planned: PlannedBatch, batchId: string | null): Promise<void>;
}
