/** Whatever is typed or found: one clear error, the right exit code, and nothing lost or half written. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { makeProject, type Project, type Run, runTogether } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';
const start = ['roundtable', 'start', topic, '--dry-run', '--no-input'];
const projects: Project[] = [];
afterAll(() => Promise.all(projects.map((project) => project.remove())));

async function open(form: 'nested' | 'flat' | 'bare'): Promise<Project> {
  const project = await makeProject(form);
  projects.push(project);
  return project;
}

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

const wrongUse: {
  name: string;
  args: string[];
  exit?: number;
  code: string;
  says: RegExp;
  hint?: RegExp;
  input?: string;
}[] = [
  {
    name: 'an unknown agent',
    args: [...start, '--participants', 'software-architect,qa-laed'],
    code: 'UNKNOWN_AGENT',
    says: /qa-laed/,
    hint: /qa-lead/,
  },
  {
    name: 'an unknown facilitator',
    args: [...start, '--facilitator', 'facilitater'],
    code: 'UNKNOWN_AGENT',
    says: /facilitater/,
    hint: /facilitator/,
  },
  {
    name: 'an agent id that is a path',
    args: [...start, '--participants', 'software-architect,../../etc/passwd'],
    code: 'INVALID_ID',
    says: /\.\.\/\.\.\/etc\/passwd/,
  },
  {
    name: 'an unknown strategy',
    args: [...start, '--strategy', 'debat'],
    code: 'UNKNOWN_STRATEGY',
    says: /debat/,
    hint: /debate/,
  },
  {
    name: 'an unknown workflow',
    args: [...start, '--workflow', 'desing'],
    code: 'UNKNOWN_WORKFLOW',
    says: /desing/,
    hint: /design/,
  },
  {
    name: 'an unknown output type',
    args: [...start, '--output-type', 'ard'],
    code: 'UNKNOWN_OUTPUT_TYPE',
    says: /ard/,
    hint: /adr/,
  },
  {
    name: 'one participant',
    args: [...start, '--participants', 'qa-lead'],
    code: 'TOO_FEW_PARTICIPANTS',
    says: /two participants.*qa-lead/,
  },
  {
    name: 'the same participant twice',
    args: [...start, '--participants', 'qa-lead,qa-lead'],
    code: 'TOO_FEW_PARTICIPANTS',
    says: /two participants/,
  },
  {
    name: 'an empty topic',
    args: ['design', '   ', '--dry-run', '--no-input'],
    code: 'EMPTY_TOPIC',
    says: /no topic/i,
  },
  {
    name: 'a topic that nobody can see',
    args: ['design', '\u200b\u2060 \ufeff\u3164\u2800', '--dry-run', '--no-input'],
    code: 'EMPTY_TOPIC',
    says: /no topic/i,
  },
  {
    name: 'no topic and nobody to ask',
    args: ['design', '--dry-run', '--no-input'],
    code: 'EMPTY_TOPIC',
    says: /no topic/i,
  },
  {
    name: 'an empty topic on standard input',
    args: ['design', '-', '--dry-run'],
    input: '\n\n',
    code: 'EMPTY_TOPIC',
    says: /no topic/i,
  },
  {
    name: 'a topic file that is missing',
    args: ['design', '@missing.md', '--dry-run'],
    exit: 5,
    code: 'FILE_MISSING',
    says: /missing\.md/,
  },
  {
    name: 'a folder for a topic file',
    args: ['design', '@.', '--dry-run'],
    exit: 5,
    code: 'FILE_UNREADABLE',
    says: /^\. is a folder\.$/,
  },
  {
    name: 'a seat alone at the table',
    args: ['design', 'x', '--participants', 'qa-lead', '--dry-run'],
    exit: 2,
    code: 'TOO_FEW_PARTICIPANTS',
    says: /only "qa-lead" is at the table for the topic "x"/,
  },
  {
    name: 'a seat alone at the table that nobody knows',
    args: ['design', 'x', '--participants', 'architect', '--dry-run'],
    exit: 2,
    code: 'UNKNOWN_AGENT',
    says: /There is no agent "architect"/,
  },
  {
    name: 'a topic file without an end',
    args: ['design', '@/dev/zero', '--dry-run'],
    exit: 5,
    code: 'FILE_UNREADABLE',
    says: /is not a file/,
  },
  {
    name: 'a context file that is missing',
    args: [...start, '--context', 'nowhere.md'],
    exit: 5,
    code: 'FILE_MISSING',
    says: /nowhere\.md/,
  },
  {
    name: 'min above max',
    args: [...start, '--min-rounds', '5', '--max-rounds', '4'],
    code: 'LIMITS_CONTRADICT',
    says: /5.*4|4.*5/,
  },
  { name: 'a negative number', args: [...start, '--max-rounds', '-3'], code: 'INVALID_VALUE', says: /-3/ },
  {
    name: 'no rounds at all',
    args: [...start, '--max-rounds', '0'],
    code: 'INVALID_VALUE',
    says: /max-rounds|0/,
  },
  {
    name: 'a fraction of a round',
    args: [...start, '--min-rounds', '1.5'],
    code: 'INVALID_VALUE',
    says: /1\.5/,
  },
  {
    name: 'a word for a number',
    args: [...start, '--agent-timeout', 'soon'],
    code: 'INVALID_VALUE',
    says: /soon/,
  },
  { name: 'a negative cost', args: [...start, '--max-cost', '-1'], code: 'INVALID_VALUE', says: /-1/ },
  { name: 'a seed that is none', args: [...start, '--seed', 'x'], code: 'INVALID_VALUE', says: /x/ },
  {
    name: 'an unknown flag',
    args: [...start, '--strategi', 'debate'],
    code: 'UNKNOWN_FLAG',
    says: /--strategi/,
    hint: /--strategy/,
  },
  {
    name: 'a flag without its value',
    args: ['design', topic, '--strategy'],
    code: 'USAGE',
    says: /--strategy/,
  },
  {
    name: 'an unknown command',
    args: ['desing', topic],
    code: 'UNKNOWN_COMMAND',
    says: /desing/,
    hint: /s2s design/,
  },
  {
    name: 'an unknown command of roundtable',
    args: ['roundtable', 'resum'],
    code: 'UNKNOWN_COMMAND',
    says: /resum/,
    hint: /resume/,
  },
  {
    name: 'a topic of several words without quotes',
    args: ['design', 'which', 'queue'],
    code: 'USAGE',
    says: /./,
  },
  { name: 'both kinds of machine output', args: [...start, '--ndjson'], code: 'USAGE', says: /--ndjson/ },
  {
    name: 'a session that does not exist',
    args: ['roundtable', 'resume', '20200101-000000-nothing'],
    code: 'UNKNOWN_SESSION',
    says: /20200101-000000-nothing/,
  },
  {
    name: 'a session id that is a path',
    args: ['roundtable', 'show', '../../../etc/passwd'],
    code: 'INVALID_ID',
    says: /etc\/passwd/,
  },
  {
    name: 'no current session',
    args: ['roundtable', 'resume'],
    code: 'UNKNOWN_SESSION',
    says: /no session/i,
  },
  {
    name: 'a policy that nobody knows',
    args: [...start, '--on-escalation', 'acept'],
    code: 'INVALID_VALUE',
    says: /acept/,
    hint: /accept/,
  },
  {
    name: 'a condition that nobody knows',
    args: [...start, '--fail-on', 'always'],
    code: 'INVALID_VALUE',
    says: /always/,
    hint: /degraded/,
  },
  {
    name: 'sides for who does not sit there',
    args: [
      ...start,
      '--strategy',
      'debate',
      '--participants',
      'qa-lead,technical-lead',
      '--pro',
      'devops-engineer',
    ],
    code: 'UNKNOWN_AGENT',
    says: /devops-engineer/,
  },
  {
    name: 'one seat on both sides',
    args: [
      ...start,
      '--strategy',
      'debate',
      '--participants',
      'qa-lead,technical-lead',
      '--pro',
      'qa-lead',
      '--con',
      'qa-lead',
    ],
    code: 'INVALID_VALUE',
    says: /qa-lead/,
  },
  {
    name: 'a model reference that is none',
    args: ['design', topic, '--no-input', '--model', 'nobody/none'],
    exit: 6,
    code: 'UNKNOWN_PROVIDER',
    says: /nobody/,
  },
  {
    name: 'a folder that is not there',
    args: [...start, '--cwd', 'nowhere'],
    exit: 5,
    code: 'FILE_MISSING',
    says: /nowhere/,
  },
];

describe('wrong use', () => {
  let project: Project;
  let before: Record<string, string>;
  let runs: Run[];
  beforeAll(async () => {
    project = await open('nested');
    before = await snapshot(project);
    runs = await runTogether(wrongUse, ({ args, input }) =>
      project.run([...args, '--json'], input === undefined ? {} : { input }),
    );
  });

  test.for(wrongUse.map((entry, index) => ({ ...entry, index })))(
    '$name',
    ({ index, exit = 2, ...wanted }) => {
      const run = runs[index];
      if (run === undefined) throw new Error('it was not run');
      if (wanted.name === 'both kinds of machine output') expect(run.code).toBe(2);
      else expectError(run, { exit, ...wanted });
    },
  );

  test('leaves the project as it was', async () => {
    const after = await snapshot(project);
    const { '.s2s/state.yaml': _state, ...rest } = after;
    expect(rest).toEqual(before);
  });
});

test('no .s2s folder: every command that looks into one says how to make it', async () => {
  const project = await open('bare');
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
  const project = await open('nested');
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
  const project = await open('nested');
  await writeFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    'roundtable:\n  limits:\n    min_rounds: many\n    max_rounds: -1\n  verbose: perhaps\n',
  );
  const run = await project.run([...start, '--json']);
  expectError(run, { exit: 5, code: 'CONFIG_INVALID', says: /config\.yaml/ });
  expect(run.json().error.problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5]);
});

test('an unknown key is a warning with the nearest known one, and the run goes on', async () => {
  const project = await open('flat');
  await writeFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    'roundtable:\n  limits:\n    min_round: 3\n',
  );
  const run = await project.run(['config', 'show']);
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toMatch(/config\.yaml:3:\d+.*min_round\b.*min_rounds/s);
});

test('a role of the project that does not parse stops the run with its line', async () => {
  const project = await open('flat');
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
    const project = await open('flat');
    const first = await project.run([...start, '--json']);
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

  test('a file that does not parse is named with its place, and kept as it is', async () => {
    const project = await open('flat');
    const run = await project.run([...start, '--max-tokens', '1000', '--json']);
    const file = run.json().session_file;
    const text = await project.read(file);
    const broken = `${text.slice(0, text.indexOf('rounds:\n'))}rounds:\n  - round: [1\n`;
    await writeFile(path.join(project.root, file), broken);
    for (const command of [
      ['roundtable', 'resume'],
      ['roundtable', 'show'],
      ['roundtable', 'export'],
    ]) {
      const failed = await project.run([...command, '--json']);
      expectError(failed, { exit: 5, code: 'SESSION_INVALID', says: /\.yaml/ });
      expect(failed.json().error.problems[0]).toMatchObject({
        line: expect.any(Number),
        column: expect.any(Number),
      });
    }
    expect(await project.read(file)).toBe(broken);
    const listed = await project.run(['roundtable', 'list', '--json']);
    expect(listed.code, listed.stderr).toBe(0);
    const repaired = await project.run(['session', 'validate', '--repair']);
    expect(repaired.code, repaired.stderr).toBe(0);
    const resumed = await project.run(['roundtable', 'resume', '--no-input', '--max-tokens', '9000000']);
    expect(resumed.code, resumed.stderr).toBe(0);
  });

  test('a file of a later version is refused by name', async () => {
    const project = await open('flat');
    const run = await project.run([...start, '--max-tokens', '1000', '--json']);
    const file = path.join(project.root, run.json().session_file);
    const text = (await readFile(file, 'utf8')).replace(
      `schema_version: ${schemaVersion}`,
      'schema_version: 99',
    );
    await writeFile(file, text);
    const resumed = await project.run(['roundtable', 'resume', '--json']);
    expectError(resumed, { exit: 5, code: 'SESSION_TOO_NEW', says: /99/ });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('a beginning that two sessions share', async () => {
    const project = await open('flat');
    await project.run([...start, '--max-tokens', '1000']);
    await project.run([...start, '--max-tokens', '1000']);
    const resumed = await project.run(['roundtable', 'resume', '20', '--json']);
    expectError(resumed, { exit: 2, code: 'AMBIGUOUS_SESSION', says: /20/ });
  });
});

test('a sessions folder that is a file: exit 5 with its path, before anything is asked', async () => {
  const project = await open('flat');
  await writeFile(path.join(project.root, '.s2s', 'sessions'), 'not a folder\n');
  const run = await project.run([...start, '--json']);
  expectError(run, { exit: 5, code: 'FILE_UNWRITABLE', says: /\.s2s\/sessions/ });
  expect(await project.read('.s2s/sessions')).toBe('not a folder\n');
});

test('no model: exit 6 with the ways to get one', async () => {
  const project = await open('flat');
  const nothing = path.join(project.home, 'nothing');
  await mkdir(nothing);
  const run = await project.run(['design', topic, '--no-input', '--json'], { env: { PATH: nothing } });
  expectError(run, { exit: 6, code: 'NO_MODEL', says: /No model/, hint: /--dry-run/ });
  for (const way of [/ANTHROPIC_API_KEY/, /ollama/i, /--model/]) expect(run.json().error.hint).toMatch(way);
  expect(await stat(path.join(project.root, '.s2s', 'sessions')).catch(() => null)).toBeNull();
});
