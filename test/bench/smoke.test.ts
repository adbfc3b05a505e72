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
    'reuse.prefix',
    'write.growth',
    'load.growth',
    'peak',
    'list.growth',
    'search.later',
    'search.rare',
    'memory.4',
    'memory.growth',
    'server.memory',
    'server.ratio',
  ]);
  const tokens = figures.find(({ id }) => id === 'tokens.stated');
  expect(tokens?.value).toBeGreaterThan(0);
});
