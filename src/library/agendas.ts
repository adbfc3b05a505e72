/** Agendas: the topics that a workflow must cover. */

import type { Agenda } from '../domain/library.ts';
import { checkAll, type Kind, type LibraryCheck, type LoadOptions, loadAll, loadEntry } from './load-file.ts';
import type { LibraryProblem } from './problems.ts';
import { readAgenda } from './read-agenda.ts';
import { agendaResources, findEntry, type LibraryPlaces } from './resource-lookup.ts';

const kind: Kind<Agenda> = {
  resources: agendaResources,
  invalid: 'AGENDA_INVALID',
  checkHint: 's2s config check',
  read: readAgenda,
};

/** Loads the agenda of a workflow; null where there is none. Throws S2sError: INVALID_ID, AGENDA_INVALID, FILE_*. */
export async function loadAgenda(
  places: LibraryPlaces,
  workflow: string,
  options: LoadOptions = {},
): Promise<Agenda | null> {
  const entry = await findEntry(places, agendaResources, workflow);
  return entry === null ? null : loadEntry(kind, entry, { ...options, kept: places.kept });
}

/** All agendas that can be used, by workflow, and the problems of all files, those included that cannot. */
export async function listAgendas(
  places: LibraryPlaces,
): Promise<{ agendas: Agenda[]; problems: LibraryProblem[] }> {
  const { items, problems } = await loadAll(kind, places);
  return { agendas: items, problems };
}

/** All problems of all agenda files at once. */
export async function checkAgendas(places: LibraryPlaces): Promise<LibraryCheck> {
  return checkAll(kind, places);
}
