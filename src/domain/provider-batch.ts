/** Sending many calls as one batch of a provider, which is answered later and costs less. */

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
  /** The results by custom id; null while the batch has not ended. Empty where they are not kept any more. */
  read(id: string, options: { signal: AbortSignal }): Promise<ReadonlyMap<string, BatchResult> | null>;
}

/** Sends the body of one call with a batch. The result is null where the batch ended without one. */
export type SendBody = (body: object) => Promise<{ batchId: string; result: BatchResult | null }>;

/** A batch that was about to be sent. */
export interface PlannedBatch {
  /** Names the plan. */
  plan: string;
  /** The newest batch of the account before this one: where this one was made, it is newer. */
  after: string | null;
  custom_ids: string[];
}

/** A planned batch, with its id once that is known. */
export interface SentBatch extends PlannedBatch {
  batch_id: string | null;
}

/** Remembers which batches were sent, so that nothing is paid for twice. What a method writes is durable when it returns. */
export interface ProviderBatchNotes {
  /** The newest batch that holds, or may hold, the call of this custom id; null where none was sent. */
  find(customId: string): Promise<SentBatch | null>;
  /** Whether this is the id of a batch that was noted. */
  isNoted(batchId: string): Promise<boolean>;
  /**
   * Before the batch is sent, with the session of each of its calls. Gives the custom ids of those whose sessions are still held by this
   * process; the others are not noted, and may not be sent.
   */
  plan(planned: PlannedBatch, sessions: readonly string[]): Promise<readonly string[]>;
  /** Once it is known what became of it: its id, or null where there is no such batch. An id that is known stays. */
  settle(planned: PlannedBatch, batchId: string | null): Promise<void>;
}
