/** All kinds of provider. A new one is a file that describes it, and a line here; configuration, hints and `doctor` follow. */
import { anthropicKind } from './anthropic/kind.ts';
import { commandKind } from './command/kind.ts';
import { openAiKind } from './openai/kind.ts';
import type {
  Environment,
  KindName,
  ProviderConfig,
  ProviderKey,
  ProviderKind,
  ReadyMade,
} from './provider-kind.ts';
import { rehearsalKind } from './rehearsal-kind.ts';

const kinds: readonly ProviderKind[] = [anthropicKind, openAiKind, commandKind, rehearsalKind];

/** The names of all kinds, as `type` in the configuration takes them. */
export const kindNames: readonly KindName[] = kinds.map(({ type }) => type);

/** The kind of a name. */
export function findKind(type: KindName): ProviderKind {
  const kind = kinds.find((one) => one.type === type);
  if (kind === undefined) throw new TypeError(`no kind of provider is named ${type}`);
  return kind;
}

/** The settings of all kinds, each once. */
export function listProviderKeys(): ProviderKey[] {
  return [...new Map(kinds.flatMap(({ keys }) => keys.map((key) => [key.name, key]))).values()];
}

/** The ready-made providers by name, for an environment. */
export function listReadyMade(env: Environment): Record<string, ReadyMade> {
  return Object.assign({}, ...kinds.map((kind) => kind.listReadyMade(env)));
}

/** The providers by name: ready-made ones, overlaid by configured ones. A configured one keeps what a ready-made one of its name and type says, where it says nothing itself. */
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
    // Another address may need no key and counts in its own money.
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
