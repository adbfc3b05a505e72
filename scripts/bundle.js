// Bundles src/main.ts with its libraries, split so that a command loads only what it needs.
// The libraries come along: an installed s2s is one package, starts faster, and runs what was tested.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Commander loads node's child processes for a feature that is not used here; they cost a third of a `--help`. */
const withoutChildProcesses = {
  name: 'without-child-processes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes(join('node_modules', 'commander'))
        ? { path: 'child-process-when-used', namespace: 'when-used' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'when-used' }, () => ({
      contents:
        "exports.spawn = (...given) => process.getBuiltinModule('node:child_process').spawn(...given);",
    }));
  },
};

/**
 * Asks for node's own modules instead of importing them: an import reads every export of a module, and so loads what a
 * command may never use.
 */
function askForModules(code) {
  return code.replaceAll(
    /(?<=^|[;}])import ?(?:\*as (?<whole>[\w$]+)|(?<main>[\w$]+)?,?(?:\{(?<named>[^}]*)\})?) ?from"(?<module>node:[\w/]+)";/gm,
    (...match) => {
      const { whole, main, named, module } = match.at(-1);
      const get = `globalThis.process.getBuiltinModule("${module}")`;
      const parts = [whole, main].filter((name) => name !== undefined).map((name) => `const ${name}=${get};`);
      if (named !== undefined) parts.push(`const{${named.replaceAll(' as ', ':')}}=${get};`);
      return parts.join('');
    },
  );
}

/** What two libraries build of the tables of all scripts when they are loaded takes a quarter of a command's start. */
const lateTables = [
  [
    'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    "let builtEmojiRegex; const rgiEmojiRegex = {test: text => (builtEmojiRegex ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text)};",
  ],
  [
    'const segmenter = new Intl.Segmenter();',
    'let builtSegmenter; const segmenter = {segment: text => (builtSegmenter ??= new Intl.Segmenter()).segment(text)};',
  ],
];

/** Builds them when a text first needs them; few texts hold a letter that does. */
const withLateTables = {
  name: 'with-late-tables',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:string-width|wrap-ansi)[\\/]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = lateTables.reduce((all, [line, late]) => all.replace(line, () => late), text);
      if (contents === text) throw new Error(`${path} builds its tables in another way; look at this plugin`);
      return { contents };
    });
  },
};

/** Bundles the program into a folder; what was in it before is removed last. */
export async function bundleProgram(outdir) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts', 'src/library.ts'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    write: false,
    plugins: [withoutChildProcesses, withLateTables],
    // Names stay as they are, so that the stack of a bug can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    // CommonJS libraries inside the bundle ask for node's own modules by `require`.
    banner: {
      js: "const require=globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
    sourcemap: false,
    logLevel: 'warning',
  });
  await mkdir(outdir, { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, askForModules(text));
  await writeFile(join(outdir, 'LICENSES.txt'), await collectLicences(Object.keys(metafile.inputs)));
  await removeOthers(
    outdir,
    Object.keys(metafile.outputs).map((file) => basename(file)),
  );
}

/** Files of earlier builds go last, so that a program that runs meanwhile finds what it loads. */
async function removeOthers(outdir, written) {
  const kept = new Set([...written, 'LICENSES.txt', 'types']);
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
