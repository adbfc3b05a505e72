/** From the configuration to providers: ready-made entries, overlaid by configured ones, each made when first asked for. */
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Provider } from '../domain/provider.ts';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { collectSecrets } from './client/redact.ts';
import { createCommandProvider } from './command/provider.ts';
import type { HttpLimits, SendHttp } from './http/port.ts';
import { parseModelReference } from './model-reference.ts';
import { createOpenAiProvider } from './openai/provider.ts';
import type { Environment, ProviderConfig } from './provider-config.ts';
import type { ReadyMade } from './ready-made.ts';
import { listReadyMade } from './ready-made.ts';

/** What providers are made from. */
export interface ProvidersOptions {
  /** `providers:` of the configuration, checked. */
  config: Readonly<Record<string, ProviderConfig>>;
  env: Environment;
  /** How requests are sent; node's own client when absent. */
  send?: SendHttp;
  /** The offline panel; it answers the reference `rehearsal`. */
  rehearsal?: Provider;
  /** Where programs run. */
  cwd?: string;
  /** Takes log lines of clients; must not be standard output. */
  log?: (line: string) => void;
  limits?: HttpLimits;
}

/** Providers by reference. */
export interface Providers {
  /** The names that a reference may begin with, sorted. */
  readonly names: readonly string[];
  /** The values of keys in the environment, for the redactor. */
  readonly secrets: readonly string[];
  /**
   * The provider and model of a reference. Throws S2sError INVALID_VALUE when it is none or names no model where one is
   * needed, UNKNOWN_PROVIDER when nobody goes by that name.
   */
  find(reference: string): { provider: Provider; modelName: string };
  /** Ends at once whatever still runs (programs of assistants); for a hard exit. */
  end(): void;
}

/** Makes the lookup. Nothing is loaded or connected before a provider's first call. */
export function createProviders(options: ProvidersOptions): Providers {
  const entries = mergeEntries(listReadyMade(options.env), options.config);
  const made = new Map<string, Provider>();
  const names = [
    ...entries.keys(),
    ...(options.rehearsal === undefined ? [] : [options.rehearsal.name]),
  ].sort();
  return {
    names,
    secrets: collectSecrets(options.env, listKeyVariables(entries)),
    find(reference) {
      const { provider: name, model } = parseModelReference(reference);
      if (options.rehearsal !== undefined && name === options.rehearsal.name) {
        return { provider: options.rehearsal, modelName: model };
      }
      const entry = entries.get(name);
      if (entry === undefined) throw unknownProvider(reference, { name, names });
      if (model === '' && entry.needsModel) {
        throw new S2sError('INVALID_VALUE', `"${reference}" names a provider but no model.`, {
          hint: `Write ${name}/<model>, for example ${exampleOf(name)}.`,
        });
      }
      if (entry.config.type === 'rehearsal' && options.rehearsal !== undefined) {
        return { provider: options.rehearsal, modelName: model };
      }
      let provider = made.get(name);
      if (provider === undefined) {
        provider = makeProvider(name, entry, options);
        made.set(name, provider);
      }
      return { provider, modelName: model };
    },
    end() {
      for (const provider of made.values()) provider.end?.();
    },
  };
}

/** A configured entry keeps what a ready-made one of its name and type says, where it says nothing itself. */
export function mergeEntries(
  readyMade: Readonly<Record<string, ReadyMade>>,
  configured: Readonly<Record<string, ProviderConfig>>,
): Map<string, ReadyMade> {
  const entries = new Map<string, ReadyMade>(Object.entries(readyMade));
  for (const [name, config] of Object.entries(configured)) {
    const base = entries.get(name);
    if (base === undefined || base.config.type !== config.type) {
      entries.set(name, {
        config,
        needsModel: config.type === 'anthropic' || config.type === 'openai',
        needsKey: config.type === 'openai' && Boolean(config.api_key_env),
        statesCost: false,
      });
      continue;
    }
    const stated = Object.fromEntries(
      Object.entries(config).filter(([, value]) => value !== undefined && value !== null),
    );
    // Another address may need no key and counts in its own money.
    const moved = 'base_url' in stated;
    entries.set(name, {
      config: { ...base.config, ...stated } as ProviderConfig,
      needsModel: base.needsModel,
      needsKey: moved ? 'api_key_env' in stated : base.needsKey,
      statesCost: base.statesCost && !moved,
    });
  }
  return entries;
}

/** Node's client is loaded with the first call. */
const sendByNode: SendHttp = async (url, request) => (await import('./http/send.ts')).sendHttp(url, request);

function makeProvider(name: string, entry: ReadyMade, options: ProvidersOptions): Provider {
  const { env } = options;
  const send = options.send ?? sendByNode;
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const { config } = entry;
  switch (config.type) {
    case 'anthropic':
      return createAnthropicProvider({
        name,
        config,
        env,
        send,
        log: options.log ?? (() => undefined),
        ...limits,
      });
    case 'openai':
      return createOpenAiProvider({
        name,
        config,
        env,
        send,
        needsKey: entry.needsKey,
        statesCost: entry.statesCost,
        ...limits,
      });
    case 'rehearsal':
      throw new S2sError(
        'UNKNOWN_PROVIDER',
        `The provider "${name}" is a rehearsal, which is not possible here.`,
        {
          hint: 'Name a model for this seat.',
        },
      );
    case 'command':
      return createCommandProvider({
        name,
        config,
        env,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      });
  }
}

function* listKeyVariables(entries: ReadonlyMap<string, ReadyMade>): Generator<string> {
  yield 'ANTHROPIC_AUTH_TOKEN';
  for (const { config } of entries.values()) {
    if (config.type !== 'command' && config.api_key_env) yield config.api_key_env;
  }
}

function unknownProvider(
  reference: string,
  { name, names }: { name: string; names: readonly string[] },
): S2sError {
  const nearest = findNearest(name, names);
  const guess = /^(?:claude|opus|sonnet|haiku|fable)/.test(name) ? `anthropic/${name}` : null;
  const hint =
    nearest !== null
      ? `Did you mean ${nearest}? `
      : guess !== null && !reference.includes('/')
        ? `Write the provider before the model: ${guess}. `
        : '';
  return new S2sError('UNKNOWN_PROVIDER', `There is no provider "${name}" (in "${reference}").`, {
    hint: `${hint}Known are ${names.join(', ')}; others are set under providers: in .s2s/config.yaml.`,
  });
}

function exampleOf(name: string): string {
  const examples: Readonly<Record<string, string>> = {
    anthropic: 'anthropic/claude-sonnet-5-5',
    ollama: 'ollama/llama3.1',
    openrouter: 'openrouter/meta-llama/llama-3.3-70b-instruct',
  };
  return examples[name] ?? `${name}/<model>`;
}
