/** What git knows of a project. Git may be missing: every question has an answer without it. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { isInRepository } from './git-folder.ts';

/**
 * Arguments in front of every question: a repository's own settings would start a program, fetch something, or wait for a person.
 * A clone brings no settings, but a folder that was copied or unpacked does, and so does a bare repository inside of one.
 */
const harmlessGit: readonly string[] = [
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

const longestName = 200;

/** Milliseconds until a short question is given up, and one that may take reading. */
const longestWait = { short: 2_000, reading: 10_000 };
const mostBytes = 32 * 1024 * 1024;

/** The name that git puts under commits made in a folder, for documents that name who decided; null where git, or a name, is missing. Never throws. */
export async function readPersonName(folder: string): Promise<string | null> {
  const { code, output } = await run(folder, ['config', '--get', 'user.name']);
  const name = code === 0 ? output.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return name === '' || name.length > longestName ? null : name;
}

/** Whether the repository of a folder takes a path in it, for documents that link to it; false where there is no repository, or no git. Never throws. */
export async function isKeptByGit(folder: string, path: string): Promise<boolean> {
  // Git answers 0 for a path that it ignores, and 1 for one that it does not.
  return isInRepository(folder) && (await run(folder, ['check-ignore', '--quiet', '--', path])).code === 1;
}

/** What git printed in a folder; null where there is no git, no repository, an error, or no answer within ten seconds. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<string | null> {
  if (!isInRepository(folder)) return null;
  const options = { timeout: longestWait.reading, maxBuffer: mostBytes, ...(signal && { signal }) };
  const { code, output } = await run(folder, ['--literal-pathspecs', ...args], options);
  return code === 0 ? output : null;
}

/** The exit code, or null where git did not run to its end. */
function run(
  folder: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<{ code: number | null; output: string }> {
  const settings = { cwd: folder, timeout: longestWait.short, windowsHide: true, ...options };
  return new Promise((resolve) => {
    execFile('git', [...harmlessGit, ...args], settings, (error, output) => {
      const failed = typeof error?.code === 'number' ? error.code : null;
      resolve({ code: error === null ? 0 : failed, output: String(output) });
    });
  });
}
