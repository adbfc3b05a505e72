/**
 * The benchmark at its smallest: a group of each kind (the program, a panel, the store) still measures something, and the others do with
 * `npm run bench -- --smoke`. What it measures is not looked at.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';

const run = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'run.js');

test('the benchmark gives the figures of its groups', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    run,
    '--smoke',
    '--json',
    '--only',
    'start-up,overhead,store',
  ]);
  const { figures } = JSON.parse(stdout) as { figures: Figure[] };
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(figures.filter(({ goal }) => goal !== null).map(({ id }) => id)).toEqual([
    'start-up.version',
    'start-up.help',
    'overhead.5',
    'write.growth',
    'load.growth',
    'peak',
  ]);
});
