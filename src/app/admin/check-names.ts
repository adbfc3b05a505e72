/** Finds unknown names in the configuration: agents, strategies, providers. */
import type { ConfigEntry, ConfigLayer } from '../../config/layers.ts';
import type { Withheld } from '../../config/project-power.ts';
import { buildProviders } from '../../config/provider-config.ts';
import {
  agentResources,
  type LibraryPlaces,
  listEntries,
  type ResourceKind,
  strategyResources,
} from '../../library/resource-lookup.ts';
import { listReferences, parseModelReference } from '../../models/model-reference.ts';
import { findKind, mergeEntries } from '../../models/provider-kinds.ts';
import { type FileProblem, findNearest, findNearestNames } from '../../session/errors.ts';
import type { AppWorld } from '../world.ts';

/** What the check needs to know about the configuration, the library and the machine. */
interface NameCheckOptions {
  layers: readonly ConfigLayer[];
  withheld: readonly Withheld[];
  places: LibraryPlaces;
  env: AppWorld['env'];
}

/** Finds all unknown names, each of which stops any discussion that uses it, with the place where it is set. */
export async function findUnknownNames(options: NameCheckOptions): Promise<FileProblem[]> {
  const entries = options.layers.flatMap((layer) => [...layer.entries.values()]);
  const [agents, strategies] = await Promise.all([
    findUnknownIds(entries, options.places, { kind: agentResources, list: listAgentIds }),
    findUnknownIds(entries, options.places, { kind: strategyResources, list: listStrategyIds }),
  ]);
  return [...agents, ...strategies, ...findUnknownProviders(entries, options)];
}

function listAgentIds({ spec, value, path }: ConfigEntry): string[] {
  if (spec.type === 'agent') return typeof value === 'string' ? [value] : [];
  if (spec.type === 'panel') return Array.isArray(value) ? value.map(String) : [];
  if (spec.setting === 'plain_text_seats') return (value as string[]).filter((seat) => seat !== 'all');
  return spec.key.endsWith('.<seat>') ? [String(path.at(-1))] : [];
}

function listStrategyIds({ spec, value, path }: ConfigEntry): string[] {
  if (spec.type === 'strategy') return typeof value === 'string' ? [value] : [];
  return spec.key.includes('.consensus.<strategy>') ? [String(path[3])] : [];
}

async function findUnknownIds(
  entries: readonly ConfigEntry[],
  places: LibraryPlaces,
  { kind, list }: { kind: ResourceKind; list: (entry: ConfigEntry) => string[] },
): Promise<FileProblem[]> {
  const ids = (await listEntries(places, kind)).entries.map(({ id }) => id);
  const known = new Set([...ids, 'human']);
  return entries.flatMap((entry) =>
    list(entry)
      .filter((id) => !known.has(id))
      .map((id) => {
        const nearest = findNearestNames(id, ids).map((near) => `"${near}"`);
        const guess = nearest.length === 0 ? '' : `; did you mean ${nearest.join(' or ')}?`;
        return place(entry, `there is no ${kind.noun} "${id}"${guess} (${kind.listHint})`);
      }),
  );
}

/** Providers that do not exist, and references that lack a model; whether a model exists is for `s2s doctor` to ask. */
function findUnknownProviders(
  entries: readonly ConfigEntry[],
  { layers, withheld, env }: NameCheckOptions,
): FileProblem[] {
  const providers = mergeEntries(env, buildProviders(layers));
  // A provider that waits for the person's yes counts as known.
  const waiting = new Set(['rehearsal', ...withheld.map(({ entry }) => String(entry.path[1]))]);
  return entries.flatMap((entry) => {
    if (entry.spec.type !== 'model reference' || typeof entry.value !== 'string') return [];
    return listReferences(entry.value).flatMap((reference) => {
      const { provider, model } = parseModelReference(reference);
      const known = providers.get(provider);
      if (waiting.has(provider)) return [];
      if (known === undefined) {
        const nearest = findNearest(provider, providers.keys());
        const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
        return [place(entry, `there is no provider "${provider}"${guess}`)];
      }
      return model === '' && findKind(known.config.type).needsModel
        ? [place(entry, `"${reference}" names a provider but no model, such as ${known.example}`)]
        : [];
    });
  });
}

function place({ key, file, line, column, origin }: ConfigEntry, message: string): FileProblem {
  const at = { line: line ?? undefined, column: column ?? undefined };
  return { file: file ?? origin ?? 'environment', ...at, message: `"${key}": ${message}` };
}
