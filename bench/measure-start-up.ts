/** Start-up time compared with an empty node, in pairs. */
import { atMost, type Figure } from './figures.ts';
import { makeProject, runNode } from './project.ts';

/** `--version`, `--help` and an empty list, each compared with a `node -e 0` just before it. */
export async function measureStartUp(options: { pairs: number }): Promise<Figure[]> {
  const project = await makeProject();
  const commands = [
    { id: 'version', args: ['--version'], most: 1.5 },
    { id: 'help', args: ['--help'], most: 2 },
    { id: 'list', args: ['roundtable', 'list'], most: null },
  ];
  try {
    const figures: Figure[] = [];
    for (const { id, args, most } of commands) {
      const [own, empty]: [number[], number[]] = [[], []];
      for (let pair = 0; pair < options.pairs; pair += 1) {
        empty.push((await runNode(['-e', '0'], project.root)).wall_ms);
        own.push((await project.run(args)).wall_ms);
      }
      figures.push(
        atMost(`start-up.${id}`, `s2s ${args.join(' ')} over node -e 0`, {
          value: Math.min(...own) / Math.min(...empty),
          unit: '×',
          most,
        }),
      );
    }
    return figures;
  } finally {
    await project.remove();
  }
}
