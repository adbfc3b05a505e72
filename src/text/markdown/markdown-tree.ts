/** Parses markdown into a tree of blocks with positions (CommonMark and tables; most inline marks are not interpreted). */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type MarkdownParts, splitFrontMatter } from '../front-matter.ts';
import { guardMarkdown } from './markdown-guard.ts';

type Root = ReturnType<typeof fromMarkdown>;
/** A block of a document: a paragraph, a list, a table, a fenced block, … */
export type Block = Root['children'][number];
/** Any node of the tree. */
export type MarkdownNode = Root | Block;
export type ListBlock = Extract<Block, { type: 'list' }>;
export type ListItem = ListBlock['children'][number];

/** A parsed document. Lines count from 1, offsets from 0, both in `source`. */
export interface MarkdownTree {
  /** The whole text, without a byte order mark and with `\n` line ends. */
  source: string;
  frontMatter: MarkdownParts['frontMatter'];
  /** The line on which front matter is opened but never closed, else null. */
  unclosedAt: number | null;
  /** The line on which the body begins. */
  bodyLine: number;
  blocks: Block[];
}

/** A stretch of the source. */
export interface Span {
  from: number;
  to: number;
  line: number;
  endLine: number;
}

/**
 * Links, emphasis and the like mean nothing here, and parsing them takes longest. Without definitions, a line
 * `[name]: address` is a paragraph, which is never part of a heading, list or table.
 */
const unread = [
  'attention',
  'autolink',
  'characterReference',
  'definition',
  'hardBreakEscape',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/** The most unclosed comments and fences to repair; each repair parses the text again. */
const mostRepairs = 5;

/**
 * Parses a markdown text. A comment that is never closed counts as text, and so does an unclosed fence if `openFences` is
 * `text` (by default it extends to the end of the text). Throws S2sError FILE_TOO_LARGE, naming the text as `shownAs`.
 */
export function parseMarkdown(
  text: string,
  shownAs = 'The text',
  options: { openFences?: 'code' | 'text' } = {},
): MarkdownTree {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const { frontMatter, unclosedAt, body } = splitFrontMatter(source);
  const start = source.length - body.text.length;
  // Blank lines keep the line numbers of the body.
  const front = source.slice(0, start).replace(/\S/g, ' ');
  let guarded = front + guardMarkdown(body.text, shownAs);
  let blocks = parseBlocks(guarded);
  for (let repairs = 0; repairs < mostRepairs; repairs += 1) {
    const mark = findOpenEnd(blocks, guarded, options.openFences ?? 'code');
    if (mark === null) break;
    guarded = guarded.slice(0, mark.from) + guarded.slice(mark.from).replace(mark.open, hideMark);
    blocks = parseBlocks(guarded);
  }
  return { source, frontMatter, unclosedAt, bodyLine: body.line, blocks };
}

/** The position of a node. */
export function spanOf(node: MarkdownNode | ListItem): Span {
  const { start, end } = node.position ?? {
    start: { line: 1, offset: 0 },
    end: { line: 1, offset: 0 },
  };
  return { from: start.offset ?? 0, to: end.offset ?? 0, line: start.line, endLine: end.line };
}

/** The source of a node, including marks. */
export function sourceOf(tree: MarkdownTree, node: MarkdownNode | ListItem): string {
  const { from, to } = spanOf(node);
  return tree.source.slice(from, to);
}

/** The nodes and everything inside them, parents first. */
export function listNodes(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const found: MarkdownNode[] = [];
  const open = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    if ('children' in node) open.push(...(node.children as MarkdownNode[]).toReversed());
  }
  return found;
}

function parseBlocks(text: string): Block[] {
  const { children } = fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: unread } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return children.flatMap(keepParagraph);
}

/** CommonMark reads several lines above a line `---` as a heading; people who write that mean a paragraph and a rule. */
function keepParagraph(block: Block): Block[] {
  const { line, endLine } = spanOf(block);
  const { position } = block;
  const words = block.type === 'heading' ? block.children.at(-1)?.position?.end : undefined;
  if (block.type !== 'heading' || block.depth !== 2 || endLine - line < 2) return [block];
  if (position === undefined || words === undefined) return [block];
  const { end } = position;
  const start = { line: end.line, column: 1, offset: (end.offset ?? 0) - end.column + 1 };
  return [
    { type: 'paragraph', children: block.children, position: { start: position.start, end: words } },
    { type: 'thematicBreak', position: { start, end } },
  ];
}

/** HTML blocks that blank lines do not end (CommonMark 0.31, section 4.6), and what ends them. */
const htmlEnds: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /^.{4}[\s\S]*?-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];

const hideMark = (mark: string): string => mark.replace(/./g, 'x');

/**
 * Finds the mark that opens a comment or fence that is still open at the end of the text. All later marks of the same kind of HTML
 * never end either, so `open` matches them all.
 */
function findOpenEnd(
  blocks: readonly Block[],
  text: string,
  openFences: 'code' | 'text',
): { from: number; open: RegExp } | null {
  const last = blocks.at(-1);
  if (last === undefined) return null;
  const { from, to } = spanOf(last);
  const source = text.slice(from, to);
  const kind = last.type === 'html' ? htmlEnds.find(([start]) => start.test(source)) : undefined;
  if (kind !== undefined && !kind[1].test(source))
    return { from, open: new RegExp(kind[0].source.replace('^<', '<'), 'gi') };
  return openFences === 'code' || findOpenFence(last, source) === null ? null : { from, open: /^(?:`+|~+)/ };
}

/** The mark that ends a fenced block whose source leaves it open; null for any other block. */
export function findOpenFence({ type }: Block, source: string): string | null {
  const [fence] = type === 'code' ? (/^(?:`{3,}|~{3,})/.exec(source) ?? []) : [];
  if (fence === undefined) return null;
  const lines = source.split('\n');
  const last = (lines.at(-1) ?? '').trim();
  const isClosed = lines.length > 1 && last.startsWith(fence) && last === fence.charAt(0).repeat(last.length);
  return isClosed ? null : fence;
}
