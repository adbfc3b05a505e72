/** Asks git about a project. Git may be missing: every function has an answer for that case. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { isInRepository } from './git-folder.ts';

/**
 * Arguments of every git call: a repository's own settings could start a program, fetch something, or wait for a person.
 * A clone brings no settings, but a copied or unpacked folder does, and so does a bare repository inside one.
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
    // Never fetch the objects that a partial clone lacks, over any protocol.
    ...['ext', 'file', 'git', 'ssh', 'http', 'https'].map((name) => [`protocol.${name}.allow`, 'never']),
    ['protocol.allow', 'never'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

const longestName = 200;

/** Timeouts in milliseconds: for a quick question, and for one that makes git read a lot. */
const longestWait = { short: 2_000, reading: 10_000 };
const mostBytes = 32 * 1024 * 1024;

/** The author name that git uses in a folder, for documents that name who decided; null without git or without a name. Never throws. */
export async function readPersonName(folder: string): Promise<string | null> {
  const { code, output } = await run(folder, ['config', '--get', 'user.name']);
  const name = code === 0 ? output.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return name === '' || name.length > longestName ? null : name;
}

/** Whether a folder's repository does not ignore a path, for documents that link to it; false without a repository or git. Never throws. */
export async function isKeptByGit(folder: string, path: string): Promise<boolean> {
  // Git exits with 0 for an ignored path, and with 1 for any other.
  return isInRepository(folder) && (await run(folder, ['check-ignore', '--quiet', '--', path])).code === 1;
}

/** The output of git in a folder; null without git or a repository, on an error, or without an answer within ten seconds. */
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

/** The exit code (null when git did not run to its end) and the output. */
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
