// Writes the generated parts of the documentation; with --check, only reports which are out of date (exit 1).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const checking = process.argv.includes('--check');

// Inside node_modules, so that the bundle finds the libraries.
const folder = await mkdtemp(join(root, 'node_modules', '.docs-'));
try {
  const outfile = join(folder, 'docs-source.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/docs-source.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  const { makeFiles, makeSections } = await import(pathToFileURL(outfile).href);
  const wanted = new Map(makeFiles().map(({ file, text }) => [file, text]));
  for (const { file, name, text } of makeSections()) {
    wanted.set(file, replaceSection(wanted.get(file) ?? (await read(file)), { file, name, text }));
  }
  for (const [file, text] of wanted) {
    if ((await read(file)) === text) continue;
    if (checking) {
      process.stderr.write(`${file} is out of date: npm run docs\n`);
      process.exitCode = 1;
    } else {
      await writeFile(join(root, file), text);
      process.stdout.write(`Written: ${file}\n`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function read(file) {
  return readFile(join(root, file), 'utf8').catch(() => '');
}

function replaceSection(page, { file, name, text }) {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no section ${name}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
