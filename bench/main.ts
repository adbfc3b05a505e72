/**
 * The benchmark. `--json` prints JSON instead of the table; `--only overhead,list` measures these groups; `--update FILE` writes
 * the table and the machine's description into a document, between two marks; `--smoke` checks that the benchmark works: it runs
 * every group that needs neither a browser nor a database at its smallest size, and ignores the goals, because such figures are
 * meaningless. Exits with 1 when a goal is missed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figure, meetsGoal } from './figures.ts';
import { formatFigures, putTable } from './format-figures.ts';
import { measureDatabase } from './measure-database.ts';
import { measureCombined, measureOverhead } from './measure-rounds.ts';
import { measurePage, measureServer } from './measure-server.ts';
import { measureStartUp } from './measure-start-up.ts';
import { measureList, measureMemory, measureSearch, measureStore } from './measure-store.ts';
import { measureTokens } from './measure-tokens.ts';
import { measureWorkers } from './measure-workers.ts';

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    only: { type: 'string' },
    update: { type: 'string' },
  },
});
const full: Record<string, () => Promise<Figure[]>> = {
  'start-up': () => measureStartUp({ pairs: 25 }),
  overhead: () => measureOverhead({ pairs: 6, rounds: 10, seats: [5, 20], delayMs: 50 }),
  combined: () => measureCombined({ pairs: 2, rounds: 6, delayMs: 500 }),
  tokens: () => measureTokens({ rounds: [3, 10, 20], reuse: 10 }),
  store: () => measureStore({ rounds: [20, 200], repeats: 15 }),
  list: () => measureList({ counts: [1_000, 10_000], repeats: 5 }),
  search: () => measureSearch({ count: 10_000, repeats: 5 }),
  memory: () => measureMemory({ rounds: [20, 200] }),
  server: () => measureServer({ count: 50, delayMs: 1000 }),
  page: () => measurePage({ rounds: 20, repeats: 7 }),
  database: () => measureDatabase({ count: 10_000, repeats: 7 }),
  workers: () => measureWorkers({ sessions: 100, concurrency: 10, delayMs: 1000 }),
};
const smallest: typeof full = {
  'start-up': () => measureStartUp({ pairs: 1 }),
  overhead: () => measureOverhead({ pairs: 1, rounds: 2, seats: [5], delayMs: 0 }),
  combined: () => measureCombined({ pairs: 1, rounds: 2, delayMs: 0 }),
  tokens: () => measureTokens({ rounds: [], reuse: 4 }),
  store: () => measureStore({ rounds: [2, 4], repeats: 1 }),
  list: () => measureList({ counts: [20, 40], repeats: 1 }),
  search: () => measureSearch({ count: 10, repeats: 1 }),
  memory: () => measureMemory({ rounds: [2, 4] }),
  server: () => measureServer({ count: 2, delayMs: 0 }),
};
if (flags.update !== undefined && (flags.smoke || flags.only !== undefined)) {
  process.stderr.write('--update writes the whole table: give it without --only and --smoke.\n');
  process.exit(2);
}
const groups = flags.smoke ? smallest : full;
const chosen = flags.only?.split(',') ?? Object.keys(groups);
const unknown = chosen.filter((name) => groups[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}\n`);
  process.exit(2);
}

const begun = performance.now();
const figures: Figure[] = [];
const measure = async (name: string): Promise<Figure[]> => {
  process.stderr.write(`${name} …\n`);
  return (await groups[name]?.()) ?? [];
};
if (flags.smoke) figures.push(...(await Promise.all(chosen.map(measure))).flat());
else for (const name of chosen) figures.push(...(await measure(name)));
const missed = flags.smoke ? [] : figures.filter((figure) => meetsGoal(figure) === false);
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
};
if (flags.json) {
  const described = figures.map((figure) => ({ ...figure, met: meetsGoal(figure) }));
  process.stdout.write(
    `${JSON.stringify({ machine, seconds: (performance.now() - begun) / 1000, figures: described }, null, 2)}\n`,
  );
} else {
  const write = (shown: readonly Figure[]): string =>
    `${formatFigures(shown)}\n${machine.cpu}, ${machine.cores} cores, ${machine.platform}, node ${machine.node}\n`;
  process.stdout.write(write(figures));
  if (flags.update !== undefined) {
    // Figures without a goal are for developers alone.
    const table = write(figures.filter(({ goal }) => goal !== null));
    await writeFile(flags.update, putTable(await readFile(flags.update, 'utf8'), table));
  }
}
if (missed.length > 0) {
  process.stderr.write(`Missed: ${missed.map(({ text }) => text).join('; ')}\n`);
  process.exitCode = 1;
}
