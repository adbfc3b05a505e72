// Builds dist/ once before the first test, so that no test starts an outdated program. Unchanged files are not touched,
// so that another test run in the same checkout is not disturbed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhatChanged } from './build-what-changed.js';
import { bundleProgram } from './bundle.js';

/** Vitest calls this before the first test. */
export async function setup() {
  const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
  await buildWhatChanged(join(dist, 'main.js'), () => bundleProgram(dist));
}
