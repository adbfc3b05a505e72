import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A node of a parsed markdown document, as far as the tests look at it. */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  depth?: number;
  children?: MarkdownNode[];
  position?: { start: { line: number } };
}

/** Parses markdown with the GitHub extensions; front matter must be cut off before. */
export function parseMarkdown(text: string): MarkdownNode {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as MarkdownNode;
}

/** The text that a reader sees, code spans in backticks. */
export function showText(node: MarkdownNode): string {
  if (node.type === 'inlineCode') return `\`${node.value}\``;
  return (node.value ?? '') + (node.children ?? []).map(showText).join('');
}

/** All nodes of a tree, parents first. */
export function listNodes(node: MarkdownNode): MarkdownNode[] {
  return [node, ...(node.children ?? []).flatMap(listNodes)];
}

/** The headings of a document as `## text`. */
export function listHeadings(text: string): string[] {
  return listNodes(parseMarkdown(text.replace(/^---\n[\s\S]*?\n---\n/, '')))
    .filter((node) => node.type === 'heading')
    .map((node) => `${'#'.repeat(node.depth ?? 0)} ${showText(node)}`);
}
