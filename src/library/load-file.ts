/** What loading, listing and checking have in common for all kinds of library files. */
import type { ErrorCode } from '../domain/errors.ts';
import { readTextWithin } from '../files/read-text.ts';
import { makeOnce } from '../text/kept-readings.ts';
import { describeProblems, type LibraryProblem, sortProblems, toProblems } from './problems.ts';
import { type LibraryEntry, type LibraryPlaces, listEntries, type ResourceKind } from './resource-lookup.ts';

/** Called with each warning about a file that can still be used. */
export interface LoadOptions {
  onWarning?: (problem: LibraryProblem) => void;
}

/** The result of reading one file; `item` is null when there are errors among the problems. */
export interface Reading<T> {
  item: T | null;
  problems: LibraryProblem[];
}

/** Reads the text of a library file into a value. */
export type Reader<T> = (entry: LibraryEntry, text: string) => Reading<T>;

/** A kind of library file. */
export interface Kind<T> {
  resources: ResourceKind;
  invalid: ErrorCode;
  /** What to type to see all problems. */
  checkHint: string;
  read: Reader<T>;
}

/** All files of a kind that were looked at, and all their problems. */
export interface LibraryCheck {
  files: string[];
  problems: LibraryProblem[];
}

/** Loads one file. Throws S2sError: the kind's `invalid` code with all problems, or the error from reading the file. */
export async function loadEntry<T>(
  kind: Kind<T>,
  entry: LibraryEntry,
  { kept, onWarning }: LoadOptions & Pick<LibraryPlaces, 'kept'>,
): Promise<T> {
  const { item, problems } = await readEntry(kind, entry, kept);
  if (item === null) {
    throw describeProblems(kind.invalid, `The ${kind.resources.noun} "${entry.id}" (${entry.file})`, {
      problems,
      hint: `Repair the file, then check it with: ${kind.checkHint}`,
    });
  }
  for (const problem of problems) onWarning?.(problem);
  return item;
}

/** Loads all files of a kind; those that cannot be used are among the problems. Ordered by id. */
export async function loadAll<T>(
  kind: Kind<T>,
  places: LibraryPlaces,
): Promise<{ items: T[]; problems: LibraryProblem[] }> {
  const listing = await listEntries(places, kind.resources);
  const readings = await Promise.all(listing.entries.map((entry) => readSafely(kind, entry, places.kept)));
  return {
    items: readings.flatMap(({ item }) => (item === null ? [] : [item])),
    problems: sortProblems([...listing.problems, ...readings.flatMap(({ problems }) => problems)]),
  };
}

/** Checks all files of a kind, also a project's files that are hidden behind others of the same id. */
export async function checkAll<T>(kind: Kind<T>, places: LibraryPlaces): Promise<LibraryCheck> {
  const listing = await listEntries(places, kind.resources);
  const hidden = listing.hidden.filter(({ entry }) => entry.origin === 'project');
  const entries = [...listing.entries, ...hidden.map(({ entry }) => entry)];
  const readings = await Promise.all(entries.map((entry) => readSafely(kind, entry, places.kept)));
  const unused = hidden.map(
    ({ entry, by }): LibraryProblem => ({
      file: entry.file,
      message: `this file is never used: ${by.file} is found first`,
      severity: 'warning',
    }),
  );
  return {
    files: entries.map((entry) => entry.file).sort(),
    problems: sortProblems([...listing.problems, ...unused, ...readings.flatMap(({ problems }) => problems)]),
  };
}

async function readEntry<T>(
  kind: Kind<T>,
  entry: LibraryEntry,
  kept: LibraryPlaces['kept'],
): Promise<Reading<T>> {
  const { file, root } = entry;
  const text = await readTextWithin(file, root);
  return makeOnce(kept, { file, text }, () => kind.read(entry, text));
}

async function readSafely<T>(
  kind: Kind<T>,
  entry: LibraryEntry,
  kept: LibraryPlaces['kept'],
): Promise<Reading<T>> {
  try {
    return await readEntry(kind, entry, kept);
  } catch (error) {
    return { item: null, problems: toProblems(error, entry.file) };
  }
}
