/** What a batch is started with, what it tells, and what it comes to. */
import type { BatchRow } from '../domain/batch.ts';
import type { LimitOptions, StartOptions } from './options.ts';

/** One topic. */
export interface BatchTopic {
  /** Names the entry, whatever its place in the file, so that the next run finds its session again. */
  key: string;
  options: StartOptions;
}

/** What is to be run. */
export interface BatchOptions {
  topics: readonly BatchTopic[];
  /** The name under which it is remembered which session belongs to which topic: lower-case letters, digits and hyphens. */
  name: string;
  /** Sessions at a time; when absent `server.most_running`, and 50 where they wait for batches of a provider. */
  atOnce?: number | undefined;
  /** Calls go through the batch interfaces of their providers: later, for less money. */
  providerBatch?: boolean | undefined;
  /** US dollars for all sessions together, with what earlier runs of this batch used. */
  maxCost?: number | undefined;
  /** Options that count for every topic: the person's own word. */
  overrides?: LimitOptions | undefined;
  /** Hears what happens to a topic; must not throw. */
  report?: ((event: BatchEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Leaves the sessions to workers and follows them; so where workers are there, when absent. */
  detach?: boolean | undefined;
  /** Of the sessions that are left to workers; 0 when absent. */
  priority?: number | undefined;
}

/** Something happened to the topic of this number, from 0. */
export interface BatchEvent {
  type: 'started' | 'round' | 'ended';
  index: number;
  row: BatchRow;
}

/** What a whole batch came to. */
export interface BatchReport {
  rows: BatchRow[];
  cost_usd: number | null;
}
