/** Comments and fences that people, or their templates, leave in markdown. */
import { parseMarkdown, sourceOf } from '../../text/markdown/markdown-tree.ts';

/** Whether a part stands in a text outside of comments. */
export function isShown(text: string, part: string): boolean {
  const visible = (whole: string): string => whole.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return visible(text).includes(visible(part));
}

/** Closes an open last comment, so that text added below is not part of it. */
export function closeLastComment(text: string): string {
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') ? `${text}\n-->` : text;
}

/** The mark that ends a fence that a text leaves open; null if it leaves none. Throws S2sError FILE_TOO_LARGE. */
export function findOpenFence(text: string, shownAs: string): string | null {
  const tree = parseMarkdown(text, shownAs);
  const last = tree.blocks.at(-1);
  if (last?.type !== 'code') return null;
  const source = sourceOf(tree, last);
  const [fence = ''] = /^(?:`{3,}|~{3,})/.exec(source) ?? [];
  const end = source.slice(source.lastIndexOf('\n') + 1).trim();
  const isClosed =
    source.includes('\n') && end.startsWith(fence) && end === fence.charAt(0).repeat(end.length);
  return fence === '' || isClosed ? null : fence;
}
