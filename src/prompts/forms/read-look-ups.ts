/** Reads what seats want to look up, in the forms that models write: objects of many shapes, or lines such as `read src/queue.ts:1-80`. */

import { type LookUp, lookUpKinds } from '../../session/evidence.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { toList } from './fields.ts';

/** Longest path, pattern or list of words, in characters; a longer one is cut. */
const longest = 400;

type Kind = (typeof lookUpKinds)[number];

/** Other words for the kinds, which models know from tools. */
const spoken: Readonly<Record<Kind, string>> = {
  list: 'ls dir tree glob folder directory',
  search: 'grep rg find',
  read: 'cat open view show file',
  log: 'history blame commits',
  decisions: 'decision adr',
};

/** All look-ups of a reply, each once; anything else is dropped. */
export function readLookUps(value: unknown): LookUp[] {
  const found = toList(value).flatMap((entry): LookUp[] => {
    if (typeof entry === 'string') return entry.split('\n').flatMap(readLine);
    return isMapping(entry) ? readFields(entry) : [];
  });
  const texts = found.map((entry) => JSON.stringify(entry));
  return found.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}

function readKind(word: string): Kind | null {
  const folded = word.toLowerCase().replace(/[^a-z]+/g, '_');
  // `read_file`, `git_log`, `search-text`: the first known word decides.
  for (const part of [folded, ...folded.split('_')]) {
    const known = lookUpKinds.find((kind) => kind === part || spoken[kind].split(' ').includes(part));
    if (known !== undefined) return known;
  }
  return null;
}

/** Reads `read src/queue.ts:1-80`, `search "retry" in src`, `- list src`, or a place alone. */
function readLine(line: string): LookUp[] {
  const plain = line
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/^`(.*)`$/, '$1')
    .trim();
  const [, word = '', rest = ''] = /^([a-z][a-z_-]*)(?:\s*[:(]\s*|\s+)(.+?)\)?$/i.exec(plain) ?? [];
  const kind = readKind(word);
  if (kind === null) {
    const place = unquote(plain);
    return /^[^\s]*[./][^\s]*:\d+(?:-\d+)?$/.test(place) ? build('read', { path: place }) : [];
  }
  if (kind === 'search') {
    const [, text = rest, path = ''] = /^(["'`/].+["'`/]|\S+)\s+in\s+(\S+)$/.exec(rest) ?? [];
    return build('search', { text: unquote(text), path: unquote(path) });
  }
  return build(kind, { path: unquote(rest), text: unquote(rest) });
}

function readFields(fields: Record<string, unknown>): LookUp[] {
  const text = (...names: string[]): string => {
    for (const name of names) {
      const value = fields[name];
      if (typeof value === 'string' && value.trim() !== '' && value.trim().toLowerCase() !== 'null')
        return value.trim();
      if (typeof value === 'number') return String(value);
    }
    return '';
  };
  const word = text('look_up', 'kind', 'type', 'action', 'tool', 'name', 'operation', 'command');
  // In `{read: "src/a.ts"}` the field name is the kind.
  const named = Object.keys(fields).find((name) => readKind(name) !== null && name !== 'file');
  const kind = readKind(word) ?? (named === undefined ? null : readKind(named));
  const lines = fields['lines'] ??
    fields['range'] ?? [fields['from'] ?? fields['start'], fields['to'] ?? fields['end']];
  const path = text('path', 'file', 'folder', 'directory', 'dir', 'filename');
  const words = text('text', 'query', 'pattern', 'words', 'term', 'regex');
  const said = named === undefined ? '' : text(named);
  if (kind === null) return word === '' && said === '' ? [] : readLine(word);
  return build(kind, { path: path || said, text: words || said || path, lines });
}

function build(kind: Kind, given: { path?: string; text?: string; lines?: unknown }): LookUp[] {
  const path = cutText(given.path ?? '', longest, '');
  const text = cutText(given.text ?? '', longest, '');
  switch (kind) {
    case 'list':
      return [{ look_up: 'list', path: /^(?:\.|\/|\*\*?)$/.test(path) ? '' : path.replace(/\/\*\*?$/, '') }];
    case 'read': {
      const [, file = path, first, last] =
        /^(.+?)(?::|#L|\s+lines?\s+)(\d+)(?:\s*[-–:,]\s*L?(\d+))?$/i.exec(path) ?? [];
      const [from, to] = readRange(given.lines);
      if (file === '') return [];
      return [{ look_up: 'read', path: file, from: from ?? toNumber(first) ?? 1, to: to ?? toNumber(last) }];
    }
    case 'log':
      return [{ look_up: 'log', path: path === '.' ? '' : path }];
    case 'search':
      return text === ''
        ? []
        : [{ look_up: 'search', text, path: path === '' || path === text || path === '.' ? null : path }];
    case 'decisions':
      return text === '' ? [] : [{ look_up: 'decisions', words: text }];
  }
}

/** Reads `1-80`, `L1-L80`, `12` or `[1, 80]`. */
function readRange(value: unknown): [number | null, number | null] {
  if (Array.isArray(value)) return [toNumber(value[0]), toNumber(value[1])];
  if (typeof value === 'number') return [toNumber(value), null];
  if (typeof value !== 'string') return [null, null];
  const [, first, last] = /^\D*(\d+)(?:\D+(\d+))?\D*$/.exec(value) ?? [];
  return [toNumber(first), toNumber(last)];
}

function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'`/])(.*)\1$/, '$2');
}
