/** The live state as lines within the columns. */
import { cleanLine } from './clean-text.ts';
import { countAgenda } from './format-agenda.ts';
import { formatConfidence, formatCost, formatCount, formatDuration } from './format-numbers.ts';
import type { LiveState, SeatLine } from './live-state.ts';
import type { ViewModes } from './terminal-modes.ts';
import { createTheme, type Style, type Theme } from './theme.ts';
import { measureWidth, padText, truncateText } from './wrap-text.ts';

/** What a frame depends on beside the state. */
export interface FrameOptions {
  modes: ViewModes;
  /** Milliseconds of the clock the state was folded with. */
  at: number;
  /** Counts frames, for the one symbol that moves. */
  tick: number;
  /** Nothing that other seats said may be shown. */
  hidden: boolean;
}

/** The header and a line for each seat; no line is wider than `modes.columns`. */
export function renderFrame(state: LiveState, options: FrameOptions): string[] {
  const theme = createTheme(options.modes);
  const { columns } = options.modes;
  const frame = theme.symbols.frames[options.tick % theme.symbols.frames.length] ?? '';
  const lines = renderHeader(state, options.modes, theme);
  const roles = state.seats.map((line) => measureWidth(cleanLine(line.role)));
  const roleWidth = Math.min(Math.max(0, ...roles), Math.max(8, Math.floor(columns * 0.3)));
  for (const line of state.seats) lines.push(renderSeat(line, { ...options, theme, frame, roleWidth }));
  if (state.activity !== null && !state.seats.some((line) => line.state === 'thinking')) {
    const seconds = formatDuration(options.at - state.activity.since);
    const mark = { text: frame, style: theme.accent };
    lines.push(
      joinCells([mark, { text: state.activity.text }, { text: seconds, style: theme.quiet }], columns, theme),
    );
  }
  return lines;
}

function renderHeader(state: LiveState, modes: ViewModes, theme: Theme): string[] {
  const { dot, dash, ellipsis } = theme.symbols;
  const parts: string[] = [];
  if (state.round > 0) parts.push(`Round ${state.round} of ${state.minRounds}${dash}${state.maxRounds}`);
  if (state.phase !== '') parts.push(cleanLine(state.phase));
  if (state.round > 0) parts.push(countAgenda(state.agenda, modes));
  if (state.usage !== null && state.usage.calls > 0) {
    parts.push(`${formatCount(state.usage.input_tokens + state.usage.output_tokens)} tokens`);
    parts.push(formatCost(state.usage.cost_usd));
  }
  if (state.rehearsal) parts.push('rehearsal');
  const lines: string[] = [];
  for (const part of parts.map((text) => truncateText(text, modes.columns, ellipsis))) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last} ${dot} ${part}`;
    if (last !== undefined && measureWidth(joined) <= modes.columns) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines.map((line) => theme.strong(line));
}

const stepWords: Record<SeatLine['step'], string> = {
  question: 'asking',
  answer: 'thinking',
  synthesis: 'summing up',
  ballot: 'voting',
  draft: 'writing',
};

interface SeatOptions extends FrameOptions {
  theme: Theme;
  frame: string;
  roleWidth: number;
}

/** `mark role model state seconds`, or `mark role confidence first words`. */
export function renderSeat(line: SeatLine, options: SeatOptions): string {
  const { theme, modes, roleWidth } = options;
  const { symbols } = theme;
  const cells = (mark: Cell, ...rest: Cell[]): string =>
    joinCells([mark, { text: line.role, width: roleWidth }, ...rest], modes.columns, theme);
  const seconds = formatDuration(line.duration_ms ?? options.at - line.since);
  switch (line.state) {
    case 'thinking': {
      const whole = `${stepWords[line.step]} ${seconds}`;
      const state = { text: modes.columns - roleWidth - 4 < measureWidth(whole) ? seconds : whole };
      const room = modes.columns - roleWidth - measureWidth(state.text) - 8;
      const model = truncateText(line.model, Math.min(room, 40), symbols.ellipsis);
      const mark = { text: options.frame, style: theme.accent };
      return room < 12 || model === ''
        ? cells(mark, state)
        : cells(mark, { text: model, style: theme.quiet }, state);
    }
    case 'your-turn':
      return cells({ text: symbols.pointer, style: theme.accent }, { text: 'your turn' });
    case 'failed':
      return cells(
        { text: symbols.failed, style: theme.bad },
        { text: options.hidden ? 'failed' : `failed: ${line.kind ?? ''}: ${line.words}` },
      );
    case 'passed':
      return cells(
        { text: symbols.passed, style: theme.quiet },
        { text: options.hidden ? 'passed' : `passed: ${line.words}` },
      );
    case 'answered': {
      const mark = { text: symbols.covered, style: theme.good };
      if (options.hidden || (line.step !== 'answer' && line.step !== 'ballot')) {
        return cells(mark, { text: `answered ${seconds}` });
      }
      return cells(mark, { text: formatConfidence(line.confidence) }, { text: line.words });
    }
  }
}

/** A piece of a line: its text is data; `width` fills it up with spaces. */
interface Cell {
  text: string;
  style?: Style;
  width?: number;
}

/** Puts cells side by side until the columns are used up; the one that does not fit is cut, what follows is left out. */
function joinCells(cells: readonly Cell[], columns: number, theme: Theme): string {
  let line = '';
  let used = 0;
  for (const [index, cell] of cells.entries()) {
    const gap = index === 0 ? '' : index === 1 ? ' ' : '  ';
    const room = columns - used - gap.length;
    if (room < 1) break;
    const text = truncateText(cell.text, Math.min(room, cell.width ?? room), theme.symbols.ellipsis);
    if (text === '' && cell.text !== '') break;
    const padded = padText(text, Math.min(cell.width ?? 0, room));
    line += gap + (cell.style === undefined ? padded : cell.style(padded));
    used += gap.length + measureWidth(padded);
  }
  return line.trimEnd();
}
