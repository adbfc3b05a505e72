/** A markdown file as the lint reads it. */

import { listComments, listFences, listHeadings } from '../../text/markdown-outline.ts';
import { type MarkdownTree, parseMarkdown } from '../../text/markdown-tree.ts';
import { parseManagedBlocks } from '../markdown/managed-blocks.ts';

/** A heading: its line's index, depth 1 to 6, and text. */
export interface Heading {
  line: number;
  depth: number;
  text: string;
}

export interface DocumentText {
  lines: readonly string[];
  headings: readonly Heading[];
  fenced: ReadonlySet<number>;
  /** Index of the line that closes the front matter, or -1. */
  frontMatterEnd: number;
  /** Lines of comments, and of the notices and the record, which are no content of people. */
  skipped: ReadonlySet<number>;
}

/** Splits and reads the outline. Throws S2sError FILE_TOO_LARGE. */
export function readDocumentText(text: string, shownAs: string): DocumentText {
  const tree = parseMarkdown(text, shownAs, { openFences: 'text' });
  const fenced = new Set(
    listFences(tree).flatMap(({ span }) =>
      Array.from({ length: span.endLine - span.line + 1 }, (_, at) => span.line - 1 + at),
    ),
  );
  return {
    lines: tree.source.split('\n'),
    headings: listHeadings(tree).map(({ level, text: title, line }) => ({
      line: line - 1,
      depth: level,
      text: title,
    })),
    fenced,
    frontMatterEnd: tree.frontMatter === null ? -1 : tree.bodyLine - 2,
    skipped: findSkipped(tree),
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

function findSkipped(tree: MarkdownTree): ReadonlySet<number> {
  const skipped = new Set<number>();
  let [line, at] = [0, 0];
  for (const { from, to } of listComments(tree)) {
    line += tree.source.slice(at, from).split('\n').length - 1;
    at = from;
    // Text in front of a comment on its line is content.
    const start = tree.source.lastIndexOf('\n', from - 1) + 1;
    const first = tree.source.slice(start, from).trim() === '' ? line : line + 1;
    const last = line + tree.source.slice(from, to).split('\n').length - 1;
    for (let index = first; index <= last; index += 1) skipped.add(index);
  }
  for (const block of parseManagedBlocks(tree)) {
    if (block.name !== 'record' && block.name !== 'notices') continue;
    for (let index = block.start; index <= block.end; index += 1) skipped.add(index);
  }
  return skipped;
}
