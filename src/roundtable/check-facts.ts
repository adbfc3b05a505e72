/** Opens the places of the facts that a reply cites. */
import type { FactReply } from '../prompts/forms/facts.ts';
import type { StatedFact } from '../session/rules/dossier.ts';
import type { Run } from './run.ts';

/**
 * Opens the place of each fact, and gives the facts with what was found there, in their order. Without a project to look at they stay
 * unchecked (`found` is null).
 */
export async function openPlaces(run: Run, facts: readonly FactReply[], key: string): Promise<StatedFact[]> {
  const places = facts.map(({ path, line, quote }) => ({ path, line, quote, commit: null, found: null }));
  const { evidence } = run.ports;
  const checked = evidence && places.length > 0 ? await evidence.check(places, { key }) : places;
  return facts.map(({ claim, path, line, quote }, index) => ({
    ...{ path, line, quote, commit: null, found: null },
    ...checked[index],
    claim,
  }));
}
