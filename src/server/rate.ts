/** A rate limit (token bucket): a burst, then a number per second. */
import { HttpError } from './http-error.ts';

/** Takes one; throws TOO_MANY_REQUESTS when there is none left. */
export type Take = () => void;

/** Makes a bucket, full at first. `elapsed` is a monotonic clock in milliseconds. */
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
