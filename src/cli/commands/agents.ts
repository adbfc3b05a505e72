/** `s2s agents`: the roles that can sit at a table. */
import type { RankedAgent } from '../../app/read/rank-agents.ts';
import type { Agent } from '../../session/library.ts';
import type { ActionContext } from '../action-context.ts';
import { describeCheck } from '../describe-check.ts';
import { layTable } from '../lay-table.ts';
import { openProject, showFrom } from '../open-project.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';
import { quoteArgument } from '../quote-argument.ts';

/** `agents` and its commands. */
export const agentsCommands: readonly CommandDescriptor[] = [
  {
    path: 'agents',
    description: 'List, show, create, rank and check the roles at the table',
    examples: ['s2s agents list', 's2s agents rank "migrate the database"'],
  },
  describeCommand({
    path: 'agents list',
    isDefault: true,
    description: "List all roles, the project's own first",
    examples: ['s2s agents list', 's2s agents list --json'],
    run: async (_given, context) => {
      const { agents, problems } = await loadAgents(context);
      const rows = agents.map(({ id, role, level, description, origin, model }) => {
        return { id, role, level, description, origin, model };
      });
      return {
        json: { agents: rows, problems },
        text: await layAgents(agents, context),
        next: rows.slice(0, 1).flatMap(({ id }) => [`s2s agents show ${id}`, 's2s agents new my-role']),
      };
    },
  }),
  describeCommand<[string]>({
    path: 'agents show',
    description: 'Show a role and its prompt',
    arguments: [{ usage: '<agent>', description: 'an agent id', values: 'agents' }],
    examples: ['s2s agents show qa-lead', 's2s agents show software-architect --json'],
    exits: { 0: 'done', 2: 'no such agent', 5: 'the file is not valid' },
    run: async ({ words: [id] }, context) => {
      const [{ loadAgent }, { layText }] = await Promise.all([
        import('../../app/read/browse-library.ts'),
        import('../../terminal/wrap-text.ts'),
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
    },
  }),
  describeCommand<[string], { force?: boolean }>({
    path: 'agents new',
    description: 'Create a role of your own from a template',
    arguments: [{ usage: '<agent>', description: 'its id: lowercase letters, digits, hyphens' }],
    options: [{ usage: '--force', description: 'replace a shipped role' }],
    examples: ['s2s agents new release-manager', 's2s agents new data-steward --json'],
    exits: {
      0: 'written',
      2: 'not an id, or the id of a shipped role',
      5: 'it already exists, or cannot be written',
    },
    run: async ({ words: [id], flags }, context) => {
      const { createAgent } = await import('../../app/admin/create-agent.ts');
      const project = await openProject(context, { needsProject: true });
      const show = (file: string): string => showFrom(context.cwd, file);
      const options = { show, force: flags.force === true };
      const { file, replacesShipped } = await createAgent(id, project, options);
      return {
        json: { id, file },
        text: `Written: ${show(file)}${replacesShipped ? `\nIt replaces the shipped ${id}.` : ''}`,
        next: [`Edit ${show(file)}.`, 's2s agents check'],
      };
    },
  }),
  describeCommand<[string]>({
    path: 'agents rank',
    description: 'Rank the roles for a task by how well their specialties match it',
    arguments: [{ usage: '<task>', description: 'what is to be done' }],
    examples: ['s2s agents rank "migrate the database"', 's2s agents rank "threat model for uploads" --json'],
    run: async ({ words: [task] }, context) => {
      const [{ rankAgents }, { resolveConfig }] = await Promise.all([
        import('../../app/read/rank-agents.ts'),
        import('../../config/resolve-config.ts'),
      ]);
      const { agents, project } = await loadAgents(context);
      const { facilitator, settings } = resolveConfig(project.config, { workflow: 'roundtable' });
      const ranked = rankAgents(task, agents, { facilitator });
      const seats = ranked.slice(0, Math.min(3, settings.max_participants)).map(({ id }) => id);
      // A topic that begins with @ names a file, and one that begins with a hyphen a flag.
      const topic = /^[@-]/.test(task) ? ` ${task}` : task;
      return {
        json: { task, agents: ranked },
        text: await layRanking(ranked, context),
        next: [
          ranked.length < 2
            ? 's2s agents list'
            : `s2s roundtable start ${quoteArgument(topic)} --participants ${seats.join(',')}`,
        ],
      };
    },
  }),
  describeCommand({
    path: 'agents check',
    description: 'Check all agent files and report every problem at once',
    examples: ['s2s agents check', 's2s agents check --json'],
    exits: { 0: 'no errors', 1: 'errors found', 5: 'a file cannot be read' },
    run: async (_given, context) => {
      const { checkAgents } = await import('../../app/read/browse-library.ts');
      const { places } = await openProject(context, { needsProject: true });
      return describeCheck(await checkAgents(places), 's2s agents list');
    },
  }),
];

async function loadAgents(context: ActionContext) {
  const { listAgents } = await import('../../app/read/browse-library.ts');
  const project = await openProject(context);
  return { project, ...(await listAgents(project)) };
}

function layAgents(agents: readonly Agent[], context: ActionContext): Promise<string> {
  return layTable(context, [
    { title: 'AGENT', cells: agents.map(({ id }) => id) },
    { title: 'LEVEL', cells: agents.map(({ level }) => String(level)), right: true, optional: 2 },
    { title: 'FROM', cells: agents.map(({ origin }) => origin), optional: 3 },
    { title: 'DESCRIPTION', cells: agents.map(({ description }) => description), flexible: true },
  ]);
}

async function layRanking(ranked: readonly RankedAgent[], context: ActionContext): Promise<string> {
  if (ranked.length === 0) return 'No role matches this task.';
  const column = (title: string, write: (agent: RankedAgent) => string) => {
    return { title, cells: ranked.map(write), right: true };
  };
  return layTable(context, [
    { title: 'AGENT', cells: ranked.map(({ id }) => id) },
    column('MATCH', ({ match }) => match.toFixed(2)),
    column('LEVEL', ({ level }) => String(level)),
  ]);
}
