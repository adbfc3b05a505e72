/** A folder of the public plugin: its sessions are read by every command, and no command changes or removes one. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { begunBrainstorm, closedSpecs, pluginSessions, undatedActive } from '../support/plugin-sessions.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

async function put(): Promise<{ project: Project; sums: () => Promise<string[]> }> {
  const project = await makeProject('nested');
  onTestFinished(project.remove);
  const folder = path.join(project.root, '.s2s', 'sessions');
  await mkdir(folder, { recursive: true });
  for (const { id, text } of pluginSessions) await writeFile(path.join(folder, `${id}.yaml`), text);
  const sums = async () =>
    Promise.all(
      (await readdir(folder)).sort().map(async (name) => {
        const bytes = await readFile(path.join(folder, name));
        return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
      }),
    );
  return { project, sums };
}

describe('sessions of the plugin', () => {
  it('are listed for what they are, without a year that nobody meant', async () => {
    const { project } = await put();
    const list = await project.run(['roundtable', 'list', '--json']);
    expect(list.json().sessions).toMatchObject([
      { id: undatedActive.id, status: 'closed', updated_at: '', imported_from: 'plugin' },
      { id: begunBrainstorm.id, status: 'active', imported_from: 'plugin' },
      { id: closedSpecs.id, status: 'closed', rounds: 2, turns: 3, imported_from: 'plugin' },
    ]);
    const shown = await project.run(['roundtable', 'list']);
    expect(shown.stdout).toContain('closed (plugin)');
    expect(shown.stdout + shown.stderr).not.toMatch(/1970|resume/);
  });

  it('are shown and exported with what came out', async () => {
    const { project } = await put();
    const shown = await project.run(['roundtable', 'show', closedSpecs.id]);
    expect(shown.stdout).toMatch(/Written by the s2s plugin/);
    expect(shown.stdout).toMatch(/REQ-001 .*agreed.*four\s+digits/);
    expect(shown.stdout).toMatch(/CONF-002 \(open/);
    expect(shown.stderr).not.toContain('resume');
    const exported = await project.run(['roundtable', 'export', closedSpecs.id]);
    expect(exported.code).toBe(0);
    for (const words of [
      'Read from a session of the s2s plugin',
      'four digits',
      'Whether photos are kept',
      'Which scanner?',
    ])
      expect(exported.stdout).toContain(words);
    const undated = await project.run(['roundtable', 'show', undatedActive.id]);
    expect(undated.stdout, undated.stderr).toMatch(/Started +unknown/);
    expect(undated.stdout).not.toContain('a person');
  });

  it('are valid, with what could not be read named', async () => {
    const { project } = await put();
    const { code, stdout } = await project.run(['session', 'validate']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/written by the s2s plugin/);
    expect(stdout).toContain('timing.last_activity: "10 minutes ago" is not a readable time.');
    expect(stdout).not.toMatch(/next resume|--repair/);
  });

  it('are never removed, whatever their age', async () => {
    const { project, sums } = await put();
    const before = await sums();
    const { code, stdout } = await project.run(['session', 'cleanup', '--older-than', '0m']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Kept: ${undatedActive.id} (it is a session of the s2s plugin`);
    expect(stdout).not.toContain('Removed');
    expect(await sums()).toEqual(before);
  });

  it.each([
    ['roundtable', 'resume', begunBrainstorm.id, '--dry-run'],
    ['roundtable', 'resume', closedSpecs.id],
    ['roundtable', 'say', begunBrainstorm.id, 'hello'],
    ['roundtable', 'guide', begunBrainstorm.id, 'hello'],
    ['roundtable', 'answer', begunBrainstorm.id, '--accept'],
    ['roundtable', 'publish', closedSpecs.id],
    ['session', 'close', begunBrainstorm.id],
  ])('are not changed by %s %s', async (...args) => {
    const { project, sums } = await put();
    const before = await sums();
    const run = await project.run([...args.filter((arg) => arg !== '--dry-run'), '--json']);
    expect([run.code, run.json().error?.code]).toEqual([2, 'SESSION_FOREIGN']);
    expect(run.json().error.hint).toContain(`--context .s2s/sessions/${args[2]}.yaml`);
    expect(await sums()).toEqual(before);
  });

  it('are not repaired either, when one is damaged', async () => {
    const { project, sums } = await put();
    const file = path.join(project.root, '.s2s', 'sessions', `${closedSpecs.id}.yaml`);
    await writeFile(file, closedSpecs.text.replace('state: "approved"', 'state: "approved'));
    const before = await sums();
    const checked = await project.run(['session', 'validate', closedSpecs.id]);
    expect(checked.code).toBe(1);
    const repaired = await project.run(['session', 'validate', closedSpecs.id, '--repair', '--json']);
    expect(repaired.json().error?.code).toBe('SESSION_FOREIGN');
    expect(await sums()).toEqual(before);
  });
});
