/** Renders the live state as lines within the columns. */
import type { OpenRound, SeatState } from '../../session/ports/open-round.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatConfidence, formatCost, formatDuration, formatTokens } from '../../wording/format-numbers.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayPassed, stageWords, stepWords } from '../../wording/steps.ts';
import { sayFailure } from '../../wording/trouble.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme, type Style, type Theme } from '../theme.ts';
import { countAgenda } from '../views/format-agenda.ts';
import { measureWidth, padText, truncateText } from '../wrap-text.ts';
import { cutToEnd, joinParts, renderFooter, renderOpened } from './live-footer.ts';
import { isShown, type LiveState, showsSeats } from './live-state.ts';

/** What a frame depends on besides the state. */
export interface FrameOptions {
  modes: ViewModes;
  /** The present time in milliseconds since 1970. */
  at: number;
  /** Counts frames; the spinner turns with it. */
  tick: number;
  /** True while what other seats say must not be shown. */
  hidden: boolean;
  /** Present when keys work: the opened seat, and the rows of the terminal. */
  keys?: { opened: string | null; rows: number } | undefined;
  /** What seats have said so far while they are still answering. */
  speech?: readonly { seat: string; text: string }[] | undefined;
}

/** Leaves a few columns free on wide terminals, so that narrowing the window does not break lines before the next frame. */
function leaveRoom(modes: ViewModes): ViewModes {
  return modes.columns < 60 ? modes : { ...modes, columns: modes.columns - 4 };
}

/** The header and a line for each seat, or for the one hand that works; no line is wider than `modes.columns`. */
export function renderFrame(state: LiveState, given: FrameOptions): string[] {
  const { open } = state;
  if (open === null || !isShown(state)) return [];
  const options = { ...given, modes: leaveRoom(given.modes) };
  const { modes, at, keys } = options;
  const lines = [
    ...renderHeader(state, modes),
    ...(showsSeats(open.stage) ? renderSeats(state, open, options) : [renderActivity(state, open, options)]),
  ];
  if (keys === undefined) return lines;
  const footer = renderFooter(state, { modes, at });
  const seat = open.seats.find((one) => one.seat === keys.opened);
  if (seat !== undefined && showsSeats(open.stage)) {
    const said = options.speech?.find((one) => one.seat === keys.opened)?.text ?? '';
    const role = nameSeat(state.session?.participants ?? [], seat.seat);
    const rows = keys.rows - lines.length - footer.length - 3;
    lines.push(...renderOpened(role, { modes, said, hidden: options.hidden, rows }));
  }
  return [...lines, ...footer];
}

function renderHeader({ session, open, usage }: LiveState, modes: ViewModes): string[] {
  const theme = createTheme(modes);
  const parts: string[] = [];
  if (session === null || open === null) return parts;
  const { min_rounds: least, max_rounds: most } = session.settings;
  if (open.phase !== null)
    parts.push(
      `Round ${open.round} of ${least}${theme.symbols.dash}${most}`,
      cleanLine(open.phase),
      countAgenda(session.agenda),
    );
  else parts.push(`Text: ${open.stage.replace('-', ' ')}`);
  if (usage !== null && usage.calls > 0) {
    parts.push(`${formatTokens(usage.input_tokens + usage.output_tokens)} tokens`);
    parts.push(formatCost(usage.cost_usd));
  }
  if (session.rehearsal) parts.push('rehearsal');
  return joinParts(parts, modes).map(theme.strong);
}

/** What the facilitator or the writer is doing, since when, and the end of what it has said so far. */
function renderActivity({ stageAt }: LiveState, open: OpenRound, options: FrameOptions): string {
  const theme = createTheme(options.modes);
  const { columns } = options.modes;
  const retry = open.seats.find(({ state, seat }) => state === 'retrying' && seat === 'facilitator');
  const text = stageWords[open.stage];
  const since = retry === undefined ? formatDuration(options.at - stageAt) : sayRetry(retry, options.at);
  const cells: Cell[] = [
    { text: readSpinner(theme, options.tick), style: theme.accent },
    { text },
    { text: since, style: theme.quiet },
  ];
  const said = options.speech?.find(({ seat }) => seat === 'facilitator')?.text;
  const room = columns - measureWidth(`${text}${since}`) - 6;
  if (said !== undefined && room >= 12)
    cells.push({ text: cutToEnd(said, room, theme.symbols.ellipsis), style: theme.quiet });
  return joinCells(cells, columns, theme);
}

function readSpinner({ symbols }: Theme, tick: number): string {
  return symbols.frames[tick % symbols.frames.length] ?? '';
}

/** Why a call is made again, and since when. */
function sayRetry({ note, since }: SeatState, at: number): string {
  return `${sayFailure(note as FailureKind)}, trying again ${formatDuration(at - Date.parse(since ?? ''))}`;
}

/** The lines of answers, which stay above the picture when it goes on. */
export function renderFinished(state: LiveState, options: Pick<FrameOptions, 'modes' | 'hidden'>): string[] {
  const { open } = state;
  if (open?.stage !== 'answers') return [];
  const modes = leaveRoom(options.modes);
  return renderSeats(state, open, { ...options, modes, at: 0, tick: 0 }).filter((_, index) =>
    ['answered', 'passed'].includes(open.seats[index]?.state ?? ''),
  );
}

function renderSeats(state: LiveState, { seats }: OpenRound, options: FrameOptions): string[] {
  const theme = createTheme(options.modes);
  const { columns } = options.modes;
  const widest = (texts: readonly string[], most: number): number =>
    Math.min(Math.max(0, ...texts.map((text) => measureWidth(cleanLine(text)))), most);
  const named = seats.map(({ seat }, index) => {
    const role = nameSeat(state.session?.participants ?? [], seat);
    return options.keys === undefined || index > 8 ? role : `${index + 1} ${role}`;
  });
  const modelOf = ({ seat }: SeatState): string => state.models.get(seat) ?? '';
  const widths = {
    role: widest(named, Math.max(8, Math.floor(columns * 0.3))),
    model: widest(seats.filter((one) => one.state === 'thinking').map(modelOf), 40),
  };
  return seats.map((seat, index) => {
    const [mark, ...rest] = layOutSeat(seat, { ...options, theme, widths, state });
    const role = { text: named[index] ?? '', width: widths.role };
    return joinCells([...(mark === undefined ? [] : [mark]), role, ...rest], columns, theme);
  });
}

interface SeatOptions extends FrameOptions {
  state: LiveState;
  theme: Theme;
  /** Widths of the roles and the models, so that what follows lines up. */
  widths: { role: number; model: number };
}

/** The mark of a seat, and what stands behind its role: `model state seconds`, or `confidence first words`. */
function layOutSeat(seat: SeatState, options: SeatOptions): Cell[] {
  const { theme, at, state } = options;
  const { symbols } = theme;
  const seconds = formatDuration(seat.duration_ms ?? at - Date.parse(seat.since ?? ''));
  switch (seat.state) {
    case 'waiting':
      return state.turn === seat.seat
        ? [{ text: symbols.pointer, style: theme.accent }, { text: 'your turn' }]
        : [{ text: symbols.pending, style: theme.quiet }, { text: 'waiting' }];
    case 'thinking':
      return layOutThinking(seat, seconds, options);
    case 'retrying':
      return [{ text: readSpinner(theme, options.tick), style: theme.caution }, { text: sayRetry(seat, at) }];
    case 'failed':
      return [{ text: symbols.failed, style: theme.bad }, { text: 'failed' }];
    case 'passed': {
      const code = seat.note as Parameters<typeof sayPassed>[1];
      return [{ text: symbols.passed, style: theme.quiet }, { text: sayPassed('', code).trim() }];
    }
    case 'answered': {
      const mark = { text: symbols.covered, style: theme.good };
      if (seat.step === 'review') return [mark, { text: `reviewed ${seconds}` }];
      if (seat.step === 'last-call') return [mark, { text: `voted ${seconds}` }];
      if (seat.position === null) return [mark, { text: `answered ${seconds}` }];
      const confidence = seat.confidence === null ? [] : [{ text: formatConfidence(seat.confidence) }];
      return [mark, ...confidence, { text: seat.position }];
    }
  }
}

/** The end of what it says, what it looks up, or its model. */
function layOutThinking(seat: SeatState, seconds: string, options: SeatOptions): Cell[] {
  const { theme, modes, widths, hidden, speech } = options;
  const mark = { text: readSpinner(theme, options.tick), style: theme.accent };
  const whole = `${stepWords[seat.step as keyof typeof stepWords]} ${seconds}`;
  const state = { text: modes.columns - widths.role - 4 < measureWidth(whole) ? seconds : whole };
  const room = modes.columns - widths.role - measureWidth(state.text) - 8;
  const said = hidden ? undefined : speech?.find((one) => one.seat === seat.seat)?.text;
  if (room < 12) return [mark, state];
  if (said !== undefined)
    return [mark, state, { text: cutToEnd(said, room, theme.symbols.ellipsis), style: theme.quiet }];
  if (seat.note !== null) return [mark, state, { text: seat.note, style: theme.quiet }];
  const model = options.state.models.get(seat.seat) ?? '';
  return [mark, { text: model, style: theme.quiet, width: Math.min(room, widths.model) }, state];
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
