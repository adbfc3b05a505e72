/** The layers of the configuration, and which of them gives a value. */
import { showValue } from './check-value.ts';
import type { KeySpec } from './keys/key-line.ts';
import { keyTable } from './keys/key-table.ts';

/** The layers, highest first. */
export const layerNames = ['flag', 'environment', 'project', 'user', 'default'] as const;
export type LayerName = (typeof layerNames)[number];

/** One value that somebody set, under its canonical key. */
export interface ConfigEntry {
  /** Canonical and dotted, names filled in: `roundtable.models.participants.qa-lead`. */
  key: string;
  path: readonly string[];
  spec: KeySpec;
  value: unknown;
  /** The file as messages show it; null for flags and the environment. */
  file: string | null;
  line: number | null;
  column: number | null;
  /** The flag or variable that set it, or null. */
  origin: string | null;
}

/** What one layer sets, by canonical key. */
export interface ConfigLayer {
  name: LayerName;
  entries: ReadonlyMap<string, ConfigEntry>;
  /** The folder that files named in its commands are relative to; absent when there is none. */
  folder?: string;
}

/** A value and the layer it comes from; `entry` is null for a default. */
export interface EffectiveValue {
  value: unknown;
  layer: LayerName;
  entry: ConfigEntry | null;
}

/** One line of `config show --sources`. */
export interface SourceLine {
  key: string;
  /** The value in effect; for a hidden value, a text that says so. */
  value: unknown;
  layer: LayerName;
  file: string | null;
  line: number | null;
  /** The flag or variable, or null. */
  origin: string | null;
  /** In words, the value that the project asked for and did not get; absent when there is none. */
  note?: string;
}

/** Makes the entry of a flag or variable. `key` has its names filled in. */
export function makeEntry(spec: KeySpec, key: string, set: { value: unknown; origin: string }): ConfigEntry {
  return { key, path: key.split('.'), spec, file: null, line: null, column: null, ...set };
}

/** Where an entry was set, for messages: the flag, the variable, or file and line. */
export function nameOrigin(entry: ConfigEntry): string {
  return entry.origin ?? `${entry.file}:${entry.line}`;
}

/** Finds the value of a key without `<…>` segments: from the highest layer that has it, else its default. */
export function findEffective(layers: readonly ConfigLayer[], spec: KeySpec): EffectiveValue {
  for (const layer of layers) {
    const entry = layer.entries.get(spec.key);
    if (entry !== undefined) return { value: entry.value, layer: layer.name, entry };
  }
  return { value: spec.default, layer: 'default', entry: null };
}

/** The values directly under `place`, by name, each from the highest layer that has it. */
export function collectNamed(layers: readonly ConfigLayer[], place: string): Map<string, unknown> {
  const above = place.split('.');
  const values = new Map<string, unknown>();
  for (const { entries } of layers) {
    for (const { path, value } of entries.values()) {
      const name = path[above.length];
      if (name === undefined || path.length !== above.length + 1 || values.has(name)) continue;
      if (above.every((part, index) => path[index] === part)) values.set(name, value);
    }
  }
  return values;
}

/** Lists every effective value in the order of the key table: the values that somebody set, and the defaults of the rest. */
export function listSources(layers: readonly ConfigLayer[]): SourceLine[] {
  const highest = new Map<string, { layer: LayerName; entry: ConfigEntry }>();
  for (const { name: layer, entries } of layers) {
    for (const [key, entry] of entries) if (!highest.has(key)) highest.set(key, { layer, entry });
  }
  return keyTable.flatMap((spec): SourceLine[] => {
    const set = [...highest].filter(([, { entry }]) => entry.spec === spec);
    if (set.length > 0)
      return set.map(([key, { layer, entry }]) => {
        const { value, file, line, origin } = entry;
        return { key, value: mayPrint(spec) ? value : showValue(value, spec), layer, file, line, origin };
      });
    if (spec.default === undefined) return [];
    return [{ key: spec.key, value: spec.default, layer: 'default', file: null, line: null, origin: null }];
  });
}

/** Error messages never show a hidden value. Of the values that were accepted, only headers may still hold a secret. */
function mayPrint(spec: KeySpec): boolean {
  return !spec.isHidden || !spec.key.includes('<header>');
}
