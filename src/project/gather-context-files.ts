import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { largestFile } from '../evidence/project-files.ts';
import { isInGitFolder } from '../files/git-folder.ts';
import { isInside } from '../files/is-outside.ts';
import { isReachable } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { S2sError } from '../session/errors.ts';
import type { ContextFile } from '../session/library.ts';
import type { ContextReceipt } from '../session/session.ts';
import { replaceEmbedded } from '../text/embedded-data.ts';
import { findSecretName, findSecretText } from '../text/secrets/secret-files.ts';
import { describeRepeat, findAssistantFiles, listImports } from './assistant-files.ts';
import { type FoundFile, type FoundFiles, findContextFiles } from './find-context-files.ts';
import { type Door, findRepository, openDoor, refuseLink } from './open-door.ts';
import { cutAtLine, shareBudget } from './share-budget.ts';

/** The maximum number of characters of all files of a discussion together. */
export const contextBudget = 60_000;

/** The maximum number of characters of one file for coding assistants: most of such a file is about commits, style and tools. */
const assistantLimit = 8_000;

/** The largest file that is read, in bytes. */
export const contextFileLimit = 5 * 1024 * 1024;

/** Where files may be, and how much may be sent. */
export interface GatherOptions {
  /** The project's root: links in the project must not lead out of it. */
  root: string;
  /** Where relative paths start; the root by default. */
  cwd?: string;
  /**
   * Who named the paths; by default a person, who may name any file but secrets and git's own. What others name passes the same door as a
   * look-up, and a session file, which may have come with somebody else's project, may name only single files.
   */
  namedBy?: 'person' | 'session' | 'others' | undefined;
  /** Reads the project's files for coding assistants too, but for the paths given here, which are sent already. Absent: reads none. */
  assistantFilesBut?: readonly string[] | undefined;
  /** The maximum number of characters of all files together. */
  budgetCharacters: number;
}

/** The files that were read, and a receipt for each file and each refusal. */
export interface GatheredContext {
  files: ContextFile[];
  receipts: ContextReceipt[];
  /** The receipts of the files that were named but must not be sent. */
  refused: ContextReceipt[];
  /** Those of them that were named one by one, and not found in a folder or by a pattern; each with the reason. */
  unsent: { path: string; reason: string }[];
}

/** `reason`: why it must not be sent; null for a file that is only left out. */
type ReadFile = { path: string; text: string } | { path: string; note: string; reason: string | null };

/**
 * Reads the files named for the discussion, verbatim as UTF-8. Above the budget, files are cut at a line end, the longest first.
 * Secrets, files that are not text, and links that lead out of the project are refused, with a receipt that says why; a file
 * outside the project is read only if it was named directly. Throws as `findContextFiles`, and FILE_UNREADABLE for a named file that
 * cannot be read.
 */
export async function gatherContextFiles(
  paths: readonly string[],
  options: GatherOptions,
): Promise<GatheredContext> {
  const { root, budgetCharacters, namedBy = 'person' } = options;
  const top = (await findRepository(root)) ?? path.resolve(root);
  const found =
    namedBy === 'session'
      ? placeRecorded(paths, { root, top })
      : await findContextFiles(paths, { root, cwd: options.cwd ?? root });
  const read: ReadFile[] = [];
  const unsent: GatheredContext['unsent'] = [];
  const door = openDoor(root, root);
  for (const file of found.files) {
    const shown = showPath(file.file, { root, top });
    const isTyped = file.isNamed && namedBy === 'person';
    const closed = await (file.isNamed && !isTyped
      ? askDoor(door, file, shown)
      : askLink(file, { root, shown }));
    const one = closed ?? (await readOne(file, { shown, isTyped }));
    if (file.isNamed && 'reason' in one && one.reason !== null)
      unsent.push({ path: shown, reason: one.reason });
    read.push(one);
  }
  const forAssistants =
    options.assistantFilesBut === undefined
      ? []
      : await readAssistantFiles(read, { root, top, sent: options.assistantFilesBut });
  read.push(...forAssistants);

  const readable = read.flatMap((each) => ('text' in each ? [each] : []));
  const isLong = (each: ReadFile): boolean =>
    'text' in each && forAssistants.includes(each) && each.text.length > assistantLimit;
  const shares = shareBudget(
    readable.map((each) => (isLong(each) ? assistantLimit : each.text.length)),
    budgetCharacters,
  );
  const shareOf = new Map(readable.map((each, index) => [each, shares[index] ?? 0]));

  const files: ContextFile[] = [];
  const receipts: ContextReceipt[] = [];
  const refused: ContextReceipt[] = [];
  for (const each of read) {
    if ('note' in each) {
      const receipt = { path: each.path, note: each.note, sent_characters: 0, of_characters: 0 };
      receipts.push(receipt);
      if (each.reason !== null) refused.push(receipt);
      continue;
    }
    const text = cutAtLine(each.text, shareOf.get(each) ?? 0);
    if (text !== '') files.push({ path: each.path, text });
    receipts.push({
      path: each.path,
      sent_characters: text.length,
      of_characters: each.text.length,
      note: isLong(each)
        ? `the first ${text.length} characters; to send it whole: --context ${each.path}`
        : describeReading(text.length, each.text.length, budgetCharacters),
    });
  }
  for (const { path: name, note } of found.remarks) {
    receipts.push({ path: name, sent_characters: 0, of_characters: 0, note });
  }
  return { files, receipts, refused, unsent };
}

/** The refusal of a file that no person typed, if the door is closed for it. */
async function askDoor(door: Door, { file }: FoundFile, shown: string): Promise<ReadFile | null> {
  const closed = (await isReachable(file)) ? await door(file) : null;
  return closed === null ? null : refuseFile(shown, closed);
}

/** The same for a file that a person typed, or that a pattern found, if it is a link. */
async function askLink(
  { file }: FoundFile,
  { root, shown }: { root: string; shown: string },
): Promise<ReadFile | null> {
  const closed = await refuseLink(file, root);
  return closed === null ? null : refuseFile(shown, `a link that is not followed: ${closed}`);
}

/** Reads the files for assistants, without those that repeat what is sent already. */
async function readAssistantFiles(
  named: readonly ReadFile[],
  { root, top, ...options }: { root: string; top: string; sent: readonly string[] },
): Promise<ReadFile[]> {
  const sent: ContextFile[] = options.sent.map((file) => ({ path: file, text: '' }));
  sent.push(...named.flatMap((each) => ('text' in each ? [each] : [])));
  const read: ReadFile[] = [];
  for (const { path: shown, refused } of await findAssistantFiles(root)) {
    if ([...sent, ...named].some((other) => other.path === shown)) continue;
    const file = { file: path.join(root, shown), within: top, isNamed: true };
    const one = refused === null ? await readOne(file, { shown }) : refuseFile(shown, refused);
    const repeat = 'text' in one ? describeRepeat(one, sent) : null;
    read.push(repeat === null ? one : { path: shown, note: `not sent: ${repeat}`, reason: null });
    if ('text' in one && repeat === null) sent.push(one);
  }
  const known = new Set([...sent, ...named, ...read].map((each) => each.path));
  for (const { path: place, by } of sent.flatMap(listImports)) {
    if (known.has(place) || !(await isReachable(path.join(root, place)))) continue;
    known.add(place);
    const note = `not sent: only named in ${by}; to send it: --context ${place}`;
    read.push({ path: place, note, reason: null });
  }
  return read;
}

function describeReading(sent: number, all: number, budget: number): string {
  if (all === 0) return 'empty';
  if (sent === all) return 'whole';
  if (sent === 0) return `left out: no room in the budget of ${budget} characters`;
  return `shortened by ${all - sent} characters: the budget for all files is ${budget}`;
}

/** The files that a session names: single files in the project or its repository, even if a name looks like a pattern. */
function placeRecorded(paths: readonly string[], { root, top }: { root: string; top: string }): FoundFiles {
  const placed = [...new Set(paths)].map((name) => ({ name, file: path.resolve(root, name) }));
  const isOwn = ({ file }: { file: string }) => isInside(file, top);
  return {
    // Each of them was accepted when the session began.
    files: placed.filter(isOwn).map(({ file }) => ({ file, within: top, isNamed: true })),
    remarks: placed
      .filter((one) => !isOwn(one))
      .map(({ name }) => ({
        path: name,
        note: 'refused: only a person may name files outside the project',
      })),
  };
}

function refuseFile(shown: string, reason: string): ReadFile {
  return { path: shown, note: `refused: ${reason}`, reason };
}

/** `isTyped`: a person asked for this very file, so that it cannot be read is an error of its own. */
async function readOne(
  found: FoundFile,
  { shown, isTyped = false }: { shown: string; isTyped?: boolean },
): Promise<ReadFile> {
  const refuse = (reason: string): ReadFile => refuseFile(shown, reason);
  const named = findSecretName(found.file);
  if (named !== null) return refuse(`${named}; such files are never sent`);
  // The target of a link may have another name.
  const real = await realpath(found.file).catch(() => found.file);
  if (isInGitFolder(real)) return refuse('it is a file of git, which may hold addresses with tokens');
  const behind = findSecretName(real);
  if (behind !== null) return refuse(`a link to ${behind}; such files are never sent`);
  const most = found.isNamed ? contextFileLimit : largestFile;
  try {
    const place = { shownAs: shown, maxBytes: most, root: found.within ?? undefined };
    const reading = await readFileBounded(found.file, place);
    if (reading === null) return refuse('it does not exist');
    const { bytes } = reading;
    if (bytes.includes(0)) return refuse('not text (binary)');
    if (!isUtf8(bytes)) return refuse('not text in UTF-8');
    const text = new TextDecoder().decode(bytes);
    const secret = findSecretText(text);
    if (secret !== null) return refuse(`${secret}; such files are never sent`);
    return { path: shown, text: replaceEmbedded(text) };
  } catch (error) {
    if (!(error instanceof S2sError) || (isTyped && error.code === 'FILE_UNREADABLE')) throw error;
    if (error.code === 'FILE_OUTSIDE_PROJECT') return refuse('a link that leads out of the project');
    return refuse(error.code === 'FILE_TOO_LARGE' ? `larger than ${most / 1024 / 1024} MiB` : error.message);
  }
}

/** The path relative to the project, with forward slashes; the whole path if the file is outside of `top`, its repository. */
function showPath(file: string, { root, top }: { root: string; top: string }): string {
  return isInside(file, top) ? path.relative(root, file).split(path.sep).join('/') : file;
}
