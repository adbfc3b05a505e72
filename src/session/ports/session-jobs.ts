/** The port of the workers' queue. A job is only a hint that a session can go on; the session's lease says who owns it. */

/** How a worker's turn at a session ended: nothing is left to do (with the error if it failed), or another worker continues at once. */
export type JobEnd = { end: 'done'; error: Record<string, unknown> | null } | { end: 'again' };

/** How workers are to run a session. */
export interface SessionOrder {
  /** Options of the resume. */
  options: Record<string, unknown>;
  /** Its calls go through the batches of their providers. */
  isBatched: boolean;
  /** Called when a call begins to wait for a batch: if the worker ends from then on, this session is not the cause. */
  rest: () => Promise<void>;
  /** Called when that call has its answer. */
  wake: () => Promise<void>;
}

/** What a worker does with the sessions that it gets. */
export interface WorkerDuty {
  name: string;
  /** How many sessions run at a time. */
  concurrency: number;
  /** How many more run at a time whose calls go through batches: these mostly wait. */
  mostBatched: number;
  /** Once it aborts, no more sessions are taken; `run` ends the running ones. */
  signal: AbortSignal;
  /** Continues a session; null when another process has it, in which case it is tried again later. */
  run: (id: string, order: SessionOrder) => Promise<JobEnd | null>;
  /** Called when the queue cannot be reached; must not throw. */
  onTrouble: (error: unknown) => void;
}

/** How many sessions any process runs, workers are alive, and sessions wait for one. */
export interface StoreFigures {
  leases: number;
  workers: number;
  wanted: number;
}

/** The queue. Each method throws STORE_* when the database cannot be used. */
export interface SessionJobs {
  /** Leaves a session to the workers, which take the highest priority first. `options` are those of the resume. */
  put: (
    id: string,
    order: { priority: number } & Partial<Pick<SessionOrder, 'options' | 'isBatched'>>,
  ) => Promise<void>;
  /** Asks the workers to go on with a session that was left to them; false when it was not. */
  putAgain: (id: string) => Promise<boolean>;
  /** Whether the workers have done all that they were asked to; null when the session was not left to them. */
  look: (id: string) => Promise<{ isDone: boolean; error: Record<string, unknown> | null } | null>;
  /** Takes a session away from the workers, because another process continues it. */
  forget: (id: string) => Promise<void>;
  /** The number of workers that reported recently. */
  countWorkers: () => Promise<number>;
  /** What is going on, for those who watch over it. */
  count: () => Promise<StoreFigures>;
  /**
   * Notes that a worker, which holds the lease, begins with a session. Throws WORKERS_CRASHED when too many workers in a row died
   * on it without finishing a call: this one would probably die too.
   */
  begin: (id: string) => Promise<void>;
  /** Works until the signal aborts, and resolves once all running sessions have been given back. */
  work: (duty: WorkerDuty) => Promise<void>;
  close: () => Promise<void>;
}
