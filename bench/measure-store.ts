/** The store: a write and a load at 20 and 200 verbose rounds, the list, a search, and the memory of a long run. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringifySession } from '../src/store/session/session-text.ts';
import { atMost, type Figure } from './figures.ts';
import { runDiscussion } from './measure-rounds.ts';
import { startPanel } from './panel.ts';
import { makeProject, type Project, runNode } from './project.ts';
import { createVerboseSession } from './sample-sessions.ts';
import type { StoreTimes } from './store-process.ts';

const storeProcess = fileURLToPath(new URL('./store-process.js', import.meta.url));

/** Writes and loads of a short and of a long session. */
export async function measureStore(options: {
  rounds: readonly [number, number];
  repeats: number;
}): Promise<Figure[]> {
  const project = await makeProject();
  try {
    const run = async (rounds: number): Promise<StoreTimes & { rounds: number; rss_mb: number }> => {
      const args = [storeProcess, String(rounds), String(options.repeats)];
      const { stdout, max_rss_mb: rss } = await runNode(args, project.root);
      return { ...(JSON.parse(stdout) as StoreTimes), rounds, rss_mb: rss };
    };
    const [few, many] = [await run(options.rounds[0]), await run(options.rounds[1])];
    const proportion = many.rounds / few.rounds;
    const compare = (id: string, field: 'write_ms' | 'load_ms'): Figure =>
      atMost(`${id}.growth`, `${id} at ${many.rounds} over ${few.rounds} (in proportion: ${proportion})`, {
        value: many[field] / few[field],
        unit: '×',
        most: proportion * 1.2,
      });
    return [
      ...[few, many].flatMap(({ rounds, file_kb: size, ...times }) => [
        show(`write.${rounds}`, `write at ${rounds} verbose rounds`, times.write_ms),
        show(`load.${rounds}`, `load at ${rounds} verbose rounds (${size.toFixed(0)} kB)`, times.load_ms),
      ]),
      compare('write', 'write_ms'),
      compare('load', 'load_ms'),
      atMost('peak', `peak memory of the process that writes and loads, ${many.rounds}`, {
        value: many.rss_mb,
        unit: 'MB',
        most: 400,
      }),
    ];
  } finally {
    await project.remove();
  }
}

function show(id: string, text: string, value: number): Figure {
  return atMost(id, text, { value, unit: 'ms', most: null });
}

/** `list` with many sessions: the newest page, and with a filter, which reads every session's head. */
export async function measureList(options: {
  counts: readonly number[];
  repeats: number;
}): Promise<Figure[]> {
  const goals: Readonly<Record<number, number>> = { 1000: 0.4, 10000: 0.5 };
  const figures: Figure[] = [];
  const filtered: { count: number; seconds: number }[] = [];
  for (const count of options.counts) {
    const project = await makeProject();
    try {
      await fillSessions(project, count);
      const seconds = { page: [] as number[], filter: [] as number[] };
      for (let repeat = 0; repeat < options.repeats; repeat += 1) {
        seconds.page.push(await listOnce(project, ['--limit', '20']));
        seconds.filter.push(await listOnce(project, ['--status', 'paused', '--limit', '20']));
      }
      const most = goals[count] ?? null;
      filtered.push({ count, seconds: Math.min(...seconds.filter) });
      figures.push(
        atMost(`list.${count}`, `list of ${count.toLocaleString('en-US')} sessions, newest page`, {
          value: Math.min(...seconds.page),
          unit: 's',
          most,
        }),
        atMost(`list.${count}.filtered`, `list of ${count.toLocaleString('en-US')} sessions, filtered`, {
          value: Math.min(...seconds.filter),
          unit: 's',
          most,
        }),
      );
    } finally {
      await project.remove();
    }
  }
  const [few, many] = [filtered[0], filtered.at(-1)];
  if (few && many && many.count > few.count) {
    figures.push(
      atMost(
        'list.growth',
        `filtered list, ${many.count} over ${few.count} sessions (in proportion: ${many.count / few.count})`,
        {
          value: many.seconds / few.seconds,
          unit: '×',
          most: many.count / few.count,
        },
      ),
    );
  }
  return figures;
}

async function listOnce(project: Project, flags: readonly string[]): Promise<number> {
  const { wall_ms: wall } = await project.run(['roundtable', 'list', '--json', ...flags]);
  return wall / 1000;
}

/** `search` in many sessions: the first search, which reads them all, and later ones. */
export async function measureSearch(options: { count: number; repeats: number }): Promise<Figure[]> {
  const project = await makeProject();
  try {
    await fillSessions(project, options.count);
    const searchOnce = async (...words: string[]): Promise<number> =>
      (await project.run(['search', ...words, '--json'])).wall_ms / 1000;
    const first = await searchOnce('queue', 'database');
    const [everywhere, rare]: [number[], number[]] = [[], []];
    for (let repeat = 0; repeat < options.repeats; repeat += 1) {
      everywhere.push(await searchOnce('queue', 'database'));
      rare.push(await searchOnce('queue', nameWord(options.count - 1)));
    }
    const sessions = `${options.count.toLocaleString('en-US')} sessions`;
    return [
      atMost('search.first', `first search of ${sessions}`, { value: first, unit: 's', most: null }),
      atMost('search.later', `later search of ${sessions} for words of all of them`, {
        value: Math.min(...everywhere),
        unit: 's',
        most: 0.5,
      }),
      atMost('search.rare', `later search of ${sessions} for a word of a few`, {
        value: Math.min(...rare),
        unit: 's',
        most: 0.5,
      }),
    ];
  } finally {
    await project.remove();
  }
}

/** A word that few of the sessions have. */
const nameWord = (number: number): string => `zeta${(number % 5000).toString(36)}`;

/** Writes files as a project has them after years: one session of three verbose rounds with other ids and words, every tenth paused. */
async function fillSessions(project: Project, count: number): Promise<void> {
  const folder = path.join(project.root, '.s2s', 'sessions');
  await mkdir(folder, { recursive: true });
  const session = createVerboseSession(3);
  const text = stringifySession({ ...session, status: 'completed' });
  for (let number = 0; number < count; number += 1) {
    const at = new Date(Date.UTC(2024, 0, 1) + number * 3_600_000).toISOString();
    const id = `${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 19).replaceAll(':', '')}-which-queue`;
    const own = text
      .replaceAll(session.id, id)
      .replace(/^(created_at|updated_at): .*$/gm, `$1: ${JSON.stringify(at)}`)
      .replaceAll('enough', nameWord(number));
    const paused = own
      .replace(/^status: .*$/m, 'status: paused')
      .replace(/^pause_reason: .*$/m, 'pause_reason: person');
    await writeFile(path.join(folder, `${id}.yaml`), number % 10 === 0 ? paused : own);
  }
}

/** Peak memory of a short and of a long run of the whole program. */
export async function measureMemory(options: { rounds: readonly [number, number] }): Promise<Figure[]> {
  const panel = await startPanel(0);
  try {
    const peaks: number[] = [];
    for (const rounds of options.rounds) {
      const { project, max_rss_mb: rss } = await runDiscussion(panel, { seats: 5, rounds, verbose: true });
      await project.remove();
      peaks.push(rss);
    }
    const [short = Number.NaN, long = Number.NaN] = peaks;
    const [few, many] = options.rounds;
    return [
      atMost(`memory.${few}`, `peak memory of a run of ${few} rounds`, {
        value: short,
        unit: 'MB',
        most: null,
      }),
      atMost(`memory.${many}`, `peak memory of a run of ${many} rounds`, {
        value: long,
        unit: 'MB',
        most: 300,
      }),
      atMost('memory.growth', `peak memory, ${many} over ${few} rounds`, {
        value: long / short,
        unit: '×',
        most: 2,
      }),
    ];
  } finally {
    panel.close();
  }
}
