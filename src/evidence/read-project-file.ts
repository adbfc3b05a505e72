/** Reads the text of a file of the project, if it may be shown. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileBounded } from '../files/read-file.ts';
import { findSecretText } from '../text/secrets/secret-files.ts';
import { largestFile } from './project-files.ts';

/** The text, or why there is none. */
export type FileText = { text: string; refused: null } | { text: null; refused: string };

/** How many bytes of a file are examined to tell text from other data. */
const sampleBytes = 8_192;

/** Reads a listed file, or refuses it for its content or for a link on its path. Never throws. */
export async function readProjectFile(root: string, path: string): Promise<FileText> {
  const refuse = (refused: string): FileText => ({ text: null, refused });
  try {
    const real = await realpath(join(root, path));
    // A link on the path could lead out of the project, or to a file that may not be shown.
    if (real !== join(await realpath(root), path)) return refuse('a link leads to it');
    const reading = await readFileBounded(real, { shownAs: path, maxBytes: largestFile });
    if (reading === null) return refuse('it is gone');
    if (reading.bytes.subarray(0, sampleBytes).includes(0)) return refuse('it is not text');
    const text = reading.bytes.toString('utf8').replace(/^\ufeff/, '');
    const secret = findSecretText(text);
    return secret === null ? { text, refused: null } : refuse(`${secret}, so it is not shown`);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
