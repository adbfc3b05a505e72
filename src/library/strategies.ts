/** Strategies: how a discussion runs. */

import type { Strategy } from '../domain/library.ts';
import { checkAll, type Kind, type LibraryCheck, type LoadOptions, loadAll, loadEntry } from './load-file.ts';
import type { LibraryProblem } from './problems.ts';
import { readStrategy } from './read-strategy.ts';
import { type LibraryPlaces, requireEntry, strategyResources } from './resource-lookup.ts';

const kind: Kind<Strategy> = {
  resources: strategyResources,
  invalid: 'STRATEGY_INVALID',
  checkHint: 's2s strategies check',
  read: readStrategy,
};

/** Loads a strategy, the project's own first. Throws S2sError: INVALID_ID, UNKNOWN_STRATEGY, STRATEGY_INVALID, FILE_*. */
export async function loadStrategy(
  places: LibraryPlaces,
  id: string,
  options: LoadOptions = {},
): Promise<Strategy> {
  return loadEntry(kind, await requireEntry(places, strategyResources, id), {
    ...options,
    kept: places.kept,
  });
}

/** All strategies that can be used, by id, and the problems of all files, those included that cannot. */
export async function listStrategies(
  places: LibraryPlaces,
): Promise<{ strategies: Strategy[]; problems: LibraryProblem[] }> {
  const { items, problems } = await loadAll(kind, places);
  return { strategies: items, problems };
}

/** All problems of all strategy files at once, for `s2s strategies check`. */
export async function checkStrategies(places: LibraryPlaces): Promise<LibraryCheck> {
  return checkAll(kind, places);
}
