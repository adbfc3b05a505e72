/** Checking and repairing one session, or all of a project. */
import type { RepairReport, SessionReport } from '../domain/session-maintenance.ts';
import type { AppParts } from './app-parts.ts';

type Parts = Pick<AppParts, 'repository' | 'maintenance'>;

/** Says what is wrong with a session and what can be done; with all sessions when none is named. Writes nothing. */
export async function validateSessions(parts: Parts, named: string | undefined): Promise<SessionReport[]> {
  return forEachSession(parts, named, (id) => parts.maintenance.validate(id));
}

/** Rebuilds the last valid state of a session, or of all; damaged files are kept. Throws SESSION_LOCKED, FILE_UNWRITABLE. */
export async function repairSessions(parts: Parts, named: string | undefined): Promise<RepairReport[]> {
  return forEachSession(parts, named, (id) => parts.maintenance.repair(id));
}

/** One after the other: a project can have thousands. */
async function forEachSession<Report>(
  { repository }: Parts,
  named: string | undefined,
  report: (id: string) => Promise<Report>,
): Promise<Report[]> {
  const ids = named === undefined ? await repository.listIds() : [(await repository.resolve(named)).id];
  const reports: Report[] = [];
  for (const id of ids) reports.push(await report(id));
  return reports;
}
