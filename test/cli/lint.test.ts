import path from 'node:path';
import { expect, test } from 'vitest';
import { lintRules } from '../../src/documents/lint/lint-rules.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const run = async (
  args: readonly string[],
  files: Record<string, string> = {},
  place: { columns?: number } = {},
) => {
  const cwd = await makeFolder(files);
  return runInProcess(args, { cwd, home: cwd, ...place });
};

test('prints every rule with its severity and a sentence, in text and in JSON', async () => {
  const { rules } = JSON.parse((await run(['lint', '--rules', '--json'])).stdout) as {
    rules: { rule: string; severity: string; says: string }[];
  };
  expect(Object.fromEntries(rules.map(({ rule, ...line }) => [rule, line]))).toEqual(lintRules);
  const { code, stdout } = await run(['lint', '--rules']);
  expect(code).toBe(0);
  for (const [rule, { severity }] of Object.entries(lintRules))
    expect(stdout).toContain(`${rule} (${severity})\n  `);
});

test('asks for a file where none is named', async () => {
  const { code, stderr } = await run(['lint']);
  expect(code).toBe(2);
  expect(stderr).toContain('s2s lint docs/decisions/*.md');
});

test('checks the documents of the project where none is named, also from a folder below', async () => {
  const record = '# A\n\n## Status\n\n\n## Context\n\nJobs.\n\n## Decision\n\nA table.\n';
  const cwd = await makeFolder({
    '.s2s/config.yaml': 'docs: {specifications: spec.md, architecture: arc}\n',
    'doc/adr/0001-a.md': record,
    'services/adr/0002-b.md': record,
    'spec.md': '# Requirements\n\n**REQ-001** The service shall answer quickly.\n',
    'arc/main.md': '# Notes\n\nText.\n',
    'notes.md': 'TODO\n',
    'src/a.txt': '',
  });
  const listed = async (below = '') => {
    const { code, stdout } = await runInProcess(['lint', '--json'], {
      cwd: path.join(cwd, below),
      home: cwd,
    });
    expect(code).toBe(1);
    return (JSON.parse(stdout) as { files: { file: string }[] }).files.map(({ file }) => file);
  };
  const files = ['arc/main.md', 'doc/adr/0001-a.md', 'services/adr/0002-b.md', 'spec.md'];
  expect(await listed()).toEqual(files);
  expect(await listed('src')).toEqual(files.map((file) => `../${file}`));
});

test('names the files to check again, or none where they are many', async () => {
  const wrong = '# Requirements\n\n**REQ-001** The service shall answer quickly.\n';
  const names = Array.from({ length: 6 }, (_, index) => `${index}.md`);
  const files = {
    'fine.md': '# Notes\n\nText.\n',
    ...Object.fromEntries(names.map((name) => [name, wrong])),
  };
  const few = await run(['lint', 'fine.md', '0.md'], files);
  expect(few.stdout + few.stderr).toContain('then: s2s lint 0.md\n');
  const many = await run(['lint', ...names], files);
  expect(many.stdout + many.stderr).toContain('then type the same again.');
});

test('says how many files are in no form that it knows, and finds nothing in them', async () => {
  const files = { 'a.md': '# Notes\n\nTODO: some words.\n', 'b.md': '# More\n\nSome words.\n' };
  const one = await run(['lint', 'a.md'], files);
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('Skipped a.md: not in the form of')]);
  const two = await run(['lint', 'a.md', 'b.md'], files);
  expect(two.stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
    'Skipped a.md',
    'Skipped b.md',
    '2 files checked',
    '',
  ]);
  const names = Array.from({ length: 6 }, (_, index) => `${index}.md`);
  const many = await run(
    ['lint', ...names],
    Object.fromEntries(names.map((name) => [name, '# Notes\n\nWords.\n'])),
  );
  expect(many.stdout).toMatch(/^Skipped 6 files: .*\n6 files checked/);
});

test('a problem is one line for a program, and broken between words at a terminal', async () => {
  const files = {
    'docs/specifications/requirements.md': '# R\n\n**REQ-001 · Upload** (must)\n\nIt keeps the file.\n',
  };
  const [line] = (await run(['lint'], files)).stdout.split('\n');
  const shown = (await run(['lint'], files, { columns: 60 })).stdout;
  expect(shown.split('\n').every((one) => one.length <= 60)).toBe(true);
  expect(shown.replace(/\s+/g, ' ')).toContain(line);
});
