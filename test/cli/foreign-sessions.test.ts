/** Sessions of the public plugin: every command names them as what they are, and none changes or removes one. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedSpecs, foreignSessions, loyaltyCards } from '../support/foreign-sessions.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

async function put(): Promise<{ project: Project; sums: () => Promise<string[]> }> {
  const project = await makeProject('nested');
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
      total: 2,
      damaged: foreignSessions.map(({ id }) => ({
        id,
        file: `.s2s/sessions/${id}.yaml`,
        reason: 'is a session of the Claude Code plugin. It is left as it is.',
      })),
    });
    const shown = await project.run(['roundtable', 'list']);
    expect(shown.stdout).toContain('No sessions.');
    expect(shown.stderr).toContain(
      `${loyaltyCards.id}.yaml and 1 more: is a session of the Claude Code plugin`,
    );
  });

  it('are left out under a filter, and spoil no search', async () => {
    const { project } = await put();
    const list = await project.run(['roundtable', 'list', '--status', 'completed', '--json']);
    expect(list.json()).toMatchObject({ sessions: [], damaged: [], total: 0 });
    const found = await project.run(['search', 'queue', '--json']);
    expect(found.json().hits).toEqual([]);
    expect(found.json().unread).toHaveLength(2);
    expect(JSON.stringify(found.json().unread)).toContain('a session of the Claude Code plugin');
  });

  it('are named by `session validate`, and are no fault', async () => {
    const { project } = await put();
    const { code, stdout } = await project.run(['session', 'validate']);
    expect(code).toBe(0);
    expect(stdout).toContain(`.s2s/sessions/${closedSpecs.id}.yaml is a session of the Claude Code plugin`);
    expect(stdout).not.toContain('--repair');
    const repaired = await project.run(['session', 'validate', '--repair']);
    expect([repaired.code, repaired.stdout.split('It is left as it is.').length]).toEqual([0, 3]);
  });

  it('are never removed, whatever their age', async () => {
    const { project, sums } = await put();
    const before = await sums();
    const { code, stdout } = await project.run(['session', 'cleanup', '--older-than', '0m']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Kept: ${closedSpecs.id} (damaged: is a session of the Claude Code plugin`);
    expect(stdout).not.toContain('Removed');
    expect(await sums()).toEqual(before);
  });

  it.each([
    ['roundtable', 'show', loyaltyCards.id],
    ['roundtable', 'resume', closedSpecs.id],
    ['roundtable', 'guide', closedSpecs.id, 'hello'],
    ['session', 'close', closedSpecs.id],
    ['session', 'validate', loyaltyCards.id, '--repair'],
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
    expect((await project.run(['roundtable', 'list', '--json'])).json().damaged).toHaveLength(2);
    const repaired = await project.run(['session', 'validate', closedSpecs.id, '--repair', '--json']);
    expect(repaired.json().error?.code).toBe('SESSION_FOREIGN');
    expect(await sums()).toEqual(before);
  });
});
