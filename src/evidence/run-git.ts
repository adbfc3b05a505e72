/** git, asked without anything that a repository's own configuration could make it run. */
import { execFile } from 'node:child_process';
import { harmlessGit } from '../files/ask-git.ts';
import { isInRepository } from '../files/git-folder.ts';

const longestWait = 10_000;
const mostBytes = 32 * 1024 * 1024;

/** What git printed in a folder; null where there is no git, no repository, an error, or no answer within ten seconds. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<string | null> {
  if (!isInRepository(folder)) return null;
  return new Promise((resolve) => {
    execFile(
      'git',
      [...harmlessGit, '--literal-pathspecs', ...args],
      {
        cwd: folder,
        timeout: longestWait,
        maxBuffer: mostBytes,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, output) => resolve(error === null ? output : null),
    );
  });
}
