/** What stands below a result: the command to type next, for people, and it works when typed. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeProject, type Project } from '../support/run-binary.ts';
import { openTerminal } from '../support/terminal.ts';

let project: Project;
let id: string;
beforeAll(async () => {
  project = await makeProject('nested');
  const oneRound = ['--min-rounds', '1', '--max-rounds', '1'];
  const run = await project.run([
    ...['design', 'Which store do we use?', '--dry-run', '--no-input', '--json'],
    ...oneRound,
  ]);
  id = run.json().session_id;
  expect(run.code, run.stderr).toBe(0);
});

/** The lines below "Next". */
function readNext(stderr: string): string[] {
  const [, after = ''] = stderr.split(/^Next$/m);
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A command line as a shell splits it. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, ...parts) =>
      parts.slice(0, 3).find((part) => part !== undefined),
    ),
  );
}

const commands = [
  ['roundtable', 'list'],
  ['roundtable', 'list', '--status', 'closed'],
  ['roundtable', 'show', 'last'],
  ['roundtable', 'show', 'last', '--round', '1'],
  ['roundtable', 'show', 'last', '--seat', 'technical-lead'],
  ['roundtable', 'show', 'last', '--calls'],
  ['roundtable', 'export', 'last', '--type', 'adr'],
  ['roundtable', 'export', 'last', '--type', 'adr', '--output', 'record.md'],
  ['roundtable', 'export', 'last', '--format', 'json', '--output', 'record.json'],
  ['session', 'validate'],
  ['session', 'validate', '--repair'],
  ['session', 'cleanup', '--older-than', '30d', '--dry-run'],
  ['agents', 'list'],
  ['agents', 'show', 'qa-lead'],
  ['agents', 'rank', "who keeps our customer's credentials out of the attacker's hands"],
  ['agents', 'rank', 'who sums up what the table asks about test strategy and threat modeling'],
  ['agents', 'rank', '@team: test strategy and threat modeling'],
  ['agents', 'rank', 'of'],
  ['agents', 'check'],
  ['strategies', 'list'],
  ['strategies', 'show', 'debate'],
  ['strategies', 'check'],
  ['config', 'show'],
  ['config', 'show', '--sources'],
  ['config', 'check'],
  ['init', '--yes'],
];

test('below a result stands what to type next, and that works', async () => {
  const runs = await Promise.all(commands.map(async (args) => ({ args, run: await project.run(args) })));
  const typed = new Set<string>();
  for (const { args, run } of runs) {
    expect([args, run.code]).toEqual([args, 0]);
    const next = readNext(run.stderr);
    expect([args, next]).not.toEqual([args, []]);
    expect([args, run.stdout]).not.toEqual([args, expect.stringMatching(/^Next$/m)]);
    for (const line of next) if (line.startsWith('s2s ')) typed.add(line);
  }
  await Promise.all(
    [...typed].map(async (line) => {
      const estimate = / (?:start|design) /.test(line) ? ['--dry-run', '--no-input', '--estimate'] : [];
      const followed = await project.run([...splitWords(line).slice(1), ...estimate]);
      expect([line, followed.code, followed.stderr]).toEqual([line, 0, expect.anything()]);
    }),
  );
});

test.for(['--ndjson', '--quiet'])('with %s nothing is said below the result', async (flag) => {
  for (const args of [
    ['agents', 'list'],
    ['roundtable', 'show', 'last'],
    ['config', 'show'],
  ]) {
    const run = await project.run([...args, flag]);
    expect([args, run.code, run.stderr]).toEqual([args, 0, '']);
  }
});

test('roles and strategies are shown with their line breaks', async () => {
  const [agent, strategy] = await Promise.all([
    project.run(['agents', 'show', 'qa-lead']),
    project.run(['strategies', 'show', 'six-hats']),
  ]);
  expect(agent.stdout).toMatch(/^## Criteria$/m);
  expect(agent.stdout).toMatch(/^- A requirement counts/m);
  expect(strategy.stdout).toMatch(/^ {2}white: /m);
  expect(strategy.stdout).toMatch(/^## Advice to the facilitator$/m);
});

/** What a terminal of that width shows of a command, and what it was sent. */
async function show(columns: number, args: string): Promise<{ screen: string; raw: string }> {
  const terminal = openTerminal(project, args.split(' '), { columns, rows: 300 });
  onTestFinished(terminal.close);
  expect(await terminal.exit).toBe(0);
  return { screen: terminal.screen(), raw: terminal.raw() };
}

test.for([
  [80, 'config show --sources'],
  [40, 'agents list'],
  [60, 'roundtable show last --item DEC-001'],
  [60, 'design Alerts? --participants qa-lead,technical-lead --model ollama/x --estimate'],
] as const)('in %i columns the terminal has nothing to break: %s', async ([columns, args]) => {
  // Commands below the result are never broken, so that they can be copied.
  const [above = ''] = (await show(columns, args)).raw.split('Next');
  const widths = above.split(/\r?\n/).map((line) => stripVTControlCharacters(line).length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  expect(widths.length).toBeGreaterThan(5);
});

test('a narrow terminal gets every key with its value and its source', async () => {
  expect((await show(60, 'config show --sources')).screen).toMatch(
    /^roundtable\.strategy\.by_workflow_type\.design = debate\n {4}\(project: \.s2s\/config\.yaml:\d+\)$/m,
  );
});

test('lint says what helps where there is nothing that it can read', async () => {
  await writeFile(path.join(project.root, 'notes.md'), Buffer.from([0x23, 0x20, 0xff, 0x0a]));
  const cases = [
    { file: '.', hint: 's2s lint *.md' },
    { file: 'note.md', hint: 'Did you mean notes.md?' },
    { file: 'docs/nothing/*.md', hint: 'No file matches the pattern' },
    { file: 'notes.md', hint: 'Save it as UTF-8' },
  ];
  for (const { file, hint } of cases) {
    const run = await project.run(['lint', file, '--json']);
    expect([file, run.code, run.json().error.hint]).toEqual([file, 5, expect.stringContaining(hint)]);
  }
  await rm(path.join(project.root, 'notes.md'));
});

test('a run names its strategy, session and context once', async () => {
  const run = await project.run([
    ...['design', 'Which store do we use?', '--dry-run', '--no-input'],
    ...['--context', '.s2s/CONTEXT.md', '--min-rounds', '1', '--max-rounds', '1'],
  ]);
  expect(run.code, run.stderr).toBe(0);
  for (const line of [
    /^.*Strategy +debate/gm,
    /^.*CONTEXT\.md: whole/gm,
    /^ *\d{8}-\d{6}-which-store[\w-]*$/gm,
  ])
    expect([String(line), run.stderr.match(line)?.length]).toEqual([String(line), 1]);
  expect(run.stderr).not.toMatch(/^(Strategy:|Context )/m);
  expect(id).not.toBe('');
});

test('doctor says once what is wrong with a model, and for which seats', async () => {
  const run = await project.run(['doctor', '--model', 'antropic/x']);
  expect(run.code).toBe(1);
  expect(run.stdout.match(/There is no provider "antropic"/g)).toHaveLength(1);
  expect(run.stdout).toMatch(/Did you mean anthropic\?/);
  for (const seat of ['facilitator', 'synthesizer', 'software-architect', 'technical-lead'])
    expect(run.stdout).toMatch(new RegExp(`^${seat} +antropic/x +model-unknown$`, 'm'));
});

test('every command in the hint of an error is one that exists, with flags that it takes', async () => {
  const wrong = [
    ['help', 'list'],
    ['roundtable', 'start'],
    ['roundtable', 'starrt'],
    ['roundtable', 'resume', 'last'],
    ['roundtable', 'answer', 'last', '--accept'],
    ['roundtable', 'say', 'last', 'x'],
    ['roundtable', 'guide', ''],
    ['roundtable', 'show', 'last', '--round', '99'],
    ['design', 'x', '--dry-run', '--participants', 'architect,qa-lead'],
    ['design', 'x', '--dry-run', '--participants', '+qa-lead,technical-lead'],
    ['design', 'x', '--dry-run', '--strategy', 'nothing'],
    ['agents', 'show', 'nobody'],
    ['strategies', 'show', 'nothing'],
  ];
  const hints = await Promise.all(
    wrong.map(
      async (args) => (await project.run([...args, '--no-input', '--json'])).json().error?.hint ?? '',
    ),
  );
  const lines = hints.flatMap((hint) =>
    [...hint.matchAll(/s2s [a-z][^;,()\n]*/g)].map(([line]) => line.trim()),
  );
  expect(lines.length).toBeGreaterThan(8);
  for (const line of new Set(lines)) {
    const rehearsed = /^s2s (?:design|roundtable start) /.test(line) ? ['--dry-run', '--estimate'] : [];
    const run = await project.run([...splitWords(line).slice(1), ...rehearsed, '--no-input', '--json']);
    const code = run.code === 0 ? '' : run.json().error?.code;
    expect([line, code]).not.toEqual([
      line,
      expect.stringMatching(/^(?:UNKNOWN_COMMAND|UNKNOWN_FLAG|USAGE)$/),
    ]);
  }
});
