/**
 * The one door to git. What a folder's own settings name must not start a program, fetch something, or wait for a person: a clone brings
 * no settings, but a copied or unpacked folder does.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, execPath } from 'node:process';
import { S2sError } from '../session/errors.ts';
import { findGitFault } from './git-fault.ts';
import { findRepositoryFolder, isInRepository } from './git-folder.ts';

/** Settings for which the last value counts, so that a folder's own values lose. */
const harmlessGit: readonly string[] = [
  '--no-pager',
  ...[
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['core.alternateRefsCommand', 'false'],
    ['log.showSignature', 'false'],
    ['log.mailmap', 'false'],
    ['diff.external', ''],
    ['safe.bareRepository', 'explicit'],
    ['core.quotePath', 'false'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/**
 * Where a folder's settings would win, because they are more exact (`protocol.foo.allow`), only the environment counts. No transport has
 * the name `none`, so nothing is fetched and no helper is started, also by versions of git that do not know GIT_NO_LAZY_FETCH.
 */
const harmlessEnvironment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

const harmlessDiff = ['diff', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];

/** The person's own settings for all repositories. Other variables of git (GIT_DIR in a hook) are about some other repository. */
const keptVariable = /^GIT_(?:CONFIG|EXEC_PATH$|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/;

const longestName = 200;

/** Timeouts in milliseconds: for a quick question, and for one that makes git read a lot. */
const longestWait = { short: 2_000, reading: 10_000 };
const mostBytes = 32 * 1024 * 1024;

/** The author name that git uses in a folder, for documents that name who decided; null without git or without a name. Never throws. */
export async function readPersonName(folder: string): Promise<string | null> {
  const { error, output } = await run(folder, ['config', '--get', 'user.name']);
  const name = error === null ? output.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return name === '' || name.length > longestName ? null : name;
}

/** The file with the rules by which the person ignores files everywhere; it may be missing. Never throws. */
export async function findIgnoreFile(folder: string): Promise<string> {
  const { error, output } = await run(folder, ['config', '--get', '--type=path', 'core.excludesFile']);
  if (error === null) return output.trim();
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '', '.config'), 'git', 'ignore');
}

/** Whether a folder's repository does not ignore a path, for documents that link to it; false without a repository or git. Never throws. */
export async function isKeptByGit(folder: string, path: string): Promise<boolean> {
  // Git exits with 0 for an ignored path, and with 1 for any other.
  return (
    isInRepository(folder) && (await run(folder, ['check-ignore', '--quiet', '--', path])).error?.code === 1
  );
}

/**
 * The output of `git diff` in a folder, as from `runGit`. To compare with files, git would pass them through programs that a folder's settings
 * name for its attributes, which nothing switches off as a whole: each is named and set to nothing. Nor is a submodule looked into. Throws
 * GIT_SILENT where git is not run, or gives no answer in time.
 */
export async function diffGit(folder: string, args: readonly string[]): Promise<string | null> {
  if (!isInRepository(folder)) return null;
  const listed = await read(folder, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']);
  // It exits with 1 where there are none.
  if (listed.error?.hint !== undefined) throw refuseSilence(listed.error, listed.complaint, folder);
  if (listed.error !== null && listed.error.code !== 1) return null;
  const names = new Set(
    listed.output.split('\0').flatMap((key) => /^(filter\..*)\.[^.]*$/s.exec(key)?.[1] ?? []),
  );
  const settings = [...names].flatMap((name) => [
    [`${name}.clean`, ''],
    [`${name}.process`, ''],
    [`${name}.required`, 'false'],
  ]);
  const first = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  // As variables, because a name may hold an equals sign.
  const variables = Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${first + index}`, key],
      [`GIT_CONFIG_VALUE_${first + index}`, value],
    ]),
  );
  const { error, output, complaint } = await read(folder, [...harmlessDiff, ...args], {
    variables: { ...variables, GIT_CONFIG_COUNT: String(first + settings.length) },
  });
  if (error?.killed === true) throw refuseSilence(error, complaint, folder);
  return error === null ? output : null;
}

/**
 * Those of some paths of a folder that git ignores, also if it tracks them or they are gone. None without a repository. Throws GIT_SILENT where
 * git cannot say.
 */
export async function listIgnored(folder: string, paths: readonly string[]): Promise<string[]> {
  return checkIgnored(folder, paths, folder);
}

/** `of`: the folder to name where git cannot say; null for rules in a folder of ours. */
async function checkIgnored(folder: string, paths: readonly string[], of: string | null): Promise<string[]> {
  if (!isInRepository(folder) || paths.length === 0) return [];
  // A name that begins with a colon would be a pattern.
  const answer = await run(folder, ['check-ignore', '--no-index', '-z', '--stdin'], {
    timeout: longestWait.reading,
    input: paths.map((path) => `./${path}\0`).join(''),
  });
  // It exits with 1 where none of them is ignored.
  if (answer.error !== null && answer.error.code !== 1)
    throw refuseSilence(answer.error, answer.complaint, of);
  return answer.output.split('\0').flatMap((path) => (path === '' ? [] : [path.slice('./'.length)]));
}

/** Those of some paths that rules in the form of `.gitignore` name, whether or not there are such files. Throws GIT_SILENT. */
export async function matchRules(rules: string, paths: readonly string[]): Promise<string[]> {
  if (rules.trim() === '' || paths.length === 0) return [];
  // A repository with nothing but these rules: beside others, one of theirs could take one of these back.
  const folder = await mkdtemp(join(tmpdir(), 's2s-rules-'));
  try {
    await writeFile(join(folder, '.gitignore'), rules);
    const { error, complaint } = await run(folder, ['init', '--quiet', '--template=']);
    if (error !== null) throw refuseSilence(error, complaint, null);
    return await checkIgnored(folder, paths, null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The output of git in a folder; null without git or a repository, on an error, or without an answer within ten seconds. */
export async function runGit(
  folder: string,
  args: readonly string[],
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  if (!isInRepository(folder)) return null;
  const { error, output } = await read(folder, args, options);
  return error === null ? output : null;
}

/**
 * The output of git in a folder; null only where there is no repository. Throws GIT_SILENT where there is one and git cannot answer: then
 * nobody knows which files are ignored.
 */
export async function requireGit(folder: string, args: readonly string[]): Promise<string | null> {
  if (!isInRepository(folder)) return null;
  const { error, output, complaint } = await read(folder, args);
  if (error === null) return output;
  throw refuseSilence(error, complaint, folder);
}

function refuseSilence(error: GitError, complaint: string, folder: string | null): S2sError {
  const { why, hint } = explainSilence(error, complaint, folder);
  const what = folder === null ? 'which files .s2signore names' : `which files of ${folder} are ignored`;
  const message = `Git cannot say ${what}, so none is shown to the panel: ${why}.`;
  return new S2sError('GIT_SILENT', message, { hint, cause: error });
}

function explainSilence(
  { code, killed, hint: advice }: GitError,
  complaint: string,
  folder: string | null,
): { why: string; hint: string } {
  if (advice !== undefined) return { why: complaint, hint: advice };
  if (code === 'ENOENT') return { why: 'git is not installed', hint: 'Install git.' };
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    const why = `it lists more than ${mostBytes / 1024 / 1024} MB of names`;
    return { why, hint: 'Type `s2s init` in a smaller folder of it, and ask there.' };
  }
  const said = complaint
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
  const why =
    killed === true ? `it gave no answer within ${longestWait.reading / 1000} seconds` : `it says "${said}"`;
  return {
    why,
    hint:
      folder === null
        ? 'Give .s2signore simpler patterns.'
        : `Once this command answers, they are shown: git -C ${JSON.stringify(folder)} status`,
  };
}

/** With a `hint` where git was not even started. */
type GitError = ExecFileException & { hint?: string };

interface GitAnswer {
  error: GitError | null;
  output: string;
  complaint: string;
}

interface RunOptions {
  timeout?: number;
  signal?: AbortSignal | undefined;
  variables?: NodeJS.ProcessEnv;
  input?: string;
}

function read(folder: string, args: readonly string[], options: RunOptions = {}): Promise<GitAnswer> {
  return run(folder, ['--literal-pathspecs', ...args], { timeout: longestWait.reading, ...options });
}

/** Runs git from a folder of ours: with `.` on the PATH, or on Windows, a program named git would be looked for in the folder asked about. */
function run(
  folder: string,
  args: readonly string[],
  { timeout = longestWait.short, signal, variables = {}, input = '' }: RunOptions = {},
): Promise<GitAnswer> {
  // A repository's own settings may name a working tree elsewhere, whose files would be shown.
  const top = findRepositoryFolder(folder);
  const fault = top === null ? null : findGitFault(top);
  if (fault !== null) {
    const error = Object.assign(new Error(fault.why), { code: 'FAULT', hint: fault.hint });
    return Promise.resolve({ error, output: '', complaint: fault.why });
  }
  const settings = {
    cwd: dirname(execPath),
    env: {
      ...listOwnVariables(),
      ...harmlessEnvironment,
      ...variables,
      // Where git takes this `.git` for none, it must not show the repository around it.
      ...(top === null ? {} : { GIT_WORK_TREE: top, GIT_CEILING_DIRECTORIES: dirname(top) }),
    },
    ...{ timeout, maxBuffer: mostBytes, windowsHide: true },
    ...(signal && { signal }),
  };
  return new Promise((resolve) => {
    const git = execFile(
      'git',
      [...harmlessGit, '-C', folder, ...args],
      settings,
      (error, output, complaint) => {
        resolve({ error, output, complaint });
      },
    );
    // Git may end before it has read everything.
    git.stdin?.on('error', () => undefined).end(input);
  });
}

function listOwnVariables(): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || keptVariable.test(name));
  return Object.fromEntries(kept);
}
