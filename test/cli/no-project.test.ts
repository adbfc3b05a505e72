/** The first question in a folder that knows nothing of s2s yet. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const short = ['--fast', '--participants', 'technical-lead,qa-lead'];
const question = ['Which queue should carry the download jobs?', '--dry-run', '--no-input', ...short];

/** A home with a repository, and a folder deep in it. */
async function makePlaces(): Promise<{ home: string; root: string; deep: string }> {
  const home = await makeFolder();
  const root = path.join(home, 'work');
  const deep = path.join(root, 'packages', 'api');
  await mkdir(deep, { recursive: true });
  await mkdir(path.join(root, '.git'));
  return { home, root, deep };
}

test.for([['design'], ['roundtable', 'start']])(
  'makes the project that it needs, at the root of the repository, and says so once: %s',
  async (command) => {
    const { home, root, deep } = await makePlaces();
    const first = await runInProcess([...command, ...question, '--on-escalation', 'accept'], {
      cwd: deep,
      home,
    });
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain(`Created .s2s in ${root}, the root of the repository`);
    expect(await readdir(root)).toEqual(['.git', '.s2s', 'packages']);
    expect(await readdir(deep)).toEqual([]);
    const second = await runInProcess(['roundtable', 'list', '--json'], { cwd: root, home });
    expect(JSON.parse(second.stdout).sessions).toHaveLength(1);
  },
);

test('where the project is made already, nothing is said of it', async () => {
  const { home, root } = await makePlaces();
  await mkdir(path.join(root, '.s2s'));
  await writeFile(path.join(root, '.s2s', 'config.yaml'), 'name: work\n');
  const again = await runInProcess(['design', ...question, '--on-escalation', 'accept'], { cwd: root, home });
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('Created .s2s')]);
});

test('a folder outside any repository is the project itself', async () => {
  const home = await makeFolder();
  const cwd = path.join(home, 'notes');
  await mkdir(cwd);
  const run = await runInProcess(['design', ...question], { cwd, home });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toContain(`Created .s2s in ${cwd}, for`);
});

describe('what is no project stays as it is', () => {
  it('the home folder, also where it is a repository', async () => {
    const { home } = await makePlaces();
    await mkdir(path.join(home, '.git'));
    const before = await readdir(home);
    const run = await runInProcess(['design', ...question], { cwd: home, home });
    expect([run.code, run.stderr]).toEqual([5, expect.stringContaining('is your home folder')]);
    expect(await readdir(home)).toEqual(before);
  });

  it('the root of the file system', async () => {
    const home = await makeFolder();
    const run = await runInProcess(['design', ...question], { cwd: path.parse(home).root, home });
    expect([run.code, run.stderr]).toEqual([5, expect.stringContaining('is the root of the file system')]);
  });

  it('a folder in a home that is a repository: it is its own project', async () => {
    const home = await makeFolder();
    await mkdir(path.join(home, '.git'));
    const cwd = path.join(home, 'notes');
    await mkdir(cwd);
    const run = await runInProcess(['design', ...question], { cwd, home });
    expect(run.code, run.stderr).toBe(0);
    expect(await readdir(home)).toEqual(['.git', 'notes']);
  });

  it.each([
    ['a wrong agent', ['--participants', 'nobody,qa-lead'], 2],
    ['no model', [], 6],
    ['an unknown flag', ['--topic'], 2],
    ['a context file that is not there', ['--context', 'nothing.md'], 5],
  ] as const)('where the session cannot start: %s', async (_name, flags, code) => {
    const { home, root, deep } = await makePlaces();
    const rehearsed = code === 6 ? question.filter((word) => word !== '--dry-run') : question;
    const run = await runInProcess(['design', ...rehearsed, ...flags], { cwd: deep, home });
    expect(run.code, run.stderr).toBe(code);
    expect(await readdir(root)).toEqual(['.git', 'packages']);
  });
});

test.for([
  [['agents', 'list'], /software-architect/],
  [['agents', 'show', 'qa-lead'], /QA lead/],
  [['agents', 'rank', 'migrate the database'], /data-engineer/],
  [['strategies', 'list'], /six-hats/],
  [['strategies', 'show', 'debate'], /rebuttal/],
  [['config', 'show'], /roundtable\.facilitator\.agent/],
  [['doctor', '--model', 'rehearsal/panel'], /software-architect/],
  [['design', 'Which queue?', '--dry-run', '--estimate', '--max-rounds', '4'], /At least/],
] as const)('works without a project, and makes none: %s', async ([words, says]) => {
  const { home, root, deep } = await makePlaces();
  const run = await runInProcess(words, { cwd: deep, home });
  expect([run.code, run.stderr]).toEqual([0, expect.anything()]);
  expect(run.stdout).toMatch(says);
  expect(await readdir(root)).toEqual(['.git', 'packages']);
});

describe('init in a subfolder', () => {
  it('belongs to the root of the repository, and says so', async () => {
    const { home, root, deep } = await makePlaces();
    const run = await runInProcess(['init', '--yes'], { cwd: deep, home });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining(`part of the project ${root}`)]);
    expect(await readdir(root)).toContain('.s2s');
  });

  it('uses the project above', async () => {
    const { home, deep } = await makePlaces();
    const above = path.dirname(deep);
    await mkdir(path.join(above, '.s2s'));
    await writeFile(path.join(above, '.s2s', 'config.yaml'), 'name: above\n');
    const run = await runInProcess(['init', '--yes', '--json'], { cwd: deep, home });
    expect(JSON.parse(run.stdout)).toMatchObject({ root: above, kept: ['.s2s/config.yaml'] });
    expect(await readFile(path.join(above, '.s2s', 'config.yaml'), 'utf8')).toBe('name: above\n');
  });
});

const flags = ['--dry-run', '--no-input', '--json', '--estimate', '--max-rounds', '4'];
/** Every other one with the command that is for any subject. */
const topics = [
  'Soll die Warteschlange eine eigene Datenbank bekommen?',
  'どのキューがダウンロードのジョブを運ぶべきですか',
  'أي طابور يجب أن يحمل المهام؟',
  '🚀',
  'x',
  `Which queue? ${'It carries a lot of jobs, and nobody knows how many. '.repeat(70)}`,
];
test.for(topics)('a topic in any language and of any length gets a panel: %s', async (topic) => {
  const home = await makeFolder();
  const cwd = path.join(home, 'notes');
  await mkdir(cwd);
  const command = topics.indexOf(topic) % 2 === 0 ? ['design'] : ['roundtable', 'start'];
  const run = await runInProcess([...command, topic, ...flags], { cwd, home });
  expect(run.code, run.stderr).toBe(0);
  expect(JSON.parse(run.stdout).estimate.participants.length).toBeGreaterThanOrEqual(2);
});
