/** Keeps a copy of a damaged file before it is replaced. */
import { writeFileDurably } from '../../files/durable-file.ts';
import { type SessionPaths, showPath } from './session-paths.ts';

/** Keeps a damaged content beside its file, as `<file>.damaged-<number>.yaml`. Returns that path for messages. */
export async function keepDamaged(paths: SessionPaths, file: string, content: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = file.replace(/\.yaml$/, `.damaged-${number}.yaml`);
    const shownAs = showPath(paths, path);
    if ((await writeFileDurably(path, content, { shownAs, exclusive: true })) !== null) return shownAs;
  }
}
