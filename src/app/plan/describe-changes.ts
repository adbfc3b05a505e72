/** Describes which inputs of a session have changed since its start. */
import type { Session } from '../../session/session.ts';

/** The short hashes in a session's head. */
export type SessionInputs = Session['inputs'];

/** One input that changed, with a sentence for the person. */
export interface InputChange {
  input: 'agents' | 'strategy' | 'agenda' | 'context' | 'prompts';
  text: string;
}

const sentences: readonly [InputChange['input'], string][] = [
  ['agents', 'An agent file of this panel has changed.'],
  ['strategy', 'The strategy has changed.'],
  ['agenda', 'The agenda has changed.'],
  ['context', 'The project context, or a context file, has changed.'],
  ['prompts', 'The prompts of s2s have changed.'],
];

/** Compares the inputs of a session at its start with the present ones. The list is empty if nothing changed. */
export function describeChanges(before: SessionInputs, now: SessionInputs): InputChange[] {
  return sentences
    .filter(([input]) => before[input] !== now[input])
    .map(([input, text]) => ({ input, text }));
}
