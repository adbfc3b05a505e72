/** Decides which server may receive which key: the hosts that the shipped table or the person's own configuration names for the key. */
import type { Environment, ProviderConfig, ReadyMade } from '../models/provider-kind.ts';
import { findKind, mergeEntries } from '../models/provider-kinds.ts';

type Providers = Readonly<Record<string, ProviderConfig>>;

/** A key that a provider would send to a host that the key does not belong to. */
export interface ForeignKey {
  variable: string;
  /** Where the key would go, and where it belongs: scheme, name and port. */
  origin: string;
  owners: readonly string[];
}

/**
 * The keys that the provider `name` in `wanted` would send to a host that they do not belong to. `own` is the person's own
 * configuration; the shipped table is added to both. Variables without a value are skipped, and so are variables that no table names.
 */
export function findForeignKeys(
  name: string,
  { own, wanted, env }: { own: Providers; wanted: Providers; env: Environment },
): ForeignKey[] {
  const entry = mergeEntries(env, wanted).get(name);
  const origin = entry === undefined ? null : findOrigin(entry, env);
  if (entry === undefined || origin === null) return [];
  const owners = collectOwners(mergeEntries(env, own).values(), env);
  return listVariables(entry).flatMap((variable) => {
    const hosts = owners.get(variable);
    if (hosts === undefined || hosts.has(origin) || !env[variable]?.trim()) return [];
    return [{ variable, origin, owners: [...hosts] }];
  });
}

function collectOwners(entries: Iterable<ReadyMade>, env: Environment): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const entry of entries) {
    const origin = findOrigin(entry, env);
    if (origin === null) continue;
    for (const variable of listVariables(entry))
      owners.set(variable, (owners.get(variable) ?? new Set()).add(origin));
  }
  return owners;
}

function listVariables({ config }: ReadyMade): string[] {
  const credentials = findKind(config.type).credentials ?? [];
  return [...new Set([...(config.api_key_env ? [config.api_key_env] : []), ...credentials])];
}

/** Null when the provider sends nothing, or when its address is not a URL. */
function findOrigin({ config }: ReadyMade, env: Environment): string | null {
  const address = config.base_url || findKind(config.type).findAddress?.(env);
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null;
}
