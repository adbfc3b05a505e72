import { S2sError } from '../domain/errors.ts';
import { findEffective } from './effective-values.ts';
import { findSpec } from './key-table.ts';
import { type ConfigLayer, type LayerName, layerNames } from './load-config.ts';
import type { ConfigEntry } from './read-config.ts';

const minKey = 'roundtable.limits.min_rounds';
const maxKey = 'roundtable.limits.max_rounds';
const combinedKey = 'roundtable.facilitator.combined';
const fastKey = 'roundtable.fast';

/** The fewest rounds of a fast discussion. */
const fastRounds = 2;

/**
 * Makes settings fit that come from different layers. `fast` brings combined calls and two rounds at least, where nothing of the same or a
 * higher layer says otherwise. A most that a higher layer set lowers the fewest of a lower one, and says so; the other way round, which would
 * cost more than anybody allowed, and within one layer, it throws LIMITS_CONTRADICT.
 */
export function reconcileRounds(given: readonly ConfigLayer[]): { layers: ConfigLayer[]; notices: string[] } {
  const layers = [...given];
  const notices: string[] = [];
  const fast = findEffective(layers, findSpec(fastKey));
  if (fast.value === true && fast.entry !== null) {
    for (const [key, value] of [
      [combinedKey, true],
      [minKey, Math.min(fastRounds, findEffective(layers, findSpec(maxKey)).value as number)],
    ] as const) {
      if (isLower(findEffective(layers, findSpec(key)).layer, fast.layer)) {
        setEntry(layers, { layer: fast.layer, like: fast.entry, key, value });
      }
    }
  }

  const min = findEffective(layers, findSpec(minKey));
  const max = findEffective(layers, findSpec(maxKey));
  const [fewest, most] = [min.value as number, max.value as number];
  if (fewest <= most) return { layers, notices };
  if (max.entry === null || !isLower(min.layer, max.layer)) {
    throw refuseRounds(fewest, most, { min: sayWhere(min), max: sayWhere(max) });
  }
  setEntry(layers, { layer: max.layer, like: max.entry, key: minKey, value: most });
  if (min.entry !== null) {
    notices.push(
      `The fewest rounds are ${most} in this run, not ${fewest} (${sayWhere(min)}): ${sayWhere(max)} allows no more.`,
    );
  }
  return { layers, notices };
}

/** The error for a fewest above the most; `where` says who set each. */
export function refuseRounds(fewest: number, most: number, where?: { min: string; max: string }): S2sError {
  const [low, high] = where === undefined ? ['', ''] : [`, ${where.min}`, `, ${where.max}`];
  return new S2sError(
    'LIMITS_CONTRADICT',
    `The fewest rounds (${fewest}${low}) are above the most (${most}${high}).`,
    { hint: `Type --max-rounds ${fewest}, or a --min-rounds of at most ${most}.` },
  );
}

function isLower(layer: LayerName, than: LayerName): boolean {
  return layerNames.indexOf(layer) > layerNames.indexOf(than);
}

function setEntry(
  layers: ConfigLayer[],
  set: { layer: LayerName; like: ConfigEntry; key: string; value: unknown },
): void {
  const index = layers.findIndex((layer) => layer.name === set.layer);
  const layer = layers[index];
  if (layer === undefined) return;
  const entry = {
    ...set.like,
    key: set.key,
    path: set.key.split('.'),
    spec: findSpec(set.key),
    value: set.value,
  };
  layers[index] = { ...layer, entries: new Map([...layer.entries, [set.key, entry]]) };
}

function sayWhere(effective: { layer: LayerName; entry: ConfigEntry | null }): string {
  const { entry } = effective;
  if (entry === null) return 'the default';
  return entry.origin ?? `${entry.file}:${entry.line}`;
}
