import { vi } from 'vitest';

/**
 * Waits until a check no longer throws, and gives what it returns. The limit is no measure of anything: it only ends what never
 * comes, so it is far longer than a machine needs that does ten other things.
 */
export function waitUntil<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 150_000, interval: 20 });
}
