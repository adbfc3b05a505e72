/** Decides once, at the start, what each stream can show. */

/** The properties of a stream that are read; the streams of a process have this shape. */
export interface StreamFacts {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** How a text for one stream is written. */
export interface ViewModes {
  /** Columns of the terminal at the start; 80 when unknown, never 0. */
  columns: number;
  /** Colours: 0 none, 1 the sixteen of every terminal. */
  color: 0 | 1;
  /** Symbols outside ASCII can be shown. */
  unicode: boolean;
}

/** What one stream can do. */
export interface StreamModes extends ViewModes {
  isTty: boolean;
  /** Lines may be redrawn in place. */
  live: boolean;
}

/** What the terminal can do for input and output. */
export interface TerminalModes {
  stdout: StreamModes;
  stderr: StreamModes;
  /** Questions can be asked: both ends are terminals that can move their cursor, and neither CI nor `--no-input` is set. */
  interactive: boolean;
}

/** The flags that change what is shown. */
export interface ModeFlags {
  noColor?: boolean;
  noInput?: boolean;
  quiet?: boolean;
  json?: boolean;
  ndjson?: boolean;
}

/** The sources of the decision. */
export interface ModeSources {
  stdin: StreamFacts;
  stdout: StreamFacts;
  stderr: StreamFacts;
  env: Readonly<Record<string, string | undefined>>;
  flags?: ModeFlags;
}

/** Decides what each stream can show and whether questions can be asked. Questions and progress go to standard error. */
export function readTerminalModes(sources: ModeSources): TerminalModes {
  const { env, flags = {} } = sources;
  const dumb = env['TERM'] === 'dumb';
  const ci = isSet(env['CI']);
  const unicode = readUnicode(env);
  const readStream = (stream: StreamFacts): StreamModes => {
    const isTty = stream.isTTY === true;
    const columns = readColumns(stream, env);
    return { isTty, columns, color: readColor(isTty, env, flags), unicode, live: isTty && !dumb && !ci };
  };
  const stdout = readStream(sources.stdout);
  const stderr = readStream(sources.stderr);
  // A terminal without columns cannot be painted on, and a stream of events on the same terminal would break the picture.
  const painted = stderr.live && sources.stderr.columns !== 0 && flags.quiet !== true;
  stderr.live = painted && !(flags.ndjson === true && stdout.isTty);
  const interactive = sources.stdin.isTTY === true && stderr.isTty && !dumb && !ci && flags.noInput !== true;
  return { stdout, stderr, interactive };
}

/** Whether a variable is set and does not mean no. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

function readColumns(stream: StreamFacts, env: ModeSources['env']): number {
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const told = Number(env['COLUMNS']);
  return Number.isInteger(told) && told > 0 ? told : 80;
}

/** `--no-color` wins, then `FORCE_COLOR` (force-color.org), then `NO_COLOR` (no-color.org), then the terminal. */
function readColor(isTty: boolean, env: ModeSources['env'], flags: ModeFlags): 0 | 1 {
  if (flags.noColor === true) return 0;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced === '0' || forced === 'false' ? 0 : 1;
  return (env['NO_COLOR'] ?? '') !== '' || !isTty || env['TERM'] === 'dumb' ? 0 : 1;
}

/** The locale decides when one is set. The Linux console and the old Windows console lack most symbols. */
function readUnicode(env: ModeSources['env']): boolean {
  const term = env['TERM'] ?? '';
  if (term === 'dumb' || term === 'linux') return false;
  if (env['OS'] === 'Windows_NT') {
    return isSet(env['WT_SESSION']) || isSet(env['TERM_PROGRAM']) || term.startsWith('xterm');
  }
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  return locale === undefined || /utf-?8/i.test(locale);
}
