/**
 * The rules of `.gitignore` and `.s2signore`, matched without backtracking: the libraries for them turn a pattern into a regular
 * expression, which twelve times `double star, slash, name` keeps busy for hours. Letters match in either case, as on most disks.
 */
import { S2sError } from '../session/errors.ts';

/** Rules that say of a path, relative to their folder and with `/` at the end if it is a folder, whether it is ignored. */
export interface IgnoreRules {
  ignores(path: string): boolean;
}

/** One character of a name: itself, any, any number of any, or one of some ranges. */
type Mark = string | typeof any | typeof many | { ranges: readonly [string, string][]; isNegated: boolean };
const any = Symbol('?');
const many = Symbol('*');
/** Any number of folders. */
const folders = Symbol('**');

interface Rule {
  parts: readonly (readonly Mark[] | typeof folders)[];
  isNegated: boolean;
  isFolder: boolean;
}

/** Comparisons for all paths together: far more than a real project needs, and done in a few seconds. */
const mostSteps = 200_000_000;

/** Reads rules; `file` names them in the error. `ignores` throws FILE_TOO_LARGE when they take too long to match. */
export function readIgnoreRules(text: string, file: string): IgnoreRules {
  const rules = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap(readRule)
    .reverse();
  const known = new Map<string, boolean>();
  let steps = 0;
  const count = (cost: number): void => {
    steps += cost;
    if (steps > mostSteps)
      throw new S2sError('FILE_TOO_LARGE', `The patterns in ${file} take too long to match.`, {
        hint: 'Write fewer patterns, or patterns with fewer stars.',
      });
  };
  const decide = (names: readonly string[], isFolder: boolean): boolean => {
    const rule = rules.find((each) => (isFolder || !each.isFolder) && matchParts(each.parts, names, count));
    return rule !== undefined && !rule.isNegated;
  };
  /** Nothing in an ignored folder can be taken back. */
  const ignoresFolder = (names: readonly string[]): boolean => {
    let path = '';
    for (const [index, name] of names.entries()) {
      path += `${name}/`;
      const isIgnored = known.get(path) ?? decide(names.slice(0, index + 1), true);
      known.set(path, isIgnored);
      if (isIgnored) return true;
    }
    return false;
  };
  return {
    ignores(path) {
      const names = path.toLowerCase().split('/');
      if (names.at(-1) === '') return ignoresFolder(names.slice(0, -1));
      return ignoresFolder(names.slice(0, -1)) || decide(names, false);
    },
  };
}

/** No path is longer. */
const longestRule = 4096;

function readRule(line: string): Rule[] {
  if (line.length > longestRule) return [];
  const [whole, negation = ''] = /^(!?)/.exec(line) ?? [''];
  // Blanks at the end do not count, unless a backslash stands before the last one.
  const text = line
    .slice(whole.length)
    .replace(/(?<![\\ ]) +$|(?<=\\ ) +$/, '')
    .toLowerCase();
  if (text.startsWith('#') && negation === '') return [];
  const isFolder = text.endsWith('/');
  const names = (isFolder ? text.slice(0, -1) : text).split('/');
  if (names.join('') === '') return [];
  const isAnchored = names.length > 1;
  if (names[0] === '') names.shift();
  const parts = (isAnchored ? names : ['**', ...names])
    .filter((name, index, all) => name !== '**' || all[index + 1] !== '**')
    .map((name) => (name === '**' ? folders : readMarks(name)));
  return [{ parts, isNegated: negation === '!', isFolder }];
}

function readMarks(name: string): Mark[] {
  const characters = Array.from(name);
  const marks: Mark[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '\\') {
      at += 1;
      marks.push(characters[at] ?? '\\');
    } else if (character === '*') {
      if (marks.at(-1) !== many) marks.push(many);
    } else if (character === '?') marks.push(any);
    else if (character === '[') {
      const end = characters.indexOf(']', at + (/[!^]/.test(characters[at + 1] ?? '') ? 3 : 2));
      if (end === -1) marks.push('[');
      else {
        marks.push(readClass(characters.slice(at + 1, end)));
        at = end;
      }
    } else marks.push(character);
  }
  return marks;
}

function readClass(members: readonly string[]): Mark {
  // `[[:alpha:]]` and its like, which hardly anybody writes here, stand for any character.
  if (members.includes('[')) return any;
  const isNegated = members[0] === '!' || members[0] === '^';
  const left = members.slice(isNegated ? 1 : 0).filter((member) => member !== '\\');
  const ranges: [string, string][] = [];
  while (left.length > 0) {
    const [from = '', dash, to] = left;
    const isRange = dash === '-' && to !== undefined;
    ranges.push([from, isRange ? to : from]);
    left.splice(0, isRange ? 3 : 1);
  }
  return { ranges, isNegated };
}

/** Follows all places of a pattern at once through the names of a path. */
function matchParts(parts: Rule['parts'], names: readonly string[], count: (cost: number) => void): boolean {
  let places = skipFolders(parts, 0);
  for (const name of names) {
    const next = new Set<number>();
    for (const place of places) {
      count(10);
      const part = parts[place];
      const isTaken = part !== undefined && (part === folders || matchName(part, name, count));
      // At the end of a pattern, `**` stands for everything in a folder.
      const after = part === folders && place < parts.length - 1 ? place : place + 1;
      if (isTaken) for (const each of skipFolders(parts, after)) next.add(each);
      if (isTaken && part === folders) next.add(place);
    }
    places = [...next];
  }
  return places.includes(parts.length);
}

/** A place, and the one after it that is reached when `**` stands for no folder. */
function skipFolders(parts: Rule['parts'], place: number): number[] {
  return parts[place] === folders && place < parts.length - 1 ? [place, place + 1] : [place];
}

/** A star takes as few characters as it can; only the last one ever has to take more. */
function matchName(marks: readonly Mark[], name: string, count: (cost: number) => void): boolean {
  const characters = Array.from(name);
  let at = 0;
  let place = 0;
  let star = -1;
  let taken = 0;
  while (at < characters.length) {
    count(1);
    const mark = marks[place];
    if (mark === many) {
      star = place;
      taken = at;
      place += 1;
    } else if (mark !== undefined && matchMark(mark, characters[at] ?? '')) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      place = star + 1;
      taken += 1;
      at = taken;
    } else return false;
  }
  return marks.slice(place).every((mark) => mark === many);
}

function matchMark(mark: Mark, character: string): boolean {
  if (typeof mark === 'string') return mark === character;
  if (typeof mark === 'symbol') return true;
  return mark.ranges.some(([from, to]) => from <= character && character <= to) !== mark.isNegated;
}
