/**
 * A guard in front of the markdown parser, whose time and memory grow faster than the text for some structures: nested
 * quotes, nested lists, large tables, and marks that open something but never close it. Marks that would only cost time
 * are replaced by plain letters, which keeps every position; a text with too much structure is refused.
 */
import { S2sError } from '../../session/errors.ts';
import { replaceEmbedded } from '../embedded-data.ts';

const mostCharacters = 2_000_000;
const mostLines = 20_000;
/** Marks of quotes, lists and fences at the start of lines, and cells of tables. */
const mostMarks = 12_000;
/** The most nested quotes and lists on one line. */
const deepest = 20;
/** The most columns of indentation, about 30 levels of nested lists. */
const widestIndent = 60;
/** The most code spans and escapes between two blank lines. */
const mostInline = 5_000;
/**
 * The largest sum of the squared lengths of all paragraphs, points and rows, since searching a paragraph may take time proportional to
 * the square of its length. It allows one paragraph of 40,000 characters, or a thousand of 1,200.
 */
const mostWork = 1_600_000_000;
/** The beginning of a line that does not continue a paragraph: a point, a row, a heading, a quote, a fence, a blank line. */
const opening = /^\s*(?:$|[-*+|#>]|\d+[.)]|`{3}|~{3})/;

/**
 * Returns the text for the parser, of the same length and with the same lines. Throws S2sError FILE_TOO_LARGE, naming the
 * text as `shownAs`.
 */
export function guardMarkdown(text: string, shownAs: string): string {
  const refuse = (count: number, what: string, most: number): S2sError =>
    new S2sError(
      'FILE_TOO_LARGE',
      `${shownAs} cannot be read as markdown: it has ${count} ${what}; at most ${most} are read.`,
      { hint: 'Split it into several files.' },
    );
  // An embedded image is one long word, which costs nothing.
  const light = replaceEmbedded(text);
  if (light.length > mostCharacters) throw refuse(light.length, 'characters', mostCharacters);
  const lines = replaceEmbedded(text, (data) => 'x'.repeat(data.length)).split('\n');
  if (lines.length > mostLines) throw refuse(lines.length, 'lines', mostLines);
  const longest = findLongest(light.split('\n'));
  if (longest !== null) throw refuse(longest, 'characters in one paragraph', Math.floor(Math.sqrt(mostWork)));
  let marks = 0;
  const flat = lines.map((line) => {
    const here = countMarks(line);
    if (isDeep(line, here)) return line.replace(/\S/g, 'x');
    marks += here + (line.match(/\||^[\s>*+\d.)-]*(?:`{3}|~{3})/g)?.length ?? 0);
    return line;
  });
  if (marks > mostMarks) throw refuse(marks, 'marks of lists, quotes and fences and table cells', mostMarks);
  const whole = flat.join('\n');
  // A comment that opens after the last `-->` never ends, so it is text.
  const closed = Math.max(0, whole.lastIndexOf('-->'));
  return `${whole.slice(0, closed)}${whole.slice(closed).replaceAll('<!--', 'xxxx')}`
    .replace(/[[\]&]/g, 'x')
    .split(/(\n[ \t]*(?=\n))/)
    .map(calmInline)
    .join('');
}

/** Marks of quotes and lists at the start of a line. */
function countMarks(line: string): number {
  const start = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*/.exec(line)?.[0] ?? '';
  return start.match(/[>*+-]|\d[.)]/g)?.length ?? 0;
}

/** Whether a line is nested deeper in quotes and lists than anybody writes. */
export function isDeep(line: string, marks = countMarks(line)): boolean {
  return marks > deepest || line.length - line.trimStart().length > widestIndent;
}

/** The length of the longest paragraph if all paragraphs together exceed `mostWork`, else null. */
function findLongest(lines: readonly string[]): number | null {
  let [work, longest, here] = [0, 0, 0];
  for (const line of lines) {
    const before = opening.test(line) ? 0 : here;
    here = before + line.length;
    work += here * here - before * before;
    longest = Math.max(longest, here);
  }
  return work > mostWork ? longest : null;
}

/** Disables, between two blank lines, marks that open something without closing it and marks that have no use here. */
function calmInline(stretch: string): string {
  const lastEnd = stretch.lastIndexOf('-->');
  let inline = 0;
  return stretch.replace(/^[ \t]*(?:<|`+|\\)|<(?:!--)?|`+|\\/gm, (mark, at: number) => {
    // At the start of a line these marks open blocks, which cost nothing.
    if (at === 0 || stretch.charAt(at - 1) === '\n') return mark;
    inline += 1;
    const kept = mark.startsWith('<')
      ? mark === '<!--' && at < lastEnd
      : mark.length < 50 && inline < mostInline;
    return kept ? mark : 'x'.repeat(mark.length);
  });
}
