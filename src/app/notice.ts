/** What a use case tells beside its result. */

/** Something that a person should know and that stops nothing, in a sentence. */
export interface Notice {
  level: 'info' | 'warning';
  text: string;
}

/** Hears notices. Must not throw. */
export type Notify = (notice: Notice) => void;
