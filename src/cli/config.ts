/** `s2s config`: what is set, and where. */
import type { Command } from 'commander';
import { exitCodes, formatProblems, S2sError } from '../domain/errors.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

/** Adds `config` with its commands. */
export function addConfig(parent: Command, host: Host): void {
  const config = parent.command('config').description('Show and check the configuration');
  const show = config
    .command('show')
    .description('Show the effective configuration')
    .option('--sources', 'with the layer, file and line of each value')
    .option('--workflow <name>', 'as it holds for this workflow');
  show.action((flags: { sources?: boolean; workflow?: string }) =>
    host.run(show, (context) => showAll(flags, context)),
  );
  const check = config.command('check').description('Check the configuration: all problems at once');
  check.action(() => host.run(check, checkAll));
}

async function showAll(
  flags: { sources?: boolean; workflow?: string },
  context: ActionContext,
): Promise<CommandResult> {
  const [{ openProject }, { resolveConfig }, { readWorkflow }, { cleanLine }] = await Promise.all([
    import('./open-project.ts'),
    import('../config/resolve-config.ts'),
    import('./read-run-flags.ts'),
    import('../text/clean-text.ts'),
  ]);
  const project = await openProject(context);
  const { sources } = resolveConfig(project.config, {
    workflow: readWorkflow(flags.workflow ?? 'roundtable'),
    flags: {},
  });
  const rows = sources.map(({ key, value, layer, file, line, origin }) => {
    const where =
      file !== null ? `${layer}: ${file}:${line}` : origin !== null ? `${layer}: ${origin}` : layer;
    const text = cleanLine(typeof value === 'string' ? value : JSON.stringify(value));
    return { key, text, where: flags.sources === true ? `(${where})` : '' };
  });
  const json =
    flags.sources === true
      ? { values: sources }
      : { values: Object.fromEntries(sources.map(({ key, value }) => [key, value])) };
  return {
    json,
    text: layRows(rows, context.modes.stdout).join('\n'),
    next: [flags.sources === true ? 's2s config check' : 's2s config show --sources'],
  };
}

async function checkAll(context: ActionContext): Promise<CommandResult> {
  const { loadConfig } = await import('../config/load-config.ts');
  const { environment, cwd } = context;
  try {
    const loaded = await loadConfig({ cwd, env: environment.env, home: environment.home });
    if (loaded.project === null)
      throw new S2sError('NO_PROJECT', `There is no .s2s folder in ${cwd} or above it.`, {
        hint: 'Create one with: s2s init',
      });
    const text = loaded.warnings.length === 0 ? 'No problems.' : formatProblems(loaded.warnings);
    return { json: { problems: [], warnings: loaded.warnings }, text, next: ['s2s config show --sources'] };
  } catch (error) {
    if (!(error instanceof S2sError) || error.code !== 'CONFIG_INVALID') throw error;
    return {
      json: { problems: error.problems, ...error.data },
      text: formatProblems(error.problems),
      exitCode: exitCodes.negative,
    };
  }
}

/** In columns where they fit, and in a pipe; on a narrower terminal each value with its key, its source beside or under it. */
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
