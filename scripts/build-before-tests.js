// Builds dist/ once before the first test, so that no test starts an older program. Files that stay the same are not
// touched: a test run elsewhere in the same checkout is not disturbed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle.js';

/** Vitest calls it before the first test. */
export async function setup() {
  await bundleProgram(join(dirname(fileURLToPath(import.meta.url)), '..', 'dist'));
}
