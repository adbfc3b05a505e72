/** `s2s config`: the configuration and where it is set. */
import { exitCodes, findNearest, formatProblems, S2sError } from '../../session/errors.ts';
import { workflowTypes } from '../../session/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { openProject } from '../open-project.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';
import { configKeysCommand } from './config-keys.ts';

interface ShowFlags {
  sources?: boolean;
  workflow?: string;
}

const options = [
  { usage: '--sources', description: 'with the layer, file and line of each value' },
  { usage: '--workflow <name>', description: 'as it is in effect for this workflow', values: workflowTypes },
];

/** `config` and its commands. */
export const configCommands: readonly CommandDescriptor[] = [
  {
    path: 'config',
    description: 'Show and check the configuration, and list its keys',
    examples: ['s2s config show --sources', 's2s config check'],
  },
  describeCommand<[], ShowFlags>({
    path: 'config show',
    isDefault: true,
    description: 'Show the configuration that is in effect',
    options,
    examples: ['s2s config show', 's2s config show --sources', 's2s config show --workflow specs --json'],
    exits: { 0: 'done', 5: 'the configuration is missing or not valid' },
    run: ({ flags }, context) => show(() => true, flags, context),
  }),
  describeCommand<[string], ShowFlags>({
    path: 'config get',
    description: 'Show one value, or all values of a part, as they are in effect',
    arguments: [
      { usage: '<key>', description: 'such as roundtable.limits.max_rounds, or roundtable.limits' },
    ],
    options,
    examples: ['s2s config get roundtable.limits.max_rounds', 's2s config get roundtable.limits --sources'],
    exits: { 0: 'done', 2: 'no such key', 5: 'the configuration is missing or not valid' },
    run: ({ words: [named], flags }, context) =>
      show((key) => key === named || key.startsWith(`${named}.`), flags, context, named),
  }),
  configKeysCommand,
  describeCommand({
    path: 'config check',
    description: 'Check the configuration and the agendas, and report every problem at once',
    examples: ['s2s config check', 's2s config check --json'],
    exits: { 0: 'no errors', 1: 'errors found', 5: 'a file cannot be read' },
    run: async (_given, { cwd, environment, say }) => {
      const { checkConfig } = await import('../../app/admin/check-config.ts');
      const { problems, warnings, leftOut } = await checkConfig({ ...environment, cwd });
      if (leftOut !== null) say(leftOut);
      if (problems.length > 0) {
        const told = warnings.map((one) => ({ ...one, message: `warning: ${one.message}` }));
        const text = formatProblems([...problems, ...told]);
        return { json: { problems, warnings }, text, exitCode: exitCodes.negative };
      }
      return {
        json: { problems, warnings },
        text: warnings.length === 0 ? 'No problems.' : formatProblems(warnings),
        next: ['s2s config show --sources'],
      };
    },
  }),
];

/** The values whose keys are wanted; `named` is what was asked for. */
async function show(
  isWanted: (key: string) => boolean,
  flags: ShowFlags,
  context: ActionContext,
  named = '',
): Promise<CommandResult> {
  const [{ resolveConfig }, { readWorkflow }] = await Promise.all([
    import('../../config/resolve-config.ts'),
    import('../read-run-flags.ts'),
  ]);
  const { config } = await openProject(context);
  const all = resolveConfig(config, { workflow: readWorkflow(flags, 'roundtable') }).sources;
  const sources = all.filter(({ key }) => isWanted(key));
  if (sources.length === 0) throw refuseKey(named, all);
  const withSources = flags.sources === true;
  const rows = sources.map(({ key, value, layer, file, line, origin, note }) => {
    const place = file === null ? origin : `${file}:${line}`;
    const source = place === null ? layer : `${layer}: ${place}`;
    const where = withSources ? `(${source}${note === undefined ? '' : `; ${cleanLine(note)}`})` : '';
    return { key, text: cleanLine(typeof value === 'string' ? value : JSON.stringify(value)), where };
  });
  return {
    json: {
      values: withSources ? sources : Object.fromEntries(sources.map(({ key, value }) => [key, value])),
    },
    // One value alone is for a script.
    text:
      sources[0]?.key === named && !withSources
        ? (rows[0]?.text ?? '')
        : layRows(rows, context.modes.stdout).join('\n'),
    next: [withSources ? 's2s config check' : 's2s config show --sources'],
  };
}

/** Names the keys whose last word is this one or is written like it. */
function refuseKey(named: string, all: readonly { key: string }[]): S2sError {
  const readLast = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
  const near = all.filter(({ key }) => findNearest(readLast(named), [readLast(key)]) !== null);
  const exact = near.filter(({ key }) => readLast(key) === readLast(named));
  const meant = (exact.length > 0 ? exact : near).slice(0, 3).map(({ key }) => key);
  return new S2sError('USAGE', `The configuration has no key "${cleanLine(named)}".`, {
    hint: `${meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `}All keys: s2s config keys`,
  });
}

/** In columns when they fit or the output is a pipe; on a narrower terminal each key with its value, the source beside or below it. */
function layRows(
  rows: readonly { key: string; text: string; where: string }[],
  modes: { columns: number; isTty: boolean },
): string[] {
  const width = Math.max(...rows.map(({ key }) => key.length));
  const table = rows.map(({ key, text, where }) => `${key.padEnd(width)}  ${text}  ${where}`.trimEnd());
  if (!modes.isTty || table.every((line) => line.length <= modes.columns)) return table;
  return rows.flatMap(({ key, text, where }) => {
    const whole = `${key} = ${text}  ${where}`.trimEnd();
    if (whole.length <= modes.columns) return [whole];
    const value = `${key} = ${text}`;
    const lines = value.length <= modes.columns ? [value] : [`${key} =`, `    ${text}`];
    return where === '' ? lines : [...lines, `    ${where}`];
  });
}
