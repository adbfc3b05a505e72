/** The lines below the seats while a discussion runs: the words of an opened seat, the time, and what single keys do. */
import { cleanLine } from '../../text/clean-text.ts';
import { formatDuration } from '../../wording/format-numbers.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme } from '../theme.ts';
import { measureWidth, truncateText, wrapText } from '../wrap-text.ts';
import type { LiveState, SeatLine } from './live-state.ts';

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
export function renderFooter(state: LiveState, { modes, at }: { modes: ViewModes; at: number }): string[] {
  const theme = createTheme(modes);
  const { dash } = theme.symbols;
  const left = sayLeft(state, at);
  const count = Math.min(9, (state.seats.length > 0 ? state.seats : state.heard).length);
  const parts = [
    `${formatDuration(at - state.startedAt)} in all`,
    ...(left === null ? [] : [left]),
    ...(state.asked === null ? [] : [state.asked]),
    'g guidance',
    'm more rounds',
    's skip to the draft',
    'p pause',
    ...(count === 0 ? [] : [`${count === 1 ? '1' : `1${dash}${count}`} read an answer`]),
  ];
  return joinParts(parts, modes).map(theme.quiet);
}

/** The time until the draft at the pace of this run's rounds: from the fewest to the most rounds that are allowed. */
export function sayLeft({ pace, minRounds, maxRounds, textStep }: LiveState, at: number): string | null {
  if (pace === null || pace.rounds === 0 || textStep !== null) return null;
  const each = (pace.endedAt - pace.beganAt) / pace.rounds;
  const [least = 0, most = 0] = [minRounds, maxRounds].map(
    (rounds) => Math.max(0, rounds - pace.lastRound) * each - (at - pace.endedAt),
  );
  const [short, long] = [sayRoughly(least), sayRoughly(most)];
  if (long === null) return null;
  if (short === null) return `at most ${long} until the draft`;
  return short === long ? `about ${long} until the draft` : `about ${short} to ${long} until the draft`;
}

/** A time in whole minutes, or in tens of seconds below two minutes; null for none. */
function sayRoughly(ms: number): string | null {
  const seconds = Math.round(ms / 10_000) * 10;
  if (seconds <= 0) return null;
  return seconds < 120 ? `${seconds}s` : `${Math.round(seconds / 60)}m`;
}

/** A whole answer, which stays above the picture. */
export function renderAnswer({ role, words, proposal }: SeatLine, modes: ViewModes): string[] {
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
  line: SeatLine,
  { modes, said, hidden, rows }: { modes: ViewModes; said: string; hidden: boolean; rows: number },
): string[] {
  const theme = createTheme(modes);
  const words = hidden ? 'Hidden until you have answered.' : said || line.words || 'Nothing to read yet.';
  const wrapped = wrapText(words, modes.columns, { indent: '  ' });
  const room = Math.max(leastLines, Math.min(mostLines, rows));
  const head = `${cleanLine(line.role)}, so far:`;
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
