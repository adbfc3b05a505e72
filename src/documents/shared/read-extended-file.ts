/**
 * Reads the items of a file that a text is added to, as they stand now: those of the program, and those of people in headings, bold
 * lines, lists and tables. What has been replaced is left out; its number still counts.
 */

import type { ExtendedFile } from '../../session/ports/document-form.ts';
import { replaceEmbedded } from '../../text/embedded-data.ts';
import type { Block, MarkdownTree } from '../../text/markdown/markdown-tree.ts';
import { parseMarkdown, sourceOf } from '../../text/markdown/markdown-tree.ts';
import { decidedMark, dropNotAgreed, readReplacedLine } from '../markdown/managed-blocks.ts';
import { findHighest } from './number-items.ts';

type ExtendedItem = ExtendedFile['items'][number];

const id = '(?:\\*\\*)?([A-Z][A-Z0-9]{0,7}-\\d{1,6})(?![\\w-])';
const separator = '[\\s:·.–—|-]*';
/** `**REQ-001 · Title** (must) …`; in a heading or a list, the id need not be in bold. */
const boldHead = new RegExp(
  `^\\*\\*([A-Z][A-Z0-9]{0,7}-\\d{1,6})(?![\\w-])${separator}([^*]*)\\*\\*:?\\s*([^]*)$`,
);
const openHead = new RegExp(`^${id}${separator}([^]*)$`);

/** The items and the highest number of each prefix. Throws S2sError FILE_TOO_LARGE, naming the file by its path. */
export function readExtendedFile(text: string, path: string): ExtendedFile {
  const tree = parseMarkdown(text, path, { openFences: 'text' });
  const found: (ExtendedItem & { level: number })[] = [];
  for (const block of dropNotAgreed(tree)) {
    const source = sourceOf(tree, block);
    const last = found.at(-1);
    const starts = readItems(block, tree);
    if (starts.length > 0) found.push(...starts);
    else if (block.type === 'heading' && last !== undefined && block.depth <= last.level) found.push(closed);
    else if (block.type === 'html' && source.startsWith('<!-- s2s:')) found.push(closed);
    else if (last !== undefined && last !== closed && last.level > 0) last.text += `\n\n${source}`;
  }
  const open = found.filter((item) => item !== closed);
  // A row or a point that begins with an id may only refer to the item that stands elsewhere.
  const whole = new Set(open.filter(({ level }) => level > 0).map((item) => item.id));
  const items = open
    .filter((item) => item.level > 0 || !whole.has(item.id))
    .filter((item, index, all) => all.findIndex((other) => other.id === item.id) === index)
    .filter((item) => !item.text.split('\n').some((line) => readReplacedLine(line) !== null))
    .map(({ id: name, title, text: words }) => ({
      ...{ id: name, title, text: replaceEmbedded(words.replace(/ ?<!-- s2s:\S+ -->/g, '').trim()) },
      ...(words.includes(decidedMark) ? { isDecided: true } : {}),
    }));
  return { path, items, highest: Object.fromEntries(findHighest(text)) };
}

/** Marks where no item is open any more. */
const closed = { id: '', title: '', text: '', level: 0 };
/** The level of an item that any heading ends. */
const anyHeading = 7;

/** The items that a block begins; their level is that of the heading that ends them, 0 if they end with the block. */
function readItems(block: Block, tree: MarkdownTree): (ExtendedItem & { level: number })[] {
  const source = sourceOf(tree, block);
  switch (block.type) {
    case 'heading':
      return readHead(source.replace(/^#+\s*|\s*#*$/g, ''), openHead).map(({ id: name, text }) => ({
        ...{ id: name, title: text.replace(/\*\*/g, '').trim(), text: '' },
        level: block.depth,
      }));
    case 'paragraph': {
      const [, name, title = '', text = ''] = boldHead.exec(source) ?? [];
      return name === undefined ? [] : [{ id: name, title: title.trim(), text, level: anyHeading }];
    }
    case 'list':
      return block.children.flatMap((item) =>
        readHead(
          sourceOf(tree, item)
            .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
            .trim(),
          openHead,
        ),
      );
    case 'table':
      return block.children.slice(1).flatMap((row) => {
        const [first = '', ...rest] = row.children.map((cell) =>
          cell.children.map((child) => sourceOf(tree, child as unknown as Block)).join(''),
        );
        return readHead(first.trim(), openHead).map((item) => ({
          ...item,
          text: [item.text, ...rest].filter((cell) => cell.trim() !== '').join(' | '),
        }));
      });
    default:
      return [];
  }
}

function readHead(text: string, pattern: RegExp): (ExtendedItem & { level: number })[] {
  const [, name, rest = ''] = pattern.exec(text) ?? [];
  return name === undefined
    ? []
    : [{ id: name, title: '', text: rest.replace(/^\*\*:?\s*/, '').replace(/\s+/g, ' '), level: 0 }];
}
