/** Where documents are kept, relative to the project and with slashes. */
import type { Session } from '../session/session.ts';

/** The folders of the configuration (`docs.decisions`, `docs.specifications`, `docs.architecture`). */
export interface DocsPaths {
  decisions: string;
  /** How the first record there is named, if another tool says so: by number as adr-tools, or by day as Log4brains. */
  firstRecord?: 'number' | 'day';
  /** A folder, or the requirements file itself when it ends in `.md`. */
  specifications: string;
  architecture: string;
}

/** The folder of the sessions, relative to the project. */
export const sessionsFolder = '.s2s/sessions';

/** The path of a session's record, relative to the project. */
export function recordPathOf(session: Pick<Session, 'id'>): string {
  return `${sessionsFolder}/${session.id}/record.md`;
}

/** Whether a session's documents stay in its own folder: a rehearsal or a replay has nothing new for `docs/`. */
export function isKeptAside(session: Session): boolean {
  return session.rehearsal || session.replay !== undefined;
}

/** A session's id without its timestamp: the topic in a few words. */
export function slugOf(session: Session): string {
  return session.id.replace(/^\d{8}-\d{6}-/, '');
}

/** Joins a folder and a name; an empty folder adds no slash. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The link from one file to another, both given relative to the project; safe inside the parentheses of a markdown link. */
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

/** Uses forward slashes and drops `.` parts and trailing slashes. Code that writes files refuses paths outside the project. */
export function cleanPath(path: string): string {
  return path
    .replace(/\\/g, '/')
    .split('/')
    .filter((part, index) => part !== '.' && (part !== '' || index === 0))
    .join('/');
}

/** The record that a session looks at again: its folder, relative to the project, and its name; null where it looks at none. */
export function findRevisited({
  workflow_type: workflow,
  subject,
}: Pick<Session, 'workflow_type' | 'subject'>): { folder: string; name: string } | null {
  if (workflow !== 'revisit' || subject === undefined) return null;
  const parts = subject.name.split('/');
  return { folder: parts.slice(0, -1).join('/'), name: parts.at(-1) ?? '' };
}
