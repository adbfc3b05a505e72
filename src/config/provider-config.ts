/** Puts providers, prices and limits together from the single keys of all layers. */
import type { ProviderConfig } from '../models/provider-kind.ts';
import { findKind, kindNames, listReadyMade } from '../models/provider-kinds.ts';
import type { FileProblem } from '../session/errors.ts';
import type { ProviderLimit } from '../session/ports/call-slots.ts';
import { joinWords } from '../text/join-words.ts';
import type { ConfigEntry, ConfigLayer } from './layers.ts';

/** What a model's tokens cost, in US dollars per million. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** The types of the ready-made providers, by name; an entry with such a name needs no `type`. */
const readyMadeTypes = new Map(
  Object.entries(listReadyMade({})).map(([name, { config }]) => [name, config.type]),
);

/** The values under one name, and the first entry found for it, where problems are reported. */
interface NamedParts {
  parts: Map<string, unknown>;
  first: ConfigEntry;
}

/** Builds the providers from all layers, highest first. `checkProviders` reports incomplete entries. */
export function buildProviders(layers: readonly ConfigLayer[]): Record<string, ProviderConfig> {
  const providers: Record<string, ProviderConfig> = Object.create(null) as Record<string, ProviderConfig>;
  for (const [name, { parts }] of groupByName(layers, 'providers')) {
    const type = findType(name, parts);
    if (type === null) continue;
    const folder = layers.find(({ entries }) => entries.has(`providers.${name}.command`))?.folder;
    const headers = [...parts].filter(([key]) => key.startsWith('headers.'));
    providers[name] = {
      ...Object.fromEntries([...parts].filter(([key]) => !key.startsWith('headers.'))),
      type,
      ...(folder === undefined ? {} : { command_folder: folder }),
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

/** Builds the limits by provider from all layers. */
export function buildLimits(layers: readonly ConfigLayer[]): Record<string, ProviderLimit> {
  const limits: Record<string, ProviderLimit> = Object.create(null) as Record<string, ProviderLimit>;
  for (const [place, value] of groupByName(layers, 'limits').get('providers')?.parts ?? []) {
    const dot = place.lastIndexOf('.');
    const part = place.slice(dot + 1) === 'requests' ? 'requests' : 'tokensPerMinute';
    const name = place.slice(0, dot);
    limits[name] = { ...limits[name], [part]: value as number };
  }
  return limits;
}

/** Finds incomplete providers and prices. */
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
    const place = `"providers.${name}"`;
    const type = findType(name, parts);
    if (type === null) {
      report(first, `${place} needs "type": ${joinWords(kindNames, 'or')}`);
      continue;
    }
    const { required } = findKind(type);
    if (required !== null && readyMadeTypes.get(name) !== type && isMissing(parts.get(required.key)))
      report(first, `${place} needs "${required.key}": ${required.description}`);
  }
  for (const [model, { parts, first }] of groupByName(layers, 'prices')) {
    for (const part of ['input', 'output']) {
      if (!parts.has(part))
        report(first, `"prices.${model}" needs "${part}", in US dollars for a million tokens`);
    }
  }
  return problems;
}

/** The type of a configured provider: from its entry, else from its name; null when neither tells. */
function findType(name: string, parts: ReadonlyMap<string, unknown>): string | null {
  return (parts.get('type') as string | undefined) ?? readyMadeTypes.get(name) ?? null;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function groupByName(layers: readonly ConfigLayer[], top: string): Map<string, NamedParts> {
  const groups = new Map<string, NamedParts>();
  for (const layer of layers) {
    for (const entry of layer.entries.values()) {
      const [first, name, ...rest] = entry.path;
      if (first !== top || name === undefined) continue;
      const group = groups.get(name) ?? { parts: new Map<string, unknown>(), first: entry };
      const part = rest.join('.');
      // Layers come highest first, so a value that is already there wins.
      if (!group.parts.has(part)) group.parts.set(part, entry.value);
      groups.set(name, group);
    }
  }
  return groups;
}
