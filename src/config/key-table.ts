import type { KeySpec } from './key-spec.ts';
import { projectKeys, tableKeys } from './other-keys.ts';
import { providerKeys } from './provider-keys.ts';
import { settingKeys } from './setting-keys.ts';

/** Every key that the configuration knows, in the order of the documentation. */
export const keyTable: readonly KeySpec[] = [...projectKeys, ...tableKeys, ...settingKeys, ...providerKeys];

/** A key as the documentation lists it. */
export interface KeyDescription {
  key: string;
  type: string;
  /** Undefined when there is none. */
  default: unknown;
  description: string;
  example: unknown;
  aliases: readonly string[];
  /** False: known, so that it is not reported, but nothing follows from it. */
  used: boolean;
}

/** Lists every key with type, default, description and example: the source of docs/configuration.md. */
export function describeKeys(): KeyDescription[] {
  return keyTable.map((spec) => ({
    key: spec.key,
    type: spec.type,
    default: spec.default,
    description: spec.description,
    example: spec.example,
    aliases: spec.aliases,
    used: spec.use === 'used',
  }));
}

const specsByKey = new Map(keyTable.map((spec) => [spec.key, spec]));

/** The spec of a canonical key without names in it. Throws TypeError for a key that is not in the table: a bug. */
export function findSpec(key: string): KeySpec {
  const spec = specsByKey.get(key);
  if (spec === undefined) throw new TypeError(`the key table has no ${key}`);
  return spec;
}
