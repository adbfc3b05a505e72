// Builds dist/ once before the first test, so that no test starts an outdated program. Unchanged files are not touched,
// so that another test run in the same checkout is not disturbed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle.js';

/** Vitest calls this before the first test. */
export async function setup() {
  await bundleProgram(join(dirname(fileURLToPath(import.meta.url)), '..', 'dist'));
}
