/**
 * The way from an older form of the session file to the present one, one step for each version. A step works on
 * plain data and invents nothing: what the old form did not know gets the value that says so.
 */

import { schemaVersion } from '../../domain/vocabulary.ts';
import type { PlainObject } from './coerce-fields.ts';
import { migrateFromVersion0 } from './migration-0.ts';

/** By the version it starts from: the step to the next one. */
const steps: Record<number, (data: PlainObject) => PlainObject> = { 0: migrateFromVersion0 };

/** The version that a file says it has; a file without one is of version 0; null when it says nothing readable. */
export function readSchemaVersion(data: PlainObject): number | null {
  const version = data['schema_version'];
  if (version === undefined) return 0;
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : null;
}

/** Brings data of an older version to the present one; data of the present version comes back as it is. */
export function migrate(data: PlainObject): PlainObject {
  let current = data;
  for (;;) {
    const version = readSchemaVersion(current);
    const step = version === null || version >= schemaVersion ? undefined : steps[version];
    if (step === undefined) return current;
    current = step(current);
  }
}
