/** Whatever is typed or found: one clear error, the right exit code, and nothing lost or half written. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProject, type Project, type Run, runTogether } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';
const rehearsal = ['--dry-run', '--no-input'];
const start = ['roundtable', 'start', topic, ...rehearsal];
const debate = [...start, '--strategy', 'debate', '--participants', 'qa-lead,technical-lead'];
/** Everything of the project, to compare before and after. */
async function snapshot(project: Project): Promise<Record<string, string>> {
  const entries = await Promise.all(
    (await project.files()).map(async (file) => [file, await project.read(file)] as const),
  );
  return Object.fromEntries(entries);
}

/** One error as a person and as a program see it. */
function expectError(run: Run, wanted: { exit: number; code: string; says: RegExp; hint?: RegExp }): void {
  expect([run.code, run.stderr], run.stderr).toEqual([wanted.exit, run.stderr]);
  const document = run.json();
  expect(Object.keys(document)).toEqual(['error']);
  expect(document.error.code).toBe(wanted.code);
  expect(document.error.exit_code).toBe(wanted.exit);
  expect(document.error.message).toMatch(wanted.says);
  if (wanted.hint) expect(document.error.hint).toMatch(wanted.hint);
  expect(document.error.hint, 'every error says what to type next').toBeTruthy();
  expect(run.stderr.replace(/\s+/g, ' ')).toContain(
    String(document.error.message).replace(/\s+/g, ' ').slice(0, 40),
  );
  expect(run.stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(run.stderr).not.toMatch(/node:internal|\bdist\//);
}

/** What is typed, the code of its error, what the message says, and what the hint names; where it exits otherwise than with 2. */
type Wrong = [
  name: string,
  args: string[],
  code: string,
  says: RegExp,
  more?: { hint?: RegExp; exit?: number; input?: string },
];
const wrongUse: Wrong[] = [
  ['an unknown agent', [...start, '--participants', 'software-architect,qa-laed'], 'UNKNOWN_AGENT', /qa-laed/, { hint: /qa-lead/ }],
  ['an unknown facilitator', [...start, '--facilitator', 'facilitater'], 'UNKNOWN_AGENT', /facilitater/, { hint: /facilitator/ }],
  ['an agent id that is a path', [...start, '--participants', 'qa-lead,../../etc/passwd'], 'INVALID_ID', /\.\.\/\.\.\/etc\/passwd/],
  ['an unknown strategy', [...start, '--strategy', 'debat'], 'UNKNOWN_STRATEGY', /debat/, { hint: /debate/ }],
  ['an unknown workflow', [...start, '--workflow', 'desing'], 'UNKNOWN_WORKFLOW', /desing/, { hint: /design/ }],
  ['an unknown output type', [...start, '--output-type', 'ard'], 'UNKNOWN_OUTPUT_TYPE', /ard/, { hint: /adr/ }],
  ['the same participant twice', [...start, '--participants', 'qa-lead,qa-lead'], 'TOO_FEW_PARTICIPANTS', /two participants/],
  ['a topic that nobody can see', ['design', '\u200b\u2060 \ufeff\u3164\u2800', ...rehearsal], 'EMPTY_TOPIC', /no topic/i],
  ['no topic and nobody to ask', ['design', ...rehearsal], 'EMPTY_TOPIC', /no topic/i],
  ['an empty topic on standard input', ['design', '-', '--dry-run'], 'EMPTY_TOPIC', /no topic/i, { input: '\n\n' }],
  ['a topic file that is missing', ['design', '@missing.md', '--dry-run'], 'FILE_MISSING', /missing\.md/, { exit: 5 }],
  ['a folder for a topic file', ['design', '@.', '--dry-run'], 'FILE_UNREADABLE', /^\. is a folder\.$/, { exit: 5 }],
  ['a seat alone at the table', ['design', 'x', '--participants', 'qa-lead', '--dry-run'], 'TOO_FEW_PARTICIPANTS', /only "qa-lead" .* topic "x"/],
  ['an unknown seat alone', ['design', 'x', '--participants', 'architect', '--dry-run'], 'UNKNOWN_AGENT', /There is no agent "architect"/],
  ['a topic file without an end', ['design', '@/dev/zero', '--dry-run'], 'FILE_UNREADABLE', /is not a file/, { exit: 5 }],
  ['a context file that is missing', [...start, '--context', 'nowhere.md'], 'FILE_MISSING', /nowhere\.md/, { exit: 5 }],
  ['min above max', [...start, '--min-rounds', '5', '--max-rounds', '4'], 'LIMITS_CONTRADICT', /5.*4|4.*5/],
  ['a negative number', [...start, '--max-rounds', '-3'], 'INVALID_VALUE', /-3/],
  ['no rounds at all', [...start, '--max-rounds', '0'], 'INVALID_VALUE', /max-rounds|0/],
  ['a fraction of a round', [...start, '--min-rounds', '1.5'], 'INVALID_VALUE', /1\.5/],
  ['a word for a number', [...start, '--agent-timeout', 'soon'], 'INVALID_VALUE', /soon/],
  ['a seed that is none', [...start, '--seed', 'x'], 'INVALID_VALUE', /x/],
  ['an unknown flag', [...start, '--strategi', 'debate'], 'UNKNOWN_FLAG', /--strategi/, { hint: /--strategy/ }],
  ['a flag without its value', ['design', topic, '--strategy'], 'USAGE', /--strategy/],
  ['a command without what it needs', ['search'], 'USAGE', /^s2s search needs <words>\.$/],
  ['a command without a flag that it needs', ['decisions', 'supersede', '1'], 'USAGE', /^s2s decisions supersede needs --by <record>\.$/],
  ['an unknown command', ['desing', topic], 'UNKNOWN_COMMAND', /desing/, { hint: /s2s design/ }],
  ['an unknown command of roundtable', ['roundtable', 'resum'], 'UNKNOWN_COMMAND', /resum/, { hint: /resume/ }],
  ['a topic of several words without quotes', ['design', 'which', 'queue'], 'USAGE', /./],
  ['a session that does not exist', ['roundtable', 'resume', '20200101-000000-none'], 'UNKNOWN_SESSION', /20200101-000000-none/],
  ['a session id that is a path', ['roundtable', 'show', '../../../etc/passwd'], 'INVALID_ID', /etc\/passwd/],
  ['no current session', ['roundtable', 'resume'], 'UNKNOWN_SESSION', /no session/i],
  ['a policy that nobody knows', [...start, '--on-escalation', 'acept'], 'INVALID_VALUE', /acept/, { hint: /accept/ }],
  ['a condition that nobody knows', [...start, '--fail-on', 'always'], 'INVALID_VALUE', /always/, { hint: /degraded/ }],
  ['sides for who does not sit there', [...debate, '--pro', 'devops-engineer'], 'UNKNOWN_AGENT', /devops-engineer/],
  ['one seat on both sides', [...debate, '--pro', 'qa-lead', '--con', 'qa-lead'], 'INVALID_VALUE', /qa-lead/],
  ['a model reference that is none', ['design', topic, '--no-input', '--model', 'nobody/none'], 'UNKNOWN_PROVIDER', /nobody/, { exit: 6 }],
  ['a folder without a name', [...start, '--cwd', ''], 'FILE_MISSING', /no folder ""/, { exit: 5 }],
  ['a folder that is not there', [...start, '--cwd', 'nowhere'], 'FILE_MISSING', /nowhere/, { exit: 5 }],
]; // biome-ignore format: a table

describe('wrong use', () => {
  let project: Project;
  let before: Record<string, string>;
  let runs: Run[];
  beforeAll(async () => {
    project = await makeProject('nested');
    before = await snapshot(project);
    runs = await runTogether(wrongUse, ([, args, , , more]) =>
      project.run([...args, '--json'], more?.input === undefined ? {} : { input: more.input }),
    );
  });

  test.for(wrongUse.map((row, index) => [row[0], row, index] as const))(
    '%s',
    ([, [, , code, says, more], index]) => {
      const run = runs[index];
      if (run === undefined) throw new Error('it was not run');
      expectError(run, { exit: more?.exit ?? 2, code, says, ...(more?.hint && { hint: more.hint }) });
    },
  );

  test('both kinds of machine output', async () => {
    expect((await project.run([...start, '--ndjson', '--json'])).code).toBe(2);
  });

  test('leaves the project as it was', async () => {
    const after = await snapshot(project);
    const { '.s2s/state.yaml': _state, ...rest } = after;
    expect(rest).toEqual(before);
  });
});

test('no .s2s folder: every command that looks into one says how to make it', async () => {
  const project = await makeProject('bare');
  const commands = [
    ['roundtable', 'resume'],
    ['roundtable', 'list'],
    ['roundtable', 'show'],
    ['roundtable', 'export'],
    ['session', 'validate'],
    ['agents', 'check'],
    ['config', 'check'],
  ];
  const runs = await runTogether(commands, (args) => project.run([...args, '--json']));
  for (const run of runs) expectError(run, { exit: 5, code: 'NO_PROJECT', says: /\.s2s/, hint: /s2s init/ });
  expect(await project.files()).toEqual(['README.md', 'package.json']);
});

test('malformed settings: file, line and column, and nothing is written', async () => {
  const project = await makeProject('nested');
  const file = path.join(project.root, '.s2s', 'config.yaml');
  await writeFile(file, 'name: "x"\nroundtable:\n  limits:\n    min_rounds: [3\n  verbose: true\n');
  const run = await project.run([...start, '--json']);
  expectError(run, { exit: 5, code: 'CONFIG_INVALID', says: /config\.yaml/ });
  const [problem] = run.json().error.problems;
  expect(problem).toMatchObject({
    file: expect.stringContaining('config.yaml'),
    line: expect.any(Number),
    column: expect.any(Number),
  });
  expect(problem.line).toBeGreaterThanOrEqual(4);
  expect(run.stderr).toMatch(/config\.yaml:\d+:\d+/);
  expect((await project.files()).filter((name) => name.includes('sessions'))).toEqual([]);
});

test('all wrong values of the settings are named at once', async () => {
  const project = await makeProject('nested');
  await writeFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    'roundtable:\n  limits:\n    min_rounds: many\n    max_rounds: -1\n  verbose: perhaps\n',
  );
  const run = await project.run([...start, '--json']);
  expectError(run, { exit: 5, code: 'CONFIG_INVALID', says: /config\.yaml/ });
  expect(run.json().error.problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5]);
});

test('an unknown key is a warning with the nearest known one, and the run goes on', async () => {
  const project = await makeProject('flat');
  await writeFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    'roundtable:\n  limits:\n    min_round: 3\n',
  );
  const run = await project.run(['config', 'show']);
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toMatch(/config\.yaml:3:\d+.*min_round\b.*min_rounds/s);
});

test('a role of the project that does not parse stops the run with its line', async () => {
  const project = await makeProject('flat');
  await mkdir(path.join(project.root, '.s2s', 'agents'));
  await writeFile(
    path.join(project.root, '.s2s', 'agents', 'qa-lead.md'),
    '---\nname: qa-lead\nlevel: [2\n---\nCheck.\n',
  );
  const run = await project.run([...start, '--participants', 'qa-lead,technical-lead', '--json']);
  expectError(run, { exit: 5, code: 'AGENT_INVALID', says: /qa-lead\.md/ });
  expect(run.json().error.problems[0]).toMatchObject({ line: expect.any(Number) });
});

describe('sessions that cannot go on', () => {
  test('completed and closed', async () => {
    const project = await makeProject('flat');
    const first = await project.run([...start, '--fast', '--json']);
    expect(first.code, first.stderr).toBe(0);
    const done = first.json().session_id;
    const before = await project.read(`.s2s/sessions/${done}.yaml`);
    const resumed = await project.run(['roundtable', 'resume', done, '--json']);
    expectError(resumed, { exit: 2, code: 'SESSION_COMPLETED', says: new RegExp(done), hint: /show/ });
    expect(await project.read(`.s2s/sessions/${done}.yaml`)).toBe(before);
    expect(await project.current()).toBeNull();
    const answered = await project.run(['roundtable', 'answer', done, '--accept', '--json']);
    expectError(answered, { exit: 2, code: 'SESSION_COMPLETED', says: new RegExp(done) });
    await rm(path.join(project.root, '.s2s', 'sessions'), { recursive: true });

    const limited = await project.run([...start, '--max-tokens', '1000', '--json']);
    expect(limited.code, limited.stderr).toBe(3);
    expect(limited.json()).toMatchObject({ status: 'paused', pause_reason: 'budget' });
    const { session_id: paused } = limited.json();
    expect(await project.current()).toBe(paused);
    expect((await project.run(['session', 'close', paused])).code).toBe(0);
    const closed = await project.run(['roundtable', 'resume', paused, '--json']);
    expectError(closed, { exit: 2, code: 'SESSION_CLOSED', says: new RegExp(paused) });
  });

  test('a beginning that two sessions share', async () => {
    const project = await makeProject('flat');
    await project.run([...start, '--max-tokens', '1000']);
    await project.run([...start, '--max-tokens', '1000']);
    const resumed = await project.run(['roundtable', 'resume', '20', '--json']);
    expectError(resumed, { exit: 2, code: 'AMBIGUOUS_SESSION', says: /20/ });
  });
});

test('a sessions folder that is a file: exit 5 with its path, before anything is asked', async () => {
  const project = await makeProject('flat');
  await writeFile(path.join(project.root, '.s2s', 'sessions'), 'not a folder\n');
  const run = await project.run([...start, '--json']);
  expectError(run, { exit: 5, code: 'FILE_UNWRITABLE', says: /\.s2s\/sessions/ });
  expect(await project.read('.s2s/sessions')).toBe('not a folder\n');
});

test('no model: exit 6 with the ways to get one', async () => {
  const project = await makeProject('flat');
  const nothing = path.join(project.home, 'nothing');
  await mkdir(nothing);
  const run = await project.run(['design', topic, '--no-input', '--json'], { env: { PATH: nothing } });
  expectError(run, { exit: 6, code: 'NO_MODEL', says: /No model/, hint: /--dry-run/ });
  for (const way of [/ANTHROPIC_API_KEY/, /ollama/i, /--model/]) expect(run.json().error.hint).toMatch(way);
  expect(await stat(path.join(project.root, '.s2s', 'sessions')).catch(() => null)).toBeNull();
});
