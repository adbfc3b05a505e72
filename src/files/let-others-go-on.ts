/** Shares the event loop: many small synchronous steps in a row would hold it for seconds. */
import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/** Resolves after input and output had their turn. Of those who wait at once, each gets a turn of its own. */
export function letOthersGoOn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
