/** Makes a temporary git repository. */
import { execFileSync } from 'node:child_process';
import { makeFolder } from './make-folder.ts';

/** Runs git in a folder, as somebody. */
export function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
}

/** A repository in which all files but those that git ignores are committed. Returns its path. */
export async function makeRepository(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await makeFolder(files);
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'x');
  return root;
}
