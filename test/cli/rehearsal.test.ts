/** The rehearsal as a pipeline runs it: every workflow, by turns in both forms of the configuration. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type Project, type Run } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';

/** The head of a session file, in the order in which it can be read without the rounds. */
const headKeys =
  'schema_version id topic workflow_type strategy output_type status pause_reason created_at updated_at paused_at completed_at rehearsal project facilitator synthesizer participants panel settings inputs context_files seed fence current_phase total_rounds turn agenda language statements dossier ways conflicts open_questions text artifacts consensus amendments escalations guidance failures usage outcome rounds'.split(
    ' ',
  );

const madrHeadings = [
  '## Context and Problem Statement',
  '## Decision Drivers',
  '## Considered Options',
  '## Decision Outcome',
  '## Consequences',
  '## Confirmation',
];

const cases = [
  { form: 'nested', args: ['design', topic], document: 'adr', workflow: 'design' },
  { form: 'flat', args: ['specs', topic], document: 'requirements', workflow: 'specs' },
  { form: 'nested', args: ['brainstorm', topic], document: 'summary', workflow: 'brainstorm' },
  { form: 'flat', args: ['roundtable', 'start', topic], document: 'summary', workflow: 'roundtable' },
] as const;

async function expectOwnerOnly(project: Project, file: string): Promise<void> {
  const found = await stat(path.join(project.root, file));
  expect([file, (found.mode & 0o777).toString(8)]).toEqual([file, found.isDirectory() ? '700' : '600']);
}

test.for(cases)('$form: $args.0', async ({ form, args, document, workflow }) => {
  const project = await makeProject(form);
  const before = await project.files();
  const run: Run = await project.run([...args, '--dry-run', '--no-input', '--json']);
  expect(run.code, run.stderr).toBe(0);

  const session = await project.session();
  const order = Object.keys(session).filter((key) => headKeys.includes(key));
  expect(order).toEqual(headKeys);
  expect(Object.keys(session).at(-1)).toBe('rounds');
  expect(session).toMatchObject({
    topic,
    workflow_type: workflow,
    output_type: document,
    status: 'completed',
    rehearsal: true,
    total_rounds: session.rounds.length,
  });
  expect(session.rounds.length).toBeGreaterThanOrEqual(3);
  expect(session.rounds.map(({ round }) => round)).toEqual(session.rounds.map((_, index) => index + 1));
  expect(session.rounds.every(({ next_action: action }) => action !== null)).toBe(true);
  for (const { answers, failed, asked, passed } of session.rounds)
    expect(answers.length + failed.length + passed.length).toBe(asked.length);
  expect(await project.current()).toBeNull();

  const result = run.json();
  expect(result).toMatchObject({
    session_id: session.id,
    session_file: `.s2s/sessions/${session.id}.yaml`,
    status: 'completed',
    rounds: session.rounds.length,
    outcome: { degraded: false },
  });
  const file = String(result.files[0].path);
  expect(file.startsWith('.s2s/sessions/')).toBe(true);
  const text = await project.read(file);
  expect(text.slice(0, 600)).toMatch(/rehears/i);
  expect(run.stderr).toMatch(/Rehearsal: made up, .* no model is asked/);
  if (document === 'adr') {
    const headings = text.split('\n').filter((line) => /^#{2,3} /.test(line));
    for (const heading of madrHeadings) expect(headings).toContain(heading);
    expect(text).toMatch(/^\| \*\*.+\*\* \(chosen\): .+/m);
  }

  const added = (await project.files()).filter((name) => !before.includes(name));
  const ours = /^\.s2s\/(?:sessions\/|cache\/|state\.yaml$)/;
  expect(added.filter((name) => !ours.test(name))).toEqual([]);
  for (const name of [...added, '.s2s/sessions', `.s2s/sessions/${session.id}`])
    await expectOwnerOnly(project, name);

  const again = await project.run(['roundtable', 'export', session.id]);
  expect(again.code, again.stderr).toBe(0);
  // The file of requirements is made for several sessions, so that its part is marked and its notices name theirs.
  const readBody = (document: string): string =>
    document
      .replaceAll(/^<!-- s2s:.* -->\n*/gm, '')
      .replaceAll(`**Session ${session.id}: `, '**')
      .trim();
  expect(readBody(again.stdout)).toBe(readBody(text));
});
