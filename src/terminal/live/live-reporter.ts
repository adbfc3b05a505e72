/** Shows events as a live picture at the bottom of a terminal, with everything finished above it. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { describeBriefly } from './brief-text.ts';
import { describeEvent } from './event-text.ts';
import { createFramePainter, readSize, type TerminalStream } from './frame-painter.ts';
import { renderAnswer } from './live-footer.ts';
import { createLiveState, foldEvent, isMoving, isShown } from './live-state.ts';
import { renderFinished, renderFrame } from './live-view.ts';
import { createFailureGatherer } from './repeated-failures.ts';
import { createEventFilter, guardReport, type Reporter } from './reporter.ts';

/** Calls `step` at intervals until the returned function is called. Must not keep the process alive. */
export type Repeat = (step: () => void, milliseconds: number) => () => void;

/** `stream` is standard error; `elapsed` gives milliseconds that never go back. */
export interface LiveReporterOptions {
  stream: TerminalStream;
  modes: ViewModes;
  elapsed: () => number;
  verbose?: boolean;
  /** Few lines for each round: what is rehearsed is not worth reading. */
  brief?: boolean;
  /** True when a closing screen will say how the run ended. */
  screenFollows?: boolean;
  /** True when keys work while it runs: the frame names them and shows the seat that a key opened. */
  keys?: boolean;
  /** What seats have said so far while they are still answering. */
  readSpeech?: () => readonly { seat: string; text: string }[];
  /** Default: an interval that does not keep the process alive. */
  repeat?: Repeat;
}

/** Slow enough that a frame is rarely painted during a resize. */
const frameMilliseconds = 200;

/** How long a terminal must keep its size before the next frame is painted. */
const settleMilliseconds = 120;

const repeatUnheld: Repeat = (step, milliseconds) => {
  const timer = setInterval(step, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

/** What keys do to the picture. */
export interface LiveKeys {
  /** Prints the whole answer of the seat with this number, or shows what it says while it is still thinking. */
  openSeat: (number: number) => void;
  /** Shows what the person has just asked for until it happens. */
  noteAsked: (what: string) => void;
}

/** A reporter for a terminal whose lines can be redrawn. Its timer runs only while something on screen moves. */
export function createLiveReporter(options: LiveReporterOptions): Reporter & LiveKeys {
  const { stream, elapsed } = options;
  const repeat = options.repeat ?? repeatUnheld;
  const follow = createEventFilter(options);
  const failures = createFailureGatherer();
  const painter = createFramePainter(stream);
  const state = createLiveState();
  let hidden = false;
  let opened: string | null = null;
  let tick = 0;
  let suspended = 0;
  let stopped = false;
  let halt: (() => void) | null = null;
  let settle: (() => void) | null = null;
  let size = readSize(stream);
  let waiting: string[] = [];

  const readModes = (): ViewModes => {
    const columns = size.columns ?? options.modes.columns;
    return { ...options.modes, columns: columns > 0 ? columns : options.modes.columns };
  };
  const hasNewSize = (): boolean => {
    const before = size;
    size = readSize(stream);
    return size.columns !== before.columns || size.rows !== before.rows;
  };
  const draw = (): void => {
    if (stopped || suspended > 0 || settle !== null) return;
    if (hasNewSize()) {
      waitForSize();
      return;
    }
    const lines = isShown(state)
      ? renderFrame(state, {
          modes: readModes(),
          at: elapsed(),
          tick,
          hidden,
          keys: options.keys === true ? { opened, rows: size.rows ?? 24 } : undefined,
          speech: options.readSpeech?.(),
        })
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
  /** Lines of finished seats, which stay above the picture when they leave it. */
  const keepSeats = (): string[] =>
    options.brief === true ? [] : renderFinished(state.seats, { modes: readModes(), hidden });
  const describe = options.brief === true ? describeBriefly : describeEvent;
  const report = (event: RoundtableEvent): void => {
    const before = state.seats;
    const kept = keepSeats();
    const { state: words } = follow(event);
    hidden = words.hidden;
    foldEvent(state, event, { at: elapsed(), participants: words.participants });
    if (stopped) return;
    if (state.seats !== before && kept.length > 0) waiting.push(...kept);
    const shown = failures.follow(event, words.participants);
    if (event.type === 'seat-failed' && !shown.includes(event)) {
      const line = state.seats.find(({ seat, step }) => seat === event.seat && step === event.step);
      if (line !== undefined) line.isTold = true;
    }
    const line = state.seats.find(({ seat }) => seat === opened);
    if (line?.state === 'answered') {
      waiting.push(...renderAnswer(line, readModes()));
      opened = null;
    }
    for (const one of shown.filter((event) => !isOnPicture(event))) {
      const text = describe(one, readModes(), words);
      if (text !== null) waiting.push(one.type === 'round-started' ? `\n${text}` : text);
    }
    draw();
  };
  /** A terminal rewraps its lines while it is resized. A frame painted meanwhile would leave lines behind, so painting waits. */
  const waitForSize = (): void => {
    if (stopped) return;
    size = readSize(stream);
    pauseTimer();
    settle?.();
    settle = repeatUnheld(() => {
      settle?.();
      settle = null;
      draw();
    }, settleMilliseconds);
  };
  stream.on?.('resize', waitForSize);
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
    openSeat(number) {
      const line = (state.seats.length > 0 ? state.seats : state.heard)[number - 1];
      if (line?.state === 'answered' && line.step === 'answer' && !hidden)
        waiting.push(...renderAnswer(line, readModes()));
      else opened = line === undefined || line.seat === opened ? null : line.seat;
      draw();
    },
    noteAsked(what) {
      state.asked = what;
      draw();
    },
    stop() {
      if (stopped) return;
      pauseTimer();
      settle?.();
      stream.off?.('resize', waitForSize);
      painter.clear();
      waiting.push(...keepSeats());
      if (waiting.length > 0) stream.write(`${waiting.join('\n')}\n`);
      waiting = [];
      stopped = true;
    },
  };
}

/** Events that the lines of the seats and of what is going on already show. */
const onPicture: readonly RoundtableEvent['type'][] = [
  'seat-thinking',
  'seat-answered',
  'seat-passed',
  'looked-up',
  'waiting-for-turn',
  'usage',
  'draft-started',
  'revision-started',
];

/** Whether the picture already shows an event. */
function isOnPicture(event: RoundtableEvent): boolean {
  if (event.type === 'seat-failed') return ['answer', 'review', 'last-call'].includes(event.step);
  if (event.type === 'seat-retrying') return event.wait_ms > 0;
  return onPicture.includes(event.type);
}
