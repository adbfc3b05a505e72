/** Notices: messages of a use case apart from its result. */

/** A sentence that the person should know and that stops nothing. */
export interface Notice {
  level: 'info' | 'warning';
  text: string;
  /** What to type next, for a person at a terminal. */
  hint?: string;
}

/** Receives notices. Must not throw. */
export type Notify = (notice: Notice) => void;
