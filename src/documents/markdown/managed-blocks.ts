/**
 * The parts of a file that belong to the program, each between two comments:
 *
 *     <!-- s2s:begin requirements from <session> ids REQ+13,NFR+2 sum <checksum> -->
 *     <!-- s2s:end requirements -->
 *
 * `ids` says how far the numbers of each prefix were moved, so that they go on from the file's own; the checksum shows whether
 * somebody has edited the part since. Below the head of an item that another session replaces stands a line of the program, and in
 * tables and lists its id is followed by that of its heir. Neither is an edit:
 *
 *     *Replaced by [REQ-020](#limits) on 2026-04-01* <!-- s2s:replaced REQ-002 from <session> -->
 *     | Cleaning up | REQ-002 → REQ-020<!-- s2s:heir --> |
 */

import { changeOutsideFences, fingerprint } from '../../session/rules/text-measures.ts';
import { listComments } from '../../text/markdown/markdown-outline.ts';
import { type Block, type MarkdownTree, sourceOf, spanOf } from '../../text/markdown/markdown-tree.ts';

/** A part as found in a file; `start` and `end` are the indexes of its two comment lines. */
export interface ManagedBlock {
  name: string;
  /** The session that it was made from. */
  origin: string;
  /** How far the numbers of each prefix were moved. */
  moved: ReadonlyMap<string, number>;
  /** Without the lines that say that something was replaced. */
  body: string;
  edited: boolean;
  start: number;
  end: number;
}

/** Behind the head of an item that carries out what a person decided, in any language. */
export const decidedMark = '<!-- s2s:decided -->';

/** Says to whoever reads a document as items that what follows is none of them. */
export const notAgreedMark = '<!-- s2s:not-agreed -->';

/** The blocks of a file without its front matter, and without the sections of the program that list what was not agreed. */
export function dropNotAgreed(tree: MarkdownTree): Block[] {
  /** The level of the heading of such a section; 0 before that heading. */
  let level: number | null = null;
  return tree.blocks.filter((block) => {
    if (spanOf(block).line < tree.bodyLine) return false;
    const source = sourceOf(tree, block);
    if (block.type === 'html' && source.startsWith('<!-- s2s:')) level = source === notAgreedMark ? 0 : null;
    else if (block.type === 'heading' && level === 0) level = block.depth;
    else if (block.type === 'heading' && level !== null && block.depth <= level) level = null;
    return level === null;
  });
}

const beginLine =
  /^<!-- s2s:begin ([A-Za-z0-9-]+) from ([a-z0-9-]+)(?: ids ([A-Z0-9+,]+))? sum ([0-9a-f]{16}) -->\s*$/;
const replacedLine = /^\*([^*]+)\* <!-- s2s:replaced ([A-Z]+-\d+) from ([a-z0-9-]+) -->\s*$/;

/** The text of a part, without a final line break. */
export function formatManagedBlock(part: Pick<ManagedBlock, 'name' | 'origin' | 'body' | 'moved'>): string {
  const body = tidyBody(part.body);
  const ids = [...part.moved].map(([prefix, by]) => `${prefix}+${by}`).join(',');
  return [
    `<!-- s2s:begin ${part.name} from ${part.origin}${ids === '' ? '' : ` ids ${ids}`} sum ${computeSum(body)} -->`,
    '',
    body,
    '',
    `<!-- s2s:end ${part.name} -->`,
  ].join('\n');
}

/** The line that says what an item was replaced by, in the words of the session's labels. */
export function formatReplacedLine(
  id: string,
  { session, words }: { session: string; words: string },
): string {
  return `*${words}* <!-- s2s:replaced ${id} from ${session} -->`;
}

/** What follows the id of a replaced item where a table or a list names it. */
export function formatHeir(ids: readonly string[]): string {
  return ` → ${ids.join(', ')}<!-- s2s:heir -->`;
}

const heir = / → [A-Z]+-\d+(?:, [A-Z]+-\d+)*<!-- s2s:heir -->/g;

/** The lines as they were before the program noted in them what was replaced: without its lines, and the blank ones above those. */
export function dropReplaced<Line>(
  lines: readonly Line[],
  { read, write }: { read: (line: Line) => string; write: (line: Line, text: string) => Line },
): Line[] {
  const isMark = (line: Line | undefined): boolean =>
    line !== undefined && readReplacedLine(read(line)) !== null;
  const isBlank = (line: Line | undefined): boolean => line === undefined || read(line).trim() === '';
  return lines
    .filter((line, index) => {
      if (isMark(line)) return false;
      const rest = lines.slice(index + 1, index + 1 + mostMarks);
      const end = rest.findIndex((one) => !isMark(one));
      return !isBlank(line) || end === 0 || rest.length === 0 || !isBlank(rest[end]);
    })
    .map((line) =>
      read(line).includes('<!-- s2s:heir -->') ? write(line, read(line).replace(heir, '')) : line,
    );
}

/** The most lines below one head that say what replaced it. */
const mostMarks = 50;

/** Reads such a line; null for any other. */
export function readReplacedLine(line: string): { id: string; heirs: string[]; session: string } | null {
  const [, words = '', id, session] = replacedLine.exec(line) ?? [];
  if (id === undefined || session === undefined) return null;
  return { id, heirs: words.match(/(?<![\w-])[A-Z]+-\d+(?![\w-])/g) ?? [], session };
}

/** Removes spaces at line ends and repeated empty lines, as in all written documents; code stays as it is. */
export function tidyBody(body: string): string {
  return changeOutsideFences(body, (text) => trimLineEnds(text).replace(/\n{3,}/g, '\n\n')).trim();
}

/** Works line by line: a regular expression over the whole text would take quadratic time in the spaces of a line. */
function trimLineEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Finds the complete parts of a file. A part that is in a fence, or not closed before the next one begins, is text of people. */
export function parseManagedBlocks(tree: MarkdownTree): ManagedBlock[] {
  const lines = tree.source.split('\n');
  const blocks: ManagedBlock[] = [];
  let open: (Pick<ManagedBlock, 'name' | 'origin' | 'moved' | 'start'> & { sum: string }) | null = null;
  let index = 0;
  let at = 0;
  for (const comment of listComments(tree)) {
    index += tree.source.slice(at, comment.from).split('\n').length - 1;
    at = comment.from;
    const line = lines[index] ?? '';
    const [, name, origin, ids = '', sum] = beginLine.exec(line) ?? [];
    if (name !== undefined && origin !== undefined && sum !== undefined) {
      open = { name, origin, sum, moved: readMoved(ids), start: index };
    } else if (open !== null && line.trimEnd() === `<!-- s2s:end ${open.name} -->`) {
      const { sum: expected, ...found } = open;
      const body = dropReplaced(lines.slice(open.start + 1, index), {
        read: (one) => one,
        write: (_, text) => text,
      })
        .join('\n')
        .trim();
      blocks.push({ ...found, body, edited: computeSum(body) !== expected, end: index });
      open = null;
    }
  }
  return blocks;
}

function readMoved(ids: string): Map<string, number> {
  return new Map(
    [...ids.matchAll(/([A-Z]+)\+(\d{1,6})/g)].map(([, prefix = '', by]) => [prefix, Number(by)]),
  );
}

/** The fingerprint of a text without white space at line ends. It detects edits and is not a security measure. */
export function computeSum(text: string): string {
  return fingerprint(trimLineEnds(text).trim());
}
