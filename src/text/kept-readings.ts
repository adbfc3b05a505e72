/** What was made of the text of a file is not made again while the text is the same. */

/** By file, the text and what was made of it. Whoever makes it decides how long it lives, and for whom. */
export type KeptReadings = Map<string, { text: string; made: unknown }>;

/** Gives what was made of this text before, else makes it. `make` depends on the text and the file alone, and nobody changes what it gives. */
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
