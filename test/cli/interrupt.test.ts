/** Ctrl-C in a real terminal, while a call is under way. */
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createPanel } from '../support/loopback-panel.ts';
import { type LoopbackOptions, startLoopback } from '../support/loopback-server.ts';
import { makeProject } from '../support/run-binary.ts';
import { keys, openTerminal } from '../support/terminal.ts';

// Whole runs of the program, several processes each: a busy machine needs its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 400_000 });

const topic = 'Which queue should carry the download jobs?';
const cleaners: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaners.splice(0).reverse()) await clean();
});

async function startModels(reply: NonNullable<LoopbackOptions['reply']>) {
  const server = await startLoopback({ models: ['claude-sonnet-5-5'], reply });
  cleaners.push(server.close);
  return { server, env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-test' } };
}

/** A run whose second question never gets an answer, until `release` is called. */
async function startSlowRun() {
  const project = await makeProject('flat');
  let holding = true;
  let arrived = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { env } = await startModels(
    createPanel(({ step, round }) => {
      if (!holding || step !== 'question' || round !== 2) return undefined;
      arrived();
      return { fault: 'stall-headers' };
    }),
  );
  const terminal = openTerminal(project, ['design', topic], { env });
  cleaners.push(project.remove, terminal.close);
  await held;
  return {
    project,
    terminal,
    env,
    release: () => {
      holding = false;
    },
  };
}

test('the first Ctrl-C keeps what arrived, pauses with exit 3 and says how to go on', async () => {
  const { project, terminal, env, release } = await startSlowRun();
  terminal.type(keys.interrupt);
  await terminal.waitFor('Press Ctrl-C again to end at once.');
  expect(await terminal.exit).toBe(3);
  const session = await project.session();
  expect(session).toMatchObject({ status: 'paused', pause_reason: 'signal', total_rounds: 1 });
  expect(terminal.screen()).toContain(`s2s roundtable resume ${session.id}`);
  // The cursor is back and nothing is left in another mode.
  expect(terminal.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
    terminal.raw().lastIndexOf('\u001b[?25l'),
  );
  release();
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.json()).toMatchObject({ status: 'completed', rounds: 3 });
});

/**
 * A run in which a seat is played by a program that will not end when it is asked to, so that the first Ctrl-C has
 * something to wait for. Each such program holds a connection to the test.
 */
async function startStubbornRun(flags: readonly string[], env: Record<string, string> = {}) {
  const project = await makeProject('flat');
  let alive = 0;
  let onChange = (): void => undefined;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    alive += 1;
    onChange();
    socket
      .on('error', () => undefined)
      .on('close', () => {
        alive -= 1;
        onChange();
      });
  });
  const until = (wanted: (alive: number) => boolean): Promise<void> =>
    new Promise((resolve) => {
      onChange = () => {
        if (wanted(alive)) resolve();
      };
      onChange();
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stubborn = `process.on('SIGTERM', () => {}); require('net').connect(${port}, '127.0.0.1')`;
  const file = path.join(project.root, '.s2s', 'config.yaml');
  const command = JSON.stringify([process.execPath, '-e', stubborn]);
  await writeFile(
    file,
    `${await readFile(file, 'utf8')}\nproviders:\n  tool: {type: command, command: ${command}}\n`,
  );
  const terminal = openTerminal(project, ['design', topic, ...flags], { env });
  cleaners.push(
    project.remove,
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    terminal.close,
  );
  await until((count) => count > 0);
  return { project, terminal, until };
}

test('a second Ctrl-C ends at once with 130, and the session can be resumed', async () => {
  const { server, env } = await startModels(createPanel());
  const { project, terminal } = await startStubbornRun(['--models', 'devops-engineer=tool'], env);
  // Question and answers of the two seats that models play.
  await vi.waitUntil(() => server.requests.length === 3, { timeout: 60_000 });
  terminal.type(keys.interrupt);
  await terminal.waitFor('Press Ctrl-C again to end at once.');
  terminal.type(keys.interrupt);
  expect(await terminal.exit).toBe(130);
  const before = server.requests.length;
  const models = ['--models', 'devops-engineer=anthropic/claude-sonnet-5-5'];
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json', ...models], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.json()).toMatchObject({ status: 'completed', rounds: 3 });
  // The first round's question and the answers that had arrived were not asked for again.
  const again = server.requests.slice(before).filter(({ user }) => user.includes('Round 1,'));
  expect(again.length).toBeLessThanOrEqual(2);
});

test('a second Ctrl-C also ends the programs that were started for an answer', async () => {
  const { terminal, until } = await startStubbornRun(['--model', 'tool']);
  terminal.type(keys.interrupt);
  await terminal.waitFor('Press Ctrl-C again to end at once.');
  terminal.type(keys.interrupt);
  expect(await terminal.exit).toBe(130);
  await until((count) => count === 0);
});

test('Ctrl-C in a question pauses', async () => {
  const project = await makeProject('flat');
  const terminal = openTerminal(project, ['design', topic, '--dry-run', '--interactive']);
  cleaners.push(project.remove, terminal.close);
  await terminal.waitFor('After round 1:');
  terminal.type(keys.interrupt);
  expect(await terminal.exit).toBe(3);
  const session = await project.session();
  expect(session).toMatchObject({ status: 'paused', total_rounds: 1 });
  expect(terminal.screen()).toContain(`s2s roundtable resume ${session.id}`);
  const resumed = await project.run(['roundtable', 'resume', '--no-input']);
  expect(resumed.code, resumed.stderr).toBe(0);
});

test('the topic is asked for where none was given and somebody can be asked', async () => {
  const project = await makeProject('flat');
  const terminal = openTerminal(project, ['roundtable', 'start', '--dry-run']);
  cleaners.push(project.remove, terminal.close);
  await terminal.waitFor('What is to be discussed?');
  terminal.type(`${topic}${keys.enter}`);
  expect(await terminal.exit).toBe(0);
  expect((await project.session()).topic).toBe(topic);
});
