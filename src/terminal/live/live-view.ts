/** Renders the live state as lines within the columns. */
import { cleanLine } from '../../text/clean-text.ts';
import { formatConfidence, formatCost, formatDuration, formatTokens } from '../../wording/format-numbers.ts';
import { stepWords } from '../../wording/steps.ts';
import { sayFailure } from '../../wording/trouble.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme, type Style, type Theme } from '../theme.ts';
import { countAgenda } from '../views/format-agenda.ts';
import { measureWidth, padText, truncateText } from '../wrap-text.ts';
import { cutToEnd, joinParts, renderFooter, renderOpened } from './live-footer.ts';
import type { LiveState, Retry, SeatLine } from './live-state.ts';

/** What a frame depends on besides the state. */
export interface FrameOptions {
  modes: ViewModes;
  /** The present time in milliseconds, by the clock that the state uses. */
  at: number;
  /** Counts frames; the spinner turns with it. */
  tick: number;
  /** True while the answers of other seats must not be shown. */
  hidden: boolean;
  /** Present when keys work: the opened seat, and the rows of the terminal. */
  keys?: { opened: string | null; rows: number } | undefined;
  /** What seats have said so far while they are still answering. */
  speech?: readonly { seat: string; text: string }[] | undefined;
}

/** Leaves a few columns free on wide terminals, so that narrowing the window does not break lines before the next frame. */
function chooseFrameColumns(columns: number): number {
  return columns < 60 ? columns : columns - 4;
}

/** The header and a line for each seat; no line is wider than `modes.columns`. */
export function renderFrame(state: LiveState, options: FrameOptions): string[] {
  const theme = createTheme(options.modes);
  const columns = chooseFrameColumns(options.modes.columns);
  const modes = { ...options.modes, columns };
  const frame = theme.symbols.frames[options.tick % theme.symbols.frames.length] ?? '';
  const lines = renderHeader(state, modes, theme);
  lines.push(...renderSeats(state.seats, { ...options, modes, theme, frame }));
  if (state.activity !== null && !state.seats.some((line) => line.state === 'thinking')) {
    const { text, since, retry } = state.activity;
    const seconds = sayRetry(retry, options.at) ?? formatDuration(options.at - since);
    const mark = { text: frame, style: theme.accent };
    const cells: Cell[] = [mark, { text }, { text: seconds, style: theme.quiet }];
    const said = options.speech?.find(({ seat }) => seat === 'facilitator')?.text;
    const room = columns - measureWidth(`${text}${seconds}`) - 6;
    if (said !== undefined && room >= 12)
      cells.push({ text: cutToEnd(said, room, theme.symbols.ellipsis), style: theme.quiet });
    lines.push(joinCells(cells, columns, theme));
  }
  if (options.keys === undefined) return lines;
  const { opened, rows } = options.keys;
  const footer = renderFooter(state, { modes, at: options.at });
  const open = state.seats.find(({ seat }) => seat === opened);
  if (open !== undefined) {
    const said = options.speech?.find(({ seat }) => seat === opened)?.text ?? '';
    const room = rows - lines.length - footer.length - 3;
    lines.push(...renderOpened(open, { modes, said, hidden: options.hidden, rows: room }));
  }
  return [...lines, ...footer];
}

function renderHeader(state: LiveState, modes: ViewModes, theme: Theme): string[] {
  const { dash } = theme.symbols;
  const parts: string[] = [];
  if (state.textStep !== null) parts.push(`Text: ${state.textStep}`);
  else if (state.round > 0) {
    parts.push(`Round ${state.round} of ${state.minRounds}${dash}${state.maxRounds}`);
    if (state.phase !== '') parts.push(cleanLine(state.phase));
    parts.push(countAgenda(state.agenda));
  }
  if (state.usage !== null && state.usage.calls > 0) {
    parts.push(`${formatTokens(state.usage.input_tokens + state.usage.output_tokens)} tokens`);
    parts.push(formatCost(state.usage.cost_usd));
  }
  if (state.rehearsal) parts.push('rehearsal');
  return joinParts(parts, modes).map(theme.strong);
}

/** Why a call is made again, and in how long; null once that time has come, unless a reply was rejected. */
function sayRetry(retry: Retry | null, at: number): string | null {
  if (retry?.rejected === true) return `${sayFailure(retry.kind)}, asked again`;
  if (retry === null || retry.at <= at) return null;
  return `${sayFailure(retry.kind)}, trying again in ${formatDuration(retry.at - at + 999)}`;
}

/** The lines of finished seats, which stay above the picture. */
export function renderFinished(
  seats: readonly SeatLine[],
  options: { modes: ViewModes; hidden: boolean },
): string[] {
  const modes = { ...options.modes, columns: chooseFrameColumns(options.modes.columns) };
  const finished = renderSeats(seats, {
    ...options,
    modes,
    at: 0,
    tick: 0,
    theme: createTheme(modes),
    frame: '',
  });
  return finished.filter((_, index) => isFinished(seats[index]));
}

function isFinished(line: SeatLine | undefined): boolean {
  // Reviews and votes are summed up once all are in.
  if (line === undefined || line.isTold || line.step !== 'answer') return false;
  return line.state === 'answered' || line.state === 'passed' || line.state === 'failed';
}

function renderSeats(
  seats: readonly SeatLine[],
  options: FrameOptions & { theme: Theme; frame: string },
): string[] {
  const { columns } = options.modes;
  const widest = (texts: readonly string[], most: number): number =>
    Math.min(Math.max(0, ...texts.map((text) => measureWidth(cleanLine(text)))), most);
  const named = (line: SeatLine, index: number): string =>
    options.keys === undefined || index > 8 ? line.role : `${index + 1} ${line.role}`;
  const roleWidth = widest(seats.map(named), Math.max(8, Math.floor(columns * 0.3)));
  const modelWidth = widest(
    seats.filter((line) => line.state === 'thinking').map((line) => line.model),
    40,
  );
  return seats.map((line, index) =>
    renderSeat({ ...line, role: named(line, index) }, { ...options, roleWidth, modelWidth }),
  );
}

interface SeatOptions extends FrameOptions {
  theme: Theme;
  frame: string;
  /** Widths of the roles and the models, so that what follows lines up. */
  roleWidth: number;
  modelWidth: number;
}

/** `mark role model state seconds`, or `mark role confidence first words`. */
function renderSeat(line: SeatLine, options: SeatOptions): string {
  const { theme, modes, roleWidth } = options;
  const { symbols } = theme;
  const cells = (mark: Cell, ...rest: Cell[]): string =>
    joinCells([mark, { text: line.role, width: roleWidth }, ...rest], modes.columns, theme);
  const seconds = formatDuration(line.duration_ms ?? options.at - line.since);
  switch (line.state) {
    case 'thinking': {
      const retry = sayRetry(line.retry, options.at);
      const whole = retry ?? `${stepWords[line.step]} ${seconds}`;
      const state = { text: modes.columns - roleWidth - 4 < measureWidth(whole) ? seconds : whole };
      const room = modes.columns - roleWidth - measureWidth(state.text) - 8;
      const width = Math.min(room, options.modelWidth);
      const mark = { text: options.frame, style: retry === null ? theme.accent : theme.caution };
      const said = options.hidden ? undefined : options.speech?.find(({ seat }) => seat === line.seat)?.text;
      if (said !== undefined && retry === null && room >= 12)
        return cells(mark, state, { text: cutToEnd(said, room, symbols.ellipsis), style: theme.quiet });
      return room < 12 || width === 0
        ? cells(mark, state)
        : line.looking === null
          ? cells(mark, { text: line.model, style: theme.quiet, width }, state)
          : cells(mark, state, { text: line.looking, style: theme.quiet });
    }
    case 'your-turn':
      return cells({ text: symbols.pointer, style: theme.accent }, { text: 'your turn' });
    case 'failed':
      return cells(
        { text: symbols.failed, style: theme.bad },
        {
          text: options.hidden
            ? 'failed'
            : `failed: ${line.kind === null ? '' : `${sayFailure(line.kind)}: `}${line.words}`,
        },
      );
    case 'passed':
      return cells(
        { text: symbols.passed, style: theme.quiet },
        { text: options.hidden ? 'passed' : line.words },
      );
    case 'answered': {
      const mark = { text: symbols.covered, style: theme.good };
      if (options.hidden || line.step !== 'answer') {
        const what = line.step === 'review' ? 'reviewed' : line.step === 'last-call' ? 'voted' : 'answered';
        return cells(mark, { text: `${what} ${seconds}` });
      }
      const confidence = line.confidence === null ? [] : [{ text: formatConfidence(line.confidence) }];
      return cells(mark, ...confidence, ...(line.words === '' ? [] : [{ text: line.words }]));
    }
  }
}

/** A piece of a line; `width` pads it with spaces. */
interface Cell {
  text: string;
  style?: Style;
  width?: number;
}

/** Puts cells side by side. The first one that does not fit is cut, and later ones are left out. */
function joinCells(cells: readonly Cell[], columns: number, theme: Theme): string {
  let line = '';
  let used = 0;
  for (const [index, cell] of cells.entries()) {
    const gap = index === 0 ? '' : index === 1 ? ' ' : '  ';
    const room = columns - used - gap.length;
    if (room < 1) break;
    // Nothing has to line up after the last cell.
    const most = index === cells.length - 1 ? room : Math.min(room, cell.width ?? room);
    const text = truncateText(cell.text, most, theme.symbols.ellipsis);
    if (text === '' && cell.text !== '') break;
    const padded = padText(text, Math.min(cell.width ?? 0, room));
    line += gap + (cell.style === undefined ? padded : cell.style(padded));
    used += gap.length + measureWidth(padded);
  }
  return line.trimEnd();
}
