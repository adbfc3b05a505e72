/** Makes limits of rounds from different layers fit together. */
import { S2sError } from '../session/errors.ts';
import { findSpec } from './keys/key-table.ts';
import {
  type ConfigEntry,
  type ConfigLayer,
  type EffectiveValue,
  findEffective,
  type LayerName,
  layerNames,
  nameOrigin,
} from './layers.ts';

const minKey = 'roundtable.limits.min_rounds';
const maxKey = 'roundtable.limits.max_rounds';
const fastKey = 'roundtable.fast';

/** The number of rounds of a fast discussion. */
const fastRounds = 1;

/**
 * Makes settings of different layers fit together. `fast` sets both limits of rounds to one, unless the same or a higher layer says
 * otherwise. A maximum of rounds lowers the minimum of a lower layer, with a notice. A minimum above the maximum of
 * the same or a lower layer would cost more than somebody allowed, so it throws LIMITS_CONTRADICT.
 */
export function reconcileRounds(given: readonly ConfigLayer[]): { layers: ConfigLayer[]; notices: string[] } {
  const layers = [...given];
  const find = (key: string): EffectiveValue => findEffective(layers, findSpec(key));
  const fast = find(fastKey);
  if (fast.value === true && fast.entry !== null) {
    if (isLower(find(minKey).layer, fast.layer)) setEntry(layers, fast, { key: minKey, value: fastRounds });
    const wanted = Math.max(fastRounds, find(minKey).value as number);
    const most = Math.min(wanted, find(maxKey).value as number);
    if (isLower(find(maxKey).layer, fast.layer)) setEntry(layers, fast, { key: maxKey, value: most });
  }
  const min = find(minKey);
  const max = find(maxKey);
  const [fewest, most] = [min.value as number, max.value as number];
  if (fewest <= most) return { layers, notices: [] };
  if (max.entry === null || !isLower(min.layer, max.layer))
    throw refuseRounds(fewest, most, { min: sayWhere(min), max: sayWhere(max) });
  setEntry(layers, max, { key: minKey, value: most });
  if (min.entry === null) return { layers, notices: [] };
  const notice = `The minimum number of rounds is ${most} in this run, not ${fewest} (${sayWhere(min)}), because ${sayWhere(max)} allows no more.`;
  return { layers, notices: [notice] };
}

/** The error for a minimum of rounds above the maximum; `where` says what set each. */
export function refuseRounds(fewest: number, most: number, where?: { min: string; max: string }): S2sError {
  const [low, high] = where === undefined ? ['', ''] : [`, ${where.min}`, `, ${where.max}`];
  const message = `The minimum number of rounds (${fewest}${low}) is above the maximum (${most}${high}).`;
  return new S2sError('LIMITS_CONTRADICT', message, {
    hint: `Type --max-rounds ${fewest}, or a --min-rounds of at most ${most}.`,
  });
}

function isLower(layer: LayerName, than: LayerName): boolean {
  return layerNames.indexOf(layer) > layerNames.indexOf(than);
}

/** Sets a key in the layer of another value, as if it had been set there too. */
function setEntry(
  layers: ConfigLayer[],
  { layer: name, entry: like }: EffectiveValue,
  set: { key: string; value: unknown },
): void {
  const index = layers.findIndex((layer) => layer.name === name);
  const layer = layers[index];
  if (layer === undefined || like === null) return;
  const entry: ConfigEntry = { ...like, ...set, path: set.key.split('.'), spec: findSpec(set.key) };
  layers[index] = { ...layer, entries: new Map([...layer.entries, [set.key, entry]]) };
}

function sayWhere({ entry }: EffectiveValue): string {
  return entry === null ? 'the default' : nameOrigin(entry);
}
