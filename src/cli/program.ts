/** The command tree. Each command is one file; what it needs is loaded when it runs. */
import { Command, CommanderError } from 'commander';
import { exitCodes, findNearest, S2sError } from '../errors.ts';
import { addAgents } from './agents.ts';
import { addConfig } from './config.ts';
import { addDoctor } from './doctor.ts';
import type { CliEnvironment, GlobalOptions } from './environment.ts';
import { addGlobalOptions, createHost, readModes, writeError } from './host.ts';
import { addInit } from './init.ts';
import { addLint } from './lint.ts';
import { addAnswer } from './roundtable-answer.ts';
import { addExport } from './roundtable-export.ts';
import { addList } from './roundtable-list.ts';
import { addResume } from './roundtable-resume.ts';
import { addSay } from './roundtable-say.ts';
import { addShow } from './roundtable-show.ts';
import { addStart } from './roundtable-start.ts';
import { addSession } from './session.ts';
import { addStrategies } from './strategies.ts';

/** Builds the whole tree over an environment. */
export function buildProgram(environment: CliEnvironment, finish: (code: number) => void): Command {
  const host = createHost(environment, finish);
  const program = addGlobalOptions(new Command('s2s'))
    .description(
      'Seat a panel of roles at a table, let a facilitator lead the discussion, and get a document you can sign.',
    )
    .version(environment.version, '--version', 'print the version')
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      `
Examples:
  s2s init --yes
  s2s roundtable start "Which queue should carry the download jobs?" --dry-run
  s2s design "How do we store transcripts?" --strategy debate
  s2s roundtable resume

Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 paused, 4 waiting for a person, 5 file, 6 no model, 130 cancelled.`,
    );
  addInit(program, host);
  const roundtable = program
    .command('roundtable')
    .description('Start, resume, answer and look at discussions');
  addStart(roundtable, host, null);
  addResume(roundtable, host);
  addAnswer(roundtable, host);
  addSay(roundtable, host);
  addList(roundtable, host);
  addShow(roundtable, host);
  addExport(roundtable, host);
  for (const workflow of ['specs', 'design', 'brainstorm'] as const) addStart(program, host, workflow);
  addSession(program, host);
  addAgents(program, host);
  addStrategies(program, host);
  addConfig(program, host);
  addLint(program, host);
  addDoctor(program, host);
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
  for (const child of command.commands) {
    if (child.options.every((option) => option.long !== '--json')) addGlobalOptions(child);
    prepare(child, environment);
  }
}

/** Parses the arguments and runs the command. Returns the exit code; writes every error. */
export async function runCli(environment: CliEnvironment): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = buildProgram(environment, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...environment.argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (
      error instanceof CommanderError &&
      (error.code === 'commander.helpDisplayed' || error.code === 'commander.version')
    ) {
      return exitCodes.done;
    }
    if (error instanceof CommanderError && error.code === 'commander.help') {
      environment.stdout.write(findCommand(program, environment.argv).helpInformation());
      return exitCodes.usage;
    }
    const globals = readGlobals(environment.argv);
    const known = error instanceof CommanderError ? translate(error, program, environment.argv) : error;
    await writeError(known, { environment, globals, modes: readModes(environment, globals), events: null });
    return known instanceof S2sError ? known.exitCode : exitCodes.bug;
  }
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

/** The command that the arguments lead to, as far as their words are known. */
function findCommand(program: Command, argv: readonly string[]): Command {
  let current = program;
  for (const word of argv) {
    if (word.startsWith('-')) continue;
    const next = current.commands.find((command) => command.name() === word);
    if (!next) break;
    current = next;
  }
  return current;
}

function translate(error: CommanderError, program: Command, argv: readonly string[]): S2sError {
  const command = findCommand(program, argv);
  const name = commandPath(command);
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean.*$/s, '');
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
  if (error.code === 'commander.unknownOption') {
    const wrong = /'([^']+)'/.exec(message)?.[1] ?? '';
    const known = command.options
      .flatMap((option) => [option.long, option.short])
      .filter((flag) => flag !== undefined && flag !== null);
    const nearest = findNearest(wrong, known);
    return new S2sError('UNKNOWN_FLAG', text, {
      hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}See: ${name} --help`,
    });
  }
  if (error.code === 'commander.unknownCommand' || error.code === 'commander.excessArguments') {
    const wrong = argv.find((word) => !word.startsWith('-') && !isOnPath(word, command)) ?? '';
    const nearest =
      command.commands.length === 0
        ? null
        : findNearest(
            wrong,
            command.commands.map((child) => child.name()),
          );
    return new S2sError(
      command.commands.length === 0 ? 'USAGE' : 'UNKNOWN_COMMAND',
      command.commands.length === 0 ? text : `Unknown command "${wrong}".`,
      {
        hint: `${nearest === null ? '' : `Did you mean "${name} ${nearest}"? `}See: ${name} --help`,
      },
    );
  }
  return new S2sError('USAGE', text, { hint: `See: ${name} --help` });
}

function isOnPath(word: string, command: Command): boolean {
  for (let current: Command | null = command; current !== null; current = current.parent) {
    if (current.name() === word) return true;
  }
  return false;
}

/** `s2s roundtable start`, as a person types it. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
