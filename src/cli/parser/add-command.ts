/** Adds described commands to the parser's tree. */
import { Argument, type Command, Option } from 'commander';
import type { Host } from '../command-runner.ts';
import type { CommandDescriptor, OptionDescriptor, Values } from './command-descriptor.ts';

/** An option or argument of the tree with the values it takes, and whether help shows it only with `--all`. */
type Valued = { values?: Values | undefined; isRare?: boolean | undefined };

/** The values that an option or argument takes; undefined for free text and numbers. */
export function findValues(part: Option | Argument): Values | undefined {
  return (part as Valued).values;
}

/** Whether help shows an option only with `--all`. */
export function isRare(option: Option): boolean {
  return (option as Valued).isRare === true;
}

/** Notes the values that an option or argument takes. */
function setValues<Part extends Option | Argument>(part: Part, values: Values | undefined): Part {
  return Object.assign(part, { values } satisfies Valued);
}

/**
 * Adds a command to the tree; its noun must be there already. An outline has no options: the help of the program does not show
 * them, and creating them takes most of the time.
 */
export function addCommand(
  program: Command,
  descriptor: CommandDescriptor,
  { host, isOutline }: { host: Host; isOutline: boolean },
): Command {
  const { path, description, run } = descriptor;
  const names = path.split(' ');
  const command = findParent(program, names)
    .command(names.at(-1) ?? path, {
      hidden: descriptor.isHidden === true,
      isDefault: descriptor.isDefault === true,
    })
    .description(description);
  if (descriptor.group !== undefined) command.helpGroup(`${descriptor.group}:`);
  for (const { usage, description: text, values } of descriptor.arguments ?? [])
    command.addArgument(setValues(new Argument(usage, text), values));
  if (!isOutline) for (const option of descriptor.options ?? []) command.addOption(makeOption(option));
  if (descriptor.isHidden === true) command.allowUnknownOption().helpOption(false);
  if (run === undefined) command.helpCommand('help [command]', 'Show what a command does');
  else {
    command.action(() =>
      host.run(command, (context) =>
        run({ words: command.processedArgs, flags: command.opts(), program }, context),
      ),
    );
  }
  return command;
}

/** The parent of the last name in a path. Throws TypeError when it is not in the tree: a bug. */
function findParent(program: Command, names: readonly string[]): Command {
  let parent = program;
  for (const name of names.slice(0, -1)) {
    const found = parent.commands.find((command) => command.name() === name);
    if (found === undefined) throw new TypeError(`the commands have no ${name}`);
    parent = found;
  }
  return parent;
}

function makeOption(descriptor: OptionDescriptor): Option {
  const { usage, description, values, isRequired, isRepeatable } = descriptor;
  const option = setValues(new Option(usage, description), values).makeOptionMandatory(isRequired === true);
  Object.assign(option, { isRare: descriptor.isRare === true } satisfies Valued);
  if (isRepeatable === true)
    option.argParser((value, list: string[] | undefined) => [...(list ?? []), value]);
  return option;
}
