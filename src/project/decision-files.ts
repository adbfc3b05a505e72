/** Finds the files in which a project keeps its decision records and requirements. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { valueTypes } from '../config/value-types.ts';
import { listProjectPaths } from '../evidence/project-files.ts';
import { isActedOn } from '../files/acted-on.ts';
import { isReachable } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { decodeWrittenText, maxFileBytes, normalizeText } from '../files/read-text.ts';
import { listMarkdownNames, splitRecordPath } from '../files/record-paths.ts';
import { S2sError } from '../session/errors.ts';
import { isMapping } from '../session/is-mapping.ts';
import { parseYamlBlock } from '../text/parse-yaml.ts';
import { findSecretName, findSecretText } from '../text/secrets/secret-files.ts';
import { refuseLink } from './open-door.ts';

/** Folders in which projects keep decision records. */
export const decisionFolders: readonly string[] = [
  'docs/decisions',
  'docs/adr',
  'docs/adrs',
  'docs/architecture/decisions',
  'doc/adr',
  'doc/decisions',
  'adr',
  'adrs',
  'decisions',
  '.s2s/decisions',
];

/** Folders in which projects keep requirements. */
export const requirementFolders: readonly string[] = [
  'docs/specifications',
  'docs/requirements',
  'docs/specs',
  'requirements',
  'specs',
  '.s2s/specifications',
];

/** The most files read from one folder; of numbered or dated files the newest. */
const filesPerFolder = 400;

/** The most folders with other names. */
const mostCandidates = 40;

/** Names of record folders, wherever they are: `services/api/adr`, `docs/architecture-decisions`. */
const recordFolderName = /^(?:m?adrs?|rfcs?|(?:[a-z]+[-_ ])?decisions?(?:[-_ ]?(?:records?|logs?))?)$/i;
/** Names of records: `0007-jobs`, `adr-7`, `D007-jobs`, `2026-01-31-jobs`. */
const recordName = /^(?:[a-z]{1,8}[-_ ]?)?\d{1,8}(?:[-_. ].*)?\.md$/i;

/** Folders whose records are samples or test data, not decisions of this project. */
const sampleFolder =
  /(?:^|\/)(?:(?:\w+[-_])?tests?|__tests__|fixtures?|testdata|mocks?|examples?|samples?|demos?|vendor|third[-_]party)(?:\/|$)/i;

/** A markdown file; `path` is relative to the project's root, with slashes. */
export interface MarkdownFile {
  path: string;
  text: string;
}

/**
 * The folders that hold decision records, relative to the project's root: the one that other tools are told of, the one that
 * `configured` names, those with usual names, then others with a name for records, nearest to the root first. `onAbsent` hears of those
 * that git tracks and a sparse checkout leaves out.
 */
export async function findDecisionFolders(
  root: string,
  configured?: string,
  onAbsent: (warning: string) => void = () => undefined,
): Promise<string[]> {
  const told = await readToolFolder(root);
  const usual = [...(configured === undefined ? [] : [tidyFolder(configured)]), ...decisionFolders];
  const { unusual, absent } = await findListed(root, usual);
  if (absent.length > 0)
    onAbsent(
      `The decision records in ${absent.join(', ')} are not checked out, so nobody sees them: git sparse-checkout add ${absent.join(' ')}`,
    );
  const found = [...(await findUsed(root, usual)), ...unusual];
  return [...new Set([...(told === undefined ? [] : [told.folder]), ...found])];
}

/**
 * The folder that adr-tools (`.adr-dir`) or Log4brains (`.log4brains.yml`) is told to keep records in, even without a record, and how the
 * tool names the first one; undefined if there is none in the project.
 */
export async function readToolFolder(
  root: string,
): Promise<{ folder: string; firstRecord: 'number' | 'day' } | undefined> {
  const named = await readQuietly(path.join(root, '.adr-dir'), root);
  const text = named === null ? await readQuietly(path.join(root, '.log4brains.yml'), root) : null;
  const folder = valueTypes['project folder'].schema.safeParse(named?.trim() ?? readLog4brains(text ?? ''));
  const tidy = folder.success ? tidyFolder(folder.data as string) : '';
  if (tidy === '' || isActedOn(tidy)) return undefined;
  return { folder: tidy, firstRecord: named === null ? 'day' : 'number' };
}

function readLog4brains(text: string): unknown {
  const { value } = parseYamlBlock({ text, line: 1, indent: 0 }, '.log4brains.yml');
  const project = isMapping(value) ? value['project'] : null;
  return isMapping(project) ? project['adrFolder'] : null;
}

/** Those of the folders that hold a record, or another text. */
export async function findUsed(root: string, usual: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of usual) {
    const names = await listMarkdown(path.join(root, folder));
    if (names.some((name) => !/^(?:readme|index)\.md$|template/i.test(name))) found.push(folder);
  }
  return found;
}

/** Of the folders in which the project's files have names of records: those with other than the usual names, and those that are not on the disk. */
async function findListed(
  root: string,
  usual: readonly string[],
): Promise<{ unusual: string[]; absent: string[] }> {
  // Where git is silent, the usual folders have to do.
  const { paths } = await listProjectPaths(root).catch((): { paths: string[] } => ({ paths: [] }));
  const folders = new Set<string>();
  for (const file of paths) {
    const { folder, name } = splitRecordPath(file);
    const isNamed = usual.includes(folder) || recordFolderName.test(path.posix.basename(folder));
    if (isNamed && recordName.test(name) && !sampleFolder.test(folder) && !isActedOn(folder))
      folders.add(folder);
  }
  const depth = (folder: string): number => folder.split('/').length;
  const found = [...folders].sort((one, other) => depth(one) - depth(other)).slice(0, mostCandidates);
  const isHere = await Promise.all(found.map((folder) => isReachable(path.join(root, folder))));
  return {
    unusual: found.filter((folder, index) => isHere[index] && !usual.includes(folder)),
    absent: found.filter((_, index) => !isHere[index]),
  };
}

/** The markdown files of folders, and single files, as paths from the root. Files with names of secrets are left out. */
export async function listMarkdownPaths(root: string, places: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const place of new Set(places.map(tidyFolder))) {
    const names = /\.md$/i.test(place) ? [''] : await listMarkdown(path.join(root, place));
    for (const name of names) {
      const shown = name === '' ? place : path.posix.join(place, name);
      if (findSecretName(shown) === null) found.add(shown);
    }
  }
  return [...found];
}

/**
 * Reads the markdown files of folders, or single files, of a project. Files that are missing, lead out of the project or to what may not
 * be shown, are too large, are not text or look like a secret are skipped: a discussion must not fail because of a related record. `onSkip`
 * hears why.
 */
export async function readMarkdownFiles(
  root: string,
  places: readonly string[],
  onSkip: (why: string) => void = () => undefined,
): Promise<MarkdownFile[]> {
  const found: MarkdownFile[] = [];
  for (const shown of await listMarkdownPaths(root, places)) {
    const file = path.join(root, shown);
    const hidden = await refuseLink(file, root);
    const text = hidden === null ? await readQuietly(file, root, { shownAs: shown, onSkip }) : null;
    const why = hidden === null && text !== null ? findSecretText(text) : hidden;
    if (why !== null) onSkip(`${shown} is left out: ${why}.`);
    else if (text !== null) found.push({ path: shown, text });
  }
  return found;
}

function tidyFolder(place: string): string {
  return place.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '');
}

async function listMarkdown(folder: string): Promise<string[]> {
  const names = await listMarkdownNames(folder).catch(() => []);
  return names
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .slice(0, filesPerFolder);
}

/** A record in another encoding than UTF-8 is read as Latin-1, in which any bytes are text. */
async function readQuietly(
  file: string,
  root: string,
  { shownAs = file, onSkip = () => undefined }: { shownAs?: string; onSkip?: (why: string) => void } = {},
): Promise<string | null> {
  try {
    const reading = await readFileBounded(file, { shownAs, maxBytes: maxFileBytes, root });
    if (reading === null) return null;
    const { bytes } = reading;
    return isUtf8(bytes) || bytes.includes(0)
      ? decodeWrittenText(bytes, shownAs)
      : normalizeText(bytes.toString('latin1'));
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    onSkip(error.message);
    return null;
  }
}
