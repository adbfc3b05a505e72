/**
 * Killed with SIGKILL at any instant, a session loses nothing that its journal had, and ends as if nobody had
 * disturbed it. A sample here; `npm run torture:kill` goes through more than two hundred instants.
 */
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChainReport, type Instant, runChain, runUndisturbed } from './kill-chain.ts';

const full = process.env['S2S_TORTURE'] === 'kill';

/** How many discussions have their first process killed at what; the ones that resume are killed at file operations. */
const counts = full
  ? { file: 30, time: 7, arrived: 5, finished: 6 }
  : // Those at calls are in the chain of steps.
    { file: 1, time: 0, arrived: 0, finished: 0 };
const killsEach = full ? 5 : 2;

let undisturbed: Awaited<ReturnType<typeof runUndisturbed>>;

beforeAll(async () => {
  undisturbed = await runUndisturbed();
});

/** Spreads `count` numbers evenly over 1 to `most`. */
function spread(count: number, most: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 + Math.floor(((index + 0.5) * most) / count));
}

function planChains(): Instant[][] {
  return [...planStepChains(), ...planOtherChains()];
}

/** The steps at which a process dies: one of each kind, and with the torture also those of other rounds and those that are asked again. */
const listSteps = (): string[] => undisturbed.steps.filter((step) => full || !/^1\/|\/mend-|-2$/.test(step));

/** By turns it dies when the first call of a step arrives and when the first is answered. */
function planStepChains(): Instant[][] {
  const plan = (first: 'arrived' | 'finished', second: 'arrived' | 'finished'): Instant[] =>
    listSteps().map((step, index) => ({ at: index % 2 === 0 ? first : second, step }));
  const chain = plan('arrived', 'finished');
  return full ? [chain, plan('finished', 'arrived')] : [chain];
}

function planOtherChains(): Instant[][] {
  const { operations, milliseconds, requests } = undisturbed;
  const firsts: Instant[] = [
    ...spread(counts.file, operations).map((operation): Instant => ({ at: 'file', operation })),
    ...spread(counts.time, milliseconds).map((time): Instant => ({ at: 'time', milliseconds: time })),
    ...spread(counts.arrived, requests).map((call): Instant => ({ at: 'arrived', call })),
    ...spread(counts.finished, requests).map((call): Instant => ({ at: 'finished', call })),
  ];
  // A process that resumes has less to do the later the first one was killed.
  return firsts.map((first, index) => {
    const left = first.at === 'file' ? operations - first.operation : operations / 2;
    const later = Array.from({ length: killsEach - 1 }, (_, number): Instant => {
      const share = ((index * killsEach + number) * 0.618) % 1;
      return { at: 'file', operation: 1 + Math.floor(share * Math.max(12, left / killsEach)) };
    });
    return [first, ...later];
  });
}

describe('a discussion that is killed', () => {
  it('meets every step of the rounds and of the text', () => {
    expect(undisturbed.steps).toEqual([
      ...[1, 2].flatMap((round) => ['question', 'answer', 'synthesis'].map((step) => `${round}/${step}`)),
      ...['draft', 'mend-draft', 'review', 'revision', 'mend-revision'].map((step) => `text/${step}`),
      ...['text/last-call', 'text/patch', 'text/last-call-2'],
    ]);
  });

  it('loses nothing, repeats nothing, and ends like one that was not', {
    timeout: full ? 3_600_000 : 180_000,
  }, async () => {
    const waiting = planChains();
    const reports: ChainReport[] = [];
    const problems: string[] = [];
    const workers = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
      for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
        const report = await runChain(chain);
        reports.push(report);
        problems.push(...listProblems(report).map((problem) => `${JSON.stringify(chain)}: ${problem}`));
      }
    });
    await Promise.all(workers);
    expect(problems).toEqual([]);
    const kills = reports.flatMap((report) => report.kills);
    const lost = reports.flatMap((report) => report.lost);
    if (full) {
      const sum = (read: (report: ChainReport) => number): number =>
        reports.reduce((total, report) => total + read(report), 0);
      process.stdout.write(
        `${kills.length} kills in ${reports.length} discussions of ${undisturbed.operations} file operations and ${undisturbed.requests} calls; ` +
          `${sum((report) => report.looks)} looks at the session file, all readable; ${sum((report) => report.requests)} calls; ` +
          `no journaled call made again; ${lost.length} replies sent but not journaled before the kill ` +
          `(oldest ${Math.max(0, ...lost.map((entry) => entry.milliseconds))} ms).\n`,
      );
    }
    expect(kills.length).toBeGreaterThanOrEqual(full ? 200 : 4);
    const steps = new Set(kills.flatMap((kill) => ('step' in kill ? kill.step : [])));
    expect(listSteps().filter((step) => !steps.has(step))).toEqual([]);
  });
});

/** What a chain did wrong, in words. */
function listProblems(report: ChainReport): string[] {
  const { session, documents } = undisturbed.end;
  return [
    report.lastError,
    ...report.badLooks.map((look) => `the session file at a look: ${look}`),
    ...report.repeated.map((key) => `${key} was in the journal and was asked again`),
    ...report.twice.map((key) => `${key} is in the journal twice`),
    ...report.leftovers.map((file) => `left behind: ${file}`),
    isDeepStrictEqual(report.end.session, session)
      ? ''
      : `another session: ${findDifference(report.end.session, session, '')}`,
    isDeepStrictEqual(report.end.documents, documents) ? '' : 'other documents',
  ].filter((problem) => problem !== '');
}

/** The first place where two pieces of data differ. */
function findDifference(found: unknown, wanted: unknown, place: string): string {
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null)
    return `${place}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
  const keys = new Set([...Object.keys(found), ...Object.keys(wanted)]);
  for (const key of keys) {
    const [one, other] = [found, wanted].map((side) => (side as Record<string, unknown>)[key]);
    if (!isDeepStrictEqual(one, other)) return findDifference(one, other, `${place}/${key}`);
  }
  return place;
}
