/**
 * The parts of a file that belong to the program, each between two comments:
 *
 *     <!-- s2s:begin REQ-001 from <session>/<key> sum <checksum> -->
 *     <!-- s2s:end REQ-001 -->
 *
 * The origin says what the part was made from; the checksum shows whether somebody has edited it since.
 */
import { listComments } from '../../text/markdown-outline.ts';
import type { MarkdownTree } from '../../text/markdown-tree.ts';

/** A part as found in a file; `start` and `end` are the indexes of its two comment lines. */
export interface ManagedBlock {
  name: string;
  origin: string;
  body: string;
  edited: boolean;
  start: number;
  end: number;
}

const beginLine =
  /^<!-- s2s:begin ([A-Za-z0-9-]+) from ([a-z0-9-]+\/[A-Za-z0-9-]+) sum ([0-9a-f]{16}) -->\s*$/;

/** The text of a part, without a final line break. */
export function formatManagedBlock(part: { name: string; origin: string; body: string }): string {
  const body = tidyBody(part.body);
  return [
    `<!-- s2s:begin ${part.name} from ${part.origin} sum ${computeSum(body)} -->`,
    '',
    body,
    '',
    `<!-- s2s:end ${part.name} -->`,
  ].join('\n');
}

/** Removes spaces at line ends and repeated empty lines, as in all written documents. */
export function tidyBody(body: string): string {
  return trimLineEnds(body)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
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
  let open: { name: string; origin: string; sum: string; start: number } | null = null;
  let index = 0;
  let at = 0;
  for (const comment of listComments(tree)) {
    index += tree.source.slice(at, comment.from).split('\n').length - 1;
    at = comment.from;
    const line = lines[index] ?? '';
    const [, name, origin, sum] = beginLine.exec(line) ?? [];
    if (name !== undefined && origin !== undefined && sum !== undefined) {
      open = { name, origin, sum, start: index };
    } else if (open !== null && line.trimEnd() === `<!-- s2s:end ${open.name} -->`) {
      const body = lines
        .slice(open.start + 1, index)
        .join('\n')
        .trim();
      blocks.push({ ...open, body, edited: computeSum(body) !== open.sum, end: index });
      open = null;
    }
  }
  return blocks;
}

/** 64-bit FNV-1a of the text without white space at line ends. It detects edits and is not a security measure. */
export function computeSum(text: string): string {
  let hash = 0xcbf29ce484222325n;
  const plain = trimLineEnds(text).trim();
  for (let index = 0; index < plain.length; index += 1) {
    hash = ((hash ^ BigInt(plain.charCodeAt(index))) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, '0');
}
