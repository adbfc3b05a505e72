/** `s2s review` as a person or a pipeline types it, rehearsed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { git, makeRepository } from '../support/make-repository.ts';
import { runInProcess } from '../support/run-in-process.ts';

const before = 'export function add(a, b) {\n  return a + b;\n}\n';
const after = 'export function add(a, b) {\n  return a - b;\n}\n\nexport const two = 2;\n';

/** A repository with a branch `main` and a commit on top of it. */
async function open() {
  const cwd = await makeRepository({
    'src/a.js': before,
    'docs/x.md': '# X\n\nSome text.\n',
    '.s2s/config.yaml': 'name: t\n',
  });
  git(cwd, 'switch', '-qc', 'feature');
  await writeFile(path.join(cwd, 'src/a.js'), after);
  await writeFile(path.join(cwd, '.env'), 'KEY=1\n');
  git(cwd, 'add', '-Af', 'src', '.env');
  git(cwd, 'commit', '-qm', 'Add two');
  const review = (args: string[], input = '', place: { columns?: number } = {}) =>
    runInProcess(['review', ...args, '--dry-run'], { cwd, home: cwd, input, ...place });
  return { cwd, review };
}

test('reviews a range: markdown with checked places, the heaviest finding first, and exit 1 on one that weighs too much', async () => {
  const { cwd, review } = await open();
  const { code, stdout, stderr } = await review(['main..HEAD', '--fail-on', 'major']);
  expect(code).toBe(1);
  const [base, head] = ['main', 'HEAD'].map((name) => git(cwd, 'rev-parse', name).slice(0, 12));
  expect(stdout).toContain(`*Reviewed:* \`main..HEAD\` (${base}..${head})\n\n* ${head} Add two\n`);
  expect(stdout).toMatch(
    /\*\*FIND-001 · [^*]+\*\* \(major\)\n\n`src\/a\.js:\d`\n\n[\s\S]*\*Suggested fix:\* /,
  );
  expect(stdout).toContain('may hold secrets: .env.');
  expect(stderr).toContain('Add two');
  expect(stderr).toContain('Failed on: major (--fail-on)');
  // What was asked, answered, drafted and voted on: no more than six waits.
  const [session = ''] = (await readdir(path.join(cwd, '.s2s/sessions'))).filter((name) =>
    name.endsWith('.yaml'),
  );
  const calls = await readFile(
    path.join(cwd, '.s2s/sessions', session.replace('.yaml', ''), 'calls.jsonl'),
    'utf8',
  );
  const steps = [...calls.matchAll(/"key":"([^"]+)"/g)].map(([, key = '']) =>
    key.split('/').slice(0, 2).join('/'),
  );
  expect([...new Set(steps)].length).toBeLessThanOrEqual(6);
  expect((await review(['main..HEAD', '--fail-on', 'blocking'])).code).toBe(0);
});

test('reviews a change on standard input as SARIF', async () => {
  const { cwd, review } = await open();
  const { stdout } = await review(['-', '--format', 'sarif'], git(cwd, 'diff', 'main', 'HEAD', '--', 'src'));
  const sarif = JSON.parse(stdout) as { version: string; runs: { results: object[] }[] };
  expect(sarif.version).toBe('2.1.0');
  expect(sarif.runs[0]?.results[0]).toMatchObject({
    level: 'warning',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 1 } } }],
  });
});

test('at a terminal the findings are laid out, and the decision and its file come last', async () => {
  const { review } = await open();
  const { stdout } = await review(['main..HEAD', '--no-color'], '', { columns: 60 });
  expect(stdout).toMatch(/^FIND-001 · [\s\S]*^Suggested fix: [\s\S]*^── Review the change/m);
  expect(stdout).toMatch(/^Decision {6}Agreed[\s\S]*review\.md$/m);
  expect(stdout).not.toMatch(/\*\*|<!--/);
});

test('reviews a document, and what is not committed', async () => {
  const { cwd, review } = await open();
  expect((await review(['docs/x.md'])).stdout).toMatch(/`docs\/x\.md:1`/);
  expect((await review([])).stderr).toContain('There is nothing to review: there are no uncommitted changes');
  await writeFile(path.join(cwd, 'src/a.js'), before);
  const { stdout } = await review(['--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'review',
    items: expect.arrayContaining([
      expect.objectContaining({
        details: expect.objectContaining({
          severity: 'major',
          place: expect.stringMatching(/^src\/a\.js:\d$/),
        }),
      }),
    ]),
  });
});

test.for([
  [['nothing'], 5, 's2s review HEAD~1..HEAD'],
  [['main..nothing'], 5, 'git fetch --unshallow'],
  [['-'], 2, 's2s review HEAD~1..HEAD'],
  [['.env'], 5, 'Name another file'],
  [['main..HEAD', '--fail-on', 'severe'], 2, 'blocking, major, minor'],
  [['main..HEAD', '--format', 'html'], 2, 'sarif'],
] as const)('review %j ends with %s and says what to do', async ([args, exit, hint]) => {
  const { review } = await open();
  const { code, stderr } = await review([...args]);
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([exit, expect.stringContaining(hint)]);
});
