/** The one place where documents meet the disk: templates and existing files are read here, plans are carried out. */
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import { type OutputType, outputTypes } from '../domain/vocabulary.ts';
import { removeStaleTemporaries, writeFileDurably } from '../files/durable-file.ts';
import { explainReadError, explainWriteError, isMissing } from '../files/file-errors.ts';
import { readFileBounded } from '../files/read-file.ts';
import type { Redactor } from '../text/redactor.ts';
import { type DocsPaths, sessionsFolder } from './document-paths.ts';
import { type DocumentPlan, listFolders, planDocument } from './plan-documents.ts';
import { renderSessionRecord, type Templates } from './render-document.ts';

/** A file that people keep by hand is never this large; more is refused rather than held in memory. */
const maxBytes = 5_000_000;

/**
 * Reads the template of each type: a project's own where there is one, else the one that ships. `shipped` and
 * `project` are absolute folders. Throws S2sError FILE_UNREADABLE.
 */
export async function readTemplates(folders: { shipped: string; project: string }): Promise<Templates> {
  const entries = await Promise.all(
    outputTypes.map(async (type) => {
      const own = join(folders.project, `${type}.md`);
      const file = join(folders.shipped, `${type}.md`);
      const text = await readText(own);
      return [
        type,
        text === null ? { file, text: (await readText(file)) ?? missing(file) } : { file: own, text },
      ] as const;
    }),
  );
  return Object.fromEntries(entries) as Templates;
}

/**
 * Renders the document of a session and writes it where it belongs, with the folder's index; safe to repeat.
 * Returns the files of the session, relative to the project, and what a person should know.
 * Throws S2sError FILE_UNWRITABLE, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_PROJECT or TEMPLATE_INVALID.
 */
export async function publishDocument(options: {
  projectRoot: string;
  session: Session;
  docsPaths: DocsPaths;
  templates: Templates;
  type?: OutputType;
  redact?: Redactor;
}): Promise<{ files: { type: string; path: string }[]; notes: string[] }> {
  const existing = await readExisting(options.projectRoot, listFolders(options.session, options));
  const plan = planDocument({ ...options, existing });
  await writeDocuments(options.projectRoot, plan);
  const files = plan.files
    .filter((file) => file.kind === 'document')
    .map((file) => ({ type: plan.type, path: file.path }));
  return { files, notes: plan.notes };
}

/**
 * Writes the record of the discussion beside the session file; safe to repeat. Returns its path, relative to the project.
 * Throws S2sError FILE_UNWRITABLE or FILE_OUTSIDE_PROJECT.
 */
export async function publishRecord(projectRoot: string, session: Session): Promise<string> {
  const target = `${sessionsFolder}/${session.id}/record.md`;
  await replaceFile(await findTarget(projectRoot, target), renderSessionRecord(session), { ownerOnly: true });
  return target;
}

/** The markdown files of some folders of the project, by their paths with slashes. Folders that do not exist are empty. */
export async function readExisting(
  projectRoot: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    await findTarget(projectRoot, folder === '' ? '.' : folder);
    for (const name of await listNames(resolve(projectRoot, folder))) {
      if (!/\.md$/i.test(name)) continue;
      const text = await readText(resolve(projectRoot, folder, name));
      if (text !== null) found.set(folder === '' ? name : `${folder}/${name}`, text);
    }
  }
  return found;
}

/** Carries out a plan, each file whole or not at all. Throws S2sError FILE_UNWRITABLE or FILE_OUTSIDE_PROJECT. */
export async function writeDocuments(projectRoot: string, plan: DocumentPlan): Promise<void> {
  for (const file of plan.files) {
    if (file.action === 'keep') continue;
    const target = await findTarget(projectRoot, file.path);
    await replaceFile(target, file.text, { ownerOnly: file.path.startsWith(`${sessionsFolder}/`) });
  }
}

/** The real path of a file, through links, which must lie inside the project. */
async function findTarget(projectRoot: string, path: string): Promise<string> {
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
  const inside = (file: string) => {
    const way = relative(root, file);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  if (target !== null && inside(wanted) && inside(target)) return target;
  throw new S2sError(
    'FILE_OUTSIDE_PROJECT',
    `${path} leads outside of the project, or nowhere; nothing was written there.`,
    {
      hint: 'Documents stay inside the project: change the docs paths in .s2s/config.yaml, or remove the link.',
      data: { path },
    },
  );
}

async function replaceFile(target: string, text: string, options: { ownerOnly: boolean }): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, ...(options.ownerOnly ? { mode: 0o700 } : {}) });
    // A killed run may have left one.
    await removeStaleTemporaries(target);
    await writeFileDurably(target, text, { mode: options.ownerOnly ? 0o600 : await findMode(target) });
  } catch (cause) {
    throw new S2sError('FILE_UNWRITABLE', explainWriteError(cause, target).message, {
      hint: 'The session is complete and kept. Make the folder writable, then run `s2s roundtable export` again.',
      cause,
      data: { path: target },
    });
  }
}

/** A file keeps the permissions that people gave it. */
async function findMode(target: string): Promise<number> {
  return lstat(target).then(
    (found) => found.mode & 0o777,
    () => 0o666,
  );
}

/** The names of a folder's files, sorted; none where there is no such folder. */
async function listNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw explainReadError(error, folder);
  }
}

/** The text of a file, null when there is none. */
async function readText(file: string): Promise<string | null> {
  const reading = await readFileBounded(file, { shownAs: file, maxBytes });
  if (reading === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(reading.bytes);
  } catch (cause) {
    throw new S2sError('FILE_UNREADABLE', `${file} cannot be read: it is not UTF-8 text.`, {
      hint: 'Save it as UTF-8, then run the same command again.',
      cause,
    });
  }
}

function missing(file: string): never {
  throw new S2sError('FILE_MISSING', `There is no file ${file}.`, { hint: 'Install s2s again.' });
}
