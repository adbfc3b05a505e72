/** The track record of agents, as the commands use it: read when a panel is chosen, written when a session ends. */

import type { ActionContext } from '../cli/command-runner.ts';
import type { CliEnvironment } from '../cli/environment.ts';
import type { OpenProject } from '../cli/open-project.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { S2sError } from '../domain/errors.ts';
import type { Agent } from '../domain/library.ts';
import type { Session } from '../domain/session.ts';
import type { AgentRecord } from '../domain/track-record.ts';
import { findExecutable } from '../models/find-executable.ts';
import { findUnusable } from '../models/find-unusable.ts';
import { locateSessions } from '../store/files/session-paths.ts';
import { readAgentsRecord, recordSession } from '../store/files/track-record-file.ts';
import { countPerformance } from './seat-performance.ts';
import { describeHost } from './session-lock.ts';

/** The records by agent. Says what is wrong with the file; then every agent counts as one without a record. */
export async function readRecords(
  project: Pick<OpenProject, 'root' | 's2sDir'>,
  context: Pick<ActionContext, 'say'>,
): Promise<ReadonlyMap<string, AgentRecord>> {
  const { agents, damage } = await readAgentsRecord(locateSessions(project));
  if (damage !== null)
    context.say(`Warning: ${damage} What cannot be read counts as no record.`, { warning: true });
  return agents;
}

/** Adds a finished session to the record; what stands in the way is said and stops nothing. */
export async function recordFinished(
  project: Pick<OpenProject, 'root' | 's2sDir'>,
  session: Session,
  environment: CliEnvironment,
): Promise<string[]> {
  const seats = countPerformance(session);
  if (seats.length === 0) return [];
  try {
    return await recordSession(
      locateSessions(project),
      { id: session.id, seats },
      { at: environment.clock.now().toISOString(), host: describeHost(environment) },
    );
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return [`The track record was not updated: ${error.message}`];
  }
}

/**
 * Agents whose own model cannot be used, with the reason, found out without a call. The model of the whole table is
 * not looked at here: if that one cannot be used, the run says so itself.
 */
export async function findUnusableAgents(
  agents: readonly Pick<Agent, 'id' | 'model'>[],
  config: ResolvedConfig,
  options: { named: ReadonlyMap<string, string>; modelFlag: boolean; context: ActionContext },
): Promise<Map<string, string>> {
  const { env } = options.context.environment;
  const reasons = new Map<string, string>();
  for (const { id, model } of agents) {
    const configured = options.modelFlag ? null : (config.models.participants.get(id) ?? model);
    const reference = options.named.get(id) ?? configured ?? null;
    if (reference === null || reference === config.models.default) continue;
    const reason = await findUnusable(reference, {
      config: config.providers,
      env,
      findExecutable: (name) => findExecutable(name, env),
    });
    if (reason !== null) reasons.set(id, `${reference}: ${reason}`);
  }
  return reasons;
}
