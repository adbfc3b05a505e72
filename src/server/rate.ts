/** How often something may happen: so often at once, and then so often a second. */
import { HttpError } from './http-error.ts';

/** Takes one; throws TOO_MANY_REQUESTS when there is none left. */
export type Take = () => void;

/** A bucket that is full at first. `elapsed` gives milliseconds that never go back. */
export function createRate(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  elapsed: () => number,
): Take {
  let left = atOnce;
  let before = elapsed();
  return () => {
    const now = elapsed();
    left = Math.min(atOnce, left + ((now - before) / 1000) * perSecond);
    before = now;
    if (left < 1) {
      throw new HttpError('TOO_MANY_REQUESTS', 'Too many requests came at once.', 'Wait a few seconds.');
    }
    left -= 1;
  };
}
