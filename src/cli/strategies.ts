/** `s2s strategies`: the ways a discussion can run. */
import type { Command } from 'commander';
import { describeCheck } from './agents.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

/** Adds `strategies` with its commands. */
export function addStrategies(parent: Command, host: Host): void {
  const strategies = parent
    .command('strategies')
    .description('List, show and check the ways a discussion can run');
  const list = strategies.command('list').description('List all strategies');
  list.action(() => host.run(list, listAll));
  const show = strategies
    .command('show')
    .description('Show a strategy: phases, consensus rule, advice')
    .argument('<strategy>', 'a strategy id');
  show.action((id: string) => host.run(show, (context) => showOne(id, context)));
  const check = strategies.command('check').description('Check all strategy files: all problems at once');
  check.action(() => host.run(check, checkAll));
}

async function listAll(context: ActionContext): Promise<CommandResult> {
  const [{ openProject, warnAbout }, { listStrategies }, { formatTable }, { createTheme }] =
    await Promise.all([
      import('./open-project.ts'),
      import('../library/strategies.ts'),
      import('../terminal/format-table.ts'),
      import('../terminal/theme.ts'),
    ]);
  const { places } = await openProject(context);
  const { strategies, problems } = await listStrategies(places);
  warnAbout(context, problems);
  const rows = strategies.map(({ id, description, phases, participation, consensus, origin }) => ({
    id,
    description,
    phases: phases.map(({ name }) => name),
    participation,
    consensus,
    origin,
  }));
  const table = formatTable(
    [
      { title: 'STRATEGY', cells: rows.map(({ id }) => id) },
      { title: 'CONSENSUS', cells: rows.map(({ consensus }) => consensus.mechanism), optional: 2 },
      { title: 'PHASES', cells: rows.map(({ phases }) => phases.join(', ')), optional: 3 },
      {
        title: 'DESCRIPTION',
        cells: rows.map(({ description }) => description.replace(/\s+/g, ' ')),
        flexible: true,
        optional: 1,
      },
    ],
    { columns: context.modes.stdout.columns, theme: createTheme(context.modes.stdout) },
  );
  return {
    json: { strategies: rows, problems },
    text: (table ?? rows.map(({ id }) => id)).join('\n'),
    next: rows.slice(0, 1).flatMap(({ id }) => [`s2s strategies show ${id}`]),
  };
}

async function showOne(id: string, context: ActionContext): Promise<CommandResult> {
  const [{ openProject, showFrom }, { loadStrategy }, { layText }] = await Promise.all([
    import('./open-project.ts'),
    import('../library/strategies.ts'),
    import('../terminal/wrap-text.ts'),
  ]);
  const { places } = await openProject(context);
  const strategy = await loadStrategy(places, id);
  const file = showFrom(context.cwd, strategy.file);
  const { consensus } = strategy;
  const lines = [
    `${strategy.id}: ${strategy.description}`,
    `File: ${file} (${strategy.origin})`,
    `Participation: ${strategy.participation}`,
    `Consensus: ${consensus.mechanism}${consensus.threshold === null ? '' : `, threshold ${consensus.threshold}`}${consensus.block_prevents_terminal ? ', a block counts' : ''}`,
    'Phases:',
    ...strategy.phases.map(({ name, goal, votes }) => `  ${name}: ${goal}${votes ? ' (with votes)' : ''}`),
    '',
    strategy.guidance,
  ];
  return {
    json: { ...strategy, file },
    text: layText(lines.join('\n'), context.modes.stdout),
    next: [`s2s roundtable start "your question" --strategy ${strategy.id}`],
  };
}

async function checkAll(context: ActionContext): Promise<CommandResult> {
  const [{ openProject }, { checkStrategies }] = await Promise.all([
    import('./open-project.ts'),
    import('../library/strategies.ts'),
  ]);
  const { places } = await openProject(context);
  return describeCheck(await checkStrategies(places), 's2s strategies list');
}
