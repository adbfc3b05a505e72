/** Runs a command: global options, streams, errors and exit codes in one place. */
import path from 'node:path';
import type { Command } from 'commander';
import { createApp } from '../app/create-app.ts';
import type { Notify } from '../app/notice.ts';
import { isFolder } from '../files/list-folder.ts';
import { describeError, exitCodes, S2sError } from '../session/errors.ts';
import type { NdjsonReporter } from '../terminal/live/ndjson-reporter.ts';
import { keepColors } from '../terminal/output-guard.ts';
import { readTerminalModes, type TerminalModes } from '../terminal/terminal-modes.ts';
import { cleanText } from '../text/clean-text.ts';
import { formatJson } from '../text/format-json.ts';
import type { ActionContext } from './action-context.ts';
import type { CliEnvironment, CommandResult, GlobalOptions } from './environment.ts';

/** Runs the actions of commands. */
export interface Host {
  /** Runs an action and sets the exit code; never rejects. */
  run: (command: Command, action: (context: ActionContext) => Promise<CommandResult>) => Promise<void>;
}

/** Adds the options that every command takes. */
export function addGlobalOptions(command: Command): Command {
  return command
    .option('--json', 'write one JSON document to standard output')
    .option('--ndjson', 'write events to standard output, one JSON object per line, ending with the result')
    .option('--no-input', 'never prompt')
    .option('--quiet', 'only warnings and the result')
    .option('--debug', 'show causes and stacks')
    .option('--no-color', 'no colors')
    .option('--cwd <dir>', 'run as if started in this folder');
}

/** Builds the host over an environment. `finish` receives the exit code. */
export function createHost(environment: CliEnvironment, finish: (code: number) => void): Host {
  return {
    run: async (command, action) => {
      const globals: GlobalOptions = command.optsWithGlobals();
      finish(await runAction(environment, globals, action));
    },
  };
}

const cleanLines = (text: string): string => cleanText(text, { newlines: true });

/** Runs one action, and writes its result or error. Returns the exit code. */
async function runAction(
  environment: CliEnvironment,
  globals: GlobalOptions,
  action: (context: ActionContext) => Promise<CommandResult>,
): Promise<number> {
  const { stderr, stdout } = environment;
  const modes = readModes(environment, globals);
  const stopping = new AbortController();
  const cleaners: (() => void)[] = [];
  const say: ActionContext['say'] = (text, options = {}) => {
    if (globals.quiet !== true || options.warning === true) stderr.write(ensureNewline(keepColors(text)));
  };
  const requestStop = (): void => {
    if (stopping.signal.aborted) {
      for (const clean of cleaners) clean();
      environment.exitNow(exitCodes.cancelled);
    }
    stopping.abort();
  };
  const forget = environment.onStopRequest((signal) => {
    // Nobody reads the output any more, so nothing is written, and this does not count as a second request.
    if (signal === 'SIGPIPE') return stopping.abort();
    if (!stopping.signal.aborted) {
      for (const clean of cleaners) clean();
      const text = '\nStopping. Finished answers are saved. Press Ctrl-C again to quit now.';
      say(text, { warning: true });
    }
    requestStop();
  });
  let events: NdjsonReporter | null = null;
  try {
    if (globals.json === true && globals.ndjson === true) {
      throw new S2sError('USAGE', '--json and --ndjson cannot be combined.', { hint: 'Omit one of them.' });
    }
    if (globals.ndjson === true) {
      const { createNdjsonReporter } = await import('../terminal/live/ndjson-reporter.ts');
      events = createNdjsonReporter({
        write: (text) => stdout.write(text),
        now: () => environment.clock.now(),
      });
    }
    const cwd = globals.cwd === undefined ? environment.cwd : path.resolve(environment.cwd, globals.cwd);
    // An empty name is a variable that is not set, and no folder.
    const isNamed = globals.cwd?.trim() !== '';
    if (!isNamed || !(await isFolder(cwd))) throw refuseFolder(isNamed ? cwd : '""');
    // What lays text out is loaded only where there is a terminal.
    const { layText } = modes.stderr.isTty
      ? await import('../terminal/wrap-text.ts')
      : { layText: cleanLines };
    const notify: Notify = ({ level, text, hint }) => {
      const warning = level === 'warning';
      const whole = `${warning ? 'Warning: ' : ''}${text}${hint === undefined ? '' : ` ${hint}`}`;
      say(layText(whole, modes.stderr), { warning });
    };
    const result = await action({
      environment,
      globals,
      modes,
      cwd,
      app: createApp({ cwd, world: environment, notify, trusts: globals.trust }),
      notify,
      events,
      say,
      stop: stopping.signal,
      requestStop,
      onExit: (clean) => cleaners.push(clean),
    });
    writeResult(result, { environment, globals, events });
    const { next = [] } = result;
    // Beside a pipe they would come before what the other program prints.
    const isPiped = modes.stderr.isTty && !modes.stdout.isTty;
    if (next.length > 0 && events === null && globals.json !== true && !isPiped)
      say(await formatNext(next, modes));
    return result.exitCode ?? exitCodes.done;
  } catch (error) {
    for (const clean of cleaners) clean();
    await writeError(error, { environment, globals, modes, events });
    return error instanceof S2sError ? error.exitCode : exitCodes.bug;
  } finally {
    // After a first request the handler stays for a second one; without a handler the system would end the process.
    if (!stopping.signal.aborted) forget();
  }
}

function refuseFolder(folder: string): S2sError {
  return new S2sError('FILE_MISSING', `There is no folder ${folder}.`, {
    hint: 'Give --cwd an existing folder.',
  });
}

/** What the streams can show under these options. */
export function readModes(environment: CliEnvironment, globals: GlobalOptions): TerminalModes {
  const { stdin, stdout, stderr, env } = environment;
  return readTerminalModes({
    stdin,
    stdout,
    stderr,
    env,
    flags: {
      noColor: globals.color === false,
      noInput: globals.input === false,
      quiet: globals.quiet === true,
      json: globals.json === true,
      ndjson: globals.ndjson === true,
    },
  });
}

interface Writing {
  environment: CliEnvironment;
  globals: GlobalOptions;
  events: NdjsonReporter | null;
}

function writeResult(result: CommandResult, { environment, globals, events }: Writing): void {
  if (events !== null) events.finish(result.json);
  else if (globals.json === true) environment.stdout.write(`${formatJson(result.json, 2)}\n`);
  else if (result.text !== '') environment.stdout.write(ensureNewline(keepColors(result.text)));
}

/** The next steps, laid out as at the end of a discussion: a heading, and lines that can be copied whole. */
async function formatNext(lines: readonly string[], modes: TerminalModes): Promise<string> {
  const { createPage } = await import('../terminal/page.ts');
  const page = createPage(modes.stderr);
  page.heading('Next');
  for (const line of lines) page.verbatim(line);
  return `\n${page.toText()}`;
}

/** Writes an error as text to standard error, and with `--json` or `--ndjson` also as the one document on standard output. */
export async function writeError(error: unknown, writing: Writing & { modes: TerminalModes }): Promise<void> {
  const { environment, globals, events, modes } = writing;
  const { formatError } = await import('../terminal/views/format-error.ts');
  environment.stderr.write(
    ensureNewline(formatError(error, { modes: modes.stderr, debug: globals.debug === true })),
  );
  const document = { error: describeError(error) };
  if (events !== null) events.finish(document);
  else if (globals.json === true || globals.ndjson === true) {
    environment.stdout.write(`${formatJson(document, globals.json === true ? 2 : 0)}\n`);
  }
}

function ensureNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
