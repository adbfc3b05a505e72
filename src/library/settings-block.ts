/** Finds and removes settings in a fenced YAML block of a markdown file. */
import { type Fence, listFences } from '../text/markdown/markdown-outline.ts';
import type { MarkdownTree } from '../text/markdown/markdown-tree.ts';

/** The first fenced YAML block whose top level has one of the keys, or null. */
export function findSettingsBlock(tree: MarkdownTree, keys: readonly string[]): Fence | null {
  const pattern = new RegExp(`^["']?(${keys.join('|')})["']?[ \\t]*:`, 'm');
  return (
    listFences(tree).find((fence) => ['yaml', 'yml'].includes(fence.language) && pattern.test(fence.text)) ??
    null
  );
}

/** The body without the block, and without a heading that introduced only that block. */
export function removeSettingsBlock(tree: MarkdownTree, block: Fence): string {
  const lines = tree.source.split('\n');
  const before = lines.slice(tree.bodyLine - 1, block.span.line - 1);
  const after = lines.slice(block.span.endLine);
  const lastBefore = before.findLastIndex((line) => line.trim() !== '');
  const firstAfter = after.find((line) => line.trim() !== '');
  const closes = firstAfter === undefined || /^#{1,6}\s/.test(firstAfter);
  // A level-one heading is the title of the file, not of the block.
  if (closes && /^#{2,6}\s/.test(before[lastBefore] ?? '')) before.length = lastBefore;
  return [...before, ...after]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
