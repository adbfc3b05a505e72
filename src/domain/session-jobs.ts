/** The port of the workers' queue. A job is only a hint that a session wants to go on; who owns it, its lease says. */

/** How a worker's go at a session ended: nothing is left to do, and why where it failed; or another worker is to go on at once. */
export type JobEnd = { end: 'done'; error: Record<string, unknown> | null } | { end: 'again' };

/** What a session was left to the workers with. */
export interface SessionOrder {
  /** Of the resume. */
  options: Record<string, unknown>;
  /** Its calls go through the batches of their providers. */
  isBatched: boolean;
  /** Called when a call begins to wait for a batch: whatever ends the worker from here on, it is not this session. */
  rest: () => Promise<void>;
  /** Called when it has its answer. */
  wake: () => Promise<void>;
}

/** What a worker does with the sessions that it gets. */
export interface WorkerDuty {
  name: string;
  /** Sessions at a time. */
  concurrency: number;
  /** Sessions at a time, beside those, whose calls go through batches: most of the time they only wait. */
  mostBatched: number;
  /** Nothing is taken any more once it aborts; `run` ends what runs. */
  signal: AbortSignal;
  /** Goes on with a session; null where somebody else has it, and it is looked at again later. */
  run: (id: string, order: SessionOrder) => Promise<JobEnd | null>;
  /** Hears that the queue cannot be reached, and that it can be again; must not throw. */
  onTrouble: (error: unknown) => void;
}

/** The queue. Each method throws STORE_* where the database cannot be used. */
export interface SessionJobs {
  /** Leaves a session to the workers, who begin with the highest priority. `options` are those of the resume. */
  put: (
    id: string,
    order: { priority: number } & Partial<Pick<SessionOrder, 'options' | 'isBatched'>>,
  ) => Promise<void>;
  /** Asks the workers to go on with a session that is theirs; false where it is not. */
  putAgain: (id: string) => Promise<boolean>;
  /** Whether it is the workers', and whether they have done all that they were asked to; null where it is not theirs. */
  look: (id: string) => Promise<{ isDone: boolean; error: Record<string, unknown> | null } | null>;
  /** Takes a session from the workers: somebody else goes on with it. */
  forget: (id: string) => Promise<void>;
  /** Workers that answered lately. */
  countWorkers: () => Promise<number>;
  /**
   * Notes that a worker begins with a session, for the holder of its lease. Throws WORKERS_CRASHED where too many in a row were cut off
   * over it without finishing a call: whatever ends them would end this one too.
   */
  begin: (id: string) => Promise<void>;
  /** Works until the signal, and resolves once all that ran has been given back. */
  work: (duty: WorkerDuty) => Promise<void>;
  close: () => Promise<void>;
}
