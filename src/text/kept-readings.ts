/** Caches what was made from the text of a file while the text stays the same. */

/** By file, the text and what was made from it. Whoever creates the map decides how long it lives and who shares it. */
export type KeptReadings = Map<string, { text: string; made: unknown }>;

/**
 * Returns what was made from this text before, else makes it. `make` must depend only on the text and
 * the file, and nobody may change its result.
 */
export function makeOnce<Made>(
  kept: KeptReadings | undefined,
  { file, text }: { file: string; text: string },
  make: () => Made,
): Made {
  const before = kept?.get(file);
  if (before?.text === text) return before.made as Made;
  const made = make();
  kept?.set(file, { text, made });
  return made;
}
