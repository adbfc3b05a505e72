/** A one-line page, readable only by the user, that redirects the browser to the server and carries the token. */
import path from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';

/** Writes the page and returns its path. Throws FILE_UNWRITABLE. */
export async function writeOpener(userFolder: string, url: string): Promise<string> {
  const file = path.join(userFolder, 'open.html');
  // The URL needs no HTML escaping: a token has only letters, digits and a few harmless characters.
  const text = `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}">\n`;
  await makeFolderDurably(userFolder, userFolder);
  await writeFileDurably(file, text, { mode: 0o600 });
  return file;
}
