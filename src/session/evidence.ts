/**
 * What a seat may look up in the project, and how the program checks its quotations. A look-up is data from a model: it names
 * paths and words, and gets text of bounded size, never a file.
 */
import type { Evidence } from './records.ts';

/** The kinds of look-up, as models name them. */
export const lookUpKinds = ['list', 'search', 'read', 'log', 'decisions'] as const;

/** One look-up. `from` and `to` are line numbers, counted from 1, both included. */
export type LookUp =
  | { look_up: 'list'; path: string }
  | { look_up: 'search'; text: string; path: string | null }
  | { look_up: 'read'; path: string; from: number; to: number | null }
  | { look_up: 'log'; path: string }
  | { look_up: 'decisions'; words: string };

/** The result of a look-up. A refusal is text as well: it says why, so that the seat can ask differently. */
export interface Finding {
  /** The look-up as people read it: `read src/queue.ts:1-80`. */
  title: string;
  text: string;
  /** False when nothing was found or the look-up was refused. */
  found: boolean;
  /** The places of a search. */
  places?: readonly Hit[];
}

/** A line of the project in which something was found; the line counted from 1, a long text cut. */
export interface Hit {
  path: string;
  line: number;
  text: string;
}

/** A place with its line, as people read it. */
export function formatHit({ path, line, text }: Hit): string {
  return `${path}:${line}: ${text}`;
}

/**
 * The project as seats see it. `key` names the place in the discussion that asks, like the key of a call: a resumed or replayed
 * session gets the same result for the same key again.
 */
export interface Evidencer {
  /** Files with sizes and a line on each, as text of at most `maxBytes` bytes; empty when the project has none. */
  map(options: { maxBytes: number }): Promise<string>;
  /** Answers one look-up in at most `maxBytes` bytes. Rejects only when the run is stopped. */
  lookUp(wanted: LookUp, options: { key: string; maxBytes: number; signal: AbortSignal }): Promise<Finding>;
  /** Opens the places and notes which quotations are there. A quotation found elsewhere in its file gets the right line number. */
  check(evidence: readonly Evidence[], options: { key: string }): Promise<Evidence[]>;
  /** Whether a model has the files in its own working folder and reads them itself. Absent: none does. */
  isSeenBy?: (model: string) => boolean;
}

/** A look-up as people read it. */
export function formatLookUp(wanted: LookUp): string {
  switch (wanted.look_up) {
    case 'list':
      return `list ${wanted.path === '' ? '.' : wanted.path}`;
    case 'search':
      return `search "${wanted.text}"${wanted.path === null ? '' : ` in ${wanted.path}`}`;
    case 'read':
      return `read ${wanted.path}:${wanted.from}${wanted.to === null ? '' : `-${wanted.to}`}`;
    case 'log':
      return `log ${wanted.path === '' ? '.' : wanted.path}`;
    case 'decisions':
      return `decisions "${wanted.words}"`;
  }
}

/** Whether a file holds tests, by the names that test runners look for. */
export function isTestFile(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.[^/]*$|_test\.[^/]*$|(?:^|\/)test_[^/]*$/.test(
    file,
  );
}
