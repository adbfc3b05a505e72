// Builds dist/: the program, the library, and the library's types.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhatChanged } from './build-what-changed.js';
import { bundleProgram } from './bundle.js';
import { declareLibrary } from './declarations.js';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const types = join(dist, 'types');
await Promise.all([
  buildWhatChanged(join(dist, 'main.js'), () => bundleProgram(dist)),
  buildWhatChanged(join(types, 'library.d.ts'), () => declareLibrary(types)),
]);
