/** Agents: the roles that models can play. */

import type { Agent } from '../domain/library.ts';
import { checkAll, type Kind, type LibraryCheck, type LoadOptions, loadAll, loadEntry } from './load-file.ts';
import type { LibraryProblem } from './problems.ts';
import { readAgent } from './read-agent.ts';
import { agentResources, type LibraryPlaces, requireEntry } from './resource-lookup.ts';

const kind: Kind<Agent> = {
  resources: agentResources,
  invalid: 'AGENT_INVALID',
  checkHint: 's2s agents check',
  read: readAgent,
};

/**
 * Loads an agent, the project's own first. `roundtable-qa-lead` names the agent `qa-lead`.
 * Throws S2sError: INVALID_ID, UNKNOWN_AGENT, AGENT_INVALID, FILE_*.
 */
export async function loadAgent(
  places: LibraryPlaces,
  id: string,
  options: LoadOptions = {},
): Promise<Agent> {
  return loadEntry(kind, await requireEntry(places, agentResources, id.replace(/^roundtable-(?=.)/, '')), {
    ...options,
    kept: places.kept,
  });
}

/** All agents that can be used, by id, and the problems of all files, those included that cannot. */
export async function listAgents(
  places: LibraryPlaces,
): Promise<{ agents: Agent[]; problems: LibraryProblem[] }> {
  const { items, problems } = await loadAll(kind, places);
  return { agents: items, problems };
}

/** All problems of all agent files at once, for `s2s agents check`. */
export async function checkAgents(places: LibraryPlaces): Promise<LibraryCheck> {
  return checkAll(kind, places);
}
