import { showValue } from './check-value.ts';
import type { KeySpec } from './key-spec.ts';
import { keyTable } from './key-table.ts';
import type { ConfigLayer, LayerName } from './load-config.ts';
import type { ConfigEntry } from './read-config.ts';

/** A value and the layer that it came from. */
export interface EffectiveValue {
  value: unknown;
  layer: LayerName;
  entry: ConfigEntry | null;
}

/** One line of `config show --sources`. */
export interface SourceLine {
  key: string;
  /** As it holds; a hidden one is a text that says so. */
  value: unknown;
  layer: LayerName;
  file: string | null;
  line: number | null;
  /** The flag or variable, or null. */
  origin: string | null;
}

/** Finds the value of a key without names in the highest layer that has it, else its default. */
export function findEffective(layers: readonly ConfigLayer[], spec: KeySpec): EffectiveValue {
  for (const layer of layers) {
    const entry = layer.entries.get(spec.key);
    if (entry !== undefined) return { value: entry.value, layer: layer.name, entry };
  }
  return { value: spec.default, layer: 'default', entry: null };
}

/** Lists every effective value in the order of the key table: those that somebody set, and the defaults of those that nobody did. */
export function listSources(layers: readonly ConfigLayer[]): SourceLine[] {
  const lines: SourceLine[] = [];
  for (const spec of keyTable) {
    const set = new Map<string, { layer: LayerName; entry: ConfigEntry }>();
    for (const layer of layers) {
      for (const [key, entry] of layer.entries) {
        if (entry.spec === spec && !set.has(key)) set.set(key, { layer: layer.name, entry });
      }
    }
    for (const [key, { layer, entry }] of set) {
      const value = mayPrint(spec) ? entry.value : showValue(entry.value, spec);
      lines.push({ key, value, layer, file: entry.file, line: entry.line, origin: entry.origin });
    }
    if (set.size === 0 && spec.default !== undefined) {
      lines.push({
        key: spec.key,
        value: spec.default,
        layer: 'default',
        file: null,
        line: null,
        origin: null,
      });
    }
  }
  return lines;
}

/** Values are hidden while they may be wrong; of those that were accepted only headers can still tell something. */
function mayPrint(spec: KeySpec): boolean {
  return !spec.hidden || !spec.key.includes('<header>');
}
