// Runs one of the long durability tests in full, of which the test suite runs only a sample: kill (discussions,
// publishers that write at the same time, and the loop alone), mutate, contention or workers.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [name = '', ...rest] = process.argv.slice(2);
if (!['kill', 'mutate', 'contention', 'workers'].includes(name)) {
  process.stderr.write('Usage: node scripts/torture.js kill | mutate | contention | workers\n');
  process.exit(2);
}
const packageFile = createRequire(import.meta.url).resolve('vitest/package.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(dirname(packageFile), 'vitest.mjs'),
    'run',
    name === 'workers' ? 'test/workers/kills.test.ts' : `test/durability/${name}.test.ts`,
    ...(name === 'kill'
      ? ['test/durability/kill-publishers.test.ts', 'test/roundtable/crash-safety.test.ts']
      : []),
    ...rest,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, S2S_TORTURE: name } },
);
process.exitCode = status ?? 1;
