// Builds dist/: the program, the library, and the library's types.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle.js';
import { declareLibrary } from './declarations.js';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
await Promise.all([bundleProgram(dist), declareLibrary(join(dist, 'types'))]);
