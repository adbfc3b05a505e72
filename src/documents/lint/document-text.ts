/** A markdown file as the lint reads it: headings, and the statements below them. */
import { type Heading, listComments, listHeadings } from '../../text/markdown/markdown-outline.ts';
import {
  type Block,
  type MarkdownNode,
  type MarkdownTree,
  parseMarkdown,
  spanOf,
} from '../../text/markdown/markdown-tree.ts';

/** One statement: a list item, a paragraph or a labelled line of one, a table row, a quotation, or code. */
export interface Entry {
  kind: 'item' | 'paragraph' | 'row' | 'quote' | 'code';
  /** Without the list mark. */
  text: string;
  line: number;
  /** The number of lists around the entry. */
  depth: number;
  /** Of a table row: its cells. */
  cells: readonly string[];
}

export interface DocumentText {
  tree: MarkdownTree;
  /** The source with comments blanked out; line numbers are unchanged. */
  lines: readonly string[];
  headings: readonly Heading[];
  /** In line order. */
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
  const seen = { ...tree, source: visible };
  return {
    tree,
    lines: visible.split('\n'),
    headings: listHeadings(seen).filter(({ line }) => line >= tree.bodyLine),
    entries: tree.blocks
      .flatMap((block) => listEntries(seen, block, 0))
      .filter((entry) => entry.line >= tree.bodyLine),
  };
}

/** The last line of a heading's section: the one before the next heading of the same or a higher level. */
export function findSectionEnd(document: DocumentText, heading: Heading): number {
  const next = document.headings.find((other) => other.line > heading.line && other.level <= heading.level);
  return next === undefined ? document.lines.length : next.line - 1;
}

/** The entries of a section, including those of its subsections. */
export function listContent(document: DocumentText, heading: Heading): Entry[] {
  const end = findSectionEnd(document, heading);
  return document.entries.filter(({ line }) => line > heading.line && line <= end);
}

/** A title in lowercase, without numbering, marks and punctuation, for comparison. */
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

/** A span of code, with its marks. */
const codeSpans = /(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)/gs;

/** Text as a reader sees it: without the marks of emphasis, links and escapes; code stays as it is written. */
export function plainWords(text: string): string {
  const code = text.match(codeSpans) ?? [];
  return (
    text
      .replace(codeSpans, '\0')
      .replace(/!?\[([^\][]*)\](?:\([^)[]*\)|\[[^\][]*\])/g, '$1')
      .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '')
      // Within a word, an underscore belongs to a name: `api_key`.
      .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
      .replace(/\\(?=[^\w\s])/g, '')
      .replace(/\0/g, () => code.shift() ?? '')
      .trim()
  );
}

function listEntries(tree: MarkdownTree, block: MarkdownNode, depth: number): Entry[] {
  const make = (kind: Entry['kind'], text: string, line: number, cells: string[] = []): Entry => ({
    kind,
    text: text.trim(),
    line,
    depth,
    cells,
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
    case 'table':
      // The title row is an entry too: it may be content, as `| Status | Accepted |` at the top of a record.
      return block.children.map((row) => {
        const cells = row.children.map((cell) => {
          const span = spanOf(cell as unknown as Block);
          return tree.source
            .slice(span.from, span.to)
            .trim()
            .replace(/^\||\|$/g, '')
            .trim();
        });
        return make('row', cells.join(' | '), spanOf(row as unknown as Block).line, cells);
      });
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
        .filter((part) => part.text !== '' && !/^(?:\[[^\]]+\]:\s*\S+\s*)+$/.test(part.text));
  }
}

/** A label of the form `**Why**:`, `*Why:*` or `Why: …`, or an id in bold. */
const labelled = /^(?:[*_]{1,3}[^*_]{2,40}[*_]{0,3}\s*:|\p{Lu}[\p{L} ]{2,24}:\s|[*_]{1,3}[A-Z]+[-_]?\d)/u;
/** Where a further label begins on the same line. */
const nextLabel = /(?<=\s)(?=([*_]{1,2})\p{Lu}[\p{L} ]{1,24}(?::\1|\1:)\s)/u;
/** A line of its own in bold, as the head of a requirement: `**REQ-001 · Title** (must)`. */
const boldLine = /^\*\*[^*]+\*\*(?: \([^()]*\))?$/;

/** Splits a paragraph at its labels, and after a bold first line. */
function splitLabelled(lines: readonly string[], first: number): { text: string; line: number }[] {
  const parts: { text: string; line: number }[] = [];
  for (const [index, line] of lines.entries()) {
    for (const text of line
      .trim()
      .split(nextLabel)
      .filter((_, at) => at % 2 === 0)) {
      const last = parts.at(-1);
      if (last === undefined || labelled.test(text) || boldLine.test(last.text))
        parts.push({ text: text.trim(), line: first + index });
      else last.text += ` ${text.trim()}`;
    }
  }
  return parts.filter(({ text }) => text !== '');
}
