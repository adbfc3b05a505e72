/** Parses markdown to show it: HTML, images and bare addresses in it are always text. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { changeOutsideFences } from '../../session/rules/text-measures.ts';
import { guardMarkdown, isDeep } from './markdown-guard.ts';

/** Constructs that are always text here: HTML, images, and links without text. */
const unread = ['htmlFlow', 'htmlText', 'autolink', 'labelStartImage'];

/** Above this number of marks, emphasis or links are not parsed, since looking for their ends is what takes a parser longest. */
const mostMarks = 20_000;

/**
 * Parses a text without front matter. Comments on lines of their own, and the program’s own, are removed. Throws FILE_TOO_LARGE for a text that would keep the
 * parser busy.
 */
export function parseMarkdown(text: string, shownAs: string): ReturnType<typeof fromMarkdown> {
  const source = changeOutsideFences(text, (lines) =>
    lines.replace(/^([ \t>]*)<!--(?:(?!-->).)*-->[ \t]*$/gm, '$1').replace(/ ?<!-- s2s:[^\n>]* -->/g, ''),
  );
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
  return resolveReferences(
    fromMarkdown(shallow, {
      extensions: [gfmTable(), { disable: { null: [...unread, ...busy] } }],
      mdastExtensions: [gfmTableFromMarkdown()],
    }),
  );
}

type Root = ReturnType<typeof fromMarkdown>;

/** Puts the links themselves where references to them stand. Of several definitions of one reference the first holds (CommonMark 0.31). */
function resolveReferences(root: Root): Root {
  const urls = new Map<string, string>();
  for (const node of root.children)
    if (node.type === 'definition' && !urls.has(node.identifier)) urls.set(node.identifier, node.url);
  const resolve = <Node extends Root | Root['children'][number]>(node: Node): Node => {
    if (!('children' in node)) return node;
    const children = node.children.map((child) => {
      const url = child.type === 'linkReference' ? urls.get(child.identifier) : undefined;
      const inside = resolve(child);
      return url === undefined ? inside : { ...inside, type: 'link', url };
    });
    return { ...node, children };
  };
  return urls.size === 0 ? root : resolve(root);
}
