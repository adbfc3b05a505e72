/** Clients that leave, are killed or cancel, servers that are killed, and several of them in one project. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type PanelServer, seats, startPanel } from '../durability/panel-server.ts';
import { makeProject, runProgram } from '../durability/program.ts';
import { createGate } from '../support/create-gate.ts';
import { startWords } from '../support/run-binary.ts';
import { waitUntil } from '../support/wait-until.ts';
import { eras, type TestClient } from './clients.ts';
import { startServer } from './test-server.ts';

const given = {
  topic: 'Which queue should carry the download jobs?',
  output_type: 'adr',
  strategy: 'standard',
  participants: seats,
};

/** A panel that answers the first so many calls and then holds all others until it is released. */
async function makeScene(answered: number) {
  const { opened: released, open: release } = createGate();
  let asked = 0;
  const panel = await startPanel({
    gate: () => {
      asked += 1;
      return asked <= answered ? Promise.resolve() : released;
    },
  });
  const config = panel.config.replace(
    'roundtable:\n',
    'roundtable:\n  on_escalation: accept\n  limits: {min_rounds: 1, max_rounds: 1}\n',
  );
  const project = await makeProject(config);
  onTestFinished(async () => {
    release();
    await panel.close();
    await project.remove();
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: project.root,
    S2S_CONFIG_DIR: `${project.root}-own`,
    OLLAMA_HOST: '127.0.0.1:9',
  };
  const wire = {
    command: startWords[0],
    args: [...startWords.slice(1), 'mcp'],
    cwd: project.root,
    env,
    stderr: 'ignore' as const,
  };
  return { panel, project, release, env, wire };
}

const countArrived = (panel: PanelServer): number => panel.calls.length;

/** Starts a discussion and waits until the panel holds calls and the replies before them are kept. */
async function startHeld(
  client: TestClient,
  { panel, project }: Pick<Awaited<ReturnType<typeof makeScene>>, 'panel' | 'project'>,
  answered: number,
): Promise<string> {
  const started = await client.call('roundtable_start', { ...given, confirm_cost: true });
  expect(started.isError, started.text).toBe(false);
  const id = started.data.session_id as string;
  await waitHeld(id, { panel, project }, answered);
  return id;
}

async function waitHeld(
  id: string,
  { panel, project }: Pick<Awaited<ReturnType<typeof makeScene>>, 'panel' | 'project'>,
  answered: number,
): Promise<void> {
  const readKept = async (): Promise<number> =>
    (await readFile(path.join(project.sessions, id, 'calls.jsonl'), 'utf8')).match(/"kind":"call"/g)
      ?.length ?? 0;
  await waitUntil(async () => {
    expect(countArrived(panel)).toBeGreaterThan(answered);
    expect(await readKept()).toBeGreaterThanOrEqual(answered);
  });
}

/** Resumes on the command line, and says that no finished call was made again. */
async function expectGoesOn(id: string, { panel, project, release }: Awaited<ReturnType<typeof makeScene>>) {
  const before = panel.calls.filter(({ finished }) => finished !== null).map(({ key }) => key);
  release();
  const asked = countArrived(panel);
  const resumed = await runProgram(['roundtable', 'resume', id, '--no-input', '--json'], {
    cwd: project.root,
  });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ session_id: id, status: 'completed' });
  const again = panel.calls.slice(asked).map(({ key }) => key);
  expect(again.filter((key) => before.includes(key))).toEqual([]);
}

/** Whether a process exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readPid(client: TestClient): number {
  return (client.client.transport as unknown as { pid: number }).pid;
}

test('a client that leaves pauses what runs, and nothing stays behind', async () => {
  const scene = await makeScene(4);
  const client = await eras[1].connect(scene.wire);
  const pid = readPid(client);
  const id = await startHeld(client, scene, 4);
  await client.close();
  await waitUntil(() => expect(isAlive(pid)).toBe(false));
  const stored = await readFile(path.join(scene.project.sessions, `${id}.yaml`), 'utf8');
  expect(stored).toContain('status: paused');
  await expectGoesOn(id, scene);
});

test('a server that is killed in the middle leaves a session that goes on', async () => {
  const scene = await makeScene(4);
  const client = await eras[0].connect(scene.wire);
  const id = await startHeld(client, scene, 4);
  const pid = readPid(client);
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => expect(isAlive(pid)).toBe(false));
  await expectGoesOn(id, scene);
});

test('a client that is killed takes its server with it, also when another process holds the input open', async () => {
  const scene = await makeScene(4);
  const input = await openPipe(path.join(scene.project.root, 'input'));
  const { child, pid } = await startKillableClient(scene.env, scene.project.root);
  const { id } = await startHeldBy(child, input, scene);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await waitUntil(() => expect(isAlive(pid)).toBe(false));
  await expectGoesOn(id, scene);
});

test.for(eras)('$era: a wait that is cancelled ends, and the discussion does not', async ({ connect }) => {
  const scene = await makeScene(4);
  const server = startServer(scene.project.root, { env: scene.env });
  const client = await connect(server.wire);
  const id = await startHeld(client, scene, 4);
  const cancelling = new AbortController();
  const waiting = client.call('roundtable_wait', { session_id: id }, { signal: cancelling.signal });
  await waitUntil(() => expect(server.clock.pending()).toContain(40_000));
  cancelling.abort();
  await expect(waiting).rejects.toThrow();
  await waitUntil(() => expect(server.clock.pending()).not.toContain(40_000));
  expect((await client.call('roundtable_status', { session_id: id })).data).toMatchObject({
    running: 'here',
  });
  const paused = await client.call('roundtable_pause', { session_id: id });
  expect(paused.data).toMatchObject({ running: 'no', status: 'paused', pause_reason: 'person' });
  await client.close();
  await server.ended;
  await expectGoesOn(id, scene);
});

test('progress comes where it is asked for, and without a word of the panel', async () => {
  const scene = await makeScene(4);
  const server = startServer(scene.project.root, { env: scene.env });
  const client = await eras[0].connect(server.wire);
  const id = await startHeld(client, scene, 4);
  const heard: { progress: number; message?: string | undefined }[] = [];
  const waiting = client.call(
    'roundtable_wait',
    { session_id: id },
    { onprogress: (event) => heard.push(event) },
  );
  await waitUntil(() => expect(heard.length).toBeGreaterThan(0));
  scene.release();
  await waiting;
  expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, at) => at + 1));
  expect(heard.map(({ message }) => message).join('\n')).toMatch(/round 1: [a-z-]+ answered/);
  expect(JSON.stringify(heard)).not.toContain('table in the database');
});

test('two clients and the command line share a project: locks say who runs what', async () => {
  const scene = await makeScene(4);
  const [first, second] = await Promise.all([eras[0].connect(scene.wire), eras[1].connect(scene.wire)]);
  const id = await startHeld(first, scene, 4);
  expect((await second.call('roundtable_status', { session_id: id })).data).toMatchObject({
    running: 'elsewhere',
  });
  const refused = await second.call('roundtable_resume', { session_id: id });
  expect(refused.isError).toBe(true);
  expect(refused.data.error).toMatchObject({ code: 'SESSION_LOCKED' });
  const byHand = await runProgram(['roundtable', 'resume', id, '--no-input', '--json'], {
    cwd: scene.project.root,
  });
  expect(JSON.parse(byHand.stdout)).toMatchObject({ error: { code: 'SESSION_LOCKED' } });
  const guided = await second.call('roundtable_guide', { session_id: id, text: 'We run one machine.' });
  expect(guided.text).toContain('at the end of its round');
  expect((await second.call('roundtable_pause', { session_id: id })).text).toContain(
    'pauses after its round',
  );
  scene.release();
  const waited = await second.call('roundtable_wait', { session_id: id, timeout_seconds: 30, cursor: '1' });
  expect(waited.data, waited.text).toMatchObject({ status: 'paused', pause_reason: 'person', running: 'no' });
  // Whoever was not running it goes on with it.
  const resumed = await second.call('roundtable_resume', { session_id: id });
  expect(resumed.isError, resumed.text).toBe(false);
  await Promise.all([first.close(), second.close()]);
});

/** A named pipe that this process holds open. */
async function openPipe(file: string): Promise<FileHandle> {
  await promisify(execFile)('mkfifo', [file]);
  const handle = await open(file, 'r+');
  onTestFinished(() => handle.close());
  return handle;
}

/** A client of its own process, which can be killed; its server reads a pipe of the test. */
async function startKillableClient(env: Record<string, string>, cwd: string) {
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, ${JSON.stringify([...startWords.slice(1), 'mcp'])}, { cwd: ${JSON.stringify(cwd)}, stdio: [require('node:fs').openSync('input'), 'pipe', 'ignore'] });
    process.stdout.write(JSON.stringify({ pid: server.pid }) + '\\n');
    server.stdout.pipe(process.stdout);`;
  const child = spawn(process.execPath, ['-e', script], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const { pid } = (await readMessage(child, (message) => 'pid' in message)) as { pid: number };
  return { child, pid };
}

async function startHeldBy(
  child: ChildProcess,
  input: FileHandle,
  scene: Awaited<ReturnType<typeof makeScene>>,
): Promise<{ id: string }> {
  const send = async (message: object): Promise<void> => {
    await input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  await send({ id: 1, method: 'initialize', params });
  await readMessage(child, ({ id }) => id === 1);
  await send({ method: 'notifications/initialized' });
  await send({
    id: 2,
    method: 'tools/call',
    params: { name: 'roundtable_start', arguments: { ...given, confirm_cost: true } },
  });
  const { result } = (await readMessage(child, ({ id }) => id === 2)) as {
    result: { structuredContent: { session_id: string } };
  };
  const { session_id: id } = result.structuredContent;
  await waitHeld(id, scene, 4);
  return { id };
}

/** The next message that fits. */
function readMessage(
  child: ChildProcess,
  fits: (message: Record<string, unknown>) => boolean,
): Promise<object> {
  return new Promise((resolve) => {
    let rest = '';
    const read = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
      rest = lines.pop() ?? '';
      const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(fits);
      if (found === undefined) return;
      child.stdout?.off('data', read);
      resolve(found);
    };
    child.stdout?.on('data', read);
  });
}
