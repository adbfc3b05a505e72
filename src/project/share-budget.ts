/**
 * Divides a budget of characters among texts: short ones get all they need, longer ones share the rest evenly. Returns a share
 * for each size, in the same order; no share exceeds its size, and their sum does not exceed the budget.
 */
import { cutText } from '../session/rules/cut-text.ts';

export function shareBudget(sizes: readonly number[], budget: number): number[] {
  const shares = sizes.map(() => 0);
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  let left = Math.max(0, Math.floor(budget));
  for (const [position, { size, index }] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The beginning of a text, at most this many characters, cut after a whole line if possible. */
export function cutAtLine(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const head = cutText(text, Math.max(0, characters), '');
  const lineEnd = head.lastIndexOf('\n');
  // A line that is longer than half of what fits would be all that is lost.
  return lineEnd > head.length / 2 ? head.slice(0, lineEnd + 1) : head;
}
