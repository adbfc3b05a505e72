/** Marks a decision record as replaced by another one. */
import type { FolderFile } from '../document-kind.ts';
import { readDocumentText } from '../lint/document-text.ts';
import { readField } from './lint-record-head.ts';

/**
 * Changes only the status of a record, be it in front matter, as `Status: …`, in a table or below a heading. A record without
 * a status gets a line below its title. Null if the record is already superseded. Throws S2sError FILE_TOO_LARGE.
 */
export function supersede(file: FolderFile, by: { name: string; title: string }): FolderFile | null {
  const document = readDocumentText(file.text, file.name);
  const field = readField(document, 'status');
  if (field !== null && /superseded|replaced by/i.test(field.value)) return null;
  const lineEnd = file.text.includes('\r\n') ? '\r\n' : '\n';
  const lines = file.text.split(/\r?\n/);
  const link = `[${by.title}](${encodeURI(by.name)})`;
  const write = (changed: readonly string[]): FolderFile => ({
    name: file.name,
    text: changed.join(lineEnd),
  });
  if (field === null) {
    const title = document.headings[0]?.line ?? 0;
    const status = `Status: superseded by ${link}`;
    return write(lines.toSpliced(title, 0, ...(title === 0 ? [status, ''] : ['', status])));
  }
  const at = field.line - 1;
  const line = lines[at] ?? '';
  if (field.inFrontMatter) {
    const lead = /^\s*[^:]*:/.exec(line)?.[0] ?? 'status:';
    return write(lines.with(at, `${lead} ${JSON.stringify(`superseded by ${by.name}`)}`));
  }
  // The status heading has an empty section.
  if (/^#{1,6}\s/.test(line)) return write(lines.toSpliced(at + 1, 0, '', `Superseded by ${link}`));
  const [, row, rest] = /^(\s*\|[^|]*\|)[^|]*(\|.*)?$/.exec(line) ?? [];
  if (row !== undefined) return write(lines.with(at, `${row} superseded by ${link} ${rest ?? ''}`.trimEnd()));
  const [, label] = /^(\s*(?:>\s*)?(?:[-*+]\s*)?[*_]*status[*_]*\s*:[*_]*)/i.exec(line) ?? [];
  if (label !== undefined) return write(lines.with(at, `${label} superseded by ${link}`));
  const bullet = /^\s*(?:[-*+]\s+(?:\[[ x]\]\s*)?)?/i.exec(line)?.[0] ?? '';
  return write(lines.with(at, `${bullet}Superseded by ${link}`));
}
