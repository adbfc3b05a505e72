import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Libraries run as they are bundled, without the checks that some of them make in development.
  ssr: { resolve: { conditions: ['node', 'production'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['scripts/build-before-tests.js'],
    setupFiles: ['test/support/fixed-seed.ts'],
    // No test measures time: these only end what hangs, also on a machine that does ten other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Modules keep no state, so files can share them, and each is loaded once for a worker instead of once for a file.
    isolate: false,
    // Each test makes much that is soon gone: with more room for what is new, collecting it takes half the time.
    execArgv: ['--max-semi-space-size=64'],
    // Some of the time the tests wait for servers and processes that they started.
    maxWorkers: availableParallelism() + 1,
  },
});
