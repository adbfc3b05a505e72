/** Lists the providers of models and the models that are set for seats; calls nothing. */
import { resolveConfig } from '../../config/resolve-config.ts';
import { findKind, mergeEntries } from '../../models/provider-kinds.ts';
import type { AppParts } from '../app-parts.ts';
import type { ListedModels } from '../results.ts';

/** Lists them. */
export async function listModels({ config, world }: AppParts): Promise<ListedModels> {
  const { env } = world;
  const { providers: configured, models } = resolveConfig(config, { workflow: 'roundtable' });
  const providers = [...mergeEntries(env, configured)].map(async ([name, entry]) => {
    const { config: own, example } = entry;
    const missing = await findKind(own.type).findMissing({ ...entry, env });
    return { name, example, missing };
  });
  const { participants, ...others } = models;
  return {
    providers: await Promise.all(providers),
    seats: { ...others, ...Object.fromEntries(participants) },
  };
}
