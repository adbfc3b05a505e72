/** Asked to stop in the middle of calls, a run keeps what arrived, says how to go on, and goes on there. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { createGate } from '../support/create-gate.ts';
import { listLeftovers, readJournaledKeys, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, runProgram, startProgram } from './program.ts';

let panel: PanelServer;
let project: Project;

afterEach(async () => {
  await panel.close();
  await project.remove();
});

const slowCall = '1/answer/technical-lead/1';
const arrivedCalls = [
  '1/question/facilitator/1',
  '1/answer/software-architect/1',
  '1/answer/qa-lead/1',
  '1/answer/devops-engineer/1',
];

/** A panel whose last seat says nothing in round 1 until it is healed. */
async function prepare(): Promise<{ heal: () => void }> {
  const { opened: healed, open: heal } = createGate();
  panel = await startPanel({ gate: async ({ key }) => (key === slowCall ? healed : undefined) });
  project = await makeProject(panel.config);
  return { heal };
}

/** Resolves when three seats have answered, the bad reply and its repetition included, and their lines are written. */
async function waitForAnswers(): Promise<void> {
  for (;;) {
    const keys = await readJournaledKeys(project);
    if ([...arrivedCalls, '1/answer/qa-lead/2'].every((key) => keys.includes(key))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function readSession() {
  const [id = ''] = await project.listIds();
  return parseSession(await readFile(path.join(project.sessions, `${id}.yaml`), 'utf8'), id);
}

async function expectResumes(): Promise<void> {
  const { id } = await readSession();
  const before = panel.calls.length;
  const ended = await runProgram(resumeArguments(id), { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(0);
  const again = panel.calls.slice(before).map(({ key }) => key);
  expect(again).toContain(slowCall);
  expect(again.filter((key) => arrivedCalls.includes(key))).toEqual([]);
  expect(await listLeftovers(project)).toEqual([]);
}

describe('a request to stop', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s pauses with exit 3, the answers kept and the command to go on',
    async (signal) => {
      const { heal } = await prepare();
      const running = startProgram(startArguments.slice(0, -1), { cwd: project.root });
      await waitForAnswers();
      running.child.kill(signal);
      const ended = await running.ended;
      expect(ended).toMatchObject({ code: 3, signal: null });
      expect(ended.stderr).toContain('Finished answers are saved');
      const session = await readSession();
      expect(session).toMatchObject({ status: 'paused', pause_reason: 'signal', total_rounds: 0 });
      expect(ended.stdout).toMatch(/^ {2}s2s roundtable resume$/m);
      expect(await listLeftovers(project)).toEqual([]);
      heal();
      // Whatever the signal was, the pause is the same.
      if (signal === 'SIGINT') await expectResumes();
    },
  );

  it('a second one ends the program at once with exit 130, and the session can be resumed', async () => {
    const { heal } = await prepare();
    const running = startProgram(startArguments, { cwd: project.root });
    await waitForAnswers();
    running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
    expect((await readSession()).total_rounds).toBe(0);
    heal();
    await expectResumes();
  });

  it('two before anything was started end the program as well', async () => {
    await prepare();
    const running = startProgram(startArguments, { cwd: project.root });
    running.child.kill('SIGINT');
    const ended = await running.ended;
    // So early that the program does not listen yet, the system ends it.
    expect(ended.signal === 'SIGINT' || ended.code === 3, JSON.stringify(ended)).toBe(true);
    expect(await listLeftovers(project)).toEqual([]);
  });
});

describe('an output that nobody reads any more', () => {
  it.each(['stdout', 'stderr'] as const)('%s closed in the middle pauses quietly', async (stream) => {
    const { heal } = await prepare();
    const running = startProgram([...startArguments.slice(0, -1), '--ndjson'], { cwd: project.root });
    await waitForAnswers();
    running.child[stream]?.destroy();
    // Nothing is written until the next event: the slow seat answers.
    heal();
    const ended = await running.ended.catch(() => null);
    expect(ended?.code === 3 || ended?.code === 0, JSON.stringify(ended)).toBe(true);
    expect(ended?.stderr ?? '').not.toMatch(/^\s+at /m);
    expect(['paused', 'completed']).toContain((await readSession()).status);
    expect(await listLeftovers(project)).toEqual([]);
  });

  it('a reading command ends quietly with exit 0', async () => {
    await prepare();
    const running = startProgram(['agents', 'list', '--json'], { cwd: project.root });
    running.child.stdout?.destroy();
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
