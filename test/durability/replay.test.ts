/** A recorded session is said again without a model: the same rounds, the same end, no call; gaps are named. */

import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { startArguments, strip } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, runProgram } from './program.ts';

let panel: PanelServer;
let project: Project;

afterEach(async () => {
  await panel.close();
  await project.remove();
});

async function record(): Promise<string> {
  panel = await startPanel();
  project = await makeProject(panel.config);
  const ended = await runProgram(startArguments, { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(0);
  return (JSON.parse(ended.stdout) as { session_id: string }).session_id;
}

async function readSession(id: string) {
  return parseSession(await readFile(path.join(project.sessions, `${id}.yaml`), 'utf8'), id);
}

const replayArguments = (id: string, ...more: string[]): string[] => [
  'roundtable',
  'start',
  '--replay',
  id,
  '--no-input',
  '--json',
  ...more,
];

it('replays topic, table, settings and seed, and makes no call', async () => {
  const id = await record();
  const calls = panel.calls.length;
  await panel.close();
  const ended = await runProgram(replayArguments(id), { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(0);
  expect(panel.calls.length).toBe(calls);
  const again = (JSON.parse(ended.stdout) as { session_id: string }).session_id;
  const [recorded, replayed] = [await readSession(id), await readSession(again)];
  expect(again).not.toBe(id);
  expect(replayed.replay).toEqual({ of: id, missing: 'fail' });
  const plain = (session: typeof recorded): unknown =>
    strip({ ...session, replay: null, strategy_reason: '', outcome: { ...session.outcome, files: [] } });
  expect(plain(replayed)).toEqual(plain(recorded));
  // What is said a second time is no second decision: its document stays beside the session.
  expect(replayed.outcome?.files).toEqual([
    { type: 'adr', path: `.s2s/sessions/${again}/adr.md` },
    { type: 'record', path: `.s2s/sessions/${again}/record.md` },
  ]);
});

it('names the calls that are not there with exit 5, and asks them with --replay-missing ask', async () => {
  const id = await record();
  const journal = path.join(project.sessions, id, 'calls.jsonl');
  const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
  const missing = ['2/answer/qa-lead/1', '2/answer/technical-lead/1'];
  await writeFile(
    journal,
    lines.filter((line) => !missing.some((key) => line.includes(`"${key}"`))).join('\n'),
  );
  const ended = await runProgram(replayArguments(id), { cwd: project.root });
  expect(ended.code).toBe(5);
  const { error } = JSON.parse(ended.stdout) as {
    error: { code: string; message: string; data: { session_id: string } };
  };
  expect(error.code).toBe('REPLAY_GAP');
  for (const key of missing) expect(error.message).toContain(key);
  const before = panel.calls.length;
  const resumed = await runProgram(
    ['roundtable', 'resume', error.data.session_id, '--replay-missing', 'ask', '--no-input', '--json'],
    { cwd: project.root },
  );
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(
    panel.calls
      .slice(before)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(missing);
  expect(resumed.stderr).toContain(missing[0]);
});

it('says again what a person said, and runs on under other limits', async () => {
  panel = await startPanel();
  project = await makeProject(panel.config);
  const paused = startArguments.map((word) => (word === 'accept' ? 'pause' : word));
  const first = await runProgram(paused, { cwd: project.root });
  expect(first.code, first.stderr).toBe(4);
  const { session_id: id } = JSON.parse(first.stdout) as { session_id: string };
  await runProgram(['roundtable', 'answer', id, '--decision', 'Jobs may run twice.'], { cwd: project.root });
  const resumed = await runProgram(['roundtable', 'resume', id, '--no-input'], { cwd: project.root });
  expect(resumed.code, resumed.stderr).toBe(0);
  const calls = panel.calls.length;
  const ended = await runProgram(replayArguments(id), { cwd: project.root });
  expect(ended.code, ended.stderr).toBe(0);
  expect(panel.calls.length).toBe(calls);
  const { session_id: again } = JSON.parse(ended.stdout) as { session_id: string };
  expect((await readSession(again)).escalations[0]).toMatchObject({
    decision: 'own',
    text: 'Jobs may run twice.',
    answered_by: 'user',
  });
});

it('refuses what makes no sense, before anything is written', async () => {
  const id = await record();
  await appendFile(path.join(project.sessions, id, 'calls.jsonl'), '{"kind": "call", "key": "torn');
  for (const [args, code] of [
    [['design', 'x', '--replay-missing', 'ask'], 2],
    [['roundtable', 'start', '--replay', id, '--dry-run'], 2],
    [['roundtable', 'start', '--replay', 'nobody'], 2],
    [['roundtable', 'start', '--replay', '../secret'], 2],
    [['roundtable', 'resume', id, '--replay-missing', 'ask'], 2],
  ] as const) {
    const ended = await runProgram([...args, '--no-input'], { cwd: project.root });
    expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(code);
  }
  expect(await project.listIds()).toEqual([id]);
});
