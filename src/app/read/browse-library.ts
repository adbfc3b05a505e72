/** The agents and strategies that a project can use: its own, and those that ship with s2s. Lists go to browsers too, so without keys. */
import { findProject } from '../../config/find-project.ts';
import * as libraryFiles from '../../library/load-library.ts';
import { type LibraryProblem, selectErrors } from '../../library/problems.ts';
import { agentResources, listEntries, strategyResources } from '../../library/resource-lookup.ts';
import { formatProblems } from '../../session/errors.ts';
import type { Agent, Strategy } from '../../session/library.ts';
import type { AppParts } from '../app-parts.ts';

export { checkAgents, checkStrategies, loadAgent, loadStrategy } from '../../library/load-library.ts';

type ListParts = Pick<AppParts, 'places' | 'notify' | 'redactData'>;

/** All usable agents, by ID. Warns about files that cannot be used. */
export async function listAgents({
  places,
  notify,
  redactData,
}: ListParts): Promise<{ agents: Agent[]; problems: LibraryProblem[] }> {
  const listed = redactData(await libraryFiles.listAgents(places));
  tellProblems(notify, selectErrors(listed.problems));
  return listed;
}

/** All usable strategies, by ID. Warns about files that cannot be used. */
export async function listStrategies({
  places,
  notify,
  redactData,
}: ListParts): Promise<{ strategies: Strategy[]; problems: LibraryProblem[] }> {
  const listed = redactData(await libraryFiles.listStrategies(places));
  tellProblems(notify, listed.problems);
  return listed;
}

/** A strategy as lists show it. */
export function describeStrategy(strategy: Strategy) {
  const { id, description, phases, participation, consensus, origin } = strategy;
  return { id, description, phases: phases.map(({ name }) => name), participation, consensus, origin };
}

/** The IDs of the agents or strategies available in `cwd`, without reading their files; works outside a project too. */
export async function listIds(
  kind: 'agents' | 'strategies',
  { cwd, world }: Pick<AppParts, 'cwd' | 'world'>,
): Promise<{ id: string; origin: string }[]> {
  const project = await findProject(cwd, world);
  const places = { project: project?.s2sDir ?? null, shipped: world.packageRoot };
  const { entries } = await listEntries(places, kind === 'agents' ? agentResources : strategyResources);
  return entries;
}

function tellProblems(notify: AppParts['notify'], problems: readonly LibraryProblem[]): void {
  for (const problem of problems) notify({ level: 'warning', text: formatProblems([problem]) });
}
