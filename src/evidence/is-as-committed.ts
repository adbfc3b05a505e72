/** Whether a file is as the last commit has it, found out without git's filters: a repository could make them run anything. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runGit } from '../files/ask-git.ts';
import { readFileBounded } from '../files/read-file.ts';
import { largestFile } from './project-files.ts';

/** Compares the hash of a file's bytes, or of its text with the line ends of a commit, with the one that git keeps. */
export async function isAsCommitted(root: string, path: string): Promise<boolean> {
  const kept = (await runGit(root, ['rev-parse', '--verify', '--quiet', `HEAD:./${path}`]))?.trim() ?? '';
  const reading = await readFileBounded(join(root, path), { shownAs: path, maxBytes: largestFile }).catch(
    () => null,
  );
  if (kept === '' || reading === null) return false;
  const hash = (bytes: Buffer): string =>
    createHash(kept.length === 64 ? 'sha256' : 'sha1')
      .update(`blob ${bytes.length}\0`)
      .update(bytes)
      .digest('hex');
  const unified = Buffer.from(reading.bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return hash(reading.bytes) === kept || hash(unified) === kept;
}
