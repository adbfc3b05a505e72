/** Shows events as a live picture at the bottom of a terminal, with everything finished above it. */
import type { StreamEvent } from '../../session/event-schema.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { createPublicEvents } from '../../wording/public-event.ts';
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

/** `stream` is standard error. */
export interface LiveReporterOptions {
  stream: TerminalStream;
  modes: ViewModes;
  now: () => Date;
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
  const { stream } = options;
  const readTime = (): number => options.now().getTime();
  const events = createPublicEvents(options.now);
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
          at: readTime(),
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
  /** Answers, which stay above the picture when they leave it. */
  const keepSeats = (): string[] =>
    options.brief === true ? [] : renderFinished(state, { modes: readModes(), hidden });
  const showAnswer = (seat: string): boolean => {
    const answer = hidden ? undefined : state.answers.get(seat);
    if (answer !== undefined)
      waiting.push(...renderAnswer(nameSeat(state.session?.participants ?? [], seat), answer, readModes()));
    return answer !== undefined;
  };
  const describe = options.brief === true ? describeBriefly : describeEvent;
  const report = (event: RoundtableEvent): void => {
    const { stage } = state.open ?? {};
    const kept = keepSeats();
    const { state: words } = follow(event);
    hidden = words.hidden;
    foldEvent(state, event, { at: readTime(), told: events.publish(event) as unknown as StreamEvent[] });
    if (stopped) return;
    if (stage !== state.open?.stage) waiting.push(...kept);
    if (event.type === 'seat-answered' && event.seat === opened && showAnswer(opened)) opened = null;
    const shown = failures.follow(event, words.participants).filter((one) => !onPicture.includes(one.type));
    for (const one of shown) {
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
      const seat = state.heard[number - 1];
      const isOpen = state.open?.seats.some((one) => one.seat === seat && one.state !== 'answered');
      if (seat !== undefined && (isOpen || !showAnswer(seat))) opened = seat === opened ? null : seat;
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
  'seat-retrying',
  'seat-answered',
  'seat-passed',
  'looked-up',
  'waiting-for-turn',
  'usage',
  'draft-started',
  'revision-started',
];
