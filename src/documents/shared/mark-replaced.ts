/** Says below the head of an item that another one replaces it. Only that line, and a blank one above it, is added to what people wrote. */

import { escapePattern } from '../../session/rules/same-text.ts';
import { parseMarkdown, spanOf } from '../../text/markdown/markdown-tree.ts';
import { decidedMark, formatHeir, parseManagedBlocks } from '../markdown/managed-blocks.ts';
import { readPlain, type SourceLine } from './source-lines.ts';

/** A line below the head of an item. */
export interface ReplacedMark {
  id: string;
  /** What it is replaced by. */
  heirs: readonly string[];
  session: string;
  line: string;
}

/**
 * Adds the marks, each below its item; those of one item stand in the order of their sessions, so that it makes no difference which
 * session is published again. Returns the new lines, and the marks whose item has no line of its own. Throws FILE_TOO_LARGE.
 */
export function addMarks(
  lines: readonly SourceLine[],
  { marks, lineEnd, shownAs }: { marks: readonly ReplacedMark[]; lineEnd: string; shownAs: string },
): { lines: SourceLine[]; refused: ReplacedMark[] } {
  if (marks.length === 0) return { lines: [...lines], refused: [] };
  const findHead = createHeadFinder(readPlain(lines), shownAs);
  const placed = marks.map((mark) => ({ mark, at: findHead(mark) }));
  const below = (index: number): SourceLine[] =>
    placed
      .filter(({ at }) => at === index)
      .map(({ mark }) => mark)
      .sort((one, other) => (one.session < other.session ? -1 : 1))
      .map(({ line }) => ({ text: line, end: lineEnd }));
  return {
    lines: lines.flatMap((line, index) => {
      const added = below(index);
      if (added.length === 0) return [line];
      // A paragraph of its own, except where the text goes on below the head without a blank line.
      const gap = (lines[index + 1]?.text ?? '').trim() === '' ? [{ text: '', end: lineEnd }] : [];
      return [{ ...line, end: line.end || lineEnd }, ...gap, ...added];
    }),
    refused: placed.filter(({ at }) => at === null).map(({ mark }) => mark),
  };
}

/** Adds the heirs behind the ids of replaced items in the tables and lists of the other sessions’ parts. Throws FILE_TOO_LARGE. */
export function addHeirs(
  lines: readonly SourceLine[],
  { marks, shownAs }: { marks: readonly ReplacedMark[]; shownAs: string },
): SourceLine[] {
  if (marks.length === 0) return [...lines];
  const tree = parseMarkdown(readPlain(lines), shownAs, { openFences: 'text' });
  const parts = parseManagedBlocks(tree);
  const listed = tree.blocks.filter(({ type }) => type === 'table' || type === 'list').map(spanOf);
  return lines.map((line, index) => {
    const part = parts.find(({ start, end }) => start < index && index < end);
    if (part === undefined || !listed.some((span) => span.line <= index + 1 && index + 1 <= span.endLine))
      return line;
    const heirs = new Map<string, string[]>();
    for (const { id, heirs: own, session } of marks)
      if (session !== part.origin) heirs.set(id, [...(heirs.get(id) ?? []), ...own]);
    const text = line.text.replace(/`[^`]*`|(?<![\w-])[A-Z]+-\d+(?![\w-])/g, (found) => {
      const own = heirs.get(found);
      return own === undefined ? found : found + formatHeir(own);
    });
    return { ...line, text };
  });
}

/** Finds the head of an item, outside of the part of the session that replaces it: a heading, or a line in bold, that begins with the id. */
function createHeadFinder(
  source: string,
  shownAs: string,
): (mark: Pick<ReplacedMark, 'id' | 'session'>) => number | null {
  const tree = parseMarkdown(source, shownAs, { openFences: 'text' });
  const lines = source.split('\n');
  const parts = parseManagedBlocks(tree);
  return ({ id, session }) => {
    const name = escapePattern(id);
    const inBold = new RegExp(
      `^ {0,3}\\*\\*${name}(?![\\w-])[^*]*\\*\\*(?:[ \\t]*\\([^)]*\\))?[ \\t]*(?:${escapePattern(decidedMark)})?[ \\t]*$`,
    );
    const opensBold = new RegExp(`^ {0,3}\\*\\*${name}(?![\\w-])`);
    const inHeading = new RegExp(`^ {0,3}#{1,6}[ \\t]+(?:\\*\\*)?${name}(?![\\w-])`);
    const own = parts.find(({ origin }) => origin === session);
    for (const block of tree.blocks) {
      const { line, endLine } = spanOf(block);
      const first = lines[line - 1] ?? '';
      if (line < tree.bodyLine || (own !== undefined && own.start < line && line <= own.end)) continue;
      if (block.type === 'heading' && inHeading.test(first)) return line - 1;
      if (block.type !== 'paragraph' || !opensBold.test(first)) continue;
      // In the middle of a wrapped sentence there is no place for a line.
      if (inBold.test(first) || line === endLine) return line - 1;
    }
    return null;
  };
}
