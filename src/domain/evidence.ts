/**
 * What a seat may look up in the project, and what the program says of a quotation. A look-up is data from a model: it names
 * paths and words, and gets text of bounded size, never a file.
 */
import type { Evidence } from './records.ts';

/** One look-up. `from` and `to` are line numbers, counted from 1, both included. */
export type LookUp =
  | { look_up: 'list'; path: string }
  | { look_up: 'search'; text: string; path: string | null }
  | { look_up: 'read'; path: string; from: number; to: number | null }
  | { look_up: 'log'; path: string }
  | { look_up: 'decisions'; words: string };

/** What a look-up gave. A refusal is text as well: it says why, so that the seat can ask otherwise. */
export interface Finding {
  /** The look-up as people read it: `read src/queue.ts:1-80`. */
  title: string;
  text: string;
  /** False when nothing was found or the look-up was refused. */
  found: boolean;
}

/** The project as seats see it. */
export interface Evidencer {
  /** Files with sizes and a line on each, as text of at most `maxBytes` bytes; empty when the project has none. */
  map(options: { maxBytes: number }): Promise<string>;
  /** Answers one look-up in at most `maxBytes` bytes. Rejects only when the run is stopped. */
  lookUp(wanted: LookUp, options: { maxBytes: number; signal: AbortSignal }): Promise<Finding>;
  /** Opens the places and says which quotations stand there. The line of one that stands elsewhere in its file is corrected. */
  check(evidence: readonly Evidence[]): Promise<Evidence[]>;
}
