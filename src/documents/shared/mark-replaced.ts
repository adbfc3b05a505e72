/** Says below the head of an item that another one replaces it. Only that one line is added to what people wrote. */

import { escapePattern } from '../../session/rules/same-text.ts';
import { parseMarkdown, spanOf } from '../../text/markdown/markdown-tree.ts';
import { parseManagedBlocks } from '../markdown/managed-blocks.ts';
import { readPlain, type SourceLine } from './source-lines.ts';

/** A line below the head of an item. */
export interface ReplacedMark {
  id: string;
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
      return added.length === 0 ? [line] : [{ ...line, end: line.end || lineEnd }, ...added];
    }),
    refused: placed.filter(({ at }) => at === null).map(({ mark }) => mark),
  };
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
    const inBold = new RegExp(`^ {0,3}\\*\\*${name}(?![\\w-])[^*]*\\*\\*(?:[ \\t]*\\([^)]*\\))?[ \\t]*$`);
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
