/** Remembers which session belongs to which entry of a batch, so that a batch that was stopped goes on with it. */
export interface BatchNotes {
  /** The ids of sessions, by the keys of entries. */
  read: () => Promise<ReadonlyMap<string, string>>;
  /** Durable when it returns. */
  add: (key: string, sessionId: string) => Promise<void>;
}
