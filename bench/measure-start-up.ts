/** Start-up over an empty node, in pairs. */
import { atMost, type Figure, median } from './figures.ts';
import { makeProject, runNode } from './project.ts';

/** `--version`, `--help` and a list of nothing, each over `node -e 0` run just before it. */
export async function measureStartUp(options: { pairs: number }): Promise<Figure[]> {
  const project = await makeProject();
  const commands = [
    { id: 'version', args: ['--version'], most: 1.6 },
    { id: 'help', args: ['--help'], most: 1.6 },
    { id: 'list', args: ['roundtable', 'list'], most: null },
  ];
  try {
    const figures: Figure[] = [];
    for (const { id, args, most } of commands) {
      const ratios: number[] = [];
      for (let pair = 0; pair < options.pairs; pair += 1) {
        const empty = await runNode(['-e', '0'], project.root);
        const own = await project.run(args);
        ratios.push(own.wall_ms / empty.wall_ms);
      }
      figures.push(
        atMost(`start-up.${id}`, `s2s ${args.join(' ')} over node -e 0`, {
          value: median(ratios),
          unit: '×',
          most,
          kind: 'ratio',
        }),
      );
    }
    return figures;
  } finally {
    await project.remove();
  }
}
