/** Which agents cannot be seated because their own model cannot be used. */

import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { findUnusable } from '../../models/find-unusable.ts';
import { listReferences } from '../../models/model-reference.ts';
import type { Agent } from '../../session/library.ts';
import type { AppWorld } from '../world.ts';

/**
 * Agents whose own model cannot be used, with the reason, found without a call. Does not check the default model of the table: if that one
 * cannot be used, the run reports it.
 */
export async function findUnusableAgents(
  agents: readonly Pick<Agent, 'id' | 'model'>[],
  config: ResolvedConfig,
  options: {
    /** Models that were named for single seats. */
    named: ReadonlyMap<string, string>;
    /** True when a model was named for all seats: it takes precedence over the agents' files. */
    isForAll: boolean;
    env: AppWorld['env'];
  },
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (const { id, model } of agents) {
    const configured = options.isForAll ? null : (config.models.participants.get(id) ?? model);
    const reference = options.named.get(id) ?? configured ?? null;
    if (reference === null || reference === config.models.default) continue;
    const found = await Promise.all(
      listReferences(reference).map(async (one) => {
        const reason = await findUnusable(one, { config: config.providers, env: options.env });
        return reason === null ? null : `${one}: ${reason}`;
      }),
    );
    if (!found.includes(null)) reasons.set(id, found.join('; '));
  }
  return reasons;
}
