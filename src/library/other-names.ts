/** For settings whose values have several names. */

/** Maps each name to its meaning. */
export function indexNames<Meaning extends string>(
  names: Readonly<Record<Meaning, readonly string[]>>,
): ReadonlyMap<string, Meaning> {
  const meanings = Object.keys(names) as Meaning[];
  return new Map(meanings.flatMap((meaning) => names[meaning].map((name) => [name, meaning] as const)));
}

/** Normalizes a name for lookup: case, hyphens and spaces do not matter. */
export function normalizeName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
