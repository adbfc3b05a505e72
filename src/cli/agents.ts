/** `s2s agents`: the roles that can sit at a table. */
import path from 'node:path';
import type { Command } from 'commander';
import { exitCodes, formatProblems, S2sError } from '../domain/errors.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { quoteArgument } from './quote-argument.ts';
import { sumUp } from './sum-up.ts';

/** Adds `agents` with its commands. */
export function addAgents(parent: Command, host: Host): void {
  const agents = parent
    .command('agents')
    .description('List, show, create, rank and check the roles at the table');
  const list = agents.command('list').description("List all roles, the project's own first");
  list.action(() => host.run(list, listAll));
  const show = agents
    .command('show')
    .description('Show a role and its prompt')
    .argument('<agent>', 'an agent id');
  show.action((id: string) => host.run(show, (context) => showOne(id, context)));
  const create = agents
    .command('new')
    .description('Create a role of your own from a template')
    .argument('<agent>', 'its id: lowercase letters, digits, hyphens');
  create.action((id: string) => host.run(create, (context) => createOne(id, context)));
  const rank = agents
    .command('rank')
    .description('Rank the roles for a task: track record × (1 + 0.3 × match)')
    .argument('<task>', 'what is to be done');
  rank.action((task: string) => host.run(rank, (context) => rankAll(task, context)));
  const check = agents.command('check').description('Check all agent files: all problems at once');
  check.action(() => host.run(check, checkAll));
}

async function listAll(context: ActionContext): Promise<CommandResult> {
  const [{ openProject, warnAbout }, { listAgents }, { formatTable }, { createTheme }] = await Promise.all([
    import('./open-project.ts'),
    import('../library/agents.ts'),
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
  ]);
  const { places } = await openProject(context);
  const { agents, problems } = await listAgents(places);
  warnAbout(context, problems);
  const rows = agents.map(({ id, role, level, description, origin, model }) => ({
    id,
    role,
    level,
    description,
    origin,
    model,
  }));
  const table = formatTable(
    [
      { title: 'AGENT', cells: rows.map(({ id }) => id) },
      { title: 'LEVEL', cells: rows.map(({ level }) => String(level)), right: true, optional: 2 },
      { title: 'FROM', cells: rows.map(({ origin }) => origin), optional: 3 },
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
    json: { agents: rows, problems },
    text: (table ?? rows.map(({ id }) => id)).join('\n'),
    next: rows.slice(0, 1).flatMap(({ id }) => [`s2s agents show ${id}`, 's2s agents new my-role']),
  };
}

async function showOne(id: string, context: ActionContext): Promise<CommandResult> {
  const [{ openProject, showFrom }, { loadAgent }, { layText }] = await Promise.all([
    import('./open-project.ts'),
    import('../library/agents.ts'),
    import('../terminal/wrap-text.ts'),
  ]);
  const { places } = await openProject(context);
  const agent = await loadAgent(places, id);
  const file = showFrom(context.cwd, agent.file);
  const head = [
    `${agent.id}: ${agent.role} (level ${agent.level})`,
    agent.description,
    `File: ${file} (${agent.origin})`,
    ...(agent.specialties.length > 0 ? [`Specialties: ${agent.specialties.join(', ')}`] : []),
    ...(agent.model === null ? [] : [`Model: ${agent.model}`]),
  ];
  const other = agent.id === 'software-architect' ? 'qa-lead' : 'software-architect';
  return {
    json: { ...agent, file },
    text: layText(`${head.join('\n')}\n\n${agent.body}`, context.modes.stdout),
    next: [`s2s roundtable start "your question" --participants ${agent.id},${other}`],
  };
}

async function createOne(id: string, context: ActionContext): Promise<CommandResult> {
  const [
    { openProject, showFrom },
    { newAgentText },
    { writeFileDurably, makeFolderDurably },
    { idPattern },
    { listAgents },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../library/new-agent-text.ts'),
    import('../files/durable-file.ts'),
    import('../domain/vocabulary.ts'),
    import('../library/agents.ts'),
  ]);
  if (!idPattern.test(id) || id === 'human') {
    throw new S2sError('INVALID_ID', `"${id}" cannot be the id of an agent.`, {
      hint: 'Use lowercase letters, digits and hyphens, for example release-manager.',
    });
  }
  const { s2sDir, places } = await openProject(context);
  const shipped = (await listAgents(places)).agents.some(
    (agent) => agent.id === id && agent.origin === 'shipped',
  );
  const folder = path.join(s2sDir, 'agents');
  const file = path.join(folder, `${id}.md`);
  const shown = showFrom(context.cwd, file);
  await makeFolderDurably(folder, showFrom(context.cwd, folder));
  const written = await writeFileDurably(file, newAgentText(id), {
    mode: 0o644,
    shownAs: shown,
    exclusive: true,
  });
  if (!written)
    throw new S2sError('FILE_UNWRITABLE', `${shown} exists already.`, {
      hint: `Edit it, or choose another id. See: s2s agents show ${id}`,
    });
  return {
    json: { id, file },
    text: `Written: ${shown}${shipped ? `\nIt takes the place of the ${id} that ships.` : ''}`,
    next: [`Say in ${shown} what the role judges by.`, 's2s agents check'],
  };
}

async function rankAll(task: string, context: ActionContext): Promise<CommandResult> {
  const [
    { openProject, warnAbout },
    { listAgents },
    { scoreSpecialties },
    { neutralRecord, weighAgent },
    { readRecords },
    { formatTable },
    { createTheme },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../library/agents.ts'),
    import('../library/score-specialties.ts'),
    import('../roundtable/rules/rank.ts'),
    import('../app/track-record.ts'),
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
  ]);
  const project = await openProject(context);
  const { agents, problems } = await listAgents(project.places);
  warnAbout(context, problems);
  const records = await readRecords(project);
  const ranked = agents
    .map((agent) => {
      const known = records.get(agent.id);
      const match = scoreSpecialties(task, agent);
      const record = known?.score ?? neutralRecord;
      return {
        id: agent.id,
        level: agent.level,
        match,
        record,
        sessions: known?.sessions ?? 0,
        score: Math.round(weighAgent(record, match) * 1000) / 1000,
      };
    })
    // An agent that the task does not touch is no answer to it, however reliable it is.
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.score - one.score || other.match - one.match || (one.id < other.id ? -1 : 1));
  const table = formatTable(
    [
      { title: 'AGENT', cells: ranked.map(({ id }) => id) },
      { title: 'SCORE', cells: ranked.map(({ score }) => score.toFixed(3)), right: true },
      {
        title: 'RECORD',
        cells: ranked.map(({ record, sessions }) => (sessions === 0 ? '-' : record.toFixed(2))),
        right: true,
      },
      { title: 'MATCH', cells: ranked.map(({ match }) => match.toFixed(2)), right: true },
      { title: 'LEVEL', cells: ranked.map(({ level }) => String(level)), right: true },
    ],
    { columns: context.modes.stdout.columns, theme: createTheme(context.modes.stdout) },
  );
  return {
    json: { task, agents: ranked },
    text:
      ranked.length === 0
        ? 'No role has a specialty that this task names.'
        : (table ?? ranked.map(({ id }) => id)).join('\n'),
    next: ranked.length < 2 ? ['s2s agents list'] : [sayPanel(task, ranked)],
  };
}

async function checkAll(context: ActionContext): Promise<CommandResult> {
  const [{ openProject }, { checkAgents }] = await Promise.all([
    import('./open-project.ts'),
    import('../library/agents.ts'),
  ]);
  const { places } = await openProject(context);
  return describeCheck(await checkAgents(places), 's2s agents list');
}

/** The command that seats the best ranked at a table. */
function sayPanel(task: string, ranked: readonly { id: string }[]): string {
  const seats = ranked.slice(0, 3).map(({ id }) => id);
  return `s2s roundtable start ${quoteArgument(task)} --participants ${seats.join(',')}`;
}

/** The result of a check: every problem, errors make it exit 1. `next` is what to type when there are none. */
export function describeCheck(
  check: { files: string[]; problems: readonly { file: string; message: string; severity: string }[] },
  next: string,
): CommandResult {
  const errors = check.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = check.problems.length - errors;
  const lines = formatProblems(
    check.problems.map((problem) => ({ ...problem, message: `${problem.severity}: ${problem.message}` })),
  );
  const sum = sumUp(check.files.length, { errors, warnings });
  return {
    json: { ...check, errors, warnings },
    text: lines === '' ? sum : `${lines}\n${sum}`,
    ...(errors > 0 ? {} : { next: [next] }),
    exitCode: errors > 0 ? exitCodes.negative : exitCodes.done,
  };
}
