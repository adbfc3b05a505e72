/** Where decision records are: each a markdown file, or the README of a folder of its own (`0007-jobs/README.md`), beside its pictures. */
import path from 'node:path';
import { listEntries } from './list-folder.ts';

/** The name of a record's own folder: a number or a date, and words. */
const ownFolder = /^(?:[a-z]{1,8}[-_ ]?)?\d{1,8}[-_. ].*\p{L}/iu;
const readme = /^(?:readme|index)\.md$/i;

/** The folder of a record (`.` for none), and its name there: `0007-jobs/README.md` for one with a folder of its own. */
export function splitRecordPath(file: string): { folder: string; name: string } {
  const { dir, base } = path.posix.parse(file);
  const isOwn = readme.test(base) && ownFolder.test(path.posix.basename(dir));
  return isOwn
    ? { folder: path.posix.dirname(dir), name: `${path.posix.basename(dir)}/${base}` }
    : { folder: dir || '.', name: base };
}

/** The names of the markdown files of a folder, and of those of its records that have their own. Throws FILE_UNREADABLE, FILE_TOO_LARGE. */
export async function listMarkdownNames(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await listEntries(folder)) {
    if (!entry.isDirectory()) found.push(...(/\.md$/i.test(entry.name) ? [entry.name] : []));
    else if (ownFolder.test(entry.name))
      for (const inner of await listEntries(path.join(folder, entry.name)).catch(() => []))
        if (readme.test(inner.name) && !inner.isDirectory()) found.push(`${entry.name}/${inner.name}`);
  }
  return found;
}
