/**
 * The door for files that no person typed (a context's `@path`, a stored session, an assistant): what a seat may look up, and in a
 * repository what git does not track yet.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { listProjectPaths } from '../evidence/project-files.ts';
import { isInGitFolder } from '../files/git-folder.ts';
import { isInside } from '../files/is-outside.ts';
import { isFolder, isReachable } from '../files/list-folder.ts';
import type { RefuseFile } from '../files/read-named-file.ts';
import { S2sError } from '../session/errors.ts';
import { findSecretName } from '../text/secrets/secret-files.ts';

/** Says why a file that exists may not be shown; null if it may. */
export type Door = (file: string) => Promise<string | null>;

/**
 * Opens the door of a project. A file beyond the project's folder may be shown only if git tracks it in the repository that also
 * tracks `from`, the file or folder that asks for it: a component may include what its repository holds. Nothing is listed before the
 * first question.
 */
export function openDoor(root: string, from: string): Door {
  const listings = new Map<string, Promise<ReadonlySet<string>>>();
  const isListed = async (file: string, top: string, untracked = false): Promise<boolean> => {
    const listing =
      listings.get(top) ?? listProjectPaths(top, { untracked }).then(({ paths }) => new Set(paths));
    listings.set(top, listing);
    const place = path.relative(top, file).split(path.sep).join('/');
    const listed = await listing;
    if (listed.has(place)) return true;
    // A listing has no folders.
    return (await isFolder(file)) && [...listed].some((each) => each.startsWith(`${place}/`));
  };
  const decide: Door = async (file) => {
    const [real, top] = await Promise.all([realpath(file), realpath(root)]);
    const secret = findSecretName(file) ?? findSecretName(real);
    if (secret !== null) return `${secret}; such files are never sent`;
    const isGits = isInGitFolder(real);
    if (isInside(real, top))
      return !isGits && (await isListed(real, top, true))
        ? null
        : 'git or .s2signore ignores it, or it is a session, a package or a file of git';
    if (isGits) return 'it is a file of git';
    if (isInside(file, root)) return 'it leads out of the project';
    const repository = await findRepository(top);
    if (repository === null || !isInside(real, repository))
      return 'it is outside the project; pass it with --context';
    const isShared = (await isListed(real, repository)) && (await isListed(await realpath(from), repository));
    return isShared
      ? null
      : `it is outside the project, and git does not track it together with ${path.basename(from)}; pass it with --context`;
  };
  return async (file) => {
    try {
      return await decide(file);
    } catch (error) {
      if (error instanceof S2sError && error.code === 'GIT_SILENT') return error.message;
      throw error;
    }
  };
}

/**
 * Why a file of the project that is reached through a link may not be shown; null for any other file, and where a look-up may show it too.
 * A link is the project's word, even where a person typed its path. One that leads out of the project is refused where it is read.
 */
export async function refuseLink(file: string, root: string): Promise<string | null> {
  if (!isInside(path.resolve(file), path.resolve(root))) return null;
  const [real, top] = await Promise.all([file, root].map((each) => realpath(each).catch(() => null)));
  if (!real || !top || !isInside(real, top) || real === path.join(top, path.relative(root, file)))
    return null;
  return openDoor(root, file)(file);
}

/** Throws FILE_REFUSED for a file that `refuseLink` refuses. */
export async function requireOpenLink(file: string, root: string): Promise<void> {
  const refused = await refuseLink(file, root);
  if (refused === null) return;
  throw new S2sError(
    'FILE_REFUSED',
    `${path.relative(root, file)} is a link that is not followed: ${refused}.`,
    { hint: 'Put the text itself into the file.' },
  );
}

/** Why a file that a person typed is not sent: for its name, or as a link to what may not be shown; null if it may be. */
export const refuseTyped =
  (root: string): RefuseFile =>
  async (file) => {
    const refused = await refuseLink(file, root);
    return findSecretName(file) ?? (refused === null ? null : `a link that is not followed: ${refused}`);
  };

/** The root of the repository around a folder; null if there is none. */
export async function findRepository(folder: string): Promise<string | null> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (await isReachable(path.join(current, '.git'))) return current;
    if (current === path.dirname(current)) return null;
  }
}

/** The folders above a component of a repository, the nearest first; none outside one. */
export async function listFoldersAbove(root: string): Promise<string[]> {
  const repository = await findRepository(root);
  const folders: string[] = [];
  let folder = path.resolve(root);
  while (repository !== null && folder !== repository) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}
