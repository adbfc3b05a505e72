// Builds a part of dist/ unless it is newer than everything that it is made from: after `npm ci`, before the tests and before a demonstration
// the same program would be built again.
import { readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Folders count as well: their time tells of files that were removed. */
const sources = [
  'src',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.library.json',
];

/** Calls `build` where `file`, the one that stands for what it makes, is missing or older than a source. */
export async function buildWhatChanged(file, build) {
  const begun = new Date();
  const built = await readTime(file);
  if (built > 0 && built > (await findNewest())) return;
  await build();
  await utimes(file, begun, begun);
}

async function findNewest() {
  const entries = await readdir(join(root, 'src'), { recursive: true });
  const scripts = await readdir(join(root, 'scripts'));
  const places = [
    ...sources,
    ...entries.map((name) => join('src', name)),
    ...scripts.map((name) => join('scripts', name)),
  ];
  return Math.max(...(await Promise.all(places.map((place) => readTime(join(root, place))))));
}

async function readTime(file) {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}
