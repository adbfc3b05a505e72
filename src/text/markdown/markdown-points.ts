/** Reads the content of markdown blocks as plain lines: points of lists, paragraphs. */
import {
  type Block,
  type ListItem,
  type MarkdownTree,
  parseMarkdown,
  sourceOf,
  spanOf,
} from './markdown-tree.ts';

/**
 * The points of a text: items of lists, each with its nested items, rows of tables, and paragraphs. A paragraph that only
 * introduces what follows (it ends with a colon) is not a point. Fenced blocks and headings are left out.
 */
export function readPoints(text: string): string[] {
  const tree = parseMarkdown(text);
  const points = tree.blocks.flatMap((block) => listPoints(tree, block));
  return points
    .filter(
      ({ text: said, isParagraph }, index) =>
        said !== '' && !(isParagraph && said.endsWith(':') && index < points.length - 1),
    )
    .map(({ text: said }) => said);
}

/** The paragraphs of a text, each on one line; list items keep their marks and their own lines. */
export function readProse(text: string): string {
  const tree = parseMarkdown(text);
  return tree.blocks
    .map((block) => showProse(tree, block))
    .filter((said) => said !== '')
    .join('\n\n');
}

/** The title and first paragraph of a text, where files have their name and description. */
export function readOpening(text: string): { title: string | null; paragraph: string | null } {
  const tree = parseMarkdown(text);
  const [first, second] = tree.blocks;
  const titled = first?.type === 'heading' && first.depth === 1;
  const opening = titled ? second : first;
  return {
    title: titled ? joinLines(first.children.map((child) => sourceOf(tree, child)).join('')) : null,
    paragraph: opening?.type === 'paragraph' ? joinLines(sourceOf(tree, opening)) : null,
  };
}

interface Point {
  text: string;
  isParagraph: boolean;
}

function listPoints(tree: MarkdownTree, block: Block): Point[] {
  const say = (text: string, isParagraph = false): Point => ({
    text: dropBold(joinLines(text)),
    isParagraph,
  });
  switch (block.type) {
    case 'list':
      return block.children.map((item) => say(showItem(tree, item)));
    case 'table':
      // The header row is not a point.
      return block.children.slice(1).map((row) =>
        say(
          row.children
            .map((cell) => cell.children.map((child) => sourceOf(tree, child)).join(''))
            .filter((cell) => cell.trim() !== '')
            .join(': '),
        ),
      );
    case 'blockquote':
      return block.children.flatMap((child) => listPoints(tree, child));
    case 'heading':
    case 'thematicBreak':
      return [];
    default:
      return isFenced(tree, block) ? [] : [say(sourceOf(tree, block), true)];
  }
}

/** The text of an item, followed by that of its nested items. */
function showItem(tree: MarkdownTree, item: ListItem): string {
  const inner = item.children.flatMap((child) =>
    child.type === 'list' ? child.children.map((nested) => showItem(tree, nested)) : [],
  );
  const own = item.children
    .filter((child) => child.type !== 'list' && child.type !== 'heading' && !isFenced(tree, child))
    .map((child) => joinLines(sourceOf(tree, child)))
    .join(' ')
    .replace(/^\[[ xX]\]\s+/, '');
  if (inner.length === 0) return own;
  return own === '' ? inner.join('; ') : `${own.replace(/:(\*\*|__)?$/, '$1')}: ${inner.join('; ')}`;
}

function showProse(tree: MarkdownTree, block: Block): string {
  if (block.type === 'heading' || block.type === 'thematicBreak' || isFenced(tree, block)) return '';
  if (block.type === 'list') return block.children.flatMap((item) => showLines(tree, item)).join('\n');
  if (block.type === 'table') return sourceOf(tree, block);
  return joinLines(sourceOf(tree, block));
}

/** An item and its nested items, each on a line with its own mark. */
function showLines(tree: MarkdownTree, item: ListItem): string[] {
  const [mark = ''] = /^(?:[-*+]|\d+[.)])\s+/.exec(sourceOf(tree, item)) ?? [];
  const own = item.children
    .filter((child) => child.type !== 'list')
    .map((child) => joinLines(sourceOf(tree, child)));
  const nested = item.children.flatMap((child) =>
    child.type === 'list' ? child.children.flatMap((one) => showLines(tree, one)) : [],
  );
  return [...(own.length === 0 ? [] : [`${mark}${own.join(' ')}`]), ...nested];
}

function isFenced(tree: MarkdownTree, block: Block): boolean {
  return block.type === 'code' && /[`~]/.test(tree.source.charAt(spanOf(block).from));
}

function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function dropBold(text: string): string {
  return text.replace(/(\*\*|__)(?=\S)((?:(?!\1).)+?)(?<=\S)\1/g, '$2');
}
