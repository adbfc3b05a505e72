/** Makes the providers of the configuration. */
import { findNearest, S2sError } from '../session/errors.ts';
import type { HostModel } from '../session/ports/host-model.ts';
import type { Provider } from '../session/ports/provider.ts';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { createCommandProvider } from './command/provider.ts';
import { createHostProvider } from './host/provider.ts';
import { createHttpClient } from './http/http-client.ts';
import { parseModelReference } from './model-reference.ts';
import { createOpenAiProvider } from './openai/provider.ts';
import type { Environment, ProviderConfig, ProviderParts } from './provider-kind.ts';
import { findKind, mergeEntries } from './provider-kinds.ts';
import { listSecrets } from './secrets.ts';

/** What makes the providers of each kind. */
const makers: Readonly<Record<string, (parts: ProviderParts) => Provider>> = {
  anthropic: createAnthropicProvider,
  openai: createOpenAiProvider,
  command: createCommandProvider,
};

/** What making providers requires. */
export interface ProvidersOptions {
  /** `providers:` of the configuration, already checked. */
  config: Readonly<Record<string, ProviderConfig>>;
  /** Holds keys, addresses and proxies. */
  env: Environment;
  /** The offline panel; it answers the reference `rehearsal`. */
  rehearsal?: Provider;
  /** Functions that answer, by the name of their provider; they take precedence over the configuration. */
  functions?: Readonly<Record<string, HostModel>> | undefined;
  /** Takes log lines of clients; must not be standard output. */
  log?: (line: string) => void;
}

/** Providers by reference. */
export interface Providers {
  /** The provider names that a reference may begin with, sorted. */
  readonly names: readonly string[];
  /** The values of the keys in the environment, for the redactor. */
  readonly secrets: readonly string[];
  /**
   * The provider and model of a reference. Throws S2sError INVALID_VALUE when it is not a reference or lacks a model that the provider
   * needs, UNKNOWN_PROVIDER when no provider has that name.
   */
  find(reference: string): { provider: Provider; modelName: string };
  /** Ends all running connections and programs at once. */
  end(): void;
}

/** Makes the providers. Nothing is connected before a provider's first call. */
export function createProviders(options: ProvidersOptions): Providers {
  const { config, env, rehearsal, functions = {}, log = () => undefined } = options;
  const entries = mergeEntries(env, config);
  const http = createHttpClient(env);
  const made = new Map(
    Object.entries(functions).map(([name, answer]) => [name, createHostProvider(name, answer)]),
  );
  const names = [
    ...new Set([...made.keys(), ...entries.keys()]),
    ...(rehearsal === undefined ? [] : [rehearsal.name]),
  ].sort();
  return {
    names,
    secrets: listSecrets(env, config).map(({ value }) => value),
    find(reference) {
      const { provider: name, model: modelName } = parseModelReference(reference);
      if (rehearsal !== undefined && name === rehearsal.name) return { provider: rehearsal, modelName };
      const own = Object.hasOwn(functions, name) ? made.get(name) : undefined;
      if (own !== undefined) return { provider: own, modelName };
      const entry = entries.get(name);
      if (entry === undefined) throw describeUnknown(reference, { name, names });
      const kind = findKind(entry.config.type);
      if (modelName === '' && kind.needsModel) {
        throw new S2sError('INVALID_VALUE', `"${reference}" names a provider but no model.`, {
          hint: `Write ${name}/<model>, for example ${entry.example}.`,
        });
      }
      let provider = made.get(name);
      if (provider === undefined) {
        const make = makers[kind.type];
        if (make === undefined) throw new TypeError(`nothing makes a provider of the type ${kind.type}`);
        provider = make({ name, env, http, log, ...entry });
        made.set(name, provider);
      }
      return { provider, modelName };
    },
    end() {
      for (const provider of made.values()) provider.end?.();
      http.close();
    },
  };
}

function describeUnknown(
  reference: string,
  { name, names }: { name: string; names: readonly string[] },
): S2sError {
  const nearest = findNearest(name, names);
  const guess = nearest === null ? '' : `Did you mean ${nearest}? `;
  return new S2sError('UNKNOWN_PROVIDER', `There is no provider "${name}" (in "${reference}").`, {
    hint: `${guess}Write provider/model, such as anthropic/claude-sonnet-5-5. Known are ${names.join(', ')}; others are set under providers: in .s2s/config.yaml.`,
  });
}
