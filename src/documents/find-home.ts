/** Where the document of a session is kept. */
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import { documentKinds } from './document-kinds.ts';
import { type DocsPaths, isKeptAside, sessionsFolder, slugOf } from './document-paths.ts';

/** The folder, relative to the project, and the name of the file where nothing in the folder decides it. */
export function findHome(
  session: Session,
  { type, docsPaths, slug = slugOf(session) }: { type: OutputType; docsPaths: DocsPaths; slug?: string },
): { folder: string; file: string } {
  return isKeptAside(session)
    ? { folder: `${sessionsFolder}/${session.id}`, file: `${type}.md` }
    : documentKinds[type].findHome(session, docsPaths, slug);
}
