/** A markdown file as the lint reads it: headings, and what stands below them, line by line of meaning. */
import { type Heading, listComments, listHeadings } from '../../text/markdown-outline.ts';
import {
  type Block,
  type MarkdownNode,
  type MarkdownTree,
  parseMarkdown,
  spanOf,
} from '../../text/markdown-tree.ts';
import { parseManagedBlocks } from '../markdown/managed-blocks.ts';

/** One thing that is said: a point of a list, a paragraph or a labelled line of one, a row of a table, a quotation. */
export interface Entry {
  kind: 'item' | 'paragraph' | 'row' | 'quote' | 'code';
  /** On one line, without the mark of its list. */
  text: string;
  line: number;
  /** How many lists it stands in. */
  depth: number;
  /** Of a row: its cells, and the titles of their columns in lowercase; the row of the titles has no titles. */
  cells: readonly string[];
  head: readonly string[];
}

export interface DocumentText {
  tree: MarkdownTree;
  /** The source with comments blanked out; every line is where it was. */
  lines: readonly string[];
  headings: readonly Heading[];
  /** In the order of the lines; the program's notices and its record, which are no content of people, are left out. */
  entries: readonly Entry[];
}

/** Reads a document. Throws S2sError FILE_TOO_LARGE, naming the file as `shownAs`. */
export function readDocumentText(text: string, shownAs: string): DocumentText {
  const tree = parseMarkdown(text, shownAs, { openFences: 'text' });
  const comments = listComments(tree);
  const visible = [
    ...comments.flatMap(({ from, to }, index) => [
      tree.source.slice(comments[index - 1]?.to ?? 0, from),
      tree.source.slice(from, to).replace(/\S/g, ' '),
    ]),
    tree.source.slice(comments.at(-1)?.to ?? 0),
  ].join('');
  const own = parseManagedBlocks(tree).filter(({ name }) => name === 'record' || name === 'notices');
  const isOwn = (line: number) => own.some(({ start, end }) => start < line && line <= end + 1);
  const seen = { ...tree, source: visible };
  return {
    tree,
    lines: visible.split('\n'),
    headings: listHeadings(seen).filter(({ line }) => line >= tree.bodyLine && !isOwn(line)),
    entries: tree.blocks
      .flatMap((block) => listEntries(seen, block, 0))
      .filter((entry) => entry.line >= tree.bodyLine && !isOwn(entry.line)),
  };
}

/** The line on which a heading's section ends: the one before the next heading of the same level or above. */
export function findSectionEnd(document: DocumentText, heading: Heading): number {
  const next = document.headings.find((other) => other.line > heading.line && other.level <= heading.level);
  return next === undefined ? document.lines.length : next.line - 1;
}

/** What is said in a section, that of its subsections included. */
export function listContent(document: DocumentText, heading: Heading): Entry[] {
  const end = findSectionEnd(document, heading);
  return document.entries.filter(({ line }) => line > heading.line && line <= end);
}

/** A title without numbering, marks, case and punctuation, for comparing. */
export function plainTitle(title: string): string {
  return title
    .replace(/\{[:#.][^{}]*\}\s*$/, '')
    .replace(/^(?:\d+(?:\.\d+)*\s*[.):–—-]?\s+|\d+[.):]\s*)/, '')
    .replace(/[*_`"“”:#]/g, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[-‐\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Words as a reader sees them: without marks of emphasis, links and code. */
export function plainWords(text: string): string {
  return (
    text
      .replace(/!?\[([^\][]*)\]\([^)[]*\)/g, '$1')
      .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '')
      // Within a word it is a letter of a name: `api_key`.
      .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
      .replace(/\\(?=[^\w\s])/g, '')
      .trim()
  );
}

function listEntries(tree: MarkdownTree, block: MarkdownNode, depth: number): Entry[] {
  const make = (kind: Entry['kind'], text: string, line: number): Entry => ({
    kind,
    text: text.trim(),
    line,
    depth,
    cells: [],
    head: [],
  });
  const { from, to, line } = spanOf(block);
  const text = tree.source.slice(from, to);
  switch (block.type) {
    case 'list':
      return block.children.flatMap((item) =>
        item.children.flatMap((child) =>
          listEntries(tree, child, depth + 1).map((entry) =>
            entry.kind === 'paragraph' ? { ...entry, kind: 'item' as const } : entry,
          ),
        ),
      );
    case 'table': {
      const read = (row: (typeof block.children)[number]) =>
        row.children.map((cell) => {
          const span = spanOf(cell as unknown as Block);
          return tree.source
            .slice(span.from, span.to)
            .trim()
            .replace(/^\||\|$/g, '')
            .trim();
        });
      const [first, ...rows] = block.children;
      const titles = first === undefined ? [] : read(first);
      const head = titles.map((cell) => plainWords(cell).toLowerCase());
      // The head itself may be content: `| Status | Accepted |` on top of a record.
      return [
        { ...make('row', titles.join(' | '), line), cells: titles },
        ...rows.map((row) => {
          const cells = read(row);
          return { ...make('row', cells.join(' | '), spanOf(row as unknown as Block).line), cells, head };
        }),
      ];
    }
    case 'blockquote':
      return [make('quote', text.replace(/^\s*>\s?/gm, ''), line)].filter((one) => one.text !== '');
    case 'heading':
    case 'thematicBreak':
      return [];
    case 'code':
      return [make('code', text, line)];
    default:
      return splitLabelled(text.split('\n'), line)
        .map((part) => make('paragraph', part.text.replace(/^\[[ xX]\]\s+/, ''), part.line))
        .filter((part) => part.text !== '' && !/^\[[^\]]+\]:\s*\S+$/.test(part.text));
  }
}

/** A paragraph whose lines have labels of their own (`**Priority**: must`) is several things, one for each. */
function splitLabelled(lines: readonly string[], first: number): { text: string; line: number }[] {
  const parts: { text: string; line: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    const last = parts.at(-1);
    const labelled =
      /^(?:[*_]{1,3}[^*_]{2,40}[*_]{0,3}\s*:|[\p{Lu}][\p{L} ]{2,24}:\s|[*_]{1,3}[A-Z]+[-_]?\d)/u.test(text) ||
      // `WHEN … THEN … SHALL …` and, on a line of its own, `AND … SHALL …`: two statements.
      /^[*_]{0,3}(?:AND|BUT)\b.*\b(?:SHALL|MUST)\b/.test(text);
    if (last === undefined || last.text === '' || labelled || text === '')
      parts.push({ text, line: first + index });
    else last.text += ` ${text}`;
  }
  return parts.filter(({ text }) => text !== '');
}
