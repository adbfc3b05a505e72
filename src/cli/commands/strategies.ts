/** `s2s strategies`: the ways a discussion can run. */
import type { Strategy } from '../../session/library.ts';
import { describeCheck } from '../describe-check.ts';
import { layTable } from '../lay-table.ts';
import { openProject, showFrom } from '../open-project.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';

/** `strategies` and its commands. */
export const strategiesCommands: readonly CommandDescriptor[] = [
  {
    path: 'strategies',
    description: 'List, show and check the ways to run a discussion',
    examples: ['s2s strategies list', 's2s strategies show debate'],
  },
  describeCommand({
    path: 'strategies list',
    isDefault: true,
    description: 'List all strategies',
    examples: ['s2s strategies list', 's2s strategies list --json'],
    run: async (_given, context) => {
      const [{ describeStrategy, listStrategies }, { sayMechanism }] = await Promise.all([
        import('../../app/read/browse-library.ts'),
        import('../../wording/steps.ts'),
      ]);
      const { strategies, problems } = await listStrategies(await openProject(context));
      const rows = strategies.map(describeStrategy);
      return {
        json: { strategies: rows, problems },
        text: await layTable(context, [
          { title: 'STRATEGY', cells: rows.map(({ id }) => id) },
          {
            title: 'CONSENSUS',
            cells: rows.map(({ consensus }) => sayMechanism(consensus.mechanism)),
            optional: 2,
          },
          { title: 'PHASES', cells: rows.map(({ phases }) => phases.join(', ')), optional: 3 },
          { title: 'DESCRIPTION', cells: rows.map(({ description }) => description), flexible: true },
        ]),
        next: rows.slice(0, 1).map(({ id }) => `s2s strategies show ${id}`),
      };
    },
  }),
  describeCommand<[string]>({
    path: 'strategies show',
    description: 'Show a strategy: phases, consensus rule, advice',
    arguments: [{ usage: '<strategy>', description: 'a strategy id', values: 'strategies' }],
    examples: ['s2s strategies show debate', 's2s strategies show six-hats --json'],
    exits: { 0: 'done', 2: 'no such strategy', 5: 'the file is not valid' },
    run: async ({ words: [id] }, context) => {
      const [{ loadStrategy }, { layText }, { sayMechanism }] = await Promise.all([
        import('../../app/read/browse-library.ts'),
        import('../../terminal/wrap-text.ts'),
        import('../../wording/steps.ts'),
      ]);
      const { places } = await openProject(context);
      const strategy = await loadStrategy(places, id);
      const file = showFrom(context.cwd, strategy.file);
      return {
        json: { ...strategy, file },
        text: layText(layStrategy(strategy, file, sayMechanism), context.modes.stdout),
        next: [`s2s roundtable start "your question" --strategy ${strategy.id}`],
      };
    },
  }),
  describeCommand({
    path: 'strategies check',
    description: 'Check all strategy files and report every problem at once',
    examples: ['s2s strategies check', 's2s strategies check --json'],
    exits: { 0: 'no errors', 1: 'errors found', 5: 'a file cannot be read' },
    run: async (_given, context) => {
      const { checkStrategies } = await import('../../app/read/browse-library.ts');
      const { places } = await openProject(context, { needsProject: true });
      return describeCheck(await checkStrategies(places), 's2s strategies list');
    },
  }),
];

function layStrategy(
  strategy: Strategy,
  file: string,
  sayMechanism: (mechanism: Strategy['consensus']['mechanism']) => string,
): string {
  const { mechanism, threshold, block_prevents_terminal: blocksCount } = strategy.consensus;
  const rule = [
    sayMechanism(mechanism),
    ...(threshold === null ? [] : [`threshold ${threshold}`]),
    ...(blocksCount ? ['blocks prevent a conclusion'] : []),
  ];
  return [
    `${strategy.id}: ${strategy.description}`,
    `File: ${file} (${strategy.origin})`,
    `Participation: ${strategy.participation}`,
    `Consensus: ${rule.join(', ')}`,
    'Phases:',
    ...strategy.phases.map(({ name, goal, votes }) => `  ${name}: ${goal}${votes ? ' (with votes)' : ''}`),
    '',
    strategy.guidance,
  ].join('\n');
}
