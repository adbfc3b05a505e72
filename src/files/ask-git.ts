/** What git knows of a project. Git may be missing: every question has an answer without it. */
import { execFile } from 'node:child_process';
import { isInRepository } from './git-folder.ts';

/**
 * Arguments in front of every question: a repository's own settings would start a program, fetch something, or wait for a person.
 * A clone brings no settings, but a folder that was copied or unpacked does, and so does a bare repository inside of one.
 */
export const harmlessGit: readonly string[] = [
  '--no-optional-locks',
  '--no-pager',
  ...[
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['core.pager', 'cat'],
    ['core.sshCommand', 'false'],
    ['log.showSignature', 'false'],
    ['diff.external', ''],
    ['safe.bareRepository', 'explicit'],
    // Objects that are missing in a partial clone are not fetched, by whatever means.
    ...['ext', 'file', 'git', 'ssh', 'http', 'https'].map((name) => [`protocol.${name}.allow`, 'never']),
    ['protocol.allow', 'never'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

const longestWait = 2_000;
const longestName = 200;

/** The name that git puts under commits made in a folder, for documents that name who decided; null where git, or a name, is missing. Never throws. */
export async function readPersonName(folder: string): Promise<string | null> {
  const { code, output } = await runGit(folder, ['config', '--get', 'user.name']);
  const name = code === 0 ? output.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return name === '' || name.length > longestName ? null : name;
}

/** Whether the repository of a folder takes a path in it, for documents that link to it; false where there is no repository, or no git. Never throws. */
export async function isKeptByGit(folder: string, path: string): Promise<boolean> {
  // Git answers 0 for a path that it ignores, and 1 for one that it does not.
  return isInRepository(folder) && (await runGit(folder, ['check-ignore', '--quiet', '--', path])).code === 1;
}

/** The exit code, or null where git did not run to its end. */
function runGit(folder: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'git',
      [...harmlessGit, ...args],
      { cwd: folder, timeout: longestWait, windowsHide: true },
      (error, output) => {
        const failed = typeof error?.code === 'number' ? error.code : null;
        resolve({ code: error === null ? 0 : failed, output });
      },
    );
  });
}
