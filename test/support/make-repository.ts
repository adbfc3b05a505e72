/** Makes a temporary git repository. */
import { execFileSync } from 'node:child_process';
import { makeFolder } from './make-folder.ts';

/** Runs git in a folder, as Ada, with nothing of the machine's own settings. Returns what it says. */
export function git(folder: string, ...args: string[]): string {
  const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...ada, ...args], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  });
}

/** A repository in which all files but those that git ignores are committed. Returns its path. */
export async function makeRepository(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await makeFolder(files);
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'The first state');
  return root;
}
