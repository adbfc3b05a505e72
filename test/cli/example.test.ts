/** The example that ships: a project folder in which everything holds. */
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderRecord } from '../../src/documents/record/render-record.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { sessionSchema } from '../../src/session/session.ts';
import { readPanel } from '../support/played-panel.ts';
import { makeProject, type Project } from '../support/run-binary.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';

const example = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '.s2s.example');
let project: Project;
let id: string;
beforeAll(async () => {
  project = await makeProject('bare');
  await cp(example, path.join(project.root, '.s2s'), { recursive: true });
  const names = (await readdir(path.join(example, 'sessions'))).filter((name) => name.endsWith('.yaml'));
  expect(names).toHaveLength(1);
  id = (names[0] ?? '').replace(/\.yaml$/, '');
});

test('its session is a whole one, finished, and a rehearsal', async () => {
  const text = await readFile(path.join(example, 'sessions', `${id}.yaml`), 'utf8');
  const session = sessionSchema.parse(parse(text));
  expect(session).toMatchObject({ id, status: 'completed', rehearsal: true, pause_reason: null });
  expect(session.rounds.length).toBeGreaterThanOrEqual(3);
  expect(parse(await readFile(path.join(example, 'state.yaml'), 'utf8'))).toEqual({ current_session: null });
  const validated = await project.run(['session', 'validate', id]);
  expect([validated.code, validated.stdout]).toEqual([0, expect.stringMatching(/: valid\n$/)]);
});

test('its document is what an export gives today', async () => {
  const session = await project.session(id);
  const [file] = session.outcome?.files ?? [];
  const exported = await project.run(['roundtable', 'export', id]);
  expect(exported.code, exported.stderr).toBe(0);
  expect(exported.stdout.trimEnd()).toBe((await project.read(String(file?.path))).trimEnd());
});

test('its settings have no problem, and a new discussion runs beside the old one', async () => {
  const check = await project.run(['config', 'check']);
  expect([check.code, check.stdout.trim()]).toEqual([0, 'No problems.']);
  const before = await project.read(`.s2s/sessions/${id}.yaml`);
  const run = await project.run([
    'brainstorm',
    'What else could it fetch?',
    '--dry-run',
    '--no-input',
    '--json',
  ]);
  expect(run.code, run.stderr).toBe(0);
  expect(await project.read(`.s2s/sessions/${id}.yaml`)).toBe(before);
  const listed = await project.run(['roundtable', 'list', '--json']);
  expect(listed.json().sessions.map((session: { id: string }) => session.id)).toContain(id);
});

test('the played discussion beside it reads as an export gives it today', async () => {
  const session = await readPanel('design-prune');
  const read = (name: string) => readFile(path.join(example, 'played', name), 'utf8');
  const file = session.outcome?.files.find(({ type }) => type === 'adr')?.path ?? '';
  const printed = renderDocument({ session, type: 'adr', templates: shippedTemplates, file });
  expect((await read('decision.md')).trimEnd()).toBe(printed.trimEnd());
  expect((await read('record.md')).trimEnd()).toContain(renderRecord(session).trimEnd());
  expect(session.rehearsal).toBe(false);
});
