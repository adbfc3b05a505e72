/** Fits text to the columns of a terminal: wide characters, emoji and combining marks count as they are shown. */
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { cleanText } from '../text/clean-text.ts';

/** Text before the first line and before all further ones. */
export interface WrapOptions {
  indent?: string;
  hangingIndent?: string;
  /** Paths, addresses and ids stay whole on a line of their own, however wide, so that they can be copied without a break. */
  keepsNames?: boolean;
}

/** Characters that always take one column. Most texts have no others, so they need not use the library's tables of all scripts. */
const isPlain =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25cf\u2713-\u2718\u276f\u2800-\u28ff]*$/;

/** The longest piece given to the library, whose time grows with the square of the length. */
const longestPiece = 500;

/** How many columns a text takes. */
export function measureWidth(text: string): number {
  return isPlain.test(text) ? text.length : stringWidth(text);
}

/**
 * Cleans a text and breaks it into lines of at most `width` columns; its own line breaks are kept. Indents that would leave fewer
 * than eight columns are dropped. A single character wider than `width` stays.
 */
export function wrapText(text: string, width: number, options: WrapOptions = {}): string[] {
  const columns = Math.max(1, Math.floor(width));
  const first = options.indent ?? '';
  const further = options.hangingIndent ?? first;
  const widest = Math.max(measureWidth(first), measureWidth(further));
  const room = columns - widest;
  const [firstIndent, furtherIndent] = room < 8 ? ['', ''] : [first, further];
  const inner = room < 8 ? columns : room;
  const lines = cleanText(text, { newlines: true })
    .split('\n')
    .flatMap((line) => wrapLine(line, inner, options.keepsNames === true));
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => (line === '' ? '' : (index === 0 ? firstIndent : furtherIndent) + line));
}

/** A text of several lines: wrapped for a terminal, unchanged for a pipe or a file. */
export function layText(text: string, modes: { columns: number; isTty: boolean }): string {
  return modes.isTty
    ? wrapText(text, modes.columns, { keepsNames: true }).join('\n')
    : cleanText(text, { newlines: true });
}

/** Wraps one line; all parts keep its leading spaces (as in nested lists) when there is room. */
function wrapLine(line: string, width: number, keepsNames: boolean): string[] {
  const words = line.trim();
  const lead = ' '.repeat(Math.min(6, line.length - line.trimStart().length));
  const kept = width - lead.length < 16 ? '' : lead;
  const room = width - kept.length;
  const parts = !keepsNames
    ? breakLine(words, room)
    : splitAtNames(words, room).flatMap((part) => (isName(part, room) ? [part] : breakLine(part, room)));
  return parts.map((part) => (part === '' ? '' : kept + part));
}

/** The longest name that is kept whole; nobody copies a longer one. */
const longestName = 300;

/** Whether a word is a path, an address or an id that is wider than a line: it contains separators between letters. */
function isName(word: string, width: number): boolean {
  return word.length > width && word.length <= longestName && /^(?=\S*\w[/\\.:_-]\w)[\x21-\x7e]+$/.test(word);
}

/** Splits a line into such names and the texts around them. */
function splitAtNames(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const parts: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) parts.push(open.join(' '));
    open = [];
  };
  for (const word of line.split(' ')) {
    if (!isName(word, width)) {
      open.push(word);
      continue;
    }
    close();
    parts.push(word);
  }
  close();
  return parts;
}

/** Breaks a line into rows piece by piece; the last row of a piece is broken again together with the next piece. */
function breakLine(line: string, width: number): string[] {
  const rows: string[] = [];
  let open = '';
  for (let at = 0, end = 0; end < line.length || at === 0; at = end) {
    const space = at + line.slice(at, at + longestPiece).lastIndexOf(' ');
    end = at + longestPiece >= line.length || space <= at ? at + longestPiece : space;
    const piece = open + line.slice(at, end);
    rows.push(...(isPlain.test(piece) ? breakPlain(piece, width) : breakWith(piece, width)));
    if (end >= line.length) break;
    const last = rows.pop() ?? '';
    open = last + piece.slice(piece.trimEnd().length);
    // Combining marks take no columns, so a row of them could grow without end.
    if (open.length <= longestPiece) continue;
    rows.push(last);
    open = '';
  }
  return rows;
}

function breakWith(line: string, width: number): string[] {
  return wrapAnsi(line, width, { hard: true, trim: true }).split('\n');
}

/** Breaks letters of one column each as if they were ASCII, which is cheaper to measure. */
function breakPlain(line: string, width: number): string[] {
  let at = 0;
  return breakWith(line.replace(/[^ ]/g, 'x'), width).map((row) => {
    while (line.charAt(at) === ' ') at += 1;
    at += row.length;
    return line.slice(at - row.length, at);
  });
}

/** Cuts one line to at most `width` columns, never inside a character; a cut line ends in `ellipsis`. */
export function truncateText(text: string, width: number, ellipsis = '…'): string {
  const whole = cleanText(text).replace(/\s+/g, ' ').trim();
  // No visible character is nearly this long.
  const line = whole.slice(0, Math.max(1000, 20 * width));
  if (line.length === whole.length && measureWidth(line) <= width) return line;
  const mark = measureWidth(ellipsis) <= width ? ellipsis : '';
  if (isPlain.test(line)) return `${line.slice(0, width - measureWidth(mark)).trimEnd()}${mark}`;
  let kept = '';
  // Widths of graphemes add up, so each is measured once.
  let room = width - measureWidth(mark);
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    room -= measureWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${mark}`;
}

/** Pads a text with spaces to `width` columns. */
export function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)));
}
