/** What is known of agents before a panel is chosen: their track record, and whether their own model can be used. */
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Agent } from '../domain/library.ts';
import type { AgentRecord } from '../domain/track-record.ts';
import type { AppParts } from './app-parts.ts';
import { explainUnusable } from './require-models.ts';
import type { AppWorld } from './world.ts';

/** The records by agent. Tells what is wrong with what is stored; then every agent counts as one without a record. */
export async function readRecords({
  trackRecord,
  notify,
}: Pick<AppParts, 'trackRecord' | 'notify'>): Promise<ReadonlyMap<string, AgentRecord>> {
  const { agents, damage } = await trackRecord.read();
  if (damage !== null)
    notify({ level: 'warning', text: `${damage} What cannot be read counts as no record.` });
  return agents;
}

/**
 * Agents whose own model cannot be used, with the reason, found out without a call. The model of the whole table is
 * not looked at here: if that one cannot be used, the run says so itself.
 */
export async function findUnusableAgents(
  agents: readonly Pick<Agent, 'id' | 'model'>[],
  config: ResolvedConfig,
  options: {
    /** Models that were named for single seats. */
    named: ReadonlyMap<string, string>;
    /** True when a model was named for all seats: it comes before what an agent's file says. */
    isForAll: boolean;
    env: AppWorld['env'];
  },
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (const { id, model } of agents) {
    const configured = options.isForAll ? null : (config.models.participants.get(id) ?? model);
    const reference = options.named.get(id) ?? configured ?? null;
    if (reference === null || reference === config.models.default) continue;
    const reason = await explainUnusable(reference, config.providers, options.env);
    if (reason !== null) reasons.set(id, `${reference}: ${reason}`);
  }
  return reasons;
}
