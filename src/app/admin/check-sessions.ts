/** Checking and repairing one session, or all of a project. */

import { S2sError } from '../../session/errors.ts';
import type { Progress } from '../../session/ports/repository.ts';
import type { RepairReport, SessionReport } from '../../session/ports/session-maintenance.ts';
import type { AppParts } from '../app-parts.ts';

type Parts = Pick<AppParts, 'repository' | 'maintenance'>;

/** Reports the faults of a session and the remedies; of all sessions when none is named. Writes nothing. */
export async function validateSessions(
  parts: Parts,
  named: string | undefined,
  tell: Progress,
): Promise<SessionReport[]> {
  return forEachSession(parts, named, {
    tell,
    report: (id) => parts.maintenance.validate(id),
    describe: (id, { message, hint, problems }): SessionReport => {
      const file = parts.repository.locate(id);
      return {
        id,
        file,
        valid: false,
        problems: problems.length > 0 ? [...problems] : [{ file, message }],
        journal: { file: '', calls: 0, inputs: 0, problems: [] },
        advice: hint === undefined ? [] : [hint],
      };
    },
  });
}

/** Cuts a damaged session, or all, back to the last whole round; keeps damaged files. Throws SESSION_LOCKED, FILE_UNWRITABLE. */
export async function repairSessions(
  parts: Parts,
  named: string | undefined,
  tell: Progress,
): Promise<RepairReport[]> {
  return forEachSession(parts, named, {
    tell,
    report: (id) => parts.maintenance.repair(id),
    describe: (id, { code, message }): RepairReport => ({
      id,
      file: parts.repository.locate(id),
      repaired: false,
      kept_as: null,
      rounds_kept: 0,
      rounds_lost: 0,
      calls_in_journal: 0,
      // Of all sessions, those of other forms are left alone, which is no failure.
      ...(code === 'SESSION_FOREIGN' ? { notes: [message] } : { notes: [], failed: message }),
    }),
  });
}

/** Handles sessions one after the other, since a project can have thousands. Of several, one that fails does not hide the others. */
async function forEachSession<Report>(
  { repository }: Parts,
  named: string | undefined,
  {
    report,
    describe,
    tell,
  }: {
    tell: Progress;
    report: (id: string) => Promise<Report>;
    describe: (id: string, error: S2sError) => Report;
  },
): Promise<Report[]> {
  if (named !== undefined) return [await report((await repository.resolve(named)).id)];
  const reports: Report[] = [];
  const ids = await repository.listIds();
  for (const [index, id] of ids.entries()) {
    tell(index, ids.length);
    const one = report(id).catch((error: unknown) => {
      if (!(error instanceof S2sError)) throw error;
      return describe(id, error);
    });
    reports.push(await one);
  }
  return reports;
}
