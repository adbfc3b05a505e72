/** Where library files are and in which order they are searched: the project's own before the shipped ones. */
import path from 'node:path';
import { isTaken, listNames } from '../files/list-folder.ts';
import { describeSystemError } from '../files/read-text.ts';
import { type ErrorCode, findNearestNames, S2sError } from '../session/errors.ts';
import type { Origin } from '../session/library.ts';
import { idPattern } from '../session/vocabulary.ts';
import type { KeptReadings } from '../text/kept-readings.ts';
import type { LibraryProblem } from './problems.ts';

/** The two places of library files. */
export interface LibraryPlaces {
  /** The path of the project's `.s2s` folder; null outside a project. */
  project: string | null;
  /** The path of the package, which contains `agents/`, `skills/` and `templates/`. */
  shipped: string;
  /** Kept results of parsing the files; if absent, each file is parsed every time. */
  kept?: KeptReadings | undefined;
  /** Called with the text of each agent of the project, which can name a model that starts a program. */
  onRead?: ((file: string, text: string) => void) | undefined;
}

/** One kind of library file. */
export interface ResourceKind {
  /** The word for one of them, such as `agent`. */
  noun: string;
  unknown: ErrorCode;
  /** The command that lists all of them. */
  listHint: string;
  /** Folders in search order, relative to the `.s2s` folder or to the package. */
  folders: readonly { origin: Origin; folder: string }[];
  /** Possible prefixes of the id in a file's name, the empty one first. */
  prefixes: readonly string[];
}

/** A library file that was found. Its real path must be inside `root`. */
export interface LibraryEntry {
  id: string;
  file: string;
  origin: Origin;
  root: string;
}

/** All files of a kind: one file in use for each id, the files that it hides, and problems with names that cannot be ids. */
export interface ResourceListing {
  entries: LibraryEntry[];
  hidden: { entry: LibraryEntry; by: LibraryEntry }[];
  problems: LibraryProblem[];
}

/** Agents: markdown files named after their id; the name may begin with `roundtable-`. */
export const agentResources: ResourceKind = {
  noun: 'agent',
  unknown: 'UNKNOWN_AGENT',
  listHint: 's2s agents list',
  folders: [
    { origin: 'project', folder: 'agents' },
    { origin: 'project', folder: 'agents/roundtable' },
    { origin: 'shipped', folder: 'agents/roundtable' },
  ],
  prefixes: ['', 'roundtable-'],
};

/** Strategies: markdown files named after their id. */
export const strategyResources: ResourceKind = {
  noun: 'strategy',
  unknown: 'UNKNOWN_STRATEGY',
  listHint: 's2s strategies list',
  folders: [
    { origin: 'project', folder: 'strategies' },
    { origin: 'project', folder: 'skills/roundtable-strategies/references' },
    { origin: 'shipped', folder: 'skills/roundtable-strategies/references' },
  ],
  prefixes: [''],
};

const agendaFolder = 'skills/roundtable-execution/references';

/** Agendas: `agendas/<workflow>.md`; in the reference folders only files named `agenda-<workflow>.md` are agendas. */
export const agendaResources: ResourceKind = {
  noun: 'agenda',
  unknown: 'UNKNOWN_WORKFLOW',
  listHint: 's2s config show',
  folders: [
    { origin: 'project', folder: 'agendas' },
    { origin: 'project', folder: agendaFolder },
    { origin: 'shipped', folder: agendaFolder },
  ],
  prefixes: ['', 'agenda-'],
};

/**
 * Finds the file of an id, or null. Broken files and dangling links are also found: silently falling back to
 * another file would hide the mistake. Throws S2sError INVALID_ID, FILE_UNREADABLE.
 */
export async function findEntry(
  places: LibraryPlaces,
  kind: ResourceKind,
  id: string,
): Promise<LibraryEntry | null> {
  if (!idPattern.test(id)) throw await refuseId(places, kind, id);
  for (const place of listFolders(places, kind)) {
    for (const prefix of prefixesOf(kind, place.folder)) {
      const file = path.join(place.path, `${prefix}${id}.md`);
      if (await exists(file)) return { id, file, origin: place.origin, root: place.root };
    }
  }
  return null;
}

/** Like `findEntry`, but if there is no file, throws the kind's `unknown` code with the nearest ids. */
export async function requireEntry(
  places: LibraryPlaces,
  kind: ResourceKind,
  id: string,
): Promise<LibraryEntry> {
  const entry = await findEntry(places, kind, id);
  if (entry !== null) return entry;
  throw new S2sError(kind.unknown, `There is no ${kind.noun} "${id}".`, {
    hint: await adviseOn(places, kind, id),
  });
}

/** Lists the files of a kind by id. Throws S2sError FILE_UNREADABLE if a folder exists but cannot be listed. */
export async function listEntries(places: LibraryPlaces, kind: ResourceKind): Promise<ResourceListing> {
  const used = new Map<string, LibraryEntry>();
  const listing: ResourceListing = { entries: [], hidden: [], problems: [] };
  for (const place of listFolders(places, kind)) {
    const prefixes = prefixesOf(kind, place.folder);
    for (const name of await readNames(place.path)) {
      const id = readId(name, prefixes);
      if (id === null) continue;
      const file = path.join(place.path, name);
      if (!idPattern.test(id)) {
        const message = `the file name cannot be used: "${id}" is not made of lowercase letters, digits and hyphens`;
        listing.problems.push({ file, message, severity: 'warning' });
        continue;
      }
      const entry: LibraryEntry = { id, file, origin: place.origin, root: place.root };
      const by = used.get(id);
      if (by === undefined) used.set(id, entry);
      else listing.hidden.push({ entry, by });
    }
  }
  listing.entries = [...used.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return listing;
}

/** The most names that a hint lists. */
const mostNamed = 12;

/** The hint after a wrong id. */
async function adviseOn(places: LibraryPlaces, kind: ResourceKind, id: string): Promise<string> {
  const { entries } = await listEntries(places, kind);
  const ids = entries.map((entry) => entry.id);
  const names = findNearestNames(id, ids).map((name) => `"${name}"`);
  if (names.length > 0) return `Did you mean ${names.join(' or ')}? See all of them: ${kind.listHint}`;
  return ids.length > mostNamed ? `See all of them: ${kind.listHint}` : `There is: ${ids.join(', ')}`;
}

async function refuseId(places: LibraryPlaces, kind: ResourceKind, id: string): Promise<S2sError> {
  const bare = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const message = `${JSON.stringify(id)} is not the name of a ${kind.noun}: names are made of lowercase letters, digits and hyphens.`;
  return new S2sError('INVALID_ID', message, { hint: await adviseOn(places, kind, bare) });
}

function listFolders(
  places: LibraryPlaces,
  kind: ResourceKind,
): { origin: Origin; folder: string; path: string; root: string }[] {
  return kind.folders.flatMap(({ origin, folder }) => {
    const base = origin === 'project' ? places.project : places.shipped;
    if (base === null) return [];
    const root = origin === 'project' ? path.dirname(path.resolve(base)) : base;
    return [{ origin, folder, path: path.join(base, folder), root }];
  });
}

function prefixesOf(kind: ResourceKind, folder: string): readonly string[] {
  return folder === agendaFolder ? ['agenda-'] : kind.prefixes;
}

function readId(name: string, prefixes: readonly string[]): string | null {
  if (!/\.md$/i.test(name) || name.startsWith('.') || /^(readme|skill)\.md$/i.test(name)) return null;
  const base = name.slice(0, -3);
  const prefix = prefixes.find((candidate) => candidate !== '' && base.startsWith(candidate));
  if (prefix !== undefined) return base.slice(prefix.length);
  return prefixes.includes('') ? base : null;
}

/** File names sorted so that `qa-lead.md` comes before `roundtable-qa-lead.md`, as in the search. */
async function readNames(folder: string): Promise<string[]> {
  return (await listNames(folder)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

async function exists(file: string): Promise<boolean> {
  try {
    return await isTaken(file);
  } catch (error) {
    throw describeSystemError(error, file);
  }
}
