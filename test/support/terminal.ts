/** The program in a real pseudo-terminal, with a screen that can be read. */
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { type Project, startWords } from './run-binary.ts';

/** Keys, as a terminal sends them. */
export const keys = {
  enter: '\r',
  down: '\u001b[B',
  up: '\u001b[A',
  interrupt: '\u0003',
  end: '\u0004',
  suspend: '\u001a',
} as const;

/** Longest wait for something on the screen, in milliseconds. */
const longestWait = 150_000;

export interface Terminal {
  type: (text: string) => void;
  resize: (columns: number, rows: number) => void;
  /** The screen with what has scrolled away, without trailing spaces. */
  screen: () => string;
  /** Waits until the screen shows a text, or what a check wants. */
  waitFor: (wanted: string | RegExp | ((screen: string) => boolean)) => Promise<string>;
  /** Chooses an entry of a menu by its name and confirms it. */
  choose: (question: string | RegExp, entry: string) => Promise<void>;
  /** Everything that was written, control sequences included. */
  raw: () => string;
  /** The exit code, once it has ended. */
  exit: Promise<number>;
  close: () => Promise<void>;
}

/** Starts the program in a terminal, or with `shell` from the command line of a shell. Close it at the end of the test. */
export function openTerminal(
  project: Project,
  args: readonly string[],
  options: {
    columns?: number;
    rows?: number;
    env?: Record<string, string | undefined>;
    shell?: string;
  } = {},
): Terminal {
  const { columns = 100, rows = 40, shell } = options;
  const [program, ...words] =
    shell === undefined ? [...startWords, ...args] : [shell, '--norc', '--noprofile', '-i'];
  const child = spawn(program, words, {
    cols: columns,
    rows,
    name: 'xterm-256color',
    cwd: project.root,
    env: project.environment({ TERM: 'xterm-256color', ...options.env }),
  });
  const shown = watchScreen(child, { columns, rows });
  const { screen, waitFor } = shown;
  if (shell !== undefined) {
    const line = [...startWords, ...args].map((word) => `'${word}'`).join(' ');
    child.write(`PS1='ready> '; ${line}; echo "ended with $?"${keys.enter}`);
  }
  return {
    ...shown,
    async choose(question, entry) {
      const below = (text: string): string => text.slice(findLast(text, question));
      await waitFor((text) => findLast(text, question) >= 0 && below(text).includes(entry));
      const pointsAt = (text: string): boolean =>
        below(text)
          .split('\n')
          .some((line) => /^\s*[❯>]\s/.test(line) && line.includes(entry));
      for (let step = 0; step < 10 && !pointsAt(screen()); step += 1) {
        const before = below(screen());
        child.write(keys.down);
        await waitFor((text) => below(text) !== before);
      }
      if (!pointsAt(screen())) throw new Error(`the menu has no "${entry}":\n${screen()}`);
      child.write(keys.enter);
    },
  };
}

/** The screen of a program in a pseudo-terminal, and the ways to the program. */
export function watchScreen(
  child: IPty,
  { columns, rows }: { columns: number; rows: number },
): Omit<Terminal, 'choose'> {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 5000, allowProposedApi: true });
  let output = '';
  let ended = false;
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.onData((data) => {
    output += data;
    terminal.write(data, look);
  });
  const exit = new Promise<number>((resolve) =>
    child.onExit(({ exitCode, signal }) => {
      ended = true;
      terminal.write('', () => {
        look();
        // As a shell says it.
        resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal);
      });
    }),
  );
  const screen = (): string => {
    const { active } = terminal.buffer;
    const lines: string[] = [];
    for (let row = 0; row < active.length; row += 1)
      lines.push(active.getLine(row)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  };
  const waitFor: Terminal['waitFor'] = (wanted) =>
    new Promise((resolve, reject) => {
      const holds = (text: string): boolean =>
        typeof wanted === 'function'
          ? wanted(text)
          : typeof wanted === 'string'
            ? text.includes(wanted)
            : wanted.test(text);
      const stop = (): void => {
        clearTimeout(timer);
        watchers.delete(check);
      };
      const fail = (): void => {
        stop();
        reject(new Error(`the screen never showed ${String(wanted)}:\n${screen()}`));
      };
      const timer = setTimeout(fail, longestWait);
      const check = (): void => {
        const shown = screen();
        if (holds(shown)) {
          stop();
          resolve(shown);
        } else if (ended) fail();
      };
      watchers.add(check);
      check();
    });
  return {
    type: (text) => child.write(text),
    resize(newColumns, newRows) {
      terminal.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    screen,
    waitFor,
    raw: () => output,
    exit,
    async close() {
      if (!ended) child.kill('SIGKILL');
      await exit;
      terminal.dispose();
    },
  };
}

function findLast(text: string, question: string | RegExp): number {
  if (typeof question === 'string') return text.lastIndexOf(question);
  let last = -1;
  for (const match of text.matchAll(new RegExp(question, 'g'))) last = match.index;
  return last;
}
