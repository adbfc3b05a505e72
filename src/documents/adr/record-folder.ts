/** Reads a folder of decision records, and extends its index. */
import { listFences, listHeadings } from '../../text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../../text/markdown/markdown-tree.ts';
import type { FolderFile } from '../document-kind.ts';
import { linkPath } from '../document-paths.ts';
import { heading } from '../markdown/text.ts';
import { editLines } from '../shared/source-lines.ts';
import { bareRecordName, readRecordNumber } from './record-numbers.ts';

const indexName = /^_?(?:readme|index)\.md$/i;
const statusColumn = /status|state/;

/** The decision records: all markdown files except the index and templates. */
export function listRecords(files: readonly FolderFile[]): FolderFile[] {
  return files.filter(
    (file) => /\.md$/i.test(file.name) && !indexName.test(file.name) && !/template/i.test(file.name),
  );
}

/** The title of a record: its first heading without a leading number, else its file name. */
export function readTitle(file: FolderFile): string {
  // The title is at the top; a folder may hold hundreds of long records.
  const top = file.text.split('\n', 40).join('\n');
  const heading = listHeadings(parseMarkdown(top, file.name, { openFences: 'text' }))[0]?.text ?? '';
  const title = heading.replace(/^(?:(?:adr|rfc|madr|dr|decision)[-_ #]*)?\d{1,5}\s*[-–—.:]\s+/i, '').trim();
  return title === '' ? bareRecordName(file.name) : title;
}

/** The records that are named, by file name or number. */
export function findRecords(files: readonly FolderFile[], named: readonly string[]): FolderFile[] {
  const records = listRecords(files);
  const found = named.flatMap((one) => {
    const name = bareRecordName(one.trim().toLowerCase()).split(/[\\/]/).at(-1) ?? '';
    const number = /^(?:adr[-_ #]*)?0*(\d{1,5})$/.exec(name)?.[1];
    return (
      records.find((file) => {
        if (bareRecordName(file.name.toLowerCase()) === name) return true;
        return number !== undefined && readRecordNumber(file.name) === Number(number);
      }) ?? []
    );
  });
  return [...new Set(found)];
}

/** What an index says of a record that the program wrote. */
export function describeRecord(file: FolderFile): {
  name: string;
  title: string;
  status: string;
  date: string;
} {
  return {
    name: file.name,
    title: heading(readTitle(file), file.name),
    status: /^status: (\w+)/m.exec(file.text)?.[1] ?? 'proposed',
    date: /^date: (\d{4}-\d{2}-\d{2})$/m.exec(file.text)?.[1] ?? '',
  };
}

/**
 * Adds a record to the folder's index, in the form of the last entry, and returns the new index.
 * Null if there is no index with entries, or if it already lists the record.
 */
export function extendIndex(
  files: readonly FolderFile[],
  record: { name: string; title: string; status: string; date: string },
): FolderFile | null {
  const index = files.find((file) => indexName.test(file.name));
  if (index === undefined) return null;
  const { lines, entries } = readEntries(index, files);
  const last = entries.at(-1);
  if (last === undefined || entries.some(({ name }) => name === record.name)) return null;
  const model = lines[last.at] ?? '';
  const address = linkPath('', record.name).replace(/[^/]+$/, (end) =>
    last.target.endsWith('/') ? '' : end,
  );
  const entry = isRow(model)
    ? imitateRow(lines, last.at, { ...record, address })
    : imitateItem(model, { ...record, address });
  return { name: index.name, text: editLines(index.text, (all) => all.toSpliced(last.at + 1, 0, entry)) };
}

/**
 * Brings the folder's index up to date: adds a new record, and writes the states of others into the column for them, if there is one.
 * Null when there is nothing to change.
 */
export function updateIndex(
  files: readonly FolderFile[],
  changed: readonly { name: string; status: string }[],
  added?: ReturnType<typeof describeRecord>,
): FolderFile | null {
  const index = files.find((file) => indexName.test(file.name));
  if (index === undefined) return null;
  const extended = (added === undefined ? null : extendIndex(files, added)) ?? index;
  const updated = changed.reduce((now, record) => writeIndexStatus(now, files, record), extended);
  return updated.text === index.text ? null : updated;
}

function writeIndexStatus(
  index: FolderFile,
  files: readonly FolderFile[],
  record: { name: string; status: string },
): FolderFile {
  const { lines, entries } = readEntries(index, files);
  const at = entries.find(({ name }) => name === record.name)?.at;
  if (at === undefined || !isRow(lines[at] ?? '')) return index;
  const column = readHead(lines, at).findIndex((title) => statusColumn.test(title));
  const parts = (lines[at] ?? '').split(/(?<!\\)\|/);
  const place = column + (parts[0]?.trim() === '' ? 1 : 0);
  const old = column === -1 ? undefined : parts[place]?.trim();
  if (old === undefined || old.toLowerCase() === record.status) return index;
  const status = /^\p{Lu}/u.test(old)
    ? record.status.replace(/^./, (one) => one.toUpperCase())
    : record.status;
  const row = parts.with(place, ` ${status} `).join('|');
  return { name: index.name, text: editLines(index.text, (all) => all.with(at, row)) };
}

/** The lines of an index, and those that link to a record of the folder. */
function readEntries(index: FolderFile, files: readonly FolderFile[]) {
  const lines = index.text.split(/\r\n?|\n/);
  const tree = parseMarkdown(index.text, index.name, { openFences: 'text' });
  const fences = listFences(tree).map(({ span }) => span);
  const isFenced = (at: number) => fences.some((span) => span.line - 1 <= at && at < span.endLine);
  const records = new Map(listRecords(files).map(({ name }) => [bareRecordName(name.toLowerCase()), name]));
  const entries = lines.flatMap((line, at) => {
    const target = /\]\(<?(?:\.\/)?([^)\]>\s#]+)>?(?:#[^)\]]*)?\)/.exec(line)?.[1] ?? '';
    // A record with a folder of its own is found by a link to the folder too.
    const name = records.get(bareRecordName(decodeLink(target).toLowerCase().replace(/\/$/, '')));
    const isEntry = !isFenced(at) && /^\s*(?:[-*+]|\d+[.)]|\|)/.test(line);
    return isEntry && name !== undefined ? [{ at, name, target }] : [];
  });
  return { lines, entries };
}

function isRow(line: string): boolean {
  return /^\s*\|/.test(line);
}

function readCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The titles of the columns of the table that a line is in, in lowercase. */
function readHead(lines: readonly string[], at: number): string[] {
  let top = at;
  while (top > 0 && isRow(lines[top - 1] ?? '')) top -= 1;
  return readCells(lines[top] ?? '').map((title) => title.toLowerCase());
}

function imitateItem(model: string, record: { name: string; title: string; address: string }): string {
  const [, start = '* '] = /^(\s*(?:[-*+]|\d+[.)])\s+)/.exec(model) ?? [];
  const lead = start.replace(/\d+/, (number) => String(Number(number) + 1));
  const [, shown = '', after = ''] = /\[([^\][]*)\]\([^)[]*\)(.*)$/.exec(model) ?? [];
  const label = relabel(shown, record);
  const rest = label === null ? '' : (/^\s*[-–—:]\s*/.exec(after)?.[0] ?? ' - ') + record.title;
  return `${lead}[${label ?? record.title}](${record.address})${rest}`;
}

/** The record's number in the form of an existing label, or null if that label is not a bare number. */
function relabel(shown: string, record: { name: string }): string | null {
  const [, prefix, digits] = /^(adr[-_ #]?)?(\d{1,5})$/i.exec(shown.trim()) ?? [];
  const own = readRecordNumber(record.name);
  if (digits === undefined || own === null) return null;
  return `${prefix ?? ''}${String(own).padStart(digits.length, '0')}`;
}

function imitateRow(
  lines: readonly string[],
  last: number,
  record: { name: string; title: string; status: string; date: string; address: string },
): string {
  const head = readHead(lines, last);
  const model = readCells(lines[last] ?? '');
  const linked = model.findIndex((cell) => /\]\(/.test(cell));
  const columns = [
    { names: statusColumn, text: record.status },
    { names: /date|when/, text: record.date },
    { names: /title|decision|record|name|adr/, text: record.title },
  ];
  const row = model.map((cell, column) => {
    const title = head[column] ?? '';
    const number = relabel(cell.replace(/^\[([^\]]*)\].*$/, '$1'), record);
    const text = number ?? columns.find(({ names }) => names.test(title))?.text ?? '';
    return column === linked ? `[${text === '' ? record.title : text}](${record.address})` : text;
  });
  return `| ${row.join(' | ')} |`;
}

/** Decodes a link target; returns it unchanged if its encoding is invalid. */
export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
