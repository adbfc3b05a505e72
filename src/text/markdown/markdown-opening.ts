/** Reads the opening of a markdown text. */
import { parseMarkdown, sourceOf } from './markdown-tree.ts';

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

function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
