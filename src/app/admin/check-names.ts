/** Finds unknown names in the configuration: agents, strategies, providers, models. */
import type { ConfigEntry, ConfigLayer } from '../../config/layers.ts';
import type { Withheld } from '../../config/project-power.ts';
import { buildPrices, buildProviders } from '../../config/provider-config.ts';
import {
  agentResources,
  type LibraryPlaces,
  listEntries,
  type ResourceKind,
  strategyResources,
} from '../../library/resource-lookup.ts';
import { checkModelNames } from '../../models/check-model-names.ts';
import { findPrice, knownPrices } from '../../models/client/prices.ts';
import { listReferences, parseModelReference } from '../../models/model-reference.ts';
import { findKind, mergeEntries } from '../../models/provider-kinds.ts';
import { type FileProblem, findNearest, findNearestNames } from '../../session/errors.ts';
import { explainUnusable } from '../plan/require-models.ts';
import type { AppWorld } from '../world.ts';

/** What the check needs to know about the configuration, the library and the machine. */
interface NameCheckOptions {
  layers: readonly ConfigLayer[];
  withheld: readonly Withheld[];
  places: LibraryPlaces;
  world: Pick<AppWorld, 'env' | 'createProviders'>;
}

/** A problem stops any discussion that uses the name; a warning may not. */
interface NameProblems {
  problems: FileProblem[];
  warnings: FileProblem[];
}

/** Milliseconds for all questions to providers together: a check should not wait long for a server that is down. */
const longestAsking = 5_000;

/** Finds all unknown names, with the place where each is set. Asks the usable providers whether they have the models. */
export async function findUnknownNames(options: NameCheckOptions): Promise<NameProblems> {
  const entries = options.layers.flatMap((layer) => [...layer.entries.values()]);
  const [agents, strategies, models] = await Promise.all([
    findUnknownIds(entries, options.places, { kind: agentResources, list: listAgentIds }),
    findUnknownIds(entries, options.places, { kind: strategyResources, list: listStrategyIds }),
    findUnknownModels(entries, options),
  ]);
  return { problems: [...agents, ...strategies, ...models.problems], warnings: models.warnings };
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

async function findUnknownModels(
  entries: readonly ConfigEntry[],
  { layers, withheld, world }: NameCheckOptions,
): Promise<NameProblems> {
  const found: NameProblems = { problems: [], warnings: [] };
  const config = buildProviders(layers);
  const prices = buildPrices(layers);
  const providers = mergeEntries(world.env, config);
  // A provider that waits for the person's yes counts as known.
  const waiting = new Set(withheld.map(({ entry }) => String(entry.path[1])));
  const usable = new Map<string, ConfigEntry[]>();
  const named = entries.flatMap((entry) =>
    entry.spec.type === 'model reference' && typeof entry.value === 'string'
      ? listReferences(entry.value).map((reference) => ({ entry, reference }))
      : [],
  );
  for (const { entry, reference } of named) {
    const { provider, model } = parseModelReference(reference);
    if (provider === 'rehearsal' || waiting.has(provider)) continue;
    const known = providers.get(provider);
    if (known === undefined) {
      const nearest = findNearest(provider, providers.keys());
      const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
      found.problems.push(place(entry, `there is no provider "${provider}"${guess}`));
    } else if (model === '' && findKind(known.config.type).needsModel) {
      const message = `"${reference}" names a provider but no model, such as ${known.example}`;
      found.problems.push(place(entry, message));
    } else if ((await explainUnusable(reference, config, world.env)) === null) {
      usable.set(reference, [...(usable.get(reference) ?? []), entry]);
    } else if (findPrice(reference, prices) === null) {
      // The provider cannot be asked, but a name close to one in the shipped price table is probably a typing error.
      const nearest = findNearest(model, listKnownModels(provider));
      if (nearest !== null)
        found.warnings.push(
          place(entry, `"${reference}" is not known here; did you mean ${provider}/${nearest}?`),
        );
    }
  }
  if (usable.size === 0) return found;
  const made = await world.createProviders(config, { rehearsal: false });
  try {
    const signal = AbortSignal.timeout(longestAsking);
    for (const notice of await checkModelNames(usable.keys(), { providers: made, signal })) {
      for (const entry of usable.get(notice.reference) ?? []) {
        const { provider } = parseModelReference(notice.reference);
        // A proxy may answer for models that it does not list.
        const isCertain = notice.kind === 'unusable' && !config[provider]?.base_url;
        (isCertain ? found.problems : found.warnings).push(place(entry, notice.message));
      }
    }
  } finally {
    made.end();
  }
  return found;
}

function listKnownModels(provider: string): string[] {
  return Object.keys(knownPrices).flatMap((reference) => {
    const known = parseModelReference(reference);
    return known.provider === provider ? [known.model] : [];
  });
}

function place({ key, file, line, column, origin }: ConfigEntry, message: string): FileProblem {
  const at = { line: line ?? undefined, column: column ?? undefined };
  return { file: file ?? origin ?? 'environment', ...at, message: `"${key}": ${message}` };
}
