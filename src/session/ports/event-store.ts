/**
 * The stored events of a session: one list across all of its runs, so that a reader in any process can follow a discussion and
 * continue where it stopped reading.
 */
import type { StreamEvent } from '../event-schema.ts';

/** An event that was read. Its fields are those of the version that wrote it; `seq` and `type` are checked. */
export type KeptEvent = Pick<StreamEvent, 'seq' | 'at' | 'type'> & Record<string, unknown>;

/** The place where reading continues. Opaque; made by `read`. */
export interface EventPlace {
  offset: number;
  seq: number;
}

/** The beginning of every list. */
export const firstPlace: EventPlace = { offset: 0, seq: 0 };

/** Appends to one session's list; only the holder of its lease may have one. */
export interface EventWriter {
  /** The number of the last stored event; 0 for none. */
  last: number;
  /**
   * Stores events, which continue the numbering, all together. A failed write does not stop the run, but all later events are left
   * out too.
   */
  append(...events: readonly object[]): void;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

/** The lists of a project's sessions, and which sessions a server has taken on. */
export interface EventStore {
  /** Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
  open(id: string): Promise<EventWriter>;
  /** The events after a place; null when the session has no list. Throws as `open`. */
  read(id: string, place: EventPlace): Promise<{ events: KeptEvent[]; next: EventPlace } | null>;
  /** Notes that a server runs the session, or that it no longer does; a note outlives the process. */
  noteServed(id: string, isServed: boolean): Promise<void>;
  isServed(id: string): Promise<boolean>;
}
