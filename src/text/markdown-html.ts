/** Renders markdown as HTML that is safe to show: text stays text, nothing is loaded, nothing runs. */
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { type State, toHast } from 'mdast-util-to-hast';
import { gfmTable } from 'micromark-extension-gfm-table';
import { splitFrontMatter } from './front-matter.ts';
import { guardMarkdown, isDeep } from './markdown-guard.ts';

/** Addresses that a link may have; any other link is shown as its text. */
const harmless = /^(https?:\/\/|mailto:|#)/i;

/** Constructs that are always text here: HTML, images, and links without text. */
const unread = ['htmlFlow', 'htmlText', 'autolink', 'labelStartImage'];

/** Above this number of marks, emphasis or links are not parsed, since looking for their ends is what takes a parser longest. */
const mostMarks = 20_000;

/**
 * Renders a document, with its front matter unrendered above it. HTML in the text is shown as text, except comments on lines of their
 * own, which are removed. Throws FILE_TOO_LARGE for a text that would keep the parser busy.
 */
export function renderMarkdown(text: string, shownAs: string): string {
  const { frontMatter, body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'));
  const source = body.text.replace(/^<!--(?:(?!-->).)*-->[ \t]*$/gm, '');
  // Called only for the error: the text that it returns has no brackets, so it cannot be rendered.
  guardMarkdown(source, shownAs);
  const shallow = source.replace(/^.*$/gm, (line) =>
    isDeep(line) ? line.trimStart().replace(/^[^\p{L}]+/u, '') : line,
  );
  const count = (marks: RegExp): number => shallow.match(marks)?.length ?? 0;
  const busy = [
    ...(count(/[*_]/g) > mostMarks ? ['attention'] : []),
    ...(count(/[[\]]/g) > mostMarks ? ['labelStartLink', 'labelEnd', 'definition'] : []),
  ];
  const tree = fromMarkdown(shallow, {
    extensions: [gfmTable(), { disable: { null: [...unread, ...busy] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
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
  const head = frontMatter === null ? '' : `<pre>${escapeHtml(frontMatter.text.trim())}</pre>\n`;
  return head + toHtml(page);
}

/** Escapes a text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
