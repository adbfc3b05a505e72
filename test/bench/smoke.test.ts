/** The benchmark at its smallest: every group still measures something. What it measures is not looked at. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';

const run = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'run.js');

test('every group of the benchmark gives its figures', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--smoke', '--json']);
  const { figures } = JSON.parse(stdout) as { figures: Figure[] };
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(figures.filter(({ goal }) => goal !== null).map(({ id }) => id)).toEqual([
    'start-up.version',
    'start-up.help',
    'overhead.5',
    'combined.ratio',
    'tokens.stated',
    'tokens.growth',
    'reuse.prefix',
    'write.growth',
    'load.growth',
    'peak',
    'list.growth',
    'search.later',
    'memory.4',
    'memory.growth',
    'server.memory',
    'server.ratio',
  ]);
  // Counts, not times: the same on every machine.
  for (const id of ['tokens.stated', 'tokens.growth']) {
    const counted = figures.find((figure) => figure.id === id);
    expect(counted?.value, id).toBeGreaterThan(0);
    expect(counted?.value, id).toBeLessThanOrEqual(counted?.goal?.value ?? 0);
  }
});
