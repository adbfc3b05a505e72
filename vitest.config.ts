import { accessSync, constants, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Temporary folders stand on a file system in memory where there is one: the tests start the program hundreds of
 * times, each run flushes every step, and on a slow disk that takes most of the time.
 */
function findFastFolder(): { TMPDIR: string } | Record<string, never> {
  const folder = '/dev/shm';
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 512 * 1024 * 1024 ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: findFastFolder(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // A busy machine can miss a real time limit once; what fails twice is wrong.
    retry: process.env['CI'] ? 1 : 0,
    // Most of the time the tests wait for processes that they started.
    maxWorkers: 3,
  },
});
