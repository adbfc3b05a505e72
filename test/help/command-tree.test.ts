import { describe, expect, it } from 'vitest';
import { buildTree, listFlags, nameCommand } from '../support/command-tree.ts';

/** The command line that others build on: commands with their arguments and flags. Flags may be added. */
const contract: Record<string, { argument?: string; flags?: string }> = {
  's2s init': { flags: '--yes --name --description' },
  's2s roundtable start': { argument: '[topic]' },
  's2s specs': { argument: '[topic]' },
  's2s design': { argument: '[topic]' },
  's2s brainstorm': { argument: '[topic]' },
  's2s roundtable resume': {
    argument: '[session]',
    flags:
      '--model --models --interactive --on-escalation --min-rounds --max-rounds --agent-timeout --total-timeout --max-tokens --max-cost --on-limit',
  },
  's2s roundtable answer': { argument: '[session]', flags: '--escalation --accept --decision --rounds' },
  's2s roundtable say': { argument: '[words...]', flags: '--ratify --stand-aside --block --rest' },
  's2s roundtable guide': { argument: '<words...>' },
  's2s roundtable publish': { argument: '[session]', flags: '--supersede' },
  's2s roundtable list': { flags: '--status --workflow --limit --offset' },
  's2s roundtable show': { argument: '[session]', flags: '--full --rounds --round --seat --item --calls' },
  's2s roundtable export': { argument: '[session]', flags: '--type --format --output' },
  's2s worker': { flags: '--concurrency --name --trust' },
  's2s serve': { flags: '--port --host --token-file --public-url --resume --open --trust' },
  's2s batch': {
    argument: '<file>',
    flags: '--at-once --dry-run --detach --priority --model --max-cost --trust',
  },
  's2s plan': {
    argument: '[documents...]',
    flags:
      '--issues --participants --context --fast --model --models --max-cost --dry-run --estimate --detach',
  },
  's2s review': {
    argument: '[change]',
    flags:
      '--format --fail-on --participants --context --language --model --models --max-cost --dry-run --estimate --detach',
  },
  's2s decisions list': { flags: '--status' },
  's2s decisions show': { argument: '<record>' },
  's2s decisions accept': { argument: '<record>', flags: '--name' },
  's2s decisions reject': { argument: '<record>', flags: '--name' },
  's2s decisions supersede': { argument: '<record>', flags: '--by' },
  's2s decisions due': {},
  's2s search': { argument: '<words...>', flags: '--limit' },
  's2s session validate': { argument: '[session]', flags: '--repair' },
  's2s session close': { argument: '[session]' },
  's2s session cleanup': { flags: '--older-than --status --dry-run' },
  's2s store migrate': { flags: '--yes' },
  's2s store copy': { argument: '<from> <to>' },
  's2s agents list': {},
  's2s agents show': { argument: '<agent>' },
  's2s agents new': { argument: '<agent>' },
  's2s agents rank': { argument: '<task>' },
  's2s agents check': {},
  's2s strategies list': {},
  's2s strategies show': { argument: '<strategy>' },
  's2s strategies check': {},
  's2s config show': { flags: '--sources' },
  's2s config get': { argument: '<key>', flags: '--sources' },
  's2s config check': {},
  's2s config keys': {},
  's2s lint': { argument: '[files...]', flags: '--rules' },
  's2s trust': { flags: '--list --revoke' },
  's2s mcp': {},
  's2s doctor': { flags: '--trust' },
  's2s completion': { argument: '<shell>' },
  's2s help': { argument: '[command...]' },
};

const starting =
  '--strategy --participants --workflow --output-type --context --language --facilitator --synthesizer --model --models --pro --con --with-me --participation --min-rounds --max-rounds --agent-timeout --total-timeout --max-tokens --max-cost --on-limit --interactive --verbose --dry-run --seed --estimate --replay --combined --fast --on-escalation --fail-on --supersede';
for (const name of ['roundtable start', 'specs', 'design', 'brainstorm']) {
  contract[`s2s ${name}`] = { argument: '[topic]', flags: starting };
}

const everywhere = '--json --ndjson --no-input --quiet --debug --no-color --cwd'.split(' ');

describe('the command tree', () => {
  const tree = buildTree({ all: true });
  const byName = new Map(tree.commands.map((command) => [nameCommand(command), command]));

  it.each(Object.entries(contract))('has %s', (name, { argument, flags }) => {
    const command = byName.get(name);
    expect(command, `${name} is missing`).toBeDefined();
    if (command === undefined) return;
    const missing = (flags ?? '')
      .split(' ')
      .filter((flag) => flag !== '' && !listFlags(command).includes(flag));
    expect(missing).toEqual([]);
    const usage = command.usage();
    if (argument !== undefined) expect(usage).toContain(argument);
    expect(everywhere.filter((flag) => !tree.help(command).includes(flag))).toEqual([]);
  });

  it('has no command that the list does not know', () => {
    const leaves = tree.commands.filter(({ commands }) => commands.length === 0).map(nameCommand);
    expect(leaves.filter((name) => !(name in contract))).toEqual([]);
  });
});

describe('help', () => {
  const tree = buildTree();
  const find = (name: string) => tree.commands.find((command) => nameCommand(command) === name);

  it.each(['s2s design', 's2s specs', 's2s brainstorm', 's2s roundtable start'])(
    'of %s shows the dozen options that matter, and how to see the rest',
    (name) => {
      const command = find(name);
      if (command === undefined) throw new Error(`${name} is missing`);
      const help = tree.help(command);
      const shown = listFlags(command).filter((flag) => help.includes(`  ${flag} `));
      expect(shown).toHaveLength(12);
      expect(shown).toEqual(
        expect.arrayContaining(['--participants', '--max-cost', '--dry-run', '--estimate']),
      );
      expect(help).toContain(`${command.options.length - 12} more options`);
      expect(help).toContain(`${name} --help --all`);
    },
  );

  it('of the program has the commands in the order in which a person meets them, a team’s apart', () => {
    const help = tree.help(tree.program);
    const order = [
      'init',
      'design',
      'roundtable',
      'doctor',
      'search',
      'config',
      'For a team:',
      'worker',
      'store',
    ];
    const places = order.map((word) => help.indexOf(`\n${word.endsWith(':') ? '' : '  '}${word}`));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });
});

describe('every help text', () => {
  const tree = buildTree();
  it.each(tree.commands.map((command) => [nameCommand(command), command] as const))('%s', (name, command) => {
    const help = tree.help(command);
    expect(command.description()).not.toBe('');
    const examples = /\nExamples:\n((?: {2}.*\n)+)/.exec(help)?.[1]?.trimEnd().split('\n') ?? [];
    expect(examples.length, 'examples').toBeGreaterThanOrEqual(2);
    for (const example of examples) expect(example.trim()).toMatch(/^s2s /);
    for (const example of examples) {
      if (name !== 's2s' && command.commands.length === 0) expect(example.trim().startsWith(name)).toBe(true);
    }
    for (const option of command.options) expect(option.description, String(option.long)).not.toBe('');
    for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
    // Examples are copied whole, so they are the one thing that may be wider than the terminal.
    const wide = help.split('\n').filter((line) => line.length > 80 && !line.trim().startsWith('s2s '));
    expect(wide).toEqual([]);
  });
});
