/**
 * Brings an older session file to the current version, one step for each version. A step works on plain data and invents
 * nothing: what the old format did not record gets the value for "unknown".
 */
import type * as z from 'zod';
import { schemaVersion } from '../../domain/vocabulary.ts';
import type { PlainObject } from './coerce-fields.ts';
import { migrateFromVersion0 } from './migration-0.ts';
import { migrateFromVersion1 } from './migration-1.ts';
import { isPluginSession, readPluginSession } from './plugin-session.ts';
import { session1 } from './version-1.ts';

/** The step to the next version, by the version that it starts from. */
const steps: Record<number, (data: PlainObject) => PlainObject> = {
  0: migrateFromVersion0,
  1: migrateFromVersion1,
};

/** Keys of the head that only version 1 had. */
export const keysOfVersion1 = ['proposals', 'ballot_after', 'ballot_missing'];

/** The version that a file states; 0 when it states none; null when the version is unreadable. */
export function readSchemaVersion(data: PlainObject): number | null {
  const version = data['schema_version'];
  if (version === undefined) return 0;
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : null;
}

/** Brings data of an older version or of the plugin to the present version; data of the present version is returned as it is. */
export function migrate(data: PlainObject): PlainObject {
  if (isPluginSession(data)) return readPluginSession(data);
  let current = data;
  for (;;) {
    const version = readSchemaVersion(current);
    const step = version === null || version >= schemaVersion ? undefined : steps[version];
    if (step === undefined) return current;
    current = step(current);
  }
}

/**
 * Problems of a version 1 file in the parts that the step to version 2 rewrites: after the step, they could no longer be
 * located in the file. Null when there are none, and for every other version.
 */
export function checkOldForm(data: PlainObject): z.ZodError | null {
  if (readSchemaVersion(data) !== 1) return null;
  return session1.safeParse(data).error ?? null;
}
