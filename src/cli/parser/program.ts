/** The command tree, built from the registry of commands, and the one place where the arguments are parsed. */
import { Command, CommanderError } from 'commander';
import { exitCodes, S2sError } from '../../session/errors.ts';
import { guardStream } from '../../terminal/output-guard.ts';
import { createRedactor } from '../../text/secrets/redactor.ts';
import { listNamedSecrets } from '../../text/secrets/secret-strength.ts';
import { addGlobalOptions, createHost, readModes, writeError } from '../command-runner.ts';
import { commands, programNotes } from '../commands.ts';
import type { CliEnvironment, GlobalOptions } from '../environment.ts';
import { addCommand } from './add-command.ts';
import { layOutHelp } from './help.ts';
import { describeUsageError, findCommand, isWord } from './usage-errors.ts';

/** Builds the whole tree; without options when no command is named. `finish` receives the exit code. */
export function buildProgram(environment: CliEnvironment, finish: (code: number) => void): Command {
  const { argv, stdout } = environment;
  const isOutline = argv.length > 0 && !argv.some(isWord);
  const all = argv.includes('--all');
  const host = createHost(environment, finish);
  const program = new Command('s2s');
  addGlobalOptions(program)
    .description(
      'Seat a panel of roles at a table, let them discuss a question, and get a document you can sign.',
    )
    .version(environment.version, '-V, --version', 'print the version')
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help');
  const tree = [
    { command: program, notes: programNotes },
    ...commands.map((descriptor) => ({
      command: addCommand(program, descriptor, { host, isOutline }),
      notes: descriptor,
    })),
  ];
  for (const { command, notes } of tree) {
    // The parser throws its errors, so that they become S2sErrors; help and version go to standard output.
    command.exitOverride();
    command.configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => undefined });
    layOutHelp(command, { notes, columns: stdout.columns, all });
  }
  return program;
}

/** Parses the arguments and runs the command. Returns the exit code; writes every error. All output passes the guards of the streams. */
export async function runCli(environment: CliEnvironment): Promise<number> {
  const { env, stdout, stderr } = environment;
  let redact = createRedactor(listNamedSecrets(env).map(({ value }) => value));
  // An open project adds the keys of its providers.
  environment.onRedactor = (known) => {
    redact = known;
  };
  const guard = { redact: (text: string) => redact(text), keepsColor: env['FORCE_COLOR'] !== undefined };
  const ends = [...new Set([stdout, stderr])].map((stream) => guardStream(stream, guard));
  try {
    return await parseAndRun(environment);
  } finally {
    for (const end of ends) end();
  }
}

async function parseAndRun(environment: CliEnvironment): Promise<number> {
  const { argv } = environment;
  let exitCode: number = exitCodes.done;
  const program = buildProgram(environment, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, environment);
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return exitCodes.done;
    if (error.code !== 'commander.help')
      return reportError(describeUsageError(error, program, argv), environment);
    // A noun without a command is a usage error; no arguments at all ask for the help.
    findCommand(program, argv).command.outputHelp();
    return argv.length === 0 ? exitCodes.done : exitCodes.usage;
  }
}

async function reportError(error: unknown, environment: CliEnvironment): Promise<number> {
  const globals = readGlobals(environment.argv);
  await writeError(error, { environment, globals, modes: readModes(environment, globals), events: null });
  return error instanceof S2sError ? error.exitCode : exitCodes.bug;
}

/** The global options that matter for an error, read by hand because parsing failed. */
function readGlobals(argv: readonly string[]): GlobalOptions {
  return {
    json: argv.includes('--json'),
    ndjson: argv.includes('--ndjson'),
    debug: argv.includes('--debug'),
    color: !argv.includes('--no-color'),
  };
}
