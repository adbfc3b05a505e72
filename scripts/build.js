// Builds dist/.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle.js';

await bundleProgram(join(dirname(fileURLToPath(import.meta.url)), '..', 'dist'));
