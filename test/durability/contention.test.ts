/** Two processes that resume the same session at once: exactly one runs, the other is told who has it and since when. */
import { cp } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLeftovers, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, runProgram, startProgram } from './program.ts';

const times = process.env['S2S_TORTURE'] === 'contention' ? 25 : 1;

let panel: PanelServer;
/** A session whose process was killed: its lock is still there. */
let killed: Project;
/** A session that was paused: no lock. */
let paused: Project;
/** Calls wait for this, so that the one who runs still runs when the other comes. */
let release: () => void = () => undefined;
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  panel = await startPanel({ gate: () => gate });
  killed = await makeProject(panel.config);
  const running = startProgram(startArguments, { cwd: killed.root });
  panel.onEvent = (event) => {
    if (event === 'arrived' && panel.calls.length === 9) running.child.kill('SIGKILL');
  };
  await running.ended;
  panel.onEvent = () => undefined;
  paused = await makeProject(panel.config);
  await runProgram([...startArguments, '--max-tokens', '150'], { cwd: paused.root });
});

afterAll(async () => {
  await panel.close();
  await killed.remove();
  await paused.remove();
});

describe.each([
  ['a stale lock', () => killed],
  ['no lock', () => paused],
] as const)('two at once, from %s', (_, pick) => {
  it.each(Array.from({ length: times }, (__, index) => index + 1))('time %i', async () => {
    const project = await makeProject(panel.config);
    await cp(pick().root, project.root, { recursive: true });
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const [id = ''] = await project.listIds();
    // A few more calls show who runs.
    const command = [...resumeArguments(id), '--max-tokens', '250'];
    const both = [startProgram(command, { cwd: project.root }), startProgram(command, { cwd: project.root })];
    await Promise.race(both.map(({ ended }) => ended));
    // Reading does not wait for the one that runs.
    const shown = await runProgram(['roundtable', 'show', id, '--json'], { cwd: project.root });
    release();
    const ends = await Promise.all(
      both.map(async ({ child, ended }) => ({ pid: child.pid, ...(await ended) })),
    );
    expect(
      ends.map(({ code }) => code ?? -1).sort((one, other) => one - other),
      ends.map(({ stderr }) => stderr).join('\n'),
    ).toEqual([3, 5]);
    const winner = ends.find(({ code }) => code === 3);
    const loser = ends.find(({ code }) => code === 5);
    const { error } = JSON.parse(loser?.stdout ?? '{}') as {
      error: { code: string; message: string; data: object };
    };
    expect(error.code).toBe('SESSION_LOCKED');
    expect(error.message).toMatch(new RegExp(`in use by process ${winner?.pid} since \\d{4}-\\d\\d-\\d\\dT`));
    expect(error.data).toMatchObject({ pid: winner?.pid });
    expect(shown.code, shown.stderr).toBe(0);
    expect(await listLeftovers(project)).toEqual([]);
    await project.remove();
  });
});

describe('starts of one second', () => {
  it('each get a session of their own', async () => {
    const project = await makeProject('');
    const command = [
      'brainstorm',
      'Names for the tool',
      '--dry-run',
      '--seed',
      '1',
      '--no-input',
      '--json',
      '--fast',
      '--participants',
      'qa-lead,technical-lead',
    ];
    const started = Array.from({ length: 3 }, () => startProgram(command, { cwd: project.root }));
    const ends = await Promise.all(started.map(({ ended }) => ended));
    expect(
      ends.map(({ code }) => code),
      ends.map(({ stderr }) => stderr).join('\n'),
    ).toEqual([0, 0, 0]);
    const ids = ends.map(({ stdout }) => (JSON.parse(stdout) as { session_id: string }).session_id);
    expect([...ids].sort()).toEqual(await project.listIds());
    expect(new Set(ids).size).toBe(3);
    expect(await listLeftovers(project)).toEqual([]);
    await project.remove();
  });
});
