/** A session that waits for a person: what is asked is seen, and the command that answers is short and works. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';

async function open(flags: readonly string[]): Promise<Project> {
  const project = await makeProject('nested');
  const run = await project.run(['design', topic, '--dry-run', '--no-input', ...flags]);
  expect(run.code, run.stderr).toBe(4);
  return project;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ');

/** What the seats said in the open round, from the journal. */
async function readSaid(project: Project): Promise<string[]> {
  const { id } = await project.session();
  const text = await project.read(path.join('.s2s', 'sessions', id, 'calls.jsonl'));
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { key: string; text?: string })
    .filter(({ key }) => key.startsWith('1/answer/'))
    .flatMap((line) =>
      line.text === undefined ? [] : (JSON.parse(line.text) as { position: string }).position,
    );
}

test('a turn: the question and who has answered, but none of the words that are blind; the command needs no id', async () => {
  const project = await open(['--with-me', '--seed', '1', '--strategy', 'standard']);
  const shown = await project.run(['roundtable', 'show']);
  expect(shown.stdout).toMatch(/^── Your turn · round 1/m);
  expect(flat(shown.stdout)).toMatch(/Question How would you answer .+\?/);
  expect(flat(shown.stdout)).toMatch(/Answered Software architect.*shown once you have answered/);
  const said = await readSaid(project);
  expect(said.length).toBeGreaterThan(1);
  for (const position of said) expect(flat(shown.stdout)).not.toContain(position.slice(0, 30));
  expect(shown.stdout).toMatch(/^ {2}s2s roundtable say "\.\.\."$/m);
  expect(shown.stderr).not.toContain('roundtable resume');

  const before = await readFiles(project);
  const told = (await project.run(['roundtable', 'show', '--json'])).json();
  expect(told).toMatchObject({ runner: null, open_round: { round: 1, stage: 'answers' } });
  expect(told.open_round.seats).toContainEqual(
    expect.objectContaining({ seat: 'software-architect', state: 'answered', position: null }),
  );
  expect(await readFiles(project)).toEqual(before);

  const took = await project.run(['roundtable', 'say', 'Start with what runs.', '--no-input']);
  expect(took.code, took.stderr).toBe(4);
  expect(took.stderr).toContain('Recorded: your words.');
  const listed = (await project.run(['roundtable', 'list', '--json'])).json();
  const session = await project.session();
  expect(listed.sessions[0]).toMatchObject({
    rounds: 1,
    turns: session.rounds[0]?.answers.length,
    rehearsal: true,
    running: false,
  });
  expect(listed.sessions[0].turns).toBeGreaterThan(2);
  const next = await project.run(['roundtable', 'show']);
  expect(next.stdout).toContain('s2s roundtable say "..."');
});

test('a turn in a sequential round: what was said before it', async () => {
  const flags = ['--participation', 'sequential', '--participants', 'qa-lead,technical-lead', '--with-me'];
  const project = await open([...flags, '--seed', '1']);
  const shown = flat((await project.run(['roundtable', 'show'])).stdout);
  const said = await readSaid(project);
  expect(said.length).toBeGreaterThan(0);
  expect(shown).toContain('Said so far in this round');
  for (const position of said) expect(shown).toContain(flat(position).slice(0, 60));
});

test('a session that is not the current one is named, and a completed one asks nothing', async () => {
  const project = await open(['--seed', '5']);
  const first = await project.session();
  const second = await project.run(['brainstorm', 'What next?', '--dry-run', '--no-input', '--json']);
  expect(second.code).toBe(0);
  const shown = await project.run(['roundtable', 'show', first.id]);
  expect(shown.stdout).toContain(`s2s roundtable answer ${first.id.slice(0, 15)} --accept`);
  const newest = await project.run(['roundtable', 'show', 'last']);
  expect(newest.stderr).toMatch(/^ {2}s2s roundtable show --full$/m);
  expect(newest.stdout).not.toContain('roundtable answer');
  const answered = await project.run(['roundtable', 'answer', 'last', '--no-input']);
  expect(answered.stderr).toMatch(/^Error: No decision is needed in \S+\.\nTry: s2s roundtable show \S+$/m);
});

test('a session that a kill left active is called interrupted, one that runs is called running', async () => {
  const root = await makeProjectFolder();
  const { app } = makeApp(root);
  const run = await app.start({ topic, rehearsal: true });
  const during = await app.list();
  expect(during.sessions[0]).toMatchObject({ status: 'active', running: true });
  await run.result;
  const project = await open(['--seed', '5']);
  const { id } = await project.session();
  const file = path.join(project.root, '.s2s', 'sessions', `${id}.yaml`);
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/^status: paused$/m, 'status: active').replace(/^pause_reason: .*$/m, 'pause_reason: null'),
  );
  expect((await project.run(['roundtable', 'list'])).stdout).toMatch(
    /^❯ {2}interrupted .*\n {4}\d{8}-\d{6}, rehearsal$/m,
  );
  expect((await project.run(['roundtable', 'show'])).stdout).toMatch(/^Interrupted$/m);
});

async function readFiles(project: Project): Promise<[string, string][]> {
  const folder = path.join(project.root, '.s2s');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  return Promise.all(
    names.map(async ({ parentPath, name }) => [name, await readFile(path.join(parentPath, name), 'utf8')]),
  );
}
