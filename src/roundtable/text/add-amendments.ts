/** What seats put to the writer, each under an id of its own. */
import { nextId } from '../../session/rules/same-text.ts';
import type { Amendment } from '../../session/text.ts';

/** The amendments with more; what is not given is empty, and none is answered yet. */
export function addAmendments(
  known: readonly Amendment[],
  given: readonly (Pick<Amendment, 'kind' | 'seat'> & Partial<Amendment>)[],
): Amendment[] {
  const all = [...known];
  for (const one of given)
    all.push({
      ...{ id: nextId('A', all), targets: [], operation: 'change', field: '', old: '', words: '' },
      ...{ reason: '', severity: 'gap', facts: [], answer: null, because: '' },
      ...one,
    });
  return all;
}
