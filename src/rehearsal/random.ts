/**
 * Repeatable random numbers: the same seed and key give the same numbers on every machine.
 * The generator is Mulberry32 (Tommy Ettinger, public domain), the hash FNV-1a with 32 bits.
 */

/** FNV-1a over the UTF-16 code units of a text; an unsigned 32-bit number. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A generator of numbers in [0, 1) that depend only on seed and key. */
export function createRandom(seed: number, key: string): () => number {
  let state = (hashText(key) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** The element at an index, which wraps around at both ends; null for an empty list. */
export function pickAt<Item>(items: readonly Item[], place: number): Item | null {
  if (items.length === 0) return null;
  const index = ((Math.trunc(place) % items.length) + items.length) % items.length;
  return items[index] ?? null;
}
