/**
 * Repaints a few lines at the bottom of a terminal in place. Each change is one write inside a synchronized update
 * (terminals that do not know it ignore it), and lines are overwritten before anything is erased, so nothing flickers.
 */
import { measureWidth } from '../wrap-text.ts';

/** The parts of a terminal's output stream that are used. `columns` and `rows` change when the terminal is resized. */
export interface TerminalStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** The present columns and rows according to the system. */
  getWindowSize?(): [number, number];
  on?(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
}

export interface FramePainter {
  /** Replaces the lines, each within the columns; `above` is written before them and stays. Does nothing when nothing changed. */
  paint(lines: readonly string[], above?: string): void;
  /** Erases the frame and shows the cursor. */
  clear(): void;
}

/** The present size. `columns` and `rows` of a stream change late, and not at all while the program is stopped (Ctrl-Z). */
export function readSize(stream: TerminalStream): { columns: number | undefined; rows: number | undefined } {
  try {
    const [columns, rows] = stream.getWindowSize?.() ?? [stream.columns, stream.rows];
    return { columns, rows };
  } catch {
    // The terminal has gone away; its signal is handled elsewhere.
    return { columns: stream.columns, rows: stream.rows };
  }
}

const beginUpdate = '\u001b[?2026h';
const endUpdate = '\u001b[?2026l';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const eraseLine = '\u001b[K';
const eraseBelow = '\u001b[J';

/** A painter for one stream. The cursor rests at the start of the line below the frame. */
export function createFramePainter(stream: TerminalStream): FramePainter {
  let shown: readonly string[] = [];
  let shownColumns = 0;
  let cursorHidden = false;

  const readColumns = (): number => Math.max(1, readSize(stream).columns ?? 80);
  const readRows = (): number => readSize(stream).rows ?? 24;
  /** The rows that the shown lines take now: a terminal that became narrower has wrapped them. */
  const countRows = (): number => {
    const columns = readColumns();
    if (columns >= shownColumns) return shown.length;
    return shown.reduce((rows, line) => rows + Math.max(1, Math.ceil(measureWidth(line) / columns)), 0);
  };
  const goToTop = (): string => {
    const rows = Math.min(countRows(), Math.max(0, readRows() - 1));
    return rows === 0 ? '\r' : `\r\u001b[${rows}A`;
  };
  // After a full line the cursor is still on its last character, which an erase would delete.
  const compose = (lines: readonly string[]): string => {
    const columns = readColumns();
    return lines
      .map((line) => {
        const width = measureWidth(line);
        return `${line}${width > 0 && width % columns === 0 ? '' : eraseLine}\n`;
      })
      .join('');
  };
  const hide = (lines: readonly string[]): string => {
    if (cursorHidden || lines.length === 0) return '';
    cursorHidden = true;
    return hideCursor;
  };

  return {
    paint(lines, above) {
      const fitting = fitRows(lines, readRows());
      const unchanged =
        above === undefined &&
        fitting.length === shown.length &&
        shownColumns === readColumns() &&
        fitting.every((line, index) => line === shown[index]);
      if (unchanged) return;
      const kept = above === undefined ? '' : compose(above.split('\n'));
      stream.write(
        `${beginUpdate}${hide(fitting)}${goToTop()}${kept}${compose(fitting)}${eraseBelow}${endUpdate}`,
      );
      shown = fitting;
      shownColumns = readColumns();
    },
    clear() {
      const erase = shown.length === 0 ? '' : `${goToTop()}${eraseBelow}`;
      const show = cursorHidden ? showCursor : '';
      if (erase !== '' || show !== '') stream.write(`${erase}${show}`);
      shown = [];
      cursorHidden = false;
    },
  };
}

/** Cuts a frame to the rows of the terminal, because a taller one would scroll out of reach; a count replaces the lines left out. */
function fitRows(lines: readonly string[], rows: number): readonly string[] {
  const most = Math.max(1, rows - 1);
  if (lines.length <= most) return [...lines];
  if (most === 1) return lines.slice(0, 1);
  return [...lines.slice(0, most - 1), `(+${lines.length - most + 1})`];
}
