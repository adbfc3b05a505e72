/** The only module of the documents that uses the disk: it reads templates and existing files, and carries out plans. */
import { access, constants, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, resolve } from 'node:path';
import { isActedOn } from '../files/acted-on.ts';
import { removeStaleTemporaries, writeFileDurably } from '../files/durable-file.ts';
import { again, explainWriteError } from '../files/file-errors.ts';
import { isInGitFolder } from '../files/git-folder.ts';
import { isInside } from '../files/is-outside.ts';
import { listNames } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { listMarkdownNames } from '../files/record-paths.ts';
import { S2sError } from '../session/errors.ts';
import type { ExtendedFile } from '../session/ports/document-form.ts';
import type { Session } from '../session/session.ts';
import { type OutputType, outputTypes } from '../session/vocabulary.ts';
import type { FolderFile } from './document-kind.ts';
import { documentKinds, findHome } from './document-kinds.ts';
import { type DocsPaths, joinPath, recordPathOf, sessionsFolder } from './document-paths.ts';
import { findFolder, type PlanOptions, planDocument } from './plan-documents.ts';
import { renderRecord } from './record/render-record.ts';
import type { Templates } from './render-document.ts';
import { findIds } from './shared/extend-file.ts';
import { readExtendedFile } from './shared/read-extended-file.ts';

/** Files that people edit are never this large; larger ones are refused instead of read into memory. */
const maxBytes = 5_000_000;

/**
 * Reads the template of each type: the project's own if it exists, else the one that ships. `shipped` and `project` are
 * absolute folders, and `root` is the project itself: the project's templates must lie inside it.
 * Throws S2sError FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT.
 */
export async function readTemplates(folders: {
  shipped: string;
  project: string;
  root: string;
}): Promise<Templates> {
  const entries = await Promise.all(
    outputTypes.map(async (type) => {
      const own = join(folders.project, `${type}.md`);
      const file = join(folders.shipped, `${type}.md`);
      const text = await readText(own, folders.root);
      return [
        type,
        text === null
          ? { file, text: (await readText(file, folders.shipped)) ?? missing(file) }
          : { file: own, text },
      ] as const;
    }),
  );
  return Object.fromEntries(entries) as Templates;
}

/** Waits until no other process writes documents into a folder (an absolute, real path); returns a function that releases it. */
export type LockFolder = (folder: string) => Promise<() => Promise<void>>;

/**
 * Renders the document of a session and writes it, with the folder's index; safe to repeat. The folder is locked from reading to
 * the last write, so that no number is given twice and no section is lost. Returns the session's files, relative to the project,
 * notes for the person, and the records that the document wants to replace.
 * Throws S2sError FILE_UNWRITABLE, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT, FILE_REFUSED or TEMPLATE_INVALID.
 */
export async function publishDocument(
  options: Omit<PlanOptions, 'existing'> & { projectRoot: string; lockFolder: LockFolder },
): Promise<{ files: { type: string; path: string }[]; notes: string[]; proposed: string[] }> {
  const { projectRoot, session } = options;
  const folder = findFolder(session, options);
  return withFolder(projectRoot, folder, {
    lockFolder: options.lockFolder,
    act: async () => {
      const others = new Set<string>();
      const plan = planDocument({
        ...options,
        existing: await readExisting(projectRoot, folder, { sessionId: session.id, others }),
      });
      const changed = plan.files.filter(({ action }) => action !== 'keep');
      const foreign = changed.find(({ kind, path }) => kind === 'document' && others.has(path));
      if (foreign !== undefined) throw refuseEncoding(foreign.path);
      await writeAll(projectRoot, changed, others);
      const files = plan.files
        .filter(({ kind }) => kind === 'document')
        .map(({ path }) => ({ type: plan.type, path }));
      return { files, notes: plan.notes, proposed: plan.proposed };
    },
  });
}

/**
 * Checks before anything is paid for that documents can be written into a folder, which need not exist yet.
 * Throws S2sError FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT or FILE_REFUSED.
 */
export async function checkWritable(projectRoot: string, path: string): Promise<void> {
  let folder = await findTarget(projectRoot, path === '' ? '.' : path);
  for (;;) {
    try {
      if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
      await access(folder, constants.W_OK | constants.X_OK);
      return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder) {
        folder = dirname(folder);
        continue;
      }
      const { code, message } = explainWriteError(cause, path);
      throw new S2sError(code, message, {
        hint: 'What this session writes belongs there: make it a folder that you may write to, or name another under docs in .s2s/config.yaml.',
        cause,
        data: { path },
      });
    }
  }
}

/**
 * Changes markdown files of a folder, which is locked from reading to the last write. `change` gets all of them and returns those that
 * are to be written. Throws S2sError FILE_UNWRITABLE, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT or FILE_REFUSED.
 */
export async function changeFolder(
  projectRoot: string,
  folder: string,
  { lockFolder, change }: { lockFolder: LockFolder; change: (files: FolderFile[]) => FolderFile[] },
): Promise<string[]> {
  const act = async (): Promise<string[]> => {
    const others = new Set<string>();
    const existing = await readExisting(projectRoot, folder, { sessionId: '', others });
    const changed = change(
      [...existing].map(([path, text]) => ({ name: path.slice(joinPath(folder, '').length), text })),
    ).map(({ name, text }) => ({ path: joinPath(folder, name), text }));
    await writeAll(projectRoot, changed, others);
    return changed.map(({ path }) => path);
  };
  return withFolder(projectRoot, folder, { lockFolder, act }).catch((error: unknown) => {
    if (!(error instanceof S2sError) || error.code !== 'FILE_UNWRITABLE') throw error;
    const hint = 'Make it writable, then run the same command again.';
    throw new S2sError(error.code, error.message, { hint, cause: error });
  });
}

/** Runs `act` with the folder locked. Creates the folder if missing, and removes temporary files of killed writers. */
async function withFolder<Result>(
  projectRoot: string,
  path: string,
  { lockFolder, act }: { lockFolder: LockFolder; act: () => Promise<Result> },
): Promise<Result> {
  const folder = await findTarget(projectRoot, path === '' ? '.' : path);
  try {
    await mkdir(folder, { recursive: true, ...(isOwners(path) ? { mode: 0o700 } : {}) });
  } catch (cause) {
    throw explainUnwritable(cause, folder);
  }
  const release = await lockFolder(folder).catch((cause: unknown) => {
    throw explainUnwritable(cause, folder);
  });
  try {
    for (const name of await listNames(folder).catch(() => [])) {
      const [, written] = /^\.(.+\.md)\.\d+\.tmp$/.exec(name) ?? [];
      if (written !== undefined) await removeStaleTemporaries(join(folder, written));
    }
    return await act();
  } finally {
    await release();
  }
}

/** Only the owner may read files among the sessions. */
function isOwners(path: string): boolean {
  return path === sessionsFolder || path.startsWith(`${sessionsFolder}/`);
}

/**
 * Writes the record of the discussion beside the session file; safe to repeat. Returns its path, relative to the project.
 * Throws S2sError FILE_UNWRITABLE or FILE_OUTSIDE_PROJECT.
 */
export async function publishRecord(
  projectRoot: string,
  session: Session,
  { lockFolder, ids }: { lockFolder: LockFolder; ids: ReadonlyMap<string, string> },
): Promise<string> {
  const path = recordPathOf(session);
  const act = async (): Promise<void> => replaceFile(projectRoot, path, renderRecord(session, { ids }));
  await withFolder(projectRoot, dirname(path), { lockFolder, act });
  return path;
}

/**
 * Maps the ids of the session's items to their ids in the file that its document shares with others; empty if it has none, or if
 * the file cannot be read.
 */
export async function readPublishedIds(
  projectRoot: string,
  session: Session,
  docsPaths: DocsPaths,
): Promise<ReadonlyMap<string, string>> {
  const found = await readShared(projectRoot, session, docsPaths).catch((error: unknown) => {
    if (error instanceof S2sError) return null;
    throw error;
  });
  return found === null ? new Map() : findIds(found.text, session, { shownAs: found.path });
}

/**
 * The file of the project that the text of this session will be added to, as it stands now; null if it gets a file of its own.
 * Throws S2sError FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT.
 */
export async function readExtended(
  projectRoot: string,
  session: Session,
  docsPaths: DocsPaths,
): Promise<ExtendedFile | null> {
  const found = await readShared(projectRoot, session, docsPaths);
  return found === null || found.text.trim() === '' ? null : readExtendedFile(found.text, found.path);
}

async function readShared(
  projectRoot: string,
  session: Session,
  docsPaths: DocsPaths,
): Promise<{ path: string; text: string } | null> {
  const type: OutputType = session.output_type;
  if (!documentKinds[type].isShared) return null;
  const { folder, file } = findHome(session, { type, docsPaths });
  const path = joinPath(folder, file);
  const text = await readText(await findTarget(projectRoot, path), projectRoot);
  return text === null ? null : { path, text };
}

/**
 * The markdown files of a folder of the project, by path with slashes. A missing folder counts as empty. In the sessions folder,
 * only files of this session are read; their names begin with its id. A file that is not UTF-8 is read as Latin-1, in which any bytes
 * are text, and is added to `others`: one old record must not stop the writing of a new one, and keeps its encoding.
 */
async function readExisting(
  projectRoot: string,
  folder: string,
  { sessionId, others }: { sessionId: string; others: Set<string> },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await findTarget(projectRoot, folder === '' ? '.' : folder);
  for (const name of (await listMarkdownNames(resolve(projectRoot, folder))).sort()) {
    if (folder === sessionsFolder && !name.startsWith(sessionId)) continue;
    const path = joinPath(folder, name);
    const file = resolve(projectRoot, folder, name);
    const reading = await readFileBounded(file, { shownAs: path, maxBytes, root: projectRoot });
    if (reading === null) continue;
    const text = decode(reading.bytes);
    if (text === null) others.add(path);
    found.set(path, text ?? reading.bytes.toString('latin1'));
  }
  return found;
}

/**
 * The real path of a file, with links resolved. It must lie inside the project, not among git's own files, and no link may lead it to
 * where other programs act on files.
 * Throws FILE_OUTSIDE_PROJECT or FILE_REFUSED.
 */
export async function findTarget(projectRoot: string, path: string): Promise<string> {
  const root = await realpath(projectRoot);
  const wanted = resolve(root, path);
  let existing = wanted;
  const rest: string[] = [];
  for (;;) {
    try {
      await lstat(existing);
      break;
    } catch {
      if (dirname(existing) === existing) break;
      rest.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
  const target = await realpath(existing).then(
    (real) => join(real, ...rest),
    () => null,
  );
  if (target === null || !isInside(wanted, root) || !isInside(target, root))
    throw new S2sError(
      'FILE_OUTSIDE_PROJECT',
      `${path} leads outside of the project, or nowhere; nothing was written there.`,
      {
        hint: 'Documents stay inside the project: change the docs paths in .s2s/config.yaml, or remove the link.',
        data: { path },
      },
    );
  if (isInGitFolder(target))
    throw new S2sError('FILE_REFUSED', `${path} is among the files of git; nothing is written there.`, {
      hint: 'Choose another folder in .s2s/config.yaml, under docs.',
      data: { path },
    });
  const real = relative(root, target);
  if (isActedOn(real) && real !== normalize(path))
    throw new S2sError('FILE_REFUSED', `${path} is a link to ${real}, where other programs act on files.`, {
      hint: 'Choose another folder in .s2s/config.yaml, under docs, or remove the link.',
      data: { path },
    });
  return target;
}

/** Writes each file whole or not at all; those of `others` keep their encoding, or none is written where it lacks a character. */
async function writeAll(
  projectRoot: string,
  files: readonly { path: string; text: string }[],
  others: ReadonlySet<string>,
): Promise<void> {
  const lost = files.find(({ path, text }) => others.has(path) && /[^\0-\xff]/.test(text));
  if (lost !== undefined) throw refuseEncoding(lost.path);
  for (const { path, text } of files)
    await replaceFile(projectRoot, path, others.has(path) ? Buffer.from(text, 'latin1') : text);
}

async function replaceFile(projectRoot: string, path: string, text: string | Buffer): Promise<void> {
  const target = await findTarget(projectRoot, path);
  try {
    // A new record may get a folder of its own, as the others have.
    await mkdir(dirname(target), { recursive: true });
    await writeFileDurably(target, text, { mode: isOwners(path) ? 0o600 : await findMode(target) });
  } catch (cause) {
    throw explainUnwritable(cause, target);
  }
}

/** If a document could not be written, nothing is lost: the error says how to publish it later. */
function explainUnwritable(cause: unknown, path: string): S2sError {
  const { code, message } = explainWriteError(cause, path);
  // The same command again would begin, and pay for, another discussion.
  const known =
    cause instanceof S2sError
      ? `${(cause.hint ?? '').replace(`, ${again}`, '.')} `
      : 'Make the folder writable. ';
  return new S2sError(code, message, {
    hint: `The session is complete and kept. ${known}Then type: s2s roundtable publish`,
    cause,
    data: { path },
  });
}

/** The permissions of an existing file, which are kept; else those of a new one. */
async function findMode(target: string): Promise<number> {
  return lstat(target).then(
    (found) => found.mode & 0o777,
    () => 0o666,
  );
}

/** The text of a file in `root`, with links followed; null if there is no such file. */
async function readText(file: string, root: string): Promise<string | null> {
  const reading = await readFileBounded(file, { shownAs: file, maxBytes, root });
  if (reading === null) return null;
  const text = decode(reading.bytes);
  if (text !== null) return text;
  throw refuseEncoding(file);
}

function refuseEncoding(file: string): S2sError {
  return new S2sError('FILE_UNREADABLE', `${file} cannot be read: it is not UTF-8 text.`, {
    hint: 'Save it as UTF-8, then run the same command again.',
  });
}

/** The text, with its byte order mark; null if it is not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function missing(file: string): never {
  throw new S2sError('FILE_MISSING', `There is no file ${file}.`, { hint: 'Install s2s again.' });
}
