/**
 * The benchmark. `--json` prints one document instead of the table; `--short` measures what ratios need, in less than
 * 40 s; `--only overhead,list` measures these groups. Ends with 1 when a ratio passes its goal by half.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figure, meetsGoal, passesByHalf } from './figures.ts';
import { formatFigures } from './format-figures.ts';
import { measureCombined, measureOverhead } from './measure-rounds.ts';
import { measureStartUp } from './measure-start-up.ts';
import { measureList, measureMemory, measureStore } from './measure-store.ts';
import { measureTokens } from './measure-tokens.ts';

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const { short } = flags;
const seats = [
  { seats: 3, most: 15 },
  { seats: 5, most: 15 },
  { seats: 20, most: 25 },
];
const groups: Record<string, () => Promise<Figure[]>> = {
  'start-up': () => measureStartUp({ pairs: short ? 9 : 25 }),
  overhead: () =>
    measureOverhead({
      pairs: short ? 1 : 6,
      rounds: short ? 4 : 10,
      seats: short ? seats.slice(1, 2) : seats,
      delayMs: short ? 250 : 50,
    }),
  combined: () =>
    measureCombined({ pairs: short ? 1 : 2, rounds: short ? 4 : 6, delayMs: short ? 250 : 500 }),
  tokens: () => measureTokens({ rounds: short ? [3, 10] : [3, 10, 20] }),
  store: () => measureStore({ repeats: short ? 4 : 15 }),
  list: () => measureList({ counts: short ? [200, 2_000] : [1_000, 10_000], repeats: short ? 2 : 5 }),
  memory: () => measureMemory({ rounds: short ? [5, 30] : [20, 200] }),
};
const chosen = flags.only?.split(',') ?? Object.keys(groups);
const unknown = chosen.filter((name) => groups[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}\n`);
  process.exit(2);
}

const begun = performance.now();
const figures: Figure[] = [];
for (const name of chosen) {
  process.stderr.write(`${name} …\n`);
  figures.push(...((await groups[name]?.()) ?? []));
}
const bad = figures.filter(passesByHalf);
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
};
if (flags.json) {
  const described = figures.map((figure) => ({ ...figure, met: meetsGoal(figure) }));
  process.stdout.write(
    `${JSON.stringify({ machine, seconds: (performance.now() - begun) / 1000, figures: described, passed_by_half: bad.map(({ id }) => id) }, null, 2)}\n`,
  );
} else {
  process.stdout.write(formatFigures(figures));
  process.stdout.write(`${machine.cpu}, ${machine.cores} cores, ${machine.platform}, node ${machine.node}\n`);
}
if (bad.length > 0) {
  process.stderr.write(`Passed by half: ${bad.map(({ text }) => text).join('; ')}\n`);
  process.exitCode = 1;
}
