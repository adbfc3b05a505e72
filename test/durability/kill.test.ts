/**
 * Killed with SIGKILL at any instant, a session loses nothing that its journal had, and ends as if nobody had
 * disturbed it. A sample here; `npm run torture:kill` goes through more than two hundred instants.
 */
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChainReport, type Instant, runChain, runUndisturbed } from './kill-chain.ts';

const full = process.env['S2S_TORTURE'] === 'kill';

/** How many chains of each kind: the first process of a chain is killed there, a second one at a file operation. */
const counts = full
  ? { file: 76, time: 22, arrived: 12, finished: 12 }
  : { file: 4, time: 1, arrived: 1, finished: 1 };

let undisturbed: Awaited<ReturnType<typeof runUndisturbed>>;

beforeAll(async () => {
  undisturbed = await runUndisturbed();
}, 120_000);

/** Spreads `count` numbers evenly over 1 to `most`. */
function spread(count: number, most: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 + Math.floor(((index + 0.5) * most) / count));
}

function planChains(): Instant[][] {
  const { operations, milliseconds, requests } = undisturbed;
  const firsts: Instant[] = [
    ...spread(counts.file, operations).map((operation): Instant => ({ at: 'file', operation })),
    ...spread(counts.time, milliseconds).map((time): Instant => ({ at: 'time', milliseconds: time })),
    ...spread(counts.arrived, requests).map((call): Instant => ({ at: 'arrived', call })),
    ...spread(counts.finished, requests).map((call): Instant => ({ at: 'finished', call })),
  ];
  // The second kill hits the process that resumes, early in short remainders and late in long ones.
  return firsts.map((first, index) => {
    const left = first.at === 'file' ? operations - first.operation : operations / 2;
    const operation = 1 + Math.floor(((index * 0.618) % 1) * Math.max(10, left));
    return index % 3 === 0 && !full ? [first] : [first, { at: 'file', operation }];
  });
}

describe('a discussion that is killed', () => {
  it('loses nothing, repeats nothing, and ends like one that was not', {
    timeout: full ? 3_600_000 : 120_000,
  }, async () => {
    const waiting = planChains();
    const reports: ChainReport[] = [];
    const workers = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
      for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
        const report = await runChain(chain);
        const shown = JSON.stringify(chain);
        expect(report.lastError, shown).toBe('');
        expect(report.badLooks, shown).toEqual([]);
        expect(report.repeated, shown).toEqual([]);
        expect(report.twice, shown).toEqual([]);
        expect(report.leftovers, shown).toEqual([]);
        expect(report.end.session, shown).toEqual(undisturbed.end.session);
        expect(report.end.documents, shown).toEqual(undisturbed.end.documents);
        reports.push(report);
      }
    });
    await Promise.all(workers);
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
    expect(kills.length).toBeGreaterThanOrEqual(full ? 200 : 8);
  });
});
