/** Marks a decision record as replaced by another one. */
import type { FolderFile } from '../document-kind.ts';
import { type DocumentText, readDocumentText } from '../lint/document-text.ts';
import { readField } from './lint-record-head.ts';

/**
 * Changes only the status of a record, be it in front matter, as `Status: …`, in a table or below a heading; in front matter and in
 * the text if it stands in both. A record without a status gets a line below its title. Null if the record is already superseded.
 * Throws S2sError FILE_TOO_LARGE.
 */
export function supersede(file: FolderFile, by: { name: string; title: string }): FolderFile | null {
  const lineEnd = file.text.includes('\r\n') ? '\r\n' : '\n';
  const lines = file.text.split(/\r?\n/);
  const document = readDocumentText(file.text, file.name);
  const first = readField(document, 'status');
  const second = first?.inFrontMatter === true ? readField(dropFrontMatter(document, file), 'status') : null;
  const fields = [first, second].filter((field) => field !== null);
  const open = fields.filter(({ value }) => !/superseded|replaced by/i.test(value));
  const link = `[${by.title}](${encodeURI(by.name)})`;
  const write = (changed: readonly string[]): FolderFile => ({
    name: file.name,
    text: changed.join(lineEnd),
  });
  if (fields.length === 0) {
    const title = document.headings[0]?.line ?? 0;
    const status = `Status: superseded by ${link}`;
    return write(lines.toSpliced(title, 0, ...(title === 0 ? [status, ''] : ['', status])));
  }
  if (open.length === 0) return null;
  // From the last line up, since a heading without a status gets lines.
  const changes = open.toSorted((one, other) => other.line - one.line);
  return write(
    changes.reduce<string[]>((now, { line, inFrontMatter }) => {
      const own = inFrontMatter
        ? changeFrontMatter(now[line - 1] ?? '', by.name)
        : changeLine(now[line - 1] ?? '', link);
      return now.toSpliced(line - 1, 1, ...own);
    }, lines),
  );
}

/** The same record as if it had no front matter; its lines keep their numbers. */
function dropFrontMatter({ tree }: DocumentText, { text, name }: FolderFile): DocumentText {
  const blank = text.split(/\r?\n/).map((line, index) => (index + 1 < tree.bodyLine ? '' : line));
  return readDocumentText(blank.join('\n'), name);
}

function changeFrontMatter(line: string, name: string): string[] {
  return [`${/^\s*[^:]*:/.exec(line)?.[0] ?? 'status:'} ${JSON.stringify(`superseded by ${name}`)}`];
}

function changeLine(line: string, link: string): string[] {
  // The status heading has an empty section.
  if (/^#{1,6}\s/.test(line)) return [line, '', `Superseded by ${link}`];
  const [, row, rest] = /^(\s*\|[^|]*\|)[^|]*(\|.*)?$/.exec(line) ?? [];
  if (row !== undefined) return [`${row} superseded by ${link} ${rest ?? ''}`.trimEnd()];
  const [, label] = /^(\s*(?:>\s*)?(?:[-*+]\s*)?[*_]*status[*_]*\s*:[*_]*)/i.exec(line) ?? [];
  if (label !== undefined) return [`${label} superseded by ${link}`];
  return [`${/^\s*(?:[-*+]\s+(?:\[[ x]\]\s*)?)?/i.exec(line)?.[0] ?? ''}Superseded by ${link}`];
}
