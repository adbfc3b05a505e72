/** Reads a file that a person named on the command line as the text to discuss. */
import { findProject } from '../../config/find-project.ts';
import { readTypedFile } from '../../files/read-named-file.ts';
import { decodeWrittenText } from '../../files/read-text.ts';
import { refuseTyped } from '../../project/open-door.ts';
import type { AppWorld } from '../world.ts';

/** The text of a file, by a path relative to `cwd`; null when there is none. Throws as `readTypedFile` and `decodeWrittenText`. */
export async function readTypedText(
  file: string,
  { cwd, world, maxBytes }: { cwd: string; world: AppWorld; maxBytes: number },
): Promise<string | null> {
  const root = (await findProject(cwd, world))?.root ?? cwd;
  const reading = await readTypedFile(file, { cwd, root, maxBytes, refuse: refuseTyped(root) });
  return reading === null ? null : decodeWrittenText(reading.bytes, file);
}
