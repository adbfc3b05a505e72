/** Parses markdown to show it: HTML, images and bare addresses in it are always text. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { guardMarkdown, isDeep } from './markdown-guard.ts';
import { changeOutsideFences } from './outside-fences.ts';

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
  return fromMarkdown(shallow, {
    extensions: [gfmTable(), { disable: { null: [...unread, ...busy] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
}
