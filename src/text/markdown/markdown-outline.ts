/** Lists the headings, sections, fenced blocks and comments of a markdown tree. */
import type { SourceBlock } from '../front-matter.ts';
import { type Block, listNodes, type MarkdownTree, type Span, sourceOf, spanOf } from './markdown-tree.ts';

/** A heading; `text` is its source, with inline marks but without the marks of the heading. */
export interface Heading {
  level: number;
  text: string;
  /** Its line from 1; an underlined heading ends on a later line. */
  line: number;
  endLine: number;
}

/** A heading and the blocks below it up to the next heading; the heading is null for the blocks above the first one. */
export interface Section {
  heading: Heading | null;
  blocks: Block[];
}

/** A fenced block; `text` is its content without the fences. */
export interface Fence extends SourceBlock {
  /** The first word after the opening fence, lowercase. */
  language: string;
  span: Span;
}

/** All headings outside lists and quotes. */
export function listHeadings(tree: MarkdownTree): Heading[] {
  return listSections(tree).flatMap(({ heading }) => (heading === null ? [] : [heading]));
}

/** Splits the document at its headings, in both forms (`## Goals` and underlined). */
export function listSections(tree: MarkdownTree): Section[] {
  const sections: Section[] = [{ heading: null, blocks: [] }];
  for (const block of tree.blocks) {
    if (block.type !== 'heading') {
      sections.at(-1)?.blocks.push(block);
      continue;
    }
    const { line, endLine } = spanOf(block);
    const [first, last] = [block.children[0], block.children.at(-1)];
    const text =
      first === undefined || last === undefined
        ? ''
        : tree.source.slice(spanOf(first).from, spanOf(last).to).replace(/\s+/g, ' ');
    sections.push({ heading: { level: block.depth, text: text.trim(), line, endLine }, blocks: [] });
  }
  return sections;
}

/** All fenced blocks, including those inside lists. */
export function listFences(tree: MarkdownTree): Fence[] {
  const lines = tree.source.split('\n');
  return listNodes(tree.blocks).flatMap((node): Fence[] => {
    const open = node.type === 'code' ? /^(`{3,}|~{3,})([^\n]*)/.exec(sourceOf(tree, node)) : null;
    if (open === null) return [];
    const span = spanOf(node);
    const [, fence = '', info = ''] = open;
    const indent = (node.position?.start.column ?? 1) - 1;
    const last = (lines[span.endLine - 1] ?? '').trim();
    const closed = span.endLine > span.line && last.startsWith(fence) && /^(?:`+|~+)$/.test(last);
    const inside = lines.slice(span.line, closed ? span.endLine - 1 : span.endLine);
    const language = info.trim().split(/[\s{,:]/)[0] ?? '';
    return [
      {
        text: inside.map((line) => cutIndent(line, indent)).join('\n'),
        line: span.line + 1,
        indent,
        language: language.toLowerCase(),
        span,
      },
    ];
  });
}

/** All complete comments (`<!-- … -->`) outside code, in order. */
export function listComments(tree: MarkdownTree): { from: number; to: number }[] {
  const comments: { from: number; to: number }[] = [];
  const lastEnd = tree.source.lastIndexOf('-->');
  for (const node of listNodes(tree.blocks)) {
    if (node.type !== 'html') continue;
    const span = spanOf(node);
    const findOpen = (after: number): number => tree.source.indexOf('<!--', Math.max(after, span.from));
    // A comment that opens after another one on the same line may end on a later line.
    for (let from = findOpen(comments.at(-1)?.to ?? 0); from !== -1 && from < span.to; ) {
      if (lastEnd < from + 4) return comments;
      const to = tree.source.indexOf('-->', from + 4) + 3;
      comments.push({ from, to });
      from = findOpen(to);
    }
  }
  return comments;
}

/** The document without its comments, and without lines that held nothing else. */
export function removeComments(tree: MarkdownTree): string {
  const lines: string[] = [];
  /** The kept part of the line on which the last comment ended. */
  let line = '';
  let at = 0;
  for (const { from, to } of listComments(tree)) {
    const kept = tree.source.slice(at, from);
    at = to;
    const start = kept.lastIndexOf('\n') + 1;
    if (start > 0) lines.push(line, kept.slice(0, start));
    line = start > 0 ? kept.slice(start) : line + kept;
    const rest = /^[ \t]*\n/.exec(tree.source.slice(to))?.[0] ?? '';
    if (line.trim() === '' && rest !== '') {
      line = '';
      at += rest.length;
    }
  }
  return [...lines, line, tree.source.slice(at)]
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function cutIndent(line: string, indent: number): string {
  return line.slice(Math.min(indent, line.length - line.trimStart().length));
}
