// Bundles src/main.ts with its libraries, split so that a command loads only what it needs. With the libraries inside, an
// installed s2s is one package, starts faster, and runs exactly what was tested.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Bundles the program into a folder; files of earlier builds are removed last. */
export async function bundleProgram(outdir) {
  const shared = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    // Users who keep sessions in PostgreSQL install the first two beside s2s; the third finds its WebAssembly in its own package.
    external: ['pg', 'pg-boss', 'node-sqlite3-wasm'],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    write: false,
    // Identifiers are not minified, so that stack traces are readable.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    // CommonJS libraries in the bundle load Node's own modules with `require`.
    banner: {
      js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
    },
    sourcemap: false,
    logLevel: 'warning',
  };
  const [{ metafile, outputFiles }, help, page] = await Promise.all([
    build({
      ...shared,
      entryPoints: ['src/main.ts', 'src/library.ts'],
      splitting: true,
      plugins: [leaveOutEditor],
    }),
    build({ ...shared, entryPoints: { help: 'src/main.ts' }, plugins: [leaveOutCommands] }),
    bundlePage(join(outdir, 'page')),
  ]);
  await mkdir(join(outdir, 'page'), { recursive: true });
  const files = [...outputFiles, ...help.outputFiles];
  for (const { path, text } of [...files, ...page.outputFiles]) await writeChanged(path, text);
  await writeChanged(
    join(outdir, 'LICENSES.txt'),
    await collectLicences([metafile, page.metafile].flatMap((file) => Object.keys(file.inputs))),
  );
  await removeOthers(
    outdir,
    files.map(({ path }) => basename(path)),
  );
}

/** The page of `s2s serve`: one script and one style sheet, and nothing from other sites. */
function bundlePage(outdir) {
  return build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'src/page/main.tsx', out: 'page' },
      { in: 'src/page/page.css', out: 'page' },
      { in: 'src/page/index.html', out: 'index' },
    ],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2023', 'chrome120', 'firefox120', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.html': 'copy' },
    metafile: true,
    write: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
/**
 * For the program's help in a single file, because Node takes longer to find and open twenty files than to read one. Code that is
 * loaded only when a command runs is left out.
 */
const leaveOutCommands = {
  name: 'leave-out-commands',
  setup({ onResolve }) {
    onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Leaves out the prompt that opens an editor: s2s does not use it, and its tables of old encodings take half a megabyte. */
const leaveOutEditor = {
  name: 'leave-out-editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@inquirer\/editor$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /^/, namespace: 'left-out' }, () => ({ contents: 'export default undefined' }));
  },
};

/** Writes a file only if its contents change, so that a build without changes does not disturb a running program. */
async function writeChanged(path, text) {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before !== text) await writeFile(path, text);
}

/** Removes files of earlier builds. This comes last, so that a running program still finds what it loads. */
async function removeOthers(outdir, written) {
  const kept = new Set([...written, 'LICENSES.txt', 'types', 'page']);
  for (const file of await readdir(outdir))
    if (!kept.has(file)) await rm(join(outdir, file), { recursive: true });
}

/** The licence texts of all libraries in the bundle, which the licences require. */
async function collectLicences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const at = input.lastIndexOf('node_modules/');
    if (at < 0) continue;
    const [first, second] = input.slice(at + 'node_modules/'.length).split('/');
    folders.add(
      input.slice(0, at) + join('node_modules', first.startsWith('@') ? join(first, second) : first),
    );
  }
  const parts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : (await readFile(join(root, folder, file), 'utf8')).trim();
    parts.push(`${name} ${version} (${license})\n\n${text}\n`);
  }
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}
