/**
 * The errors that s2s raises on purpose: one class and one table of codes. A message says what happened and why; the hint says what to
 * type or change next.
 */

/** Exit codes of the command line (stable, see docs/exit-codes.md). */
export const exitCodes = {
  done: 0,
  negative: 1,
  usage: 2,
  paused: 3,
  waiting: 4,
  file: 5,
  noModel: 6,
  bug: 70,
  cancelled: 130,
} as const;

/** The codes, each with the exit code of the command. */
export const errorTable = {
  // usage: 2
  USAGE: exitCodes.usage,
  UNKNOWN_FLAG: exitCodes.usage,
  UNKNOWN_COMMAND: exitCodes.usage,
  UNKNOWN_AGENT: exitCodes.usage,
  UNKNOWN_STRATEGY: exitCodes.usage,
  UNKNOWN_WORKFLOW: exitCodes.usage,
  UNKNOWN_OUTPUT_TYPE: exitCodes.usage,
  UNKNOWN_SESSION: exitCodes.usage,
  AMBIGUOUS_SESSION: exitCodes.usage,
  UNKNOWN_RECORD: exitCodes.usage,
  UNKNOWN_ESCALATION: exitCodes.usage,
  INVALID_VALUE: exitCodes.usage,
  INVALID_ID: exitCodes.usage,
  EMPTY_TOPIC: exitCodes.usage,
  TOO_FEW_PARTICIPANTS: exitCodes.usage,
  LIMITS_CONTRADICT: exitCodes.usage,
  PRICE_UNKNOWN: exitCodes.usage,
  SESSION_COMPLETED: exitCodes.usage,
  SESSION_CLOSED: exitCodes.usage,
  NOTHING_TO_ANSWER: exitCodes.usage,
  NEEDS_TERMINAL: exitCodes.usage,
  NEEDS_INPUT: exitCodes.usage,
  NOT_TRUSTED: exitCodes.usage,
  // a check failed: 1
  CHECK_FAILED: exitCodes.negative,
  FAIL_ON: exitCodes.negative,
  // files: 5
  NO_PROJECT: exitCodes.file,
  ALREADY_INITIALISED: exitCodes.file,
  FILE_MISSING: exitCodes.file,
  FILE_UNREADABLE: exitCodes.file,
  FILE_TOO_LARGE: exitCodes.file,
  FILE_OUTSIDE_PROJECT: exitCodes.file,
  FILE_REFUSED: exitCodes.file,
  FILE_UNWRITABLE: exitCodes.file,
  GIT_SILENT: exitCodes.file,
  CONFIG_INVALID: exitCodes.file,
  AGENT_INVALID: exitCodes.file,
  STRATEGY_INVALID: exitCodes.file,
  AGENDA_INVALID: exitCodes.file,
  TEMPLATE_INVALID: exitCodes.file,
  SESSION_INVALID: exitCodes.file,
  SESSION_FOREIGN: exitCodes.file,
  SESSION_TOO_NEW: exitCodes.file,
  SESSION_CHANGED: exitCodes.file,
  SESSION_LOCKED: exitCodes.file,
  JOURNAL_INVALID: exitCodes.file,
  REPLAY_GAP: exitCodes.file,
  // a store in a database: 5, and 3 when a run can go on once the database is back
  STORE_URL: exitCodes.file,
  STORE_DRIVER: exitCodes.file,
  STORE_UNREACHABLE: exitCodes.file,
  STORE_REFUSED: exitCodes.file,
  STORE_NOT_READY: exitCodes.file,
  STORE_TOO_NEW: exitCodes.file,
  STORE_AWAY: exitCodes.paused,
  // a session that ended one worker after another
  WORKERS_CRASHED: exitCodes.paused,
  LEASE_LOST: exitCodes.file,
  // sessions in files, which no worker sees
  NO_WORKERS: exitCodes.usage,
  // models: 6
  NO_MODEL: exitCodes.noModel,
  UNKNOWN_PROVIDER: exitCodes.noModel,
  MODEL_UNUSABLE: exitCodes.noModel,
  NO_QUORUM: exitCodes.noModel,
  // the rest
  BUG: exitCodes.bug,
  CANCELLED: exitCodes.cancelled,
} as const;

/** A code of the table. */
export type ErrorCode = keyof typeof errorTable;

/** One problem in a file; line and column count from 1. */
export interface FileProblem {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  message: string;
}

/** What an error has besides its message. */
export interface ErrorDetails {
  /** What to type or change next. */
  hint?: string;
  /** All problems of a file. */
  problems?: FileProblem[];
  cause?: unknown;
  /** Facts for `--json`, for example the session id. */
  data?: Record<string, unknown>;
}

/** An expected error. Any other error that reaches the top is a bug and is shown with its stack. */
export class S2sError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly problems: readonly FileProblem[];
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'S2sError';
    this.code = code;
    this.hint = details.hint;
    this.problems = details.problems ?? [];
    this.data = details.data;
  }

  /** The exit code of the command. */
  get exitCode(): number {
    return errorTable[this.code];
  }
}

/** One line for each problem: `file:line:column: message`. */
export function formatProblems(problems: readonly FileProblem[]): string {
  return problems
    .map(({ file, line, column, message }) => {
      const place = line === undefined ? [file] : [file, line, ...(column === undefined ? [] : [column])];
      // Names of files are other people's text, and this is printed as it is.
      return `${place.join(':')}: ${message}`.replace(/(?!\n)\p{Cc}/gu, '');
    })
    .join('\n');
}

/** In characters: a comparison takes time for each pair of them. */
const longestName = 500;

/** The known word nearest to a wrong one; null when every known word differs in more than a third of the letters, or the wrong one is longer than any name. */
export function findNearest(word: string, known: Iterable<string>): string | null {
  if (word.length > longestName) return null;
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = countEdits(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The known names nearest to a wrong one, at most three: alike as a whole, or in one of their words (`architect`, `security`). */
export function findNearestNames(name: string, known: readonly string[]): string[] {
  const whole = findNearest(name, known);
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const alike = words
    .filter((word) => word.length >= 2)
    .flatMap((word) =>
      known.filter((candidate) => {
        const parts = candidate.split('-');
        return (
          parts.some((part) => part.startsWith(word)) ||
          (word.length > 3 && findNearest(word, parts) !== null)
        );
      }),
    );
  return [...new Set([...(whole === null ? [] : [whole]), ...alike])].slice(0, 3);
}

/** The optimal string alignment distance: insertions, deletions, replacements, and swaps of two neighbours. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = Array.from({ length: from.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column <= to.length; column += 1) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= from.length; row += 1) {
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, at(row - 2, column - 2) + 1);
      }
      (rows[row] as number[])[column] = least;
    }
  }
  return at(from.length, to.length);
}

/** An error as JSON: `{code, message, hint, exit_code}`, with `problems` and `data` if there are any. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof S2sError)) {
    return {
      code: 'BUG',
      message: error instanceof Error ? error.message : String(error),
      hint: null,
      exit_code: errorTable.BUG,
    };
  }
  return {
    code: error.code,
    message: error.message,
    hint: error.hint ?? null,
    exit_code: error.exitCode,
    ...(error.problems.length > 0 ? { problems: error.problems } : {}),
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}
