/** Checks whether a file is unchanged since the last commit, without git's filters, which a repository could make run anything. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runGit } from '../files/ask-git.ts';
import { readFileBounded } from '../files/read-file.ts';
import { largestFile } from './project-files.ts';

/** Compares git's hash of the file with the hash of its bytes, and with the hash of its bytes with line feeds as line ends. */
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
