/** Markdown as HTML that can be shown anywhere: text stays text, nothing is loaded, nothing runs. */
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { type State, toHast } from 'mdast-util-to-hast';
import { gfmTable } from 'micromark-extension-gfm-table';
import { splitFrontMatter } from './front-matter.ts';
import { guardMarkdown } from './markdown-guard.ts';

/** Addresses that a link may lead to; any other link is left as its text. */
const harmless = /^(https?:\/\/|mailto:|#)/i;

/**
 * Renders a document; its front matter stands above it as it was written. HTML in the text is shown as text, but for comments, which
 * nobody is meant to see. Throws FILE_TOO_LARGE.
 */
export function renderMarkdown(text: string, shownAs: string): string {
  const { frontMatter, body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'));
  const tree = fromMarkdown(guardMarkdown(body.text, shownAs), {
    // Pictures would be loaded from elsewhere; they are shown as they were written.
    extensions: [gfmTable(), { disable: { null: ['labelStartImage'] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const page = toHast(tree, {
    handlers: {
      html: (_state: State, node: { value: string }) => {
        const value = node.value.replace(/<!--[\s\S]*?-->/g, '');
        return value.trim() === '' ? undefined : { type: 'text' as const, value };
      },
      link: (state: State, node: { url: string } & Parameters<State['all']>[0]) => {
        const children = state.all(node);
        return harmless.test(node.url)
          ? {
              type: 'element' as const,
              tagName: 'a',
              properties: { href: node.url, rel: ['noopener', 'noreferrer'] },
              children,
            }
          : { type: 'element' as const, tagName: 'span', properties: {}, children };
      },
    },
  });
  const head = frontMatter === null ? '' : `<pre>${escapeHtml(frontMatter.text.trim())}</pre>\n`;
  return head + toHtml(page);
}

/** Text as it stands in HTML, also between quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
