/** Damaged sessions are reported, repaired beside what they were, closed and cleared away, through the program. */

import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { parseSession } from '../../src/store/session/session-text.ts';
import { listLeftovers, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, runProgram } from './program.ts';

let panel: PanelServer;
let project: Project;

afterEach(async () => {
  await panel.close();
  await project.remove();
});

async function pauseAfterRound(): Promise<{ id: string; file: string; text: string }> {
  panel = await startPanel();
  project = await makeProject(panel.config);
  const ended = await runProgram([...startArguments, '--max-tokens', '150'], { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(3);
  const [id = ''] = await project.listIds();
  const file = path.join(project.sessions, `${id}.yaml`);
  return { id, file, text: await readFile(file, 'utf8') };
}

const run = (...args: string[]) => runProgram(args, { cwd: project.root });

it('a file cut in the middle: said with line and column, kept, rebuilt, resumed', async () => {
  const { id, file, text } = await pauseAfterRound();
  const damaged = text.slice(0, text.length - 300);
  await writeFile(file, damaged);
  const said = await run('session', 'validate');
  expect(said.code).toBe(1);
  expect(said.stdout).toMatch(new RegExp(`\\.s2s/sessions/${id}\\.yaml:\\d+:\\d+`));
  expect(said.stdout).toContain('--repair');
  expect(await readFile(file, 'utf8')).toBe(damaged);
  // Everything else that needs it refuses, and leaves it as it is.
  expect((await run(...resumeArguments(id))).code).toBe(5);
  expect(await readFile(file, 'utf8')).toBe(damaged);
  const repaired = await run('session', 'validate', id, '--repair', '--json');
  expect(repaired.code, repaired.stderr).toBe(0);
  const {
    repaired: [report],
  } = JSON.parse(repaired.stdout) as { repaired: [{ kept_as: string }] };
  expect(await readFile(path.join(project.root, report.kept_as), 'utf8')).toBe(damaged);
  parseSession(await readFile(file, 'utf8'), file);
  expect((await run('session', 'validate')).code).toBe(0);
  const resumed = await run(...resumeArguments(id), '--max-tokens', '100000');
  expect(resumed.code, resumed.stderr).toBe(0);
  // The round that was lost comes back from the journal: no call of it is made twice.
  const keys = panel.calls.map(({ key }) => key);
  // The seat that refused is asked again: a failure stands only once a later call that succeeded builds on it.
  expect(
    keys.filter((key, index) => keys.indexOf(key) !== index && key !== '2/answer/devops-engineer/1'),
  ).toEqual([]);
});

it('bytes that are no text, and a newer version, are refused by name', async () => {
  const { id, file, text } = await pauseAfterRound();
  await writeFile(file, Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]));
  expect((await run('roundtable', 'show', id)).stderr).toContain('not UTF-8');
  await writeFile(file, text.replace(`schema_version: ${schemaVersion}`, 'schema_version: 9'));
  const ended = await run(...resumeArguments(id));
  expect(ended.code).toBe(5);
  expect(ended.stderr).toContain('format 9');
  expect((await run('session', 'validate', '--repair')).code).not.toBe(0);
  expect(await readFile(file, 'utf8')).toContain('schema_version: 9');
});

it('close and cleanup never touch what is active or paused; state.yaml heals itself', async () => {
  const { id, file } = await pauseAfterRound();
  const state = path.join(project.root, '.s2s', 'state.yaml');
  expect(await readFile(state, 'utf8')).toContain(id);
  await utimes(file, 1, 1);
  const kept = await run('session', 'cleanup', '--older-than', '1m');
  expect(kept.code, kept.stderr).toBe(0);
  expect(await project.listIds()).toEqual([id]);
  expect((await run('session', 'cleanup', '--older-than', '1m', '--status', 'paused')).code).toBe(2);
  const closed = await run('session', 'close');
  expect(closed.code, closed.stderr).toBe(0);
  expect(await readFile(state, 'utf8')).toContain('current_session: null');
  expect((await run(...resumeArguments(id))).code).toBe(2);
  // A pointer to a session that is not there is cleared with a word about it.
  await writeFile(state, 'current_session: 20200101-000000-gone\nnote: mine\n');
  const shown = await run('roundtable', 'show');
  expect(shown.stderr).toContain('20200101-000000-gone');
  expect(await readFile(state, 'utf8')).toBe('current_session: null\nnote: mine\n');
  const old = (await readFile(file, 'utf8')).replace(
    /^updated_at: .*$/m,
    'updated_at: 2020-01-01T00:00:00.000Z',
  );
  await writeFile(file, old);
  expect((await run('session', 'cleanup', '--older-than', '30d', '--dry-run')).stdout).toContain(id);
  expect(await project.listIds()).toEqual([id]);
  const cleaned = await run('session', 'cleanup', '--older-than', '30d');
  expect(cleaned.code, cleaned.stderr).toBe(0);
  expect(await readdir(project.sessions)).toEqual([]);
  expect(await listLeftovers(project)).toEqual([]);
});
