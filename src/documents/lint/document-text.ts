/** A markdown file as the lint reads it. */

import { findFencedLines, findFrontMatterEnd, type Heading, listHeadings } from '../markdown/lines.ts';
import { parseManagedBlocks } from '../markdown/managed-blocks.ts';

export interface DocumentText {
  lines: readonly string[];
  headings: readonly Heading[];
  fenced: ReadonlySet<number>;
  /** Index of the line that closes the front matter, or -1. */
  frontMatterEnd: number;
  /** Lines of comments, and of the notices and the record, which are no content of people. */
  skipped: ReadonlySet<number>;
}

/** Splits and reads the outline. */
export function readDocumentText(text: string): DocumentText {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const fenced = findFencedLines(lines);
  return {
    lines,
    headings: listHeadings(lines),
    fenced,
    frontMatterEnd: findFrontMatterEnd(lines),
    skipped: findSkipped(lines, fenced),
  };
}

/** The index of the first line after a heading's section: the next heading of the same depth or above. */
export function findSectionEnd(document: DocumentText, heading: Heading): number {
  const next = document.headings.find((other) => other.line > heading.line && other.depth <= heading.depth);
  return next?.line ?? document.lines.length;
}

/** The indexes of a section's lines that have content: not blank, no comment, no heading. */
export function listContentLines(document: DocumentText, heading: Heading): number[] {
  const found: number[] = [];
  for (let index = heading.line + 1; index < findSectionEnd(document, heading); index += 1) {
    const line = document.lines[index] ?? '';
    const isHeading =
      document.headings.some((other) => other.line === index) || /^ {0,3}(=+|-{2,})\s*$/.test(line);
    if (line.trim() !== '' && !isHeading && !document.skipped.has(index)) found.push(index);
  }
  return found;
}

/** A title without numbering, marks, case and punctuation, for comparing. */
export function plainTitle(title: string): string {
  return title
    .replace(/^[\d.]+\s+|^\d+\s*[.)-]\s*/, '')
    .replace(/[*_`"]/g, '')
    .replace(/[-\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

function findSkipped(lines: readonly string[], fenced: ReadonlySet<number>): ReadonlySet<number> {
  const skipped = new Set<number>();
  let inside = false;
  lines.forEach((line, index) => {
    if (fenced.has(index)) return;
    if (!inside && !/^\s*<!--/.test(line)) return;
    skipped.add(index);
    const end = line.lastIndexOf('-->');
    inside = end === -1 && lines.slice(index + 1).some((later) => later.includes('-->'));
  });
  for (const block of parseManagedBlocks(lines)) {
    if (block.name !== 'record' && block.name !== 'notices') continue;
    for (let index = block.start; index <= block.end; index += 1) skipped.add(index);
  }
  return skipped;
}
