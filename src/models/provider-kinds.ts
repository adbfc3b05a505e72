/**
 * The registry of the kinds of provider. A new kind needs a file that describes it and one line here; the configuration, its
 * documentation, completion and `doctor` follow. `create-providers.ts` has the code behind them.
 */

import { anthropicKind } from './anthropic/kind.ts';
import { commandKind } from './command/kind.ts';
import { openAiKind } from './openai/kind.ts';
import type { Environment, ProviderConfig, ProviderKey, ProviderKind, ReadyMade } from './provider-kind.ts';

/** All kinds, in the order of the documentation. */
export const providerKinds: readonly ProviderKind[] = [anthropicKind, openAiKind, commandKind];

/** The names of all kinds: the values of `type` in the configuration. */
export const kindNames: readonly string[] = providerKinds.map(({ type }) => type);

/** Finds a kind by name. Throws TypeError when there is none, since the configuration allows only known names. */
export function findKind(type: string): ProviderKind {
  const kind = [...providerKinds, hostKind].find((one) => one.type === type);
  if (kind === undefined) throw new TypeError(`no kind of provider is named ${type}`);
  return kind;
}

/** The settings of all kinds, each once. */
export function listProviderKeys(): ProviderKey[] {
  return [...new Map(providerKinds.flatMap(({ keys }) => keys.map((key) => [key.name, key]))).values()];
}

/** The ready-made providers by name, for an environment. */
export function listReadyMade(env: Environment): Record<string, ReadyMade> {
  return Object.assign({}, ...providerKinds.map((kind) => kind.listReadyMade(env)));
}

/** The providers by name. A configured provider with the name and type of a ready-made one inherits the settings that it does not set. */
export function mergeEntries(
  env: Environment,
  configured: Readonly<Record<string, ProviderConfig>>,
): Map<string, ReadyMade> {
  const entries = new Map(Object.entries(listReadyMade(env)));
  for (const [name, config] of Object.entries(configured)) {
    const base = entries.get(name);
    if (base === undefined || base.config.type !== config.type) {
      const needsKey = findKind(config.type).needsKey(config);
      entries.set(name, { config, needsKey, statesCost: false, example: `${name}/<model>` });
      continue;
    }
    const stated = Object.fromEntries(
      Object.entries(config).filter(([, value]) => value !== undefined && value !== null),
    );
    // A server at another address may need no key, and may state costs in another currency.
    const isMoved = 'base_url' in stated;
    entries.set(name, {
      ...base,
      config: { ...base.config, ...stated } as ProviderConfig,
      needsKey: isMoved ? 'api_key_env' in stated : base.needsKey,
      statesCost: base.statesCost && !isMoved,
    });
  }
  return entries;
}

/** The kind of a model that is a function. No file can name it: `createProviders` is given the functions themselves. */
const hostKind: ProviderKind = {
  type: 'function',
  description: 'a function of the program',
  keys: [],
  required: null,
  needsModel: false,
  needsKey: () => false,
  listReadyMade: () => ({}),
  findMissing: async () => null,
};
