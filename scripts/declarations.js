// Writes the type declarations of the package's library: the exports of src/library.ts and the types that they use.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Writes the library's declarations into a folder, which is emptied first. */
export async function declareLibrary(outdir) {
  const whole = await mkdtemp(join(tmpdir(), 's2s-declarations-'));
  try {
    const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    const folders = ['--rootDir', join(root, 'src'), '--outDir', whole];
    await promisify(execFile)(process.execPath, [
      compiler,
      ...['--project', join(root, 'tsconfig.library.json')],
      ...flags,
      ...folders,
    ]);
    await rm(outdir, { recursive: true, force: true });
    for (const file of await followImports(whole, 'library.d.ts')) {
      const target = join(outdir, file);
      await mkdir(dirname(target), { recursive: true });
      await cp(join(whole, file), target);
    }
  } finally {
    await rm(whole, { recursive: true, force: true });
  }
}

/** A declaration file and all the files that it imports, directly or indirectly. */
async function followImports(folder, entry) {
  const found = new Set([entry]);
  // Iterating over a set also visits elements that are added meanwhile.
  for (const file of found) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.ts['"]/g))
      found.add(posix.join(posix.dirname(file), `${specifier}.d.ts`));
  }
  return found;
}
