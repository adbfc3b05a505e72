/** The options, events and report of a batch. */
import type { BatchRow } from '../../session/batch.ts';
import type { LimitOptions, StartOptions } from '../options.ts';

/** One topic. */
export interface BatchTopic {
  /** Identifies the entry, wherever it is in the file, so that the next run finds its session again. */
  key: string;
  options: StartOptions;
}

/** The batch to run. */
export interface BatchOptions {
  topics: readonly BatchTopic[];
  /** The name of the record of which session belongs to which topic: lower-case letters, digits and hyphens. */
  name: string;
  /** How many sessions run at a time. When absent: `server.most_running`, or more if they wait for workers or for a provider's batches. */
  atOnce?: number | undefined;
  /** Sends calls through their providers' batch interfaces: later answers, for less money. */
  providerBatch?: boolean | undefined;
  /** The most US dollars for all sessions together, including the cost of earlier runs of this batch. */
  maxCost?: number | undefined;
  /** Options for every topic, given by the person themselves. */
  overrides?: LimitOptions | undefined;
  /** Called when something happens to a topic; must not throw. */
  report?: ((event: BatchEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Leaves the sessions to workers and follows them. When absent: if there are workers. */
  detach?: boolean | undefined;
  /** The priority of the sessions that are left to workers; 0 when absent. */
  priority?: number | undefined;
}

/** An event of one topic; `index` counts from 0. */
export interface BatchEvent {
  type: 'started' | 'round' | 'ended';
  index: number;
  row: BatchRow;
}

/** The result of a whole batch. */
export interface BatchReport {
  rows: BatchRow[];
  cost_usd: number | null;
}
