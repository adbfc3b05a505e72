/** The session archive of a project: the files in `.s2s/sessions`. */
import { dirname, join, relative, sep } from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../../files/durable-file.ts';
import { listNames, walkFolder } from '../../files/list-folder.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { SessionRepository } from '../../session/ports/repository.ts';
import type { ArchivedFile, SessionArchive } from '../copy/copy-sessions.ts';
import { isOfSession } from '../folder/session-files.ts';
import { assertInside, locateSessionFolder, type SessionPaths, showPath } from '../folder/session-paths.ts';

/** The largest file that is copied: the size limit of a journal. */
const maxBytes = 256 * 1024 * 1024;

/** Builds the archive; touches nothing. */
export function createFileArchive(
  paths: SessionPaths,
  repository: Pick<SessionRepository, 'listIds' | 'acquireLease'>,
): SessionArchive {
  return {
    listIds: repository.listIds,
    acquireLease: repository.acquireLease,
    read: (id) => readFiles(paths, id),
    write: async (id, files) => {
      const main = `${id}.yaml`;
      // The session file comes last: until then the session does not exist, and the copy can be repeated.
      for (const { name, bytes } of files.toSorted(
        (a, b) => Number(a.name === main) - Number(b.name === main),
      )) {
        const path = join(paths.sessions, name);
        const shownAs = showPath(paths, path);
        await assertInside(paths, path);
        await makeFolderDurably(dirname(path), showPath(paths, dirname(path)));
        const isNew = await writeFileDurably(path, bytes, { shownAs, exclusive: name === main });
        if (isNew === null)
          throw new S2sError('SESSION_CHANGED', `${shownAs} exists already; it is left as it is.`);
      }
    },
  };
}

async function readFiles(paths: SessionPaths, id: string): Promise<ArchivedFile[]> {
  const folder = locateSessionFolder(paths, id);
  const beside = (await listNames(paths.sessions)).filter((name) => name !== id && isOfSession(id, name));
  const walk = { shownAs: showPath(paths, folder), mostEntries: 100_000, deepest: 8, skipped: [] };
  const { files: inside } = await walkFolder(folder, walk);
  const names = [...beside, ...inside.map((path) => relative(paths.sessions, path).split(sep).join('/'))];
  const files: ArchivedFile[] = [];
  // Names that begin with a dot are files that are still being written.
  for (const name of names.filter((one) => !one.split('/').at(-1)?.startsWith('.')).sort()) {
    const path = join(paths.sessions, name);
    await assertInside(paths, path);
    const reading = await readFileBounded(path, { shownAs: showPath(paths, path), maxBytes });
    if (reading !== null) files.push({ name, bytes: reading.bytes });
  }
  return files;
}
