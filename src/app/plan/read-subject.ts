/** Reads what a review is of: a change from git or from a text, or a document. */
import path from 'node:path';
import { findHidden } from '../../evidence/project-files.ts';
import { readRemote } from '../../evidence/web-address.ts';
import { diffGit, runGit } from '../../files/ask-git.ts';
import { isInRepository } from '../../files/git-folder.ts';
import { isInside } from '../../files/is-outside.ts';
import { isReachable } from '../../files/list-folder.ts';
import { readNamedFile } from '../../files/read-named-file.ts';
import { refuseTyped } from '../../project/open-door.ts';
import { S2sError } from '../../session/errors.ts';
import { type ChangedFile, readChange, type Subject } from '../../session/subject.ts';
import { isBlank } from '../../text/is-blank.ts';
import { findSecretName, findSecretText } from '../../text/secrets/secret-files.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import type { AppParts } from '../app-parts.ts';
import type { SubjectOptions } from '../options.ts';
import type { ReviewedSubject } from '../results.ts';

/** The most characters of a change or a document: each seat reads all of them. */
const mostCharacters = 100_000;
/** What a review without a name is of. */
const uncommitted = 'uncommitted changes';

/** The most commits whose subjects are told. */
const mostCommits = 20;

/** Prints a change in one form, whatever the settings say. */
const printDiff = [
  ...['--no-color', '--relative'],
  ...['--unified=5', '--src-prefix=a/', '--dst-prefix=b/', '--find-renames', '--submodule=short'],
];

/**
 * The subject of a review and a topic for it. `of` is a range or revision of git, or a file; without it, what is not committed yet; with
 * `text` only its name. Throws NEEDS_INPUT where nothing has changed, FILE_MISSING for what is neither, FILE_TOO_LARGE for a document,
 * FILE_UNREADABLE, FILE_REFUSED for one that holds secrets, GIT_SILENT where git cannot answer.
 */
export async function readSubject(parts: AppParts, options: SubjectOptions): Promise<ReviewedSubject> {
  const { of = 'HEAD', text } = options;
  if (text !== undefined) return describe(of, text, readChange(text));
  const file = path.resolve(parts.cwd, of);
  if (options.of !== undefined && (await isReachable(file))) return readDocument(parts, of, file);
  const range = /^(.+?)\.{2,3}(.*)$/.exec(of);
  // A change is what its branch did: not what happened meanwhile on the branch that it leaves.
  const revision = range === null ? of : `${range[1]}...${range[2] || 'HEAD'}`;
  const ask = (args: readonly string[]): Promise<string | null> => runGit(parts.root, args);
  const change = of.startsWith('-')
    ? null
    : await diffGit(parts.root, [...printDiff, '--end-of-options', revision, '--']);
  if (change === null) throw refuseUnknown(parts.root, options.of);
  const name = options.of === undefined ? uncommitted : of;
  const log = ['log', '--no-merges', '--format=%H %s', `--max-count=${mostCommits}`, '--end-of-options'];
  const [start = of, end = 'HEAD'] = range === null ? [] : [range[1], range[2] || 'HEAD'];
  const findCommit = async (args: readonly string[]): Promise<string | undefined> =>
    (await ask(args))?.trim() || undefined;
  const resolve = ['rev-parse', '--verify', '--quiet', '--end-of-options'];
  const [listed, base, head, remote] = await Promise.all([
    range === null ? null : ask([...log, `${start}..${end}`, '--']),
    findCommit(range === null ? [...resolve, `${of}^{commit}`] : ['merge-base', '--', start, end]),
    range === null ? undefined : findCommit([...resolve, `${end}^{commit}`]),
    ask(['config', '--get', 'remote.origin.url']),
  ]);
  const files = readChange(change);
  const hidden = await findHidden(parts.root, files.flatMap(listNames));
  const commits = [...(listed ?? '').matchAll(/^(\S+) (.*)$/gm)].map(([, hash = '', subject = '']) => ({
    hash,
    subject,
  }));
  return describe(name, change, files, {
    revisions: { base, head, repository: nameRepository(remote), commits },
    hidden,
  });
}

/** What git says of a change. */
type Revisions = { [Key in 'base' | 'head' | 'repository' | 'commits']?: Subject[Key] | undefined };

function nameRepository(remote: string | null): string | undefined {
  const found = readRemote(remote ?? '');
  return found === null ? undefined : `https://${found.host}/${found.repository}`;
}

/** The path of a changed file, and the one that it had before. */
function listNames({ path: own, from }: ChangedFile): string[] {
  return from === undefined ? [own] : [own, from];
}

async function readDocument({ root, cwd }: AppParts, name: string, file: string): Promise<ReviewedSubject> {
  const text = await readNamedFile(name, cwd, {
    root,
    command: 's2s review',
    refuse: refuseTyped(root),
    emptyPattern: 'No file matches the pattern: name one file.',
  });
  if (readChange(text).length > 0) return describe(name, text, readChange(text));
  // A place that a finding names is looked up from the project's root.
  const shown = isInside(file, root) ? path.relative(root, file).split(path.sep).join('/') : name;
  return describe(shown, text, []);
}

function describe(
  name: string,
  text: string,
  files: readonly ChangedFile[],
  { revisions = {}, hidden = new Set() }: { revisions?: Revisions; hidden?: ReadonlySet<string> } = {},
): ReviewedSubject {
  if (isBlank(text)) {
    const why = name === uncommitted ? 'there are no uncommitted changes' : `${name} is empty`;
    throw new S2sError('NEEDS_INPUT', `There is nothing to review: ${why}.`, {
      hint: 'Name a range of commits or a file: s2s review HEAD~1..HEAD',
    });
  }
  if (files.length === 0) return { topic: `Review ${name}.`, subject: describeDocument(name, text) };
  const { kept, left } = chooseFiles(files, hidden);
  const signs = files.flatMap(({ lines }) => lines.map((line) => line.text.charAt(0)));
  const count = (sign: string): number => signs.filter((one) => one === sign).length;
  const size = `${formatPlural(files.length, 'file')}, ${count('+')} lines added, ${count('-')} removed`;
  const { base, head, repository, commits = [] } = revisions;
  const told = commits.map(({ subject }) => `\n- ${subject}`).join('');
  return {
    topic: `Review the change ${name}: ${size}.${told === '' ? '' : ` Its commits, as their authors name them:${told}`}`,
    subject: {
      name,
      kind: 'change',
      text: kept.map((file) => file.text).join('\n'),
      of_characters: text.length,
      left_out: left.map((file) => file.path),
      ...(base === undefined ? {} : { base }),
      ...(head === undefined ? {} : { head }),
      ...(repository === undefined ? {} : { repository }),
      ...(commits.length === 0 ? {} : { commits }),
    },
  };
}

function describeDocument(name: string, text: string): Subject {
  const secret = findSecretName(name) ?? findSecretText(text);
  if (secret !== null)
    throw new S2sError('FILE_REFUSED', `${name} is ${secret}; such files are never sent.`, {
      hint: 'Name another file.',
    });
  if (text.length > mostCharacters)
    throw new S2sError(
      'FILE_TOO_LARGE',
      `${name} has ${text.length} characters; a review reads at most ${mostCharacters}.`,
      { hint: 'Review its parts one by one.' },
    );
  return { name, kind: 'document', text, of_characters: text.length, left_out: [] };
}

/** The files that fit, small ones first, in their own order; none that looks like a secret, by its old name either, or that a rule hides. */
function chooseFiles(
  files: readonly ChangedFile[],
  hidden: ReadonlySet<string>,
): { kept: ChangedFile[]; left: ChangedFile[] } {
  const kept = new Set<ChangedFile>();
  let room = mostCharacters;
  for (const file of files.toSorted((one, other) => one.text.length - other.text.length)) {
    const isClosed = listNames(file).some((name) => hidden.has(name) || findSecretName(name) !== null);
    if (file.text.length > room || isClosed || findSecretText(file.text) !== null) continue;
    kept.add(file);
    room -= file.text.length;
  }
  return { kept: files.filter((file) => kept.has(file)), left: files.filter((file) => !kept.has(file)) };
}

function refuseUnknown(root: string, of: string | undefined): S2sError {
  if (!isInRepository(root))
    return new S2sError(
      'FILE_MISSING',
      `${of ?? 'What to review'} is not a file, and there is no repository here.`,
      { hint: 'Name a file, or give the change on standard input: git diff | s2s review -' },
    );
  return new S2sError(
    'FILE_MISSING',
    `${of ?? 'HEAD'} is neither a file nor a range of commits that git knows here.`,
    {
      hint: 'For example: s2s review HEAD~1..HEAD; git branch names the branches. In a pipeline, the clone may be too shallow: git fetch --unshallow. A partial one lacks files: git diff HEAD~1 | s2s review -',
    },
  );
}
