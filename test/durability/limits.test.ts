/** Limits of time: what arrived is kept, nothing hangs beyond the limit, and what ended by a limit says so. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { createManualClock } from '../support/scripted-model.ts';
import { listLeftovers, readEnd, readJournaledKeys, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { type Ended, makeProject, type Project, runProgram } from './program.ts';

let panel: PanelServer;
let project: Project;

afterEach(async () => {
  await panel.close();
  await project.remove();
});

async function prepare(): Promise<{ heal: () => void }> {
  let stalls = true;
  // What a seat does that will never answer; one that never begins to is in the tests of the client.
  panel = await startPanel({
    fault: ({ key }) => (stalls && key === '1/answer/technical-lead/1' ? { fault: 'stall-body' } : undefined),
  });
  project = await makeProject(panel.config);
  return {
    heal: () => {
      stalls = false;
    },
  };
}

/** Calls of round 1 that are answered before the time is over; of the bad reply there are two. */
const arrivedCalls = ['software-architect/1', 'qa-lead/2', 'devops-engineer/1'];

/** Starts the discussion, and lets the seconds pass once only the seat that stalls is waited for. */
async function startUntilOver(seconds: number, flags: readonly string[]): Promise<Ended> {
  const clock = createManualClock();
  const running = runProgram([...startArguments, ...flags], { cwd: project.root, clock });
  let isOver = false;
  const ended = running.finally(() => {
    isOver = true;
  });
  const isReached = async (): Promise<boolean> => {
    const keys = await readJournaledKeys(project);
    const isStalled = panel.calls.some(({ key }) => key === '1/answer/technical-lead/1');
    return isStalled && arrivedCalls.every((call) => keys.includes(`1/answer/${call}`));
  };
  const listStalled = () => panel.calls.filter(({ key }) => key === '1/answer/technical-lead/1');
  while (!isOver && !(await isReached())) await new Promise((resolve) => setTimeout(resolve, 5));
  // The seat is asked once more for a shorter answer, and stalls again.
  for (let passed = 0; !isOver; await new Promise((resolve) => setTimeout(resolve, 5)))
    if (listStalled().length > passed) {
      passed += 1;
      clock.advance(seconds * 1000);
    }
  return ended;
}

async function readSession() {
  const [id = ''] = await project.listIds();
  return parseSession(await readFile(path.join(project.sessions, `${id}.yaml`), 'utf8'), id);
}

describe('a seat that stops in the middle of its reply', () => {
  it('fails alone at --agent-timeout, and the run goes on to its end', async () => {
    await prepare();
    // A proposal has three times as long.
    const ended = await startUntilOver(3, ['--agent-timeout', '1']);
    expect(ended.code, ended.stderr).toBe(0);
    const session = await readSession();
    expect(session.failures).toContainEqual(
      expect.objectContaining({ round: 1, step: 'answer', seat: 'technical-lead', kind: 'timeout' }),
    );
    expect(session.rounds[0]?.answers).toHaveLength(3);
    expect(session.outcome?.degraded).toBe(true);
  });

  it('makes the run pause at --total-timeout with exit 3; the others are not asked again', async () => {
    const { heal } = await prepare();
    const ended = await startUntilOver(3, ['--total-timeout', '3']);
    expect(ended.code, ended.stderr).toBe(3);
    const session = await readSession();
    expect(session).toMatchObject({ status: 'paused', pause_reason: 'time' });
    const kept = await readJournaledKeys(project);
    heal();
    const before = panel.calls.length;
    const resumed = await runProgram([...resumeArguments(session.id), '--total-timeout', '600'], {
      cwd: project.root,
    });
    expect(resumed.code, resumed.stderr).toBe(0);
    const again = panel.calls.slice(before).map(({ key }) => key);
    expect(again.filter((key) => kept.includes(key))).toEqual([]);
    expect(await listLeftovers(project)).toEqual([]);
  });

  it('makes the run conclude with --on-limit conclude, labelled in session and document', async () => {
    await prepare();
    const ended = await startUntilOver(4, ['--total-timeout', '4', '--on-limit', 'conclude']);
    expect(ended.code, ended.stderr).toBe(0);
    const session = await readSession();
    expect(session.outcome).toMatchObject({ ended_by: 'limit', result: 'undecided', degraded: true });
    expect(session.text).toMatchObject({ written_by: 'program', fallback: { code: 'limit' } });
    expect(session.rounds[0]?.answers).toHaveLength(3);
    expect(session.rounds[0]?.synthesis_fallback).toEqual({ code: 'limit' });
    const { documents } = await readEnd(project);
    expect(Object.values(documents).join('\n')).toContain('**Degraded: nobody voted on this text.**');
    const record = session.outcome?.files.find(({ type }) => type === 'record')?.path ?? '';
    expect(await readFile(path.join(project.root, record), 'utf8')).toContain('ended by limit');
    expect(panel.calls.map(({ key }) => key)).not.toContain('1/synthesis/facilitator/1');
  });
});
