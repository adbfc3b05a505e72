import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// Libraries run as they are bundled, without the checks that some of them make in development.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['scripts/build-before-tests.js', 'test/support/temporary-folder.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    // No test measures time: these only end what hangs, also on a machine that does ten other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A check of many thousand steps with servers, browsers and databases is not thrown away for one that failed once: the report names
    // what passed only the second time, which is then mended. At a desk nothing is tried again.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    pool: 'forks',
    // Modules keep no state, so files can share them, and each is loaded once for a worker instead of once for a file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each test makes much that is soon gone. More room than this for it costs more than it saves: starting a process copies its memory.
    execArgv: ['--max-semi-space-size=32'],
    // Some of the time the tests wait for servers and processes that they started.
    maxWorkers: availableParallelism() + 1,
  },
});
