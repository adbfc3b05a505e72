/** Renders markdown as HTML that is safe to show: text stays text, nothing is loaded, nothing runs. */
import { toHtml } from 'hast-util-to-html';
import { type State, toHast } from 'mdast-util-to-hast';
import { splitFrontMatter } from '../front-matter.ts';
import { linkIds } from './link-ids.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Addresses that a link may have; any other link is shown as its text. */
const harmless = /^(https?:\/\/|mailto:|#)/i;

/**
 * Renders a document, with its front matter unrendered above it. HTML in the text is shown as text, except comments on lines of their
 * own, which are removed. `ids` are those that the parts above it introduce; it adds its own. Throws FILE_TOO_LARGE for a text that would
 * keep the parser busy.
 */
export function renderMarkdown(text: string, shownAs: string, ids = new Set<string>()): string {
  const { frontMatter, body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'));
  const tree = parseMarkdown(body.text, shownAs);
  const page = toHast(tree, {
    handlers: {
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
      linkReference: (state: State, node: Parameters<State['all']>[0]) => ({
        type: 'element' as const,
        tagName: 'span',
        properties: {},
        children: state.all(node),
      }),
    },
  });
  if (page.type === 'root') linkIds(page, ids);
  const head = frontMatter === null ? '' : `<pre>${escapeHtml(frontMatter.text.trim())}</pre>\n`;
  return head + toHtml(page);
}

/** Escapes a text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
