/** Sessions of earlier versions and of the public plugin: every command names them as what they are, and none changes or removes one. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedSpecs, firstForm, foreignSessions, lastForm } from '../support/foreign-sessions.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

async function put(): Promise<{ project: Project; sums: () => Promise<string[]> }> {
  const project = await makeProject('nested');
  onTestFinished(project.remove);
  const folder = path.join(project.root, '.s2s', 'sessions');
  await mkdir(folder, { recursive: true });
  for (const { id, text } of foreignSessions) await writeFile(path.join(folder, `${id}.yaml`), text);
  const sums = async () =>
    Promise.all(
      (await readdir(folder)).sort().map(async (name) => {
        const bytes = await readFile(path.join(folder, name));
        return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
      }),
    );
  return { project, sums };
}

describe('sessions of other forms', () => {
  it('are listed with what they are in place of a status', async () => {
    const { project } = await put();
    const list = await project.run(['roundtable', 'list', '--json']);
    expect(list.code, list.stderr).toBe(0);
    expect(list.json()).toMatchObject({
      sessions: [],
      damaged: [],
      total: 4,
      foreign: foreignSessions.map(({ id, kind, topic }) => ({
        id,
        kind,
        topic,
        file: `.s2s/sessions/${id}.yaml`,
      })),
    });
    const shown = await project.run(['roundtable', 'list']);
    const words = shown.stdout.replace(/\s+/g, ' ');
    expect(words).toContain('Not read; left as they are');
    expect(words).toContain(`${firstForm.id}: Which queue?, from a version before the first release`);
    expect(words).toMatch(new RegExp(`${closedSpecs.id}: Requirements .* from the s2s plugin`));
    expect(shown.stderr).not.toContain('resume');
  });

  it('are left out under a filter, and spoil no search', async () => {
    const { project } = await put();
    const list = await project.run(['roundtable', 'list', '--status', 'completed', '--json']);
    expect(list.json()).toMatchObject({ sessions: [], foreign: [], total: 0 });
    const found = await project.run(['search', 'queue', '--json']);
    expect(found.json().hits).toEqual([]);
    expect(found.json().unread).toHaveLength(4);
    expect(JSON.stringify(found.json().unread)).toContain('a session of the Claude Code plugin');
  });

  it('are named by `session validate`, and are no fault', async () => {
    const { project } = await put();
    const { code, stdout } = await project.run(['session', 'validate']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `.s2s/sessions/${lastForm.id}.yaml\n  It is a session of an earlier version of s2s, never released`,
    );
    expect(stdout).not.toContain('--repair');
    const repaired = await project.run(['session', 'validate', '--repair']);
    expect([repaired.code, repaired.stdout.split('It is left as it is.').length]).toEqual([0, 5]);
  });

  it('are never removed, whatever their age', async () => {
    const { project, sums } = await put();
    const before = await sums();
    const { code, stdout } = await project.run(['session', 'cleanup', '--older-than', '0m']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `Kept: ${closedSpecs.id} (a session of the Claude Code plugin, which is never removed)`,
    );
    expect(stdout).not.toContain('Removed');
    expect(await sums()).toEqual(before);
  });

  it.each([
    ['roundtable', 'show', firstForm.id],
    ['roundtable', 'export', lastForm.id],
    ['roundtable', 'resume', lastForm.id],
    ['roundtable', 'resume', closedSpecs.id],
    ['roundtable', 'say', firstForm.id, 'hello'],
    ['roundtable', 'guide', firstForm.id, 'hello'],
    ['roundtable', 'answer', firstForm.id, '--accept'],
    ['roundtable', 'publish', closedSpecs.id],
    ['session', 'close', firstForm.id],
    ['session', 'validate', lastForm.id, '--repair'],
  ])('are refused by name by %s %s %s', async (...args) => {
    const { project, sums } = await put();
    const before = await sums();
    const run = await project.run([...args, '--json']);
    expect([run.code, run.json().error?.code], run.stderr).toEqual([5, 'SESSION_FOREIGN']);
    expect(run.json().error.message).toMatch(
      new RegExp(`^.s2s/sessions/${args[2]}.yaml is a session of .*It is left as it is\\.$`),
    );
    expect(await sums()).toEqual(before);
  });

  it('are recognised when they are damaged, too', async () => {
    const { project, sums } = await put();
    for (const { id, text } of foreignSessions)
      await writeFile(path.join(project.root, '.s2s', 'sessions', `${id}.yaml`), `${text}  broken: [\n`);
    const before = await sums();
    expect((await project.run(['roundtable', 'list', '--json'])).json().foreign).toHaveLength(4);
    const repaired = await project.run(['session', 'validate', firstForm.id, '--repair', '--json']);
    expect(repaired.json().error?.code).toBe('SESSION_FOREIGN');
    expect(await sums()).toEqual(before);
  });
});
