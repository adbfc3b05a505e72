// Bundles the benchmark and the program into a cache folder of their own, so that a build under way elsewhere
// changes nothing, then runs the benchmark. Flags: --json, --only <groups>, --smoke, --update
// (writes the table into docs/performance.md).
import { spawn } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleProgram } from '../scripts/bundle.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache', `s2s-bench-${process.pid}`);
const shared = { absWorkingDir: root, bundle: true, splitting: true, format: 'esm', platform: 'node' };
let code = 1;
try {
  await mkdir(join(cache, 'bin'), { recursive: true });
  await Promise.all([
    bundleProgram(join(cache, 'dist')),
    build({
      ...shared,
      entryPoints: [
        'bench/main.ts',
        'bench/panel-process.ts',
        'bench/bare-client.ts',
        'bench/store-process.ts',
      ],
      outdir: join(cache, 'bench'),
      target: 'node20.19',
      packages: 'external',
      logLevel: 'warning',
    }),
    ...['agents', 'skills', 'templates', 'package.json', 'bin/s2s.js', 'bench/report-memory.cjs'].map(
      (name) => cp(join(root, name), join(cache, name), { recursive: true }),
    ),
  ]);
  const flags = process.argv
    .slice(2)
    .flatMap((flag) => (flag === '--update' ? [flag, join(root, 'docs', 'performance.md')] : [flag]));
  const child = spawn(process.execPath, [join(cache, 'bench', 'main.js'), ...flags], {
    stdio: 'inherit',
  });
  code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
} finally {
  await rm(cache, { recursive: true, force: true });
}
process.exitCode = code;
