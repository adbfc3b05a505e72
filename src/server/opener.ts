/** A page of one line that leads the browser to the server, with the token in it; readable by the person alone. */
import path from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';

/** Writes it and gives its path. Throws FILE_UNWRITABLE. */
export async function writeOpener(userFolder: string, url: string): Promise<string> {
  const file = path.join(userFolder, 'open.html');
  // The address holds no mark of HTML: a token has letters, digits and a few signs.
  const text = `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}">\n`;
  await makeFolderDurably(userFolder, userFolder);
  await writeFileDurably(file, text, { mode: 0o600 });
  return file;
}
