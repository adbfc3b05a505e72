/** Opens the places of the facts that a reply cites, and takes them into the dossier. */
import type { FactReply } from '../prompts/forms/facts.ts';
import { addFacts, type StatedFact } from '../session/dossier.ts';
import type { Fact } from '../session/records.ts';
import type { Run } from './run.ts';

/**
 * Checks facts at their places and returns the dossier with them, and the id of each fact in the order of the reply. Without a project
 * to look at they stay unchecked (`found` is null).
 */
export async function checkFacts(
  run: Run,
  facts: readonly FactReply[],
  by: { seat: string; key: string },
): Promise<{ dossier: Fact[]; ids: string[] }> {
  const { dossier, total_rounds: round } = run.session;
  return addFacts(dossier, await openPlaces(run, facts, by.key), { seat: by.seat, round });
}

/** Opens the place of each fact, and gives the facts with what was found there, in their order. */
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
