/** A file of the project that is a link to what may not be shown is not read, whoever named it. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { readTypedText } from '../../src/app/plan/read-typed-text.ts';
import { makeApp, type TestApp } from '../support/make-app.ts';
import { git, makeRepository } from '../support/make-repository.ts';

const topic = { topic: 'Which queue?', rehearsal: true } as const;
const finish = async (app: App, options: object): Promise<unknown> =>
  (await app.start({ ...topic, workflowType: 'roundtable', fast: true, ...options })).result;

/** Each kind of file that a prompt or a document is made of: its path, and what reads it. */
const kinds: readonly [file: string, read: (test: TestApp) => Promise<unknown>][] = [
  ['.s2s/agents/qa-lead.md', ({ app }) => finish(app, {})],
  ['.s2s/agents/roundtable/facilitator.md', ({ app }) => finish(app, {})],
  ['.s2s/strategies/mine.md', ({ app }) => finish(app, { strategy: 'mine' })],
  ['.s2s/agendas/roundtable.md', ({ app }) => finish(app, {})],
  ['.s2s/templates/summary.md', ({ app }) => finish(app, {})],
  ['.s2s/CONTEXT.md', ({ app }) => finish(app, {})],
  // A rehearsal adds to no file.
  [
    'docs/specifications/requirements.md',
    ({ app }) => app.estimate({ topic: 'x', workflowType: 'specs', model: 'ollama/m' }),
  ],
  ['docs/x.md', ({ app }) => finish(app, { context: ['docs/x.md'] })],
  ['docs/x.md', ({ app }) => app.readSubject({ of: 'docs/x.md' })],
  ['docs/x.md', ({ app }) => app.readDemands(['docs/x.md'])],
  ['docs/x.md', ({ root, world }) => readTypedText('docs/x.md', { cwd: root, world, maxBytes: 1000 })],
];

async function link(file: string, target: string): Promise<TestApp & { asked: string[] }> {
  const root = await makeRepository({
    '.gitignore': 'private\n',
    'private/notes.md': hidden,
    'open/notes.md': hidden,
    '.s2s/config.yaml': 'name: x\nroundtable: {participants: [technical-lead, qa-lead]}\n',
  });
  const place = path.join(root, file);
  await mkdir(path.dirname(place), { recursive: true });
  await symlink(path.join(root, target), place);
  const asked: string[] = [];
  const onCall = async (request: object): Promise<void> => void asked.push(JSON.stringify(request));
  return { ...makeApp(root, { onCall }), asked };
}

const hidden = '---\nname: qa-lead\ndescription: x\n---\nNobody may see this.\n';

test.each(kinds)('%s as a link to an ignored file is refused', async (file, read) => {
  const made = await link(file, 'private/notes.md');
  await expect(read(made)).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('a link that is not followed'),
  });
  expect(made.asked.join()).not.toContain('Nobody may see');
});

test('a folder of agents that is a link passes the same door', async () => {
  const made = await link('.s2s/agents', 'private');
  const { problems } = await made.app.listAgents();
  expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('not followed') })]);
});

test('of the files of a folder, and among decision records, it is left out', async () => {
  const made = await link('docs/adr/0001-x.md', 'private/notes.md');
  await writeFile(path.join(made.root, 'docs/adr/0002-y.md'), '# Y\n\nOpen.\n');
  git(made.root, 'add', '-A');
  await finish(made.app, { context: ['docs/adr'] });
  expect(made.asked.join()).toContain('Open.');
  expect(made.asked.join()).not.toContain('Nobody may see');
  expect((await made.app.listDecisions()).map((record) => record.path)).toEqual(['docs/adr/0002-y.md']);
});

test('a link to a file that a look-up may show is followed', async () => {
  const made = await link('.s2s/agents/qa-lead.md', 'open/notes.md');
  await finish(made.app, {});
  expect(made.asked.join()).toContain('Nobody may see');
});
