// Bundles src/main.ts with its libraries, split so that a command loads only what it needs.
// The libraries come along: an installed s2s is one package, starts faster, and runs what was tested.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Bundles the program into a folder; what was in it before is removed last. */
export async function bundleProgram(outdir) {
  const shared = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    // Whoever keeps sessions in PostgreSQL installs it beside s2s.
    external: ['pg', 'pg-boss'],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    write: false,
    // Names stay as they are, so that the stack of a bug can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    // CommonJS libraries inside the bundle ask for node's own modules by `require`.
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

/** The page of `s2s serve`: one script and one style of its own, and nothing from elsewhere. */
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
 * For the help of the program in one file, because Node takes longer to find and open twenty than to read one: what is loaded only
 * when a command runs is left out.
 */
const leaveOutCommands = {
  name: 'leave-out-commands',
  setup({ onResolve }) {
    onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** One of the prompts opens an editor, and brings tables of old encodings for what it writes: half a megabyte that nobody asks for. */
const leaveOutEditor = {
  name: 'leave-out-editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@inquirer\/editor$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /^/, namespace: 'left-out' }, () => ({ contents: 'export default undefined' }));
  },
};

/** A file that is what it should be stays untouched, so that a build without changes disturbs no program that runs. */
async function writeChanged(path, text) {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before !== text) await writeFile(path, text);
}

/** Files of earlier builds go last, so that a program that runs meanwhile finds what it loads. */
async function removeOthers(outdir, written) {
  const kept = new Set([...written, 'LICENSES.txt', 'types', 'page']);
  for (const file of await readdir(outdir))
    if (!kept.has(file)) await rm(join(outdir, file), { recursive: true });
}

/** The licence of every library in the bundle, as each of them asks for. */
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
