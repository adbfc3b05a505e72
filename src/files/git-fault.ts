/**
 * Looks at the `.git` of a folder before git does: git would show what another repository holds, and would wait for a pipe. A clone brings
 * no `.git`, but a copied or unpacked folder does.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { S2sError } from '../session/errors.ts';
import { isInside } from './is-outside.ts';
import { readFileNow } from './read-file.ts';

/** Why git is not run in a folder, as a clause, and what to do. */
export interface GitFault {
  why: string;
  hint: string;
}

/** Where a repository is: its folder for this working tree, and the one that all its working trees share. */
interface Place {
  folder: string;
  shared: string;
}

const mostBytes = 1024 * 1024;

/** What git reads of a repository by fixed names. */
const parts = [
  ...['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'shallow', 'commondir', 'gitdir'],
  ...['info', 'objects', 'refs', 'reftable'],
];
/** What git reads beside it. */
const ruleFiles = ['.gitignore', '.gitattributes', '.gitmodules'];
/** Folders of it whose entries are looked at too. */
const opened =
  /^(?:info|objects|objects\/(?:info|pack)|objects\/info\/commit-graphs|refs(?:\/[^/]+){0,9}|reftable)$/;

/**
 * What is wrong with the `.git` of a folder: it belongs to a repository elsewhere that does not name this folder, as those of working trees
 * and submodules do; or what git would read in it is a link to elsewhere, a pipe or a device. Null when git may be run. Never throws.
 */
export function findGitFault(top: string): GitFault | null {
  try {
    const own = realpathSync.native(top);
    const place = findPlace(own);
    const isAtHome = isInside(place.folder, own) && isInside(place.shared, own);
    if (!isAtHome && !namesFolder(place, own)) return describeForeign(place.shared, own);
    if (readLine(join(place.shared, 'objects', 'info', 'alternates')) !== '') return describeBorrowed(own);
    for (const name of ruleFiles)
      if (!isFileOrNone(join(own, name))) return { why: `${name} is not a file`, hint: 'Move it away.' };
    return findOddPart(place.folder, '', place) ?? findOddPart(place.shared, '', place);
  } catch (error) {
    const { message } = error as Error;
    const hint = error instanceof S2sError ? error.hint : undefined;
    return { why: message.replace(/\.$/, ''), hint: hint ?? `See what is wrong with ${join(top, '.git')}.` };
  }
}

/** As git finds it. */
function findPlace(own: string): Place {
  const dot = join(own, '.git');
  const [, named = ''] = statSync(dot).isFile()
    ? (/^gitdir: (.*)$/s.exec(readLine(dot)) ?? [])
    : ['', '.git'];
  const folder = realpathSync.native(resolve(own, named));
  return { folder, shared: realpathSync.native(resolve(folder, readLine(join(folder, 'commondir')))) };
}

/** Whether a repository elsewhere names a folder as one of its working trees, or as the one it has. */
function namesFolder({ folder, shared }: Place, own: string): boolean {
  const names = (file: string, expected: string): boolean => {
    const there = resolve(folder, file);
    return (
      lstatSync(there, { throwIfNoEntry: false }) !== undefined && realpathSync.native(there) === expected
    );
  };
  if (isInside(folder, join(shared, 'worktrees')))
    return names(readLine(join(folder, 'gitdir')), join(own, '.git'));
  const setting = /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]*?)"?[ \t]*$/im;
  const [, tree] = setting.exec(readLine(join(folder, 'config'))) ?? [];
  return folder === shared && tree !== undefined && names(tree, own);
}

/** The first part of a repository that is neither a file nor a folder of it. `inner`: a folder of it, with slashes. */
function findOddPart(root: string, inner: string, place: Place): GitFault | null {
  for (const [name, entry] of inner === '' ? listParts(root) : listEntries(root, inner)) {
    const file = join(root, name);
    const isLink = entry.isSymbolicLink();
    const shown = `${basename(root)}/${name}`;
    if (isLink && !isIn(file, place))
      return {
        why: `${shown} is a link to elsewhere`,
        hint: 'Put what it leads to in the place of the link.',
      };
    const kind = isLink ? statSync(file) : entry;
    if (!kind.isFile() && !kind.isDirectory())
      return { why: `${shown} is neither a file nor a folder`, hint: 'Move it away.' };
    const fault = kind.isDirectory() && opened.test(name) ? findOddPart(root, name, place) : null;
    if (fault !== null) return fault;
  }
  return null;
}

type Kind = Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

function listParts(root: string): [string, Kind][] {
  return parts.flatMap((name): [string, Kind][] => {
    const facts = lstatSync(join(root, name), { throwIfNoEntry: false });
    return facts === undefined ? [] : [[name, facts]];
  });
}

function listEntries(root: string, inner: string): [string, Kind][] {
  const entries = readdirSync(join(root, inner), { withFileTypes: true });
  return entries.map((entry) => [`${inner}/${entry.name}`, entry]);
}

/** False for a link that leads nowhere: who knows where it leads later. */
function isIn(file: string, { folder, shared }: Place): boolean {
  try {
    const real = realpathSync.native(file);
    return isInside(real, folder) || isInside(real, shared);
  } catch {
    return false;
  }
}

/** The text without line ends behind it; empty when there is no such file. Throws FILE_UNREADABLE for a pipe. */
function readLine(file: string): string {
  const reading = readFileNow(file, { shownAs: file, maxBytes: mostBytes });
  return (reading?.bytes.toString('utf8') ?? '').replace(/[\r\n]+$/, '');
}

function isFileOrNone(file: string): boolean {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts === undefined || facts.isFile() || facts.isDirectory();
}

function describeBorrowed(own: string): GitFault {
  return {
    why: 'it borrows what it holds from another repository',
    hint: `To make it whole: git -C ${JSON.stringify(own)} repack -a -d, then remove .git/objects/info/alternates.`,
  };
}

function describeForeign(shared: string, own: string): GitFault {
  const [folder, tree] = [own, own].map((each) => JSON.stringify(each));
  return {
    why: `its repository is ${shared}, which does not name this folder`,
    hint: `If it belongs here, say so in it: git -C ${folder} config core.worktree ${tree} (a moved working tree: git worktree repair)`,
  };
}
