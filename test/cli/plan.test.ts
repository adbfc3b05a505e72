/** `s2s plan` as a person types it, rehearsed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { git } from '../support/make-repository.ts';
import { runInProcess } from '../support/run-in-process.ts';

const requirements =
  '# Requirements\n\n**REQ-001 · Upload** (must)\n\nWhen a file comes, the shop shall keep it.\n\n**REQ-002 · Delete** (should)\n\nWhen asked, the shop shall delete it.\n\n**REQ-003 · Share** (won’t)\n\nThe shop shall share it.\n\n**OOS-001 · Mail**\n\nNo mail.\n';
const record = (title: string, status: string) =>
  `# ${title}\n\n## Status\n\n${status}\n\n## Context\n\nFiles.\n\n## Decision\n\nIn a bucket.\n\n## Consequences\n\nNone.\n`;

async function open() {
  const cwd = await makeFolder({
    '.s2s/config.yaml': 'name: t\n',
    'docs/specifications/requirements.md': requirements,
    'docs/adr/0001-bucket.md': record('1. Use a bucket', 'Accepted'),
    'docs/adr/0002-disk.md': record('2. Use a disk', 'Rejected'),
    'notes/wanted.md': '# Wanted\n\n### REQ-001: Faster\n\nThe page shall be ready in a second.\n',
  });
  const plan = (...args: string[]) => runInProcess(['plan', ...args, '--dry-run'], { cwd, home: cwd });
  return { cwd, plan };
}

test('plans what the project demands and has not put off: a table of coverage, and issues', async () => {
  const { cwd, plan } = await open();
  const { code, stdout } = await plan('--issues', 'issues.jsonl');
  expect(code).toBe(0);
  expect(stdout.split('## Coverage')[1]).toMatch(
    /\| REQ-001 \| Upload \| PKG-\d+ \|\n\| REQ-002 \| Delete \| PKG-\d+ \|\n\| 0001-bucket \| Use a bucket \| PKG-\d+ \|\n\n/,
  );
  expect(stdout).toMatch(/\*Fulfils:\* REQ-001\n\n\*Touches:\* src\/part-1 \(new\)\n\n\*Risk:\* /);
  const lines = (await readFile(path.join(cwd, 'issues.jsonl'), 'utf8')).trim().split('\n');
  const issues = lines.map((line) => JSON.parse(line) as { title: string; body: string });
  expect(issues[1]).toEqual({
    title: expect.stringMatching(/^PKG-002: /),
    body: expect.stringContaining('*Waits for:* PKG-001'),
  });
});

test('a plan is made anew: what commits name is done, ids stay, and what changed is shown', async () => {
  const { cwd, plan } = await open();
  git(cwd, 'init', '--quiet');
  await plan();
  git(cwd, 'commit', '--quiet', '--allow-empty', '--message', 'The second half (PKG-9)');
  const file = path.join(cwd, 'docs/specifications/requirements.md');
  await writeFile(file, requirements.replace('keep it', 'keep it for a year'));
  const again = await plan('--fast', '--max-rounds', '1', '--min-rounds', '1', '--seed', '3');
  expect(again.stderr).toContain('Continues the plan of ');
  expect(again.stdout).toMatch(/## What Changed\n\n\| Package \|[^#]*\| PKG-001 · [^|]*\| unchanged \|/);
  expect(again.stdout).toMatch(/\| PKG-009 · [^|]*\| done \| \w+ The second half \(PKG-9\) \|/);
  const afresh = await plan('--fast', '--max-rounds', '1', '--min-rounds', '1', '--afresh');
  expect(afresh.stdout).not.toContain('## What Changed');
});

test('at a terminal a plan ends like any discussion: the decision, and the file that has the plan', async () => {
  const { cwd } = await open();
  const place = { cwd, home: cwd, columns: 80 };
  const { stdout } = await runInProcess(['plan', '--dry-run', '--no-color'], place);
  expect(stdout).toMatch(/^Decision {6}Agreed by the panel[\s\S]*plan\.md$/m);
  expect(stdout).not.toContain('## Coverage');
});

test('plans the documents that are named, and nothing else', async () => {
  const { plan } = await open();
  const { stdout } = await plan('notes/wanted.md', '--fast');
  expect(stdout.split('## Coverage')[1]).toMatch(/\| REQ-001 \| Faster \| PKG-\d+ \|\n\n/);
  // A plan of more documents is continued; what only those demanded is fulfilled by no package.
  await plan('--fast');
  const fewer = await plan('docs/adr/0001-bucket.md', '--fast');
  expect(fewer.stderr).toContain('Continues the plan of ');
  expect(fewer.stdout).not.toContain('Degraded');
});

test.for([
  [
    '../issues.jsonl',
    'Name a file in the project, or print it there instead: s2s roundtable export --format issues > ../issues.jsonl',
  ],
  ['out/issues.jsonl', 'mkdir -p out'],
  ['notes/wanted.md', 'Remove it or choose another name'],
])('that issues cannot be written to %s is said before anything is asked', async ([file = '', hint = '']) => {
  const { cwd, plan } = await open();
  const { code, stderr } = await plan('--issues', file);
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([5, expect.stringContaining(hint)]);
  expect(await readdir(path.join(cwd, '.s2s'))).not.toContain('sessions');
});

test('says what is missing', async () => {
  const { plan } = await open();
  const missing = await plan('notes/wantd.md');
  expect([missing.code, missing.stderr]).toEqual([
    5,
    expect.stringContaining('Did you mean notes/wanted.md?'),
  ]);
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: t\n' });
  const { code, stderr } = await runInProcess(['plan', '--dry-run'], { cwd, home: cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('s2s plan docs/wanted.md')]);
});
