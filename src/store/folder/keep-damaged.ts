/** Keeps a copy of a damaged file before it is replaced. */
import { writeFileDurably } from '../../files/durable-file.ts';
import { type SessionPaths, showPath } from './session-paths.ts';

const mostCopies = 1000;

/** Keeps a damaged text beside its file, as `<file>.damaged-<number>.yaml`. Returns that path for messages; null after a thousand. */
export async function keepDamaged(paths: SessionPaths, file: string, text: string): Promise<string | null> {
  for (let number = 1; number < mostCopies; number += 1) {
    const path = file.replace(/\.yaml$/, `.damaged-${number}.yaml`);
    const shownAs = showPath(paths, path);
    if ((await writeFileDurably(path, text, { shownAs, exclusive: true })) !== null) return shownAs;
  }
  return null;
}
