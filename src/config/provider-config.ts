import type { FileProblem } from '../domain/errors.ts';
import type { ConfigEntry, ConfigLayer } from './layers.ts';
import type { efforts, providerTypes } from './value-types.ts';

interface CommonConfig {
  /** The name of the environment variable that holds the key, never the key. */
  api_key_env?: string | null;
  base_url?: string | null;
  effort?: (typeof efforts)[number] | null;
  headers?: Record<string, string>;
  stop?: string[];
  /** Seconds. */
  timeout?: number;
}

/**
 * One provider of the configuration, its keys as in the file. An entry with the name of a ready-made provider holds only what the file says,
 * also where the type below asks for more (`command`): the rest is that provider's own.
 */
export type ProviderConfig =
  | (CommonConfig & { type: 'anthropic' })
  | (CommonConfig & { type: 'openai' })
  | (CommonConfig & {
      type: 'command';
      /** The program and its arguments. */
      command: string[];
      /** `text`, `json`, or `json:<path>`. */
      output?: string;
    });

/** What a model's tokens cost, in US dollars for a million. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** Providers that need no configuration; one that carries such a name needs no `type`. */
const readyMadeTypes: Readonly<Record<string, (typeof providerTypes)[number]>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  openrouter: 'openai',
  ollama: 'openai',
  lmstudio: 'openai',
  'claude-code': 'command',
  codex: 'command',
  gemini: 'command',
  rehearsal: 'rehearsal',
};

/** A value with the place that set it. */
interface NamedParts {
  parts: Map<string, unknown>;
  first: ConfigEntry;
}

/** Builds the providers from all layers, higher ones first. Entries that lack what they need are left to `checkProviders`. */
export function buildProviders(layers: readonly ConfigLayer[]): Record<string, ProviderConfig> {
  const providers: Record<string, ProviderConfig> = Object.create(null) as Record<string, ProviderConfig>;
  for (const [name, { parts }] of groupByName(layers, 'providers')) {
    const type = parts.get('type') ?? readyMadeTypes[name];
    if (type === undefined || type === 'rehearsal') continue;
    const headers = [...parts].filter(([key]) => key.startsWith('headers.'));
    providers[name] = {
      ...Object.fromEntries([...parts].filter(([key]) => !key.startsWith('headers.'))),
      type,
      ...(headers.length === 0
        ? {}
        : { headers: Object.fromEntries(headers.map(([key, value]) => [key.slice(8), value])) }),
    } as ProviderConfig;
  }
  return providers;
}

/** Builds the prices by model reference from all layers. */
export function buildPrices(layers: readonly ConfigLayer[]): Record<string, ModelPrice> {
  const prices: Record<string, ModelPrice> = Object.create(null) as Record<string, ModelPrice>;
  for (const [model, { parts }] of groupByName(layers, 'prices')) {
    const { input, output } = Object.fromEntries(parts) as Partial<ModelPrice>;
    if (input === undefined || output === undefined) continue;
    prices[model] = { ...(Object.fromEntries(parts) as Partial<ModelPrice>), input, output };
  }
  return prices;
}

/** Finds providers and prices that lack what they need. */
export function checkProviders(layers: readonly ConfigLayer[]): FileProblem[] {
  const problems: FileProblem[] = [];
  const report = (first: ConfigEntry, message: string): void => {
    problems.push({
      file: first.file ?? '',
      line: first.line ?? undefined,
      column: first.column ?? undefined,
      message,
    });
  };
  for (const [name, { parts, first }] of groupByName(layers, 'providers')) {
    const type = parts.get('type') ?? readyMadeTypes[name];
    const isReadyMade = Object.hasOwn(readyMadeTypes, name) && readyMadeTypes[name] === type;
    if (type === 'rehearsal' && name !== 'rehearsal') {
      report(
        first,
        `"providers.${name}": the offline panel needs no entry, its model reference is "rehearsal"`,
      );
    } else if (type === undefined) {
      report(first, `"providers.${name}" needs "type": anthropic, openai or command`);
    } else if (type === 'command' && !isReadyMade && !parts.has('command')) {
      report(first, `"providers.${name}" needs "command": the program to run and its arguments, as a list`);
    } else if (type === 'openai' && !isReadyMade && typeof parts.get('base_url') !== 'string') {
      report(
        first,
        `"providers.${name}" needs "base_url": the address of the server, such as http://localhost:8000/v1`,
      );
    }
  }
  for (const [model, { parts, first }] of groupByName(layers, 'prices')) {
    for (const part of ['input', 'output']) {
      if (!parts.has(part))
        report(first, `"prices.${model}" needs "${part}", in US dollars for a million tokens`);
    }
  }
  return problems;
}

function groupByName(layers: readonly ConfigLayer[], top: string): Map<string, NamedParts> {
  const groups = new Map<string, NamedParts>();
  for (const layer of layers) {
    for (const entry of layer.entries.values()) {
      const [first, name, ...rest] = entry.path;
      if (first !== top || name === undefined) continue;
      const group = groups.get(name) ?? { parts: new Map<string, unknown>(), first: entry };
      const part = rest.join('.');
      // Layers come highest first: what is there already counts.
      if (!group.parts.has(part)) group.parts.set(part, entry.value);
      groups.set(name, group);
    }
  }
  return groups;
}
