/** Requests that programs made under a key of their own: every process that shares the store knows them. */

/** A request, without its key. */
export interface NotedRequest {
  /** What was asked, as a hash. */
  asked: string;
  /** False while it is carried out, and for good when that was cut short. */
  done: boolean;
  /** Plain data; absent when it returned nothing. */
  result?: unknown;
}

/** Keeps the newest ones. Throws STORE_*, FILE_UNWRITABLE and the like. */
export interface RequestNotes {
  /** Takes a key before anything is done. Null: nobody had it; else the request that has it. Durable when it returns. */
  claim(key: string, asked: string): Promise<NotedRequest | null>;
  /** Stores the result of a claimed request. */
  finish(key: string, result: unknown): Promise<void>;
  /** Gives the key of a failed request back. */
  drop(key: string): Promise<void>;
}
