/** Loads, lists and checks agents, strategies and agendas. */

import { readTextWithin } from '../files/read-text.ts';
import type { ErrorCode } from '../session/errors.ts';
import type { Agenda, Agent, Strategy } from '../session/library.ts';
import { describeProblems, type LibraryProblem, type Reading, sortProblems, toProblems } from './problems.ts';
import { readAgenda } from './read-agenda.ts';
import { readAgent } from './read-agent.ts';
import { readStrategy } from './read-strategy.ts';
import {
  agendaResources,
  agentResources,
  findEntry,
  type LibraryEntry,
  type LibraryPlaces,
  listEntries,
  type ResourceKind,
  requireEntry,
  strategyResources,
} from './resource-lookup.ts';

/** A kind of library file. */
interface Kind<T> {
  resources: ResourceKind;
  invalid: ErrorCode;
  /** The command that shows all problems. */
  checkHint: string;
  read: (entry: LibraryEntry, text: string) => Reading<T>;
}

const agents: Kind<Agent> = {
  resources: agentResources,
  invalid: 'AGENT_INVALID',
  checkHint: 's2s agents check',
  read: readAgent,
};
const strategies: Kind<Strategy> = {
  resources: strategyResources,
  invalid: 'STRATEGY_INVALID',
  checkHint: 's2s strategies check',
  read: readStrategy,
};
const agendas: Kind<Agenda> = {
  resources: agendaResources,
  invalid: 'AGENDA_INVALID',
  checkHint: 's2s config check',
  read: readAgenda,
};

/** All checked files of a kind, and all their problems. */
export interface LibraryCheck {
  files: string[];
  problems: LibraryProblem[];
}

/**
 * Loads an agent, the project's own first. `roundtable-qa-lead` names the agent `qa-lead`.
 * Throws S2sError: INVALID_ID, UNKNOWN_AGENT, AGENT_INVALID, FILE_*.
 */
export async function loadAgent(places: LibraryPlaces, id: string): Promise<Agent> {
  const entry = await requireEntry(places, agentResources, id.replace(/^roundtable-(?=.)/, ''));
  return loadEntry(agents, entry, places);
}

/** Loads a strategy, the project's own first. Throws S2sError: INVALID_ID, UNKNOWN_STRATEGY, STRATEGY_INVALID, FILE_*. */
export async function loadStrategy(places: LibraryPlaces, id: string): Promise<Strategy> {
  const entry = await requireEntry(places, strategyResources, id);
  return loadEntry(strategies, entry, places);
}

/** Loads the agenda of a workflow; null if there is none. Throws S2sError: INVALID_ID, AGENDA_INVALID, FILE_*. */
export async function loadAgenda(places: LibraryPlaces, workflow: string): Promise<Agenda | null> {
  const entry = await findEntry(places, agendaResources, workflow);
  return entry === null ? null : loadEntry(agendas, entry, places);
}

/** All usable agents, by id, and the problems of all files, including unusable ones. */
export async function listAgents(
  places: LibraryPlaces,
): Promise<{ agents: Agent[]; problems: LibraryProblem[] }> {
  const { items, problems } = await loadAll(agents, places);
  return { agents: items, problems };
}

/** The same for strategies. */
export async function listStrategies(
  places: LibraryPlaces,
): Promise<{ strategies: Strategy[]; problems: LibraryProblem[] }> {
  const { items, problems } = await loadAll(strategies, places);
  return { strategies: items, problems };
}

/** All problems of all agent files at once, for `s2s agents check`. */
export const checkAgents = (places: LibraryPlaces): Promise<LibraryCheck> => checkAll(agents, places);

/** All problems of all strategy files at once, for `s2s strategies check`. */
export const checkStrategies = (places: LibraryPlaces): Promise<LibraryCheck> => checkAll(strategies, places);

/** All problems of all agenda files at once. */
export const checkAgendas = (places: LibraryPlaces): Promise<LibraryCheck> => checkAll(agendas, places);

/** Loads one file. Throws S2sError: the kind's `invalid` code with all problems, or the error from reading the file. */
async function loadEntry<T>(kind: Kind<T>, entry: LibraryEntry, places: LibraryPlaces): Promise<T> {
  const { item, problems } = await readEntry(kind, entry, places);
  if (item === null) {
    throw describeProblems(kind.invalid, `The ${kind.resources.noun} "${entry.id}" (${entry.file})`, {
      problems,
      hint: `Repair the file, then check it with: ${kind.checkHint}`,
    });
  }
  return item;
}

/** Loads all files of a kind, by id; unusable ones appear among the problems. */
async function loadAll<T>(
  kind: Kind<T>,
  places: LibraryPlaces,
): Promise<{ items: T[]; problems: LibraryProblem[] }> {
  const listing = await listEntries(places, kind.resources);
  const { items, problems } = await readSafely(kind, listing.entries, places);
  return { items, problems: sortProblems([...listing.problems, ...problems]) };
}

/** Checks all files of a kind. */
async function checkAll<T>(kind: Kind<T>, places: LibraryPlaces): Promise<LibraryCheck> {
  const listing = await listEntries(places, kind.resources);
  const { problems } = await readSafely(kind, listing.entries, places);
  return {
    files: listing.entries.map((entry) => entry.file).sort(),
    problems: sortProblems([...listing.problems, ...problems]),
  };
}

/** Reads files; a file that cannot be read appears among the problems. */
async function readSafely<T>(
  kind: Kind<T>,
  entries: readonly LibraryEntry[],
  places: LibraryPlaces,
): Promise<{ items: T[]; problems: LibraryProblem[] }> {
  const readings = await Promise.all(
    entries.map((entry) =>
      readEntry(kind, entry, places).catch(
        (error: unknown): Reading<T> => ({ item: null, problems: toProblems(error, entry.file) }),
      ),
    ),
  );
  return {
    items: readings.flatMap(({ item }) => (item === null ? [] : [item])),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

async function readEntry<T>(
  kind: Kind<T>,
  entry: LibraryEntry,
  { onRead, guard }: LibraryPlaces,
): Promise<Reading<T>> {
  if (entry.origin === 'project') await guard?.(entry.file);
  const text = await readTextWithin(entry.file, entry.root);
  if (kind.resources === agentResources && entry.origin === 'project') onRead?.(entry.file, text);
  return kind.read(entry, text);
}
