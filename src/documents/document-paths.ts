/** Where documents are kept, relative to the project and with slashes. */
import type { Session } from '../domain/session.ts';

/** The folders of the configuration (`docs.decisions`, `docs.specifications`, `docs.architecture`). */
export interface DocsPaths {
  decisions: string;
  /** A folder, or the requirements file itself when it ends in `.md`. */
  specifications: string;
  architecture: string;
}

export const defaultDocsPaths: DocsPaths = {
  decisions: 'docs/decisions',
  specifications: 'docs/specifications',
  architecture: 'docs/architecture',
};

/** Where the sessions are, relative to the project. */
export const sessionsFolder = '.s2s/sessions';

/** Where the record of a session is, relative to the project. */
export function recordPathOf(session: Pick<Session, 'id'>): string {
  return `${sessionsFolder}/${session.id}/record.md`;
}

/** Whether a session's documents stay beside it: what was rehearsed, or said a second time, is no news for `docs/`. */
export function isKeptAside(session: Session): boolean {
  return session.rehearsal || session.replay !== undefined;
}

/** The id of a session without its time: the topic in a few words. */
export function slugOf(session: Session): string {
  return session.id.replace(/^\d{8}-\d{6}-/, '');
}

/** A path of a folder and a name, with one slash between them. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The link from one file to another, both relative to the project; safe inside the parentheses of a markdown link. */
export function linkPath(from: string, to: string): string {
  const start = from.split('/').slice(0, -1);
  const end = to.split('/');
  let same = 0;
  while (same < start.length && same < end.length - 1 && start[same] === end[same]) same += 1;
  const parts = [...start.slice(same).map(() => '..'), ...end.slice(same)];
  return parts
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29')))
    .join('/');
}

/** Slashes for backslashes, no `./` before and no slash after. Leaving the project is refused where files are written. */
export function cleanPath(path: string): string {
  return path
    .replace(/\\/g, '/')
    .split('/')
    .filter((part, index) => part !== '.' && (part !== '' || index === 0))
    .join('/');
}
