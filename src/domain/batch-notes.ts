/** Remembers which session belongs to which entry of a batch, so that a batch that was stopped goes on with it. */
export interface BatchNotes {
  /** For each key the id of its session, or null. */
  find: (keys: readonly string[]) => Promise<(string | null)[]>;
  /** Durable when it returns. */
  add: (key: string, sessionId: string) => Promise<void>;
}
