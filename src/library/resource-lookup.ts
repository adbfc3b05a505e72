/** Where library files are and in which order they are searched: the project's own before the shipped ones. */
import path from 'node:path';
import { isTaken, listNames } from '../files/list-folder.ts';
import { describeSystemError } from '../files/read-text.ts';
import { type ErrorCode, findNearestNames, S2sError } from '../session/errors.ts';
import type { Origin } from '../session/library.ts';
import { idPattern } from '../session/vocabulary.ts';
import type { LibraryProblem } from './problems.ts';

/** The two places of library files. */
export interface LibraryPlaces {
  /** The path of the project's `.s2s` folder; null outside a project. */
  project: string | null;
  /** The path of the package, which contains `agents/`, `skills/` and `templates/`. */
  shipped: string;
  /** Called before a file of the project is read. Throws FILE_REFUSED for a link to a file that may not be shown. */
  guard?: ((file: string) => Promise<void>) | undefined;
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
  /** Folders in search order, relative to the `.s2s` folder or to the package; `prefix` is what stands before the id in the names of files. */
  folders: readonly { origin: Origin; folder: string; prefix?: string }[];
}

/** A library file that was found. Its real path must be inside `root`. */
export interface LibraryEntry {
  id: string;
  file: string;
  origin: Origin;
  root: string;
}

/** All files of a kind: the one in use for each id, and problems with names that cannot be ids. */
export interface ResourceListing {
  entries: LibraryEntry[];
  problems: LibraryProblem[];
}

/** Agents: markdown files named after their id. */
export const agentResources: ResourceKind = {
  noun: 'agent',
  unknown: 'UNKNOWN_AGENT',
  listHint: 's2s agents list',
  folders: [
    { origin: 'project', folder: 'agents' },
    { origin: 'project', folder: 'agents/roundtable' },
    { origin: 'shipped', folder: 'agents/roundtable' },
  ],
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
};

const agendaFolder = { folder: 'skills/roundtable-execution/references', prefix: 'agenda-' };

/** Agendas: `agendas/<workflow>.md`; in the reference folders only files named `agenda-<workflow>.md` are agendas. */
export const agendaResources: ResourceKind = {
  noun: 'agenda',
  unknown: 'UNKNOWN_WORKFLOW',
  listHint: 's2s config show',
  folders: [
    { origin: 'project', folder: 'agendas' },
    { origin: 'project', ...agendaFolder },
    { origin: 'shipped', ...agendaFolder },
  ],
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
    const file = path.join(place.path, `${place.prefix}${id}.md`);
    if (await exists(file)) return { id, file, origin: place.origin, root: place.root };
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
  const problems: LibraryProblem[] = [];
  for (const place of listFolders(places, kind)) {
    for (const name of (await listNames(place.path)).sort()) {
      const id = readId(name, place.prefix);
      if (id === null) continue;
      const file = path.join(place.path, name);
      if (!idPattern.test(id)) {
        const message = `the file name cannot be used: "${id}" is not made of lowercase letters, digits and hyphens`;
        problems.push({ file, message, severity: 'warning' });
      } else if (!used.has(id)) used.set(id, { id, file, origin: place.origin, root: place.root });
    }
  }
  return { entries: [...used.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), problems };
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
  const message = `${JSON.stringify(id)} names no ${kind.noun}: names are made of lowercase letters, digits and hyphens.`;
  return new S2sError('INVALID_ID', message, { hint: await adviseOn(places, kind, bare) });
}

function listFolders(
  places: LibraryPlaces,
  kind: ResourceKind,
): { origin: Origin; prefix: string; path: string; root: string }[] {
  return kind.folders.flatMap(({ origin, folder, prefix = '' }) => {
    const base = origin === 'project' ? places.project : places.shipped;
    if (base === null) return [];
    const root = origin === 'project' ? path.dirname(path.resolve(base)) : base;
    return [{ origin, prefix, path: path.join(base, folder), root }];
  });
}

function readId(name: string, prefix: string): string | null {
  if (!/^(?!\.|(?:readme|skill)\.md$).*\.md$/i.test(name) || !name.startsWith(prefix)) return null;
  return name.slice(prefix.length, -3);
}

async function exists(file: string): Promise<boolean> {
  try {
    return await isTaken(file);
  } catch (error) {
    throw describeSystemError(error, file);
  }
}
