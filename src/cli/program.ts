/** The command tree. Each command is one file; what it needs is loaded when it runs. */
import { Command, CommanderError } from 'commander';
import { exitCodes, S2sError } from '../domain/errors.ts';
import { addAgents } from './agents.ts';
import { addGlobalOptions, createHost, readModes, writeError } from './command-runner.ts';
import { addCompletion } from './completion.ts';
import { addConfig } from './config.ts';
import { addDoctor } from './doctor.ts';
import type { CliEnvironment, GlobalOptions } from './environment.ts';
import { addNotes, layOutHelp } from './help.ts';
import { helpNotes } from './help-notes.ts';
import { addInit } from './init.ts';
import { addLint } from './lint.ts';
import { addAnswer } from './roundtable-answer.ts';
import { addExport } from './roundtable-export.ts';
import { addGuide } from './roundtable-guide.ts';
import { addList } from './roundtable-list.ts';
import { addPublish } from './roundtable-publish.ts';
import { addResume } from './roundtable-resume.ts';
import { addSay } from './roundtable-say.ts';
import { addShow } from './roundtable-show.ts';
import { addStart } from './roundtable-start.ts';
import { addSession } from './session.ts';
import { addStrategies } from './strategies.ts';
import { commandPath, describeUsageError, findCommand, findUnknownHelp, isWord } from './usage-errors.ts';

/** A command whose options nobody will see: for the help of the program itself, making them takes the most time. */
class OutlinedCommand extends Command {
  override createCommand(name?: string): Command {
    return new OutlinedCommand(name);
  }

  override option(): this {
    return this;
  }
}

/** The program; its commands are outlines when no command is named. */
class Program extends Command {
  readonly isOutline: boolean;

  constructor(name: string, argv: readonly string[]) {
    super(name);
    this.isOutline = argv.length > 0 && !argv.some(isWord);
  }

  override createCommand(name?: string): Command {
    return this.isOutline ? new OutlinedCommand(name) : new Command(name);
  }
}

/** Builds the whole tree over an environment. */
export function buildProgram(environment: CliEnvironment, finish: (code: number) => void): Command {
  const host = createHost(environment, finish);
  const program = new Program('s2s', environment.argv);
  addGlobalOptions(program)
    .description(
      'Seat a panel of roles at a table, let a facilitator lead the discussion, and get a document you can sign.',
    )
    .version(environment.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show what a command does')
    .helpOption('-h, --help', 'show what a command does');
  addInit(program, host);
  const roundtable = program
    .command('roundtable')
    .description('Start, resume, answer and look at discussions');
  addStart(roundtable, host, null);
  addResume(roundtable, host);
  addAnswer(roundtable, host);
  addSay(roundtable, host);
  addGuide(roundtable, host);
  addList(roundtable, host);
  addShow(roundtable, host);
  addPublish(roundtable, host);
  addExport(roundtable, host);
  for (const workflow of ['specs', 'design', 'brainstorm'] as const) addStart(program, host, workflow);
  addSession(program, host);
  addAgents(program, host);
  addStrategies(program, host);
  addConfig(program, host);
  addLint(program, host);
  addDoctor(program, host);
  addCompletion(program, host);
  prepare(program, environment);
  return program;
}

/** Errors become ours, everywhere in the tree; help and version go to standard output. */
function prepare(command: Command, environment: CliEnvironment): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => environment.stdout.write(text),
    // Usage errors are written once, by the place that catches them.
    writeErr: () => undefined,
  });
  layOutHelp(command, environment.stdout.columns);
  addNotes(command, helpNotes[commandWords(command).join(' ')]);
  if (command instanceof Program && command.isOutline) return;
  for (const child of command.commands) prepare(child, environment);
}

/** Parses the arguments and runs the command. Returns the exit code; writes every error. */
export async function runCli(environment: CliEnvironment): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = buildProgram(environment, (code) => {
    exitCode = code;
  });
  const argv = followHelp(program, environment.argv);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (
      error instanceof CommanderError &&
      (error.code === 'commander.helpDisplayed' || error.code === 'commander.version')
    ) {
      return exitCodes.done;
    }
    const helped = error instanceof CommanderError && error.code === 'commander.help';
    const unknown = helped ? findUnknownHelp(program, argv) : null;
    if (helped && unknown === null) {
      findCommand(program, argv).outputHelp();
      return exitCodes.usage;
    }
    const globals = readGlobals(argv);
    const known =
      unknown ?? (error instanceof CommanderError ? describeUsageError(error, program, argv) : error);
    await writeError(known, { environment, globals, modes: readModes(environment, globals), events: null });
    return known instanceof S2sError ? known.exitCode : exitCodes.bug;
  }
}

/** `s2s help roundtable start` is `s2s roundtable start --help`: by itself, help looks one word deep. */
function followHelp(program: Command, argv: readonly string[]): string[] {
  const [help, ...rest] = argv;
  const words = rest.filter(isWord);
  if (help !== 'help' || words.length < 2 || rest.includes('--cwd')) return [...argv];
  const command = findCommand(program, words);
  const path = commandWords(command);
  // A word that is no command here is an error where commands are, and of no use where they are not.
  if (path.length < words.length && command.commands.length > 0) return rest;
  return [...path, ...rest.filter((word) => !isWord(word)), '--help'];
}

function commandWords(command: Command): string[] {
  return commandPath(command).split(' ').slice(1);
}

/** The global options, read by eye: parsing has failed before it came to them. */
function readGlobals(argv: readonly string[]): GlobalOptions {
  return {
    json: argv.includes('--json'),
    ndjson: argv.includes('--ndjson'),
    debug: argv.includes('--debug'),
    color: !argv.includes('--no-color'),
  };
}
