/** Lists the files of a project that may be shown to a model: those that git tracks, without ignored or secret files and links. */
import { type ExecFileException, execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findIgnoreFile, listIgnored, matchRules, requireGit, runGit } from '../files/ask-git.ts';
import { isReachable } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { S2sError } from '../session/errors.ts';
import { findSecretName } from '../text/secrets/secret-files.ts';

/** A file that may be shown. */
export interface ProjectFile {
  /** Relative to the project's root, with `/`. */
  path: string;
  /** In bytes. */
  size: number;
}

/** The files, and the repository that holds them; null when there is none, or before its first commit. */
export interface ProjectFiles {
  files: ProjectFile[];
  /** The paths of those that git tracks and that are not on the disk: left out by a sparse checkout, or deleted. */
  absent: string[];
  repository: Repository | null;
}

/** A repository with a commit. */
export interface Repository {
  commit: string;
  /** The URL of the remote `origin`, as git stores it; empty without one. */
  remote: string;
  /** From the repository's root to the project: empty, or a path that ends with `/`. */
  prefix: string;
}

/** The largest file that is read or searched, in bytes. */
export const largestFile = 1024 * 1024;

/** The most files that are listed: more than any repository has, and a bound where a whole disk is the project. */
const mostFiles = 1_000_000;

const ignoreFileBytes = 64 * 1024;
/** The most `**` in a line of `.s2signore`: git tries all combinations of where they may end. */
const mostDoubleStars = 3;
const mostListedBytes = 256 * 1024 * 1024;
const filesAtOnce = 64;

/** What a panel never reads: git's own files, other people's code, and discussions. */
const neverShown = /(?:^|\/)(?:\.git|node_modules|\.s2s\/(?:sessions|cache|state\.yaml))(?:\/|$)/i;

const run = promisify(execFile);

/** Lists the files. An unreadable folder counts as empty. Throws GIT_SILENT. */
export async function listProjectFiles(root: string): Promise<ProjectFiles> {
  const { paths, isRepository } = await listProjectPaths(root);
  const files: ProjectFile[] = [];
  const absent: string[] = [];
  for (let start = 0; start < paths.length && start < mostFiles; start += filesAtOnce) {
    const some = paths.slice(start, start + filesAtOnce);
    const found = await Promise.all(some.map((path) => measure(root, path)));
    files.push(...found.filter((file) => file !== null && file !== 'absent'));
    absent.push(...some.filter((_, index) => found[index] === 'absent'));
  }
  const repository = isRepository ? await readRepository(root) : null;
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), repository, absent };
}

/** Reads the facts about the repository; null before the first commit. */
async function readRepository(root: string): Promise<Repository | null> {
  const ask = async (...args: string[]) => (await runGit(root, args))?.trim();
  const [commit, remote, prefix] = await Promise.all([
    ask('rev-parse', '--verify', 'HEAD'),
    ask('config', '--get', 'remote.origin.url'),
    ask('rev-parse', '--show-prefix'),
  ]);
  return commit === undefined || commit === ''
    ? null
    : { commit, remote: remote ?? '', prefix: prefix ?? '' };
}

/**
 * Lists the paths that git and `.s2signore` allow, without looking at the files: some may be links, secret by name, or missing.
 * `untracked`: also those that git neither tracks nor ignores. Throws GIT_SILENT where there is a repository and git cannot answer.
 */
export async function listProjectPaths(
  root: string,
  { untracked = false } = {},
): Promise<{ paths: string[]; isRepository: boolean }> {
  const tracked = await listTracked(root, untracked);
  const listed = tracked ?? (await listAll(root));
  const known = new Set(listed);
  // The files of a bare repository hold addresses with tokens, as those in .git do.
  const stores = listed
    .filter((path) => /(?:^|\/)HEAD$/.test(path) && known.has(path.replace(/HEAD$/, 'config')))
    .map((path) => path.slice(0, -'HEAD'.length));
  const hidden = new Set(tracked === null ? [] : await matchRules(await readOwnRules(root), listed));
  const paths = listed.filter(
    (path) =>
      !hidden.has(path) && !neverShown.test(path) && !stores.some((folder) => path.startsWith(folder)),
  );
  return { paths, isRepository: tracked !== null };
}

/** Those of some paths of a repository that a rule hides, whether or not there is a file, or git tracks it. Throws GIT_SILENT. */
export async function findHidden(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set([
    ...paths.filter((path) => neverShown.test(path)),
    ...(await matchRules(await readOwnRules(root), paths)),
    ...(await listIgnored(root, paths)),
  ]);
}

/** Throws FILE_TOO_LARGE, FILE_UNREADABLE, and GIT_SILENT for a pattern that is slow to match: without its rules, a file that nobody may see would be shown. */
async function readOwnRules(root: string): Promise<string> {
  const options = { shownAs: '.s2signore', maxBytes: ignoreFileBytes };
  const reading = await readFileBounded(join(root, '.s2signore'), options);
  const rules = reading?.bytes.toString('utf8') ?? '';
  const slow = rules.split('\n').findIndex((line) => line.split(/\*{2,}/).length > mostDoubleStars + 1);
  if (slow === -1) return rules;
  throw new S2sError(
    'GIT_SILENT',
    `Line ${slow + 1} of .s2signore has more than ${mostDoubleStars} \`**\`, which would take too long to match, so no file is shown to the panel.`,
    { hint: 'Write several shorter lines.' },
  );
}

/**
 * Lists tracked files that no rule ignores, and, if `untracked` or nothing is tracked yet, the others that no rule ignores. Null outside a
 * repository. Throws GIT_SILENT.
 */
async function listTracked(root: string, untracked: boolean): Promise<string[] | null> {
  const list = async (...flags: string[]) =>
    (await requireGit(root, ['ls-files', '-z', ...flags]))?.split('\0').filter((path) => path !== '');
  const tracked = await list('--cached');
  if (tracked === undefined) return null;
  const isWanted = untracked || tracked.length === 0;
  const others = (isWanted ? await list('--others', '--exclude-standard') : null) ?? [];
  if (tracked.length === 0) return others;
  const ignored = new Set(await list('--cached', '--ignored', '--exclude-standard'));
  return [...new Set(tracked)].filter((path) => !ignored.has(path)).concat(others);
}

/** Lists all files below a folder outside any repository that no rule of the person's own or in the folder excludes. */
async function listAll(root: string): Promise<string[]> {
  await readOwnRules(root);
  const rules = [join(root, '.s2signore'), await findIgnoreFile(root)];
  const flags = ['--files', '--hidden', '--null', '--no-config', '--no-messages', '--no-require-git'];
  for (const file of rules) if (await isReachable(file)) flags.push('--ignore-file', file);
  const { rgPath } = await import('@vscode/ripgrep');
  const { stdout } = await run(
    rgPath,
    [...flags, '--ignore-file-case-insensitive', '--no-ignore-parent', '--no-ignore-dot', '--glob=!.git'],
    { cwd: root, maxBuffer: mostListedBytes, windowsHide: true },
  ).catch((error: ExecFileException) => {
    // It ends with 1 where there are none, and with 2 after folders that it may not read.
    if (error.code === 1 || error.code === 2) return { stdout: error.stdout ?? '' };
    throw new S2sError(
      'GIT_SILENT',
      `The files of ${root} cannot be listed, so none is shown to the panel.`,
      {
        hint: 'Type `s2s init` in a smaller folder of it, and ask there.',
        cause: error,
      },
    );
  });
  return stdout.split('\0').flatMap((path) => (path === '' ? [] : [path.replaceAll('\\', '/')]));
}

/** Reads the size of a file; null when its name or kind means that it may not be shown. */
async function measure(root: string, path: string): Promise<ProjectFile | 'absent' | null> {
  if (findSecretName(path) !== null) return null;
  const facts = await lstat(join(root, path)).catch(() => 'absent' as const);
  if (facts === 'absent') return facts;
  return facts.isFile() ? { path, size: facts.size } : null;
}
