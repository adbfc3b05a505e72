/** The lines below the seats while a discussion runs: the words of an opened seat, the time, and what single keys do. */
import { cleanLine } from '../../text/clean-text.ts';
import { formatDuration } from '../../wording/format-numbers.ts';
import { sayLeft } from '../../wording/time-left.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme } from '../theme.ts';
import { measureWidth, truncateText, wrapText } from '../wrap-text.ts';
import type { LiveState } from './live-state.ts';

/** The most lines for an opened seat. */
const mostLines = 12;

/** The fewest lines for an opened seat; fewer would be of no use. */
const leastLines = 3;

/** Puts parts on as few lines as possible, with a dot between two parts of a line. */
export function joinParts(parts: readonly string[], modes: ViewModes): string[] {
  const { dot, ellipsis } = createTheme(modes).symbols;
  const lines: string[] = [];
  for (const part of parts.map((text) => truncateText(text, modes.columns, ellipsis))) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last} ${dot} ${part}`;
    if (last !== undefined && measureWidth(joined) <= modes.columns) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

/** The elapsed time, the time left, and the keys. */
export function renderFooter(
  { session, open, startedAt, asked, heard }: LiveState,
  { modes, at }: { modes: ViewModes; at: number },
): string[] {
  const theme = createTheme(modes);
  const left = session === null || open === null ? '' : sayLeft(session, open, at);
  const count = Math.min(9, heard.length);
  const parts = [
    `${formatDuration(at - startedAt)} in all`,
    left,
    asked ?? '',
    'g guidance',
    'm more rounds',
    's skip to conclusion',
    'p pause',
    count === 0 ? '' : `${count === 1 ? '1' : `1${theme.symbols.dash}${count}`} read an answer`,
  ];
  return joinParts(
    parts.filter((part) => part !== ''),
    modes,
  ).map(theme.quiet);
}

/** A whole answer, which stays above the picture. */
export function renderAnswer(
  role: string,
  { words, proposal }: { words: string; proposal: string },
  modes: ViewModes,
): string[] {
  const whole = [words || 'It said nothing.', proposal].filter((part) => part !== '').join('\n\n');
  return [
    '',
    createTheme(modes).strong(`${cleanLine(role)}:`),
    ...wrapText(whole, modes.columns, { indent: '  ' }),
    '',
  ];
}

/** The words of the opened seat so far: the newest lines. */
export function renderOpened(
  role: string,
  { modes, said, hidden, rows }: { modes: ViewModes; said: string; hidden: boolean; rows: number },
): string[] {
  const theme = createTheme(modes);
  const words = hidden ? 'Hidden until you have answered.' : said || 'Nothing to read yet.';
  const wrapped = wrapText(words, modes.columns, { indent: '  ' });
  const room = Math.max(leastLines, Math.min(mostLines, rows));
  const head = `${cleanLine(role)}, so far:`;
  return [theme.strong(truncateText(head, modes.columns, theme.symbols.ellipsis)), ...wrapped.slice(-room)];
}

/** The last words of a text that fit into `columns`. */
export function cutToEnd(text: string, columns: number, ellipsis: string): string {
  const line = cleanLine(text);
  if (measureWidth(line) <= columns) return line;
  let kept = '';
  for (const letter of Array.from(line.slice(-columns)).toReversed()) {
    if (measureWidth(letter + kept) > columns - measureWidth(ellipsis)) break;
    kept = letter + kept;
  }
  return `${ellipsis}${kept.replace(/^\S*\s+/, '')}`;
}
