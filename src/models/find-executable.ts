/** Looks for a program on the PATH of a given environment. */
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Environment } from './provider-kind.ts';

/** The full path of an executable program, or null. A name with a path separator is not looked up. */
export async function findExecutable(name: string, env: Environment): Promise<string | null> {
  if (/[\\/]/.test(name)) return null;
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  // Windows recognises programs by their extensions, listed in PATHEXT.
  const endings = env['PATHEXT'] === undefined ? [''] : env['PATHEXT'].split(';');
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, `${name}${ending}`);
      if (await mayRun(path)) return path;
    }
  }
  return null;
}

async function mayRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
