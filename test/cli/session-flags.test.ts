/** `--session` and `--new`: a starting command that goes on with a session, and one that asks nothing. */
import { beforeAll, expect, it } from 'vitest';
import { makeProject, type Project } from '../support/run-binary.ts';
import { openScene } from '../support/scene.ts';
import { keys } from '../support/terminal.ts';

async function pauseOne(project: Project): Promise<string> {
  const run = await project.run([
    'design',
    'Which queue?',
    '--dry-run',
    '--max-tokens',
    '1',
    '--json',
    '--no-input',
  ]);
  expect(run.code).toBe(3);
  return run.json().session_id;
}

/** For what is refused: a session that stays as it is. */
let untouched: { project: Project; id: string };
beforeAll(async () => {
  const project = await makeProject('nested');
  untouched = { project, id: await pauseOne(project) };
});

async function paused(): Promise<{ project: Project; id: string }> {
  const project = await makeProject('nested');
  return { project, id: await pauseOne(project) };
}

it('a starting command goes on with the session that is named, with the flags of a resume', async () => {
  const { project, id } = await paused();
  const run = await project.run([
    ...['specs', '--session', id],
    ...['--max-tokens', '10000000', '--max-rounds', '1'],
    '--json',
    '--no-input',
  ]);
  expect([run.code, run.json().session_id, run.json().status]).toEqual([0, id, 'completed']);
  expect((await project.files()).filter((file) => /sessions\/[^/]+\.yaml$/.test(file))).toHaveLength(1);
});

it.each([
  [['Another topic'], 'the topic'],
  [['--strategy', 'debate'], '--strategy'],
  [['--dry-run'], '--dry-run'],
  [['--context', 'README.md'], '--context'],
  [['--output-type', 'adr'], '--output-type'],
])('what only a new session can have is refused beside it: %j', async (more, named) => {
  const { project, id } = untouched;
  const run = await project.run(['design', ...more, '--session', id, '--json', '--no-input']);
  expect([run.code, run.json().error.code]).toEqual([2, 'USAGE']);
  expect(run.json().error.message).toContain(named);
});

it('--session names the session that is meant where there is none, and excludes --new', async () => {
  const { project, id } = untouched;
  const unknown = await project.run(['design', '--session', '20200101-000000-x', '--json']);
  expect([unknown.code, unknown.json().error.code]).toEqual([2, 'UNKNOWN_SESSION']);
  const both = await project.run(['design', '--session', id, '--new', '--json']);
  expect([both.code, both.json().error.code]).toEqual([2, 'USAGE']);
});

it('--new starts a new one, and without a terminal nobody is asked', async () => {
  const { project, id } = await paused();
  const start = ['design', 'Which store?', '--dry-run', '--fast'];
  for (const more of [['--new'], []]) {
    const run = await project.run([...start, ...more, '--json', '--no-input']);
    expect(run.code).toBe(0);
    expect(run.json().session_id).not.toBe(id);
  }
});

it('a person who gives no topic is offered the open sessions of the workflow, unless --new says otherwise', async () => {
  const { project, open } = await openScene();
  const id = await pauseOne(project);
  const first = open(['design', '--max-tokens', '10000000', '--max-rounds', '1']);
  await first.choose('Continue a session', 'Which queue?');
  expect(await first.exit).toBe(0);
  expect(await project.session(id)).toMatchObject({ status: 'completed' });
  await pauseOne(project);
  const second = open(['design', '--dry-run', '--new']);
  await second.waitFor('What should the panel discuss?');
  second.type(keys.interrupt);
  expect(await second.exit).not.toBe(0);
  expect(second.screen()).not.toContain('Continue a session');
});
