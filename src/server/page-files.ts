/** The files of the page: a fixed list, so that no path from a request is ever opened. */
import path from 'node:path';
import { readFileBounded } from '../files/read-file.ts';

/** Each address that has a file, with the file's name and media type. */
const pageFiles: Readonly<Record<string, { name: string; type: string }>> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
};

/** The largest file, in bytes. */
const mostBytes = 8 * 1024 * 1024;

/** Reads the file of an address; null if it has none. */
export async function readPageFile(
  packageRoot: string,
  address: string,
): Promise<{ bytes: Buffer; type: string } | null> {
  if (!Object.hasOwn(pageFiles, address)) return null;
  const { name, type } = pageFiles[address] as { name: string; type: string };
  const reading = await readFileBounded(path.join(packageRoot, 'dist', 'page', name), {
    shownAs: `dist/page/${name}`,
    maxBytes: mostBytes,
  });
  return reading === null ? null : { bytes: reading.bytes, type };
}
