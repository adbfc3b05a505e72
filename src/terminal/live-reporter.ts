/** Events as a picture at the bottom of a terminal, with everything that is finished above it. */
import type { RoundtableEvent } from '../roundtable/ports.ts';
import { createEventFilter } from './event-filter.ts';
import { describeEvent } from './event-text.ts';
import { createFramePainter, type TerminalStream } from './frame-painter.ts';
import { createLiveState, foldEvent, isMoving, isShown } from './live-state.ts';
import { renderFrame, renderSeat } from './live-view.ts';
import { guardReport, type Reporter } from './reporter.ts';
import type { ViewModes } from './terminal-modes.ts';
import { createTheme } from './theme.ts';

/** Calls `step` again and again until the returned function is called; must not keep the program alive. */
export type Repeat = (step: () => void, milliseconds: number) => () => void;

/** `stream` is standard error; `elapsed` gives milliseconds that only grow. */
export interface LiveReporterOptions {
  stream: TerminalStream;
  modes: ViewModes;
  elapsed: () => number;
  verbose?: boolean;
  /** Default: an interval that does not hold the process. */
  repeat?: Repeat;
}

/** Slow enough that a frame seldom meets a terminal in the middle of being resized. */
const frameMilliseconds = 200;

const repeatUnheld: Repeat = (step, milliseconds) => {
  const timer = setInterval(step, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

/** A reporter for a terminal whose lines can be redrawn. Timers run only while something on screen moves. */
export function createLiveReporter(options: LiveReporterOptions): Reporter {
  const { stream, elapsed } = options;
  const repeat = options.repeat ?? repeatUnheld;
  const follow = createEventFilter(options.verbose === true);
  const painter = createFramePainter(stream);
  const state = createLiveState();
  let hidden = false;
  let tick = 0;
  let suspended = 0;
  let stopped = false;
  let halt: (() => void) | null = null;
  let waiting: string[] = [];

  const readModes = (): ViewModes => {
    const columns = stream.columns ?? options.modes.columns;
    return { ...options.modes, columns: columns > 0 ? columns : options.modes.columns };
  };
  const draw = (): void => {
    if (stopped || suspended > 0) return;
    const lines = isShown(state)
      ? renderFrame(state, { modes: readModes(), at: elapsed(), tick, hidden })
      : [];
    const above = waiting.length === 0 ? undefined : waiting.join('\n');
    waiting = [];
    if (lines.length > 0) painter.paint(lines, above);
    else {
      painter.clear();
      if (above !== undefined) stream.write(`${above}\n`);
    }
    if (!isMoving(state)) pauseTimer();
    else if (halt === null) {
      halt = repeat(() => {
        tick += 1;
        draw();
      }, frameMilliseconds);
    }
  };
  const pauseTimer = (): void => {
    halt?.();
    halt = null;
  };
  /** Seat lines that leave the picture stay above it, as they last were. */
  const keepSeats = (): string[] => {
    const modes = readModes();
    const theme = createTheme(modes);
    const roleWidth = Math.max(8, Math.floor(modes.columns * 0.3));
    return state.seats
      .filter((line) => line.step === 'answer' || line.step === 'ballot')
      .filter((line) => line.state === 'answered' || line.state === 'passed')
      .map((line) =>
        renderSeat(line, { modes, theme, roleWidth, at: elapsed(), tick: 0, frame: '', hidden }),
      );
  };
  const report = (event: RoundtableEvent): void => {
    const before = state.seats;
    const kept = keepSeats();
    const { state: words } = follow(event);
    hidden = words.hidden;
    foldEvent(state, event, { at: elapsed(), participants: words.participants });
    if (stopped) return;
    if (state.seats !== before && kept.length > 0) waiting.push(...kept);
    if (!isOnPicture(event)) {
      const text = describeEvent(event, readModes(), words);
      if (text !== null)
        waiting.push(event.type === 'round-started' || event.type === 'recap' ? `\n${text}` : text);
    }
    draw();
  };
  const redraw = (): void => draw();
  stream.on?.('resize', redraw);
  return {
    report: guardReport(report, (text) => waiting.push(text.trimEnd())),
    suspend() {
      suspended += 1;
      pauseTimer();
      if (suspended === 1 && !stopped) painter.clear();
    },
    resume() {
      suspended = Math.max(0, suspended - 1);
      draw();
    },
    stop() {
      if (stopped) return;
      pauseTimer();
      stream.off?.('resize', redraw);
      painter.clear();
      if (waiting.length > 0) stream.write(`${waiting.join('\n')}\n`);
      waiting = [];
      stopped = true;
    },
  };
}

/** Events whose words are the seats' lines. A failure also stays above: it is the record's business. */
function isOnPicture(event: RoundtableEvent): boolean {
  return ['seat-thinking', 'seat-answered', 'seat-passed', 'waiting-for-turn', 'usage'].includes(event.type);
}
