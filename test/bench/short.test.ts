/** The short form of the benchmark, as CI runs it: a ratio that passes its goal by half fails; no time is asserted. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';

const run = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'run.js');

test('no ratio passes its goal by half', { timeout: 300_000 }, async () => {
  const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>(
    (resolve) => {
      execFile(process.execPath, [run, '--short', '--json'], (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout: out, stderr: err });
      });
    },
  );
  expect(stdout, stderr).not.toBe('');
  const report = JSON.parse(stdout) as { figures: Figure[]; passed_by_half: string[] };
  expect(report.passed_by_half, stderr).toEqual([]);
  expect(code).toBe(0);
  const ratios = report.figures.filter(({ kind, goal }) => kind === 'ratio' && goal !== null);
  expect(ratios.map(({ id }) => id)).toEqual([
    'start-up.version',
    'start-up.help',
    'overhead.5.ratio',
    'combined.ratio',
    'tokens.stated.ratio',
    'tokens.growth',
    'tokens.shape',
    'reuse.prefix',
    'write.growth',
    'load.growth',
    'list.growth',
    'memory.growth',
  ]);
  expect(report.figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
});
