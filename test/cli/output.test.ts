/** Streams and formats: one document for programs, nothing else on standard output, help everywhere. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProject, type Project, runTogether, startWords } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';
let project: Project;
beforeAll(async () => {
  project = await makeProject('flat');
});

const shellWords = startWords.map((word) => `"${word}"`).join(' ');
const seats = ['--participants', 'technical-lead,qa-lead'];
const rehearse = ['--dry-run', '--no-input', '--fast', ...seats];

async function runInShell(line: string) {
  const child = spawn('sh', ['-c', line], {
    cwd: project.root,
    env: project.environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([
    new Promise((resolve) => child.on('exit', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}

test('--json is exactly one document, with the result of design §8', async () => {
  const run = await project.run(['brainstorm', topic, ...rehearse, '--json']);
  expect(run.code, run.stderr).toBe(0);
  const result = run.json();
  for (const key of [
    'session_id',
    'session_file',
    'topic',
    'workflow_type',
    'strategy',
    'status',
    'participants',
    'rounds',
    'turn_count',
    'turns',
    'speaker_order',
    'next_speaker',
    'synthesis',
    'synthesizer_id',
    'total_duration_ms',
    'created_at',
    'outcome',
    'usage',
    'files',
  ])
    expect(result).toHaveProperty(key);
  expect(result.turn_count).toBe(result.turns.length);
  for (const turn of result.turns) {
    expect(Object.keys(turn).sort()).toEqual(['agent_id', 'content', 'duration_ms', 'round']);
    expect([...turn.content].length).toBeLessThanOrEqual(203);
  }
});

test('--ndjson is one event a line, numbered, ending with the result', async () => {
  const run = await project.run(['brainstorm', topic, ...rehearse, '--ndjson']);
  expect(run.code, run.stderr).toBe(0);
  const lines = run.lines();
  expect(lines.at(-1)).toMatchObject({ type: 'result' });
  expect(JSON.stringify(lines.at(-1))).toContain('"status":"completed"');
  expect(lines.filter(({ type }) => type === 'result')).toHaveLength(1);
  const numbers = lines.map(({ seq }) => seq);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const type of [
    'session-started',
    'round-started',
    'question-asked',
    'seat-answered',
    'round-saved',
    'decision',
    'completed',
  ])
    expect(
      lines.some((line) => line.type === type),
      type,
    ).toBe(true);
  const failed = await project.run(['design', '', ...rehearse, '--ndjson']);
  expect(failed.code).toBe(2);
  expect(JSON.stringify(failed.lines().at(-1))).toContain('EMPTY_TOPIC');
});

test('results go to standard output, everything else to standard error; --quiet leaves the result', async () => {
  const run = await project.run(['brainstorm', topic, ...rehearse, '--quiet']);
  expect(run.code, run.stderr).toBe(0);
  expect(run.stdout).toContain('.s2s/sessions/');
  expect(run.stderr.trim()).toBe('');
  const loud = await project.run(['brainstorm', topic, ...rehearse]);
  expect(loud.stdout).not.toContain('Round 1');
  expect(loud.stderr).toContain('Round 1');
  expect(loud.stdout + loud.stderr).not.toContain('\u001b');
});

test('a reader that has seen enough ends it quietly', async () => {
  const { code, out, err } = await runInShell(
    `${shellWords} brainstorm "${topic}" ${rehearse.join(' ')} --ndjson | head -1`,
  );
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(out)).toHaveProperty('type');
  expect(err).not.toMatch(/EPIPE|^\s+at /m);
});

describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  const redirect = (redirection: string) =>
    runInShell(`exec ${shellWords} brainstorm "${topic}" ${rehearse.join(' ')} ${redirection}`);

  test('under the result is a clear error of the table, and the session is kept', async () => {
    const { code, err } = await redirect('> /dev/full');
    expect(code).toBe(5);
    expect(err).toContain('Error: standard output could not be written: ENOSPC');
    expect(err).not.toMatch(/^\s+at /m);
    expect(await project.session()).toMatchObject({ status: 'completed' });
  });

  test('under the log alone does not stop a discussion', async () => {
    const { code, out } = await redirect('2> /dev/full');
    expect(out).toContain('s2s roundtable show');
    expect(code).toBe(0);
    expect(await project.session()).toMatchObject({ status: 'completed' });
  });
});

describe('where the topic and the project come from', () => {
  test('standard input, a file, a folder below, and --cwd', async () => {
    await writeFile(
      path.join(project.root, 'topic.md'),
      '\uFEFFShould we cache covers?\r\nFor a week or for ever?\n',
    );
    const below = path.join(project.root, 'deep', 'er');
    await mkdir(below, { recursive: true });
    const runs = await runTogether(
      [
        () => project.run(['brainstorm', '-', ...rehearse, '--json'], { input: 'Where do covers go?\n' }),
        () => project.run(['brainstorm', '@topic.md', ...rehearse, '--json']),
        () => project.run(['brainstorm', topic, ...rehearse, '--json'], { cwd: below }),
        () =>
          project.run(['--cwd', 'project', 'brainstorm', topic, ...rehearse, '--json'], {
            cwd: path.dirname(project.root),
          }),
      ],
      (start) => start(),
    );
    expect(runs.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual(runs.map(() => [0, '']));
    expect(runs.map((run) => run.json().topic)).toEqual([
      'Where do covers go?',
      'Should we cache covers?\nFor a week or for ever?',
      topic,
      topic,
    ]);
    const files = await project.files();
    for (const run of runs) expect(files).toContain(run.json().session_file);
    expect(new Set(runs.map((run) => run.json().session_id)).size).toBe(4);
  });

  test('a topic in another script, or full of hostile signs, gives a plain id and is kept as it is', async () => {
    const topics = [
      '🤔 どのキューを使うべきか',
      '../../etc/passwd: "x" # no\n---\n- [y]',
      '\u001b[31mred\u0007',
    ];
    const runs = await runTogether(topics, (text) =>
      project.run(['brainstorm', text, ...rehearse, '--json']),
    );
    for (const [index, run] of runs.entries()) {
      expect(run.code, run.stderr).toBe(0);
      expect(run.json().session_id).toMatch(/^\d{8}-\d{6}-[a-z0-9-]{1,30}$/);
      expect((await project.session(run.json().session_id)).topic).toBe(topics[index]);
      for (const sign of ['\u0007', '\u001b']) expect(run.stderr).not.toContain(sign);
    }
  });
});

test('--version', async () => {
  const run = await project.run(['--version']);
  expect([run.code, run.stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});

test('list, show and export answer as one document', async () => {
  const own = await makeProject('nested');
  const first = await own.run(['design', topic, ...rehearse, '--json']);
  const id = first.json().session_id;
  const reads = [
    ['roundtable', 'list'],
    ['roundtable', 'list', '--status', 'completed'],
    ['roundtable', 'show', id],
    ['roundtable', 'show', 'last'],
    ['roundtable', 'show', id, '--round', '1'],
    ['roundtable', 'show', id, '--seat', 'technical-lead'],
    ['roundtable', 'show', id, '--calls'],
    ['roundtable', 'export', id],
    ['roundtable', 'export', id, '--type', 'summary'],
    ['roundtable', 'export', id, '--format', 'json'],
    ['session', 'validate'],
    ['agents', 'list'],
    ['strategies', 'list'],
    ['config', 'show', '--sources'],
  ];
  const before = await own.files();
  const documents = await runTogether(reads, (args) => own.run([...args, '--json']));
  for (const [index, args] of reads.entries()) {
    expect([args, documents[index]?.code, documents[index]?.stderr]).toEqual([args, 0, '']);
    expect(typeof documents[index]?.json()).toBe('object');
  }
  expect(documents[0]?.json().sessions).toMatchObject([{ id, topic, status: 'completed' }]);
  expect(await own.files()).toEqual(before);
  const shown = await own.run(['roundtable', 'export', id]);
  // What to type next stands below the result, and not in what a pipe gets.
  expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(/^\nNext\n( {2}s2s \S.*\n)+$/)]);
  expect(shown.stdout).not.toMatch(/^Next$/m);
  const written = await own.run(['roundtable', 'export', id, '--output', 'decision.md']);
  expect(written.code, written.stderr).toBe(0);
  expect(await own.read('decision.md')).toBe(shown.stdout);
});

test('--fail-on makes a finished run exit 1, with its result', async () => {
  const run = await project.run(['brainstorm', topic, ...rehearse, '--fail-on', 'no-consensus', '--json']);
  const result = run.json();
  const agreed = ['consensus', 'decided', 'collected'].includes(result.outcome.result);
  expect([agreed, run.code]).toEqual([agreed, agreed ? 0 : 1]);
  expect(result.status).toBe('completed');
});
