/** Runs a discussion in one call, and returns the result as data. */

import { S2sError } from '../../session/errors.ts';
import { sayPause } from '../../wording/pause.ts';
import type { AppParts } from '../app-parts.ts';
import type { DiscussOptions } from '../options.ts';
import type { PlannedSession } from '../plan/plan-session.ts';
import { buildResult } from '../result.ts';
import type { RunDocument } from '../results.ts';
import { planStart, startPlanned } from './start.ts';

const defaultRounds = 3;

/**
 * Discusses for exactly `rounds` rounds, unless a limit ends it earlier. Throws INVALID_VALUE, what starting and running throw, and, if the run was
 * paused, the reason; the session is kept, and the error's data name it.
 */
export async function discuss(parts: AppParts, options: DiscussOptions): Promise<RunDocument> {
  const { rounds = defaultRounds, ...rest } = options;
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new S2sError('INVALID_VALUE', `rounds must be a whole number of at least 1, not ${rounds}.`, {
      hint: `Leave it out for ${defaultRounds} rounds.`,
    });
  const planned = await planStart(parts, {
    ...rest,
    minRounds: rounds,
    maxRounds: rounds,
    onLimit: 'conclude',
  });
  const run = await startPlanned(parts, askNobody(planned), { signal: options.signal });
  const { session, ended, reason, detail, failure, durationMs } = await run.result;
  if (ended === 'paused') {
    throw (
      failure ??
      new S2sError('CANCELLED', `The discussion is paused. ${sayPause(reason ?? 'signal', detail)}`, {
        hint: `s2s roundtable resume ${session.id}`,
        data: { session_id: session.id },
      })
    );
  }
  return buildResult(session, { full: true, duration: durationMs });
}

/** Switches escalations off: the caller waits for a result and nobody can decide, so contested items stay contested. */
function askNobody(planned: PlannedSession): PlannedSession {
  const { settings } = planned.session;
  const escalation = { ...settings.escalation, enabled: false };
  return { ...planned, session: { ...planned.session, settings: { ...settings, escalation } } };
}
