/** Describes which inputs of a session have changed since its start. */
import type { Session } from '../../session/session.ts';

const sentences: Readonly<Record<keyof Session['inputs'], string>> = {
  agents: 'An agent file of this panel has changed.',
  strategy: 'The strategy has changed.',
  agenda: 'The agenda has changed.',
  context: 'The project context, or a context file, has changed.',
  prompts: 'The prompts of s2s have changed.',
};

/** Compares the inputs of a session at its start with the present ones: a sentence for each that changed. */
export function describeChanges(before: Session['inputs'], now: Session['inputs']): string[] {
  return Object.entries(sentences).flatMap(([input, text]) => {
    const name = input as keyof typeof sentences;
    return before[name] === now[name] ? [] : [text];
  });
}
