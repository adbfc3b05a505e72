// Runs the property tests repeatedly, each time with new random cases: `npm run fuzz -- 20`, with the number of times and,
// optionally, the test files. Exits with 1 at the first failure and says how to repeat it.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [times = '10', ...named] = process.argv.slice(2);
if (!/^[1-9]\d{0,5}$/.test(times)) {
  process.stderr.write('Usage: npm run fuzz -- <number of times> [test files]\n');
  process.exit(2);
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const files = named.length > 0 ? named : listPropertyTests();
for (let count = 1; count <= Number(times); count += 1) {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`${count}/${times} S2S_SEED=${seed}\n`);
  const env = { ...process.env, S2S_SEED: String(seed) };
  const args = [vitest, 'run', '--reporter', 'dot', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  if (status === 0) continue;
  process.stdout.write(
    `${stdout}${stderr}\nRepeat with: S2S_SEED=${seed} npx vitest run <the file that failed>\n`,
  );
  process.exit(1);
}

/** The test files with property tests. */
function listPropertyTests() {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('fc.property('));
}
