/** Makes a read-only copy of the files of a project that may be shown, for programs that read files themselves. */
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listEntries } from '../files/list-folder.ts';
import { largestFile, listProjectFiles } from './project-files.ts';
import { readProjectFile } from './read-project-file.ts';

/** The most files, and bytes in all, that are copied. Files near the root come first. */
const mostFiles = 20_000;
const mostBytes = 200 * 1024 * 1024;

const readOnly = { file: 0o444, folder: 0o555 };

/** A copy of a project. */
export interface ProjectCopy {
  folder: string;
  /** Removes the copy; never fails. */
  remove: () => Promise<void>;
}

/**
 * Copies the files that may be shown into a new folder in `place`, the system's folder for temporary files, with keys redacted.
 */
export async function copyProject(
  root: string,
  { place, redact }: { place: string; redact: (text: string) => string },
): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(await realpath(place), 's2s-project-'));
  const remove = async (): Promise<void> => {
    await unlock(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  };
  try {
    await fill(folder, { root, redact });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

async function fill(
  folder: string,
  { root, redact }: { root: string; redact: (text: string) => string },
): Promise<void> {
  const { files } = await listProjectFiles(root);
  const depth = (path: string): number => path.split('/').length;
  const near = files
    .filter(({ size }) => size <= largestFile)
    .sort((one, other) => depth(one.path) - depth(other.path));
  const folders = new Set<string>([folder]);
  let left = mostBytes;
  for (const { path, size } of near.slice(0, mostFiles)) {
    left -= size;
    if (left < 0) break;
    const { text } = await readProjectFile(root, path);
    if (text === null) continue;
    const file = join(folder, ...path.split('/'));
    await mkdir(dirname(file), { recursive: true });
    for (let above = dirname(file); above !== folder; above = dirname(above)) folders.add(above);
    await writeFile(file, redact(text), { mode: readOnly.file, flag: 'wx' });
  }
  for (const one of folders) await chmod(one, readOnly.folder);
}

/** Makes the folders of a copy writable, so that it can be removed. */
async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
  const entries = await listEntries(folder).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await unlock(join(folder, entry.name));
}
