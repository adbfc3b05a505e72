/** Repeatable random numbers: everything random in a session follows from its seed. */

/** A generator of numbers in [0, 1) for a seed and a purpose (FNV-1a, then mulberry32). */
export function createRandom(seed: number, purpose: string): () => number {
  let state = 2166136261 ^ seed;
  for (const character of purpose) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A shuffled copy (Fisher–Yates). */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const next = [...items];
  for (let index = next.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const held = next[index] as Item;
    next[index] = next[other] as Item;
    next[other] = held;
  }
  return next;
}
