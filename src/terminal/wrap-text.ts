/** Fits text to the columns of a terminal: wide characters, emoji and combining marks count as they are shown. */
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { cleanText } from '../text/clean-text.ts';

/** Text before the first line and before all further ones. */
export interface WrapOptions {
  indent?: string;
  hangingIndent?: string;
  /** Paths, addresses and ids stay whole, however wide, so that they can be copied without a break. */
  keepsNames?: boolean;
}

/** How many columns a text takes. */
export function measureWidth(text: string): number {
  return stringWidth(text);
}

/**
 * Cleans a text and breaks it into lines of at most `width` columns; its own line breaks are kept. Indents that would leave fewer
 * than eight columns are dropped. A single character wider than `width` stays.
 */
export function wrapText(text: string, width: number, options: WrapOptions = {}): string[] {
  const first = options.indent ?? '';
  const further = options.hangingIndent ?? first;
  const room = width - Math.max(measureWidth(first), measureWidth(further));
  const [firstIndent, furtherIndent] = room < 8 ? ['', ''] : [first, further];
  const inner = room < 8 ? Math.max(1, width) : room;
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
  const lead = ' '.repeat(Math.min(6, line.length - line.trimStart().length));
  const kept = width - lead.length < 16 ? '' : lead;
  const room = width - kept.length;
  // Scripts without spaces are broken anywhere; a word of ASCII that is wider than a line is a name.
  const hasName = keepsNames && new RegExp(`[!-~]{${room + 1}}`).test(line);
  const parts = wrapAnsi(line.trim(), room, { hard: !hasName }).split('\n');
  return parts.map((part) => (part === '' ? '' : kept + part));
}

/** Cuts one line to at most `width` columns, never inside a character; a cut line ends in `ellipsis`. */
export function truncateText(text: string, width: number, ellipsis = '…'): string {
  const whole = cleanText(text).replace(/\s+/g, ' ').trim();
  if (measureWidth(whole) <= width) return whole;
  const mark = measureWidth(ellipsis) <= width ? ellipsis : '';
  let kept = '';
  // Widths of graphemes add up, so each is measured once.
  let room = width - measureWidth(mark);
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(whole)) {
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
