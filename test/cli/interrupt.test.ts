/** Ctrl-C in a real terminal, while a call is under way. */
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { openScene, topic } from '../support/scene.ts';
import { keys } from '../support/terminal.ts';

/** A run whose second question never gets an answer, until `release` is called. */
async function startSlowRun() {
  let holding = true;
  const { opened: held, open: arrived } = createGate();
  const { project, env, open } = await openScene(({ step, round }) => {
    if (!holding || step !== 'question' || round !== 2) return undefined;
    arrived();
    return { fault: 'stall-headers' };
  });
  const terminal = open(['design', topic, '--min-rounds', '2', '--max-rounds', '2']);
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
  await terminal.waitFor('Press Ctrl-C again to quit now.');
  expect(await terminal.exit).toBe(3);
  const session = await project.session();
  expect(session).toMatchObject({ status: 'paused', pause_reason: 'signal', total_rounds: 1 });
  expect(terminal.screen()).toMatch(/^ {2}s2s roundtable resume$/m);
  // The cursor is back and nothing is left in another mode.
  expect(terminal.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
    terminal.raw().lastIndexOf('\u001b[?25l'),
  );
  release();
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.json()).toMatchObject({ status: 'completed', rounds: 2 });
});

/**
 * A run in which a seat is played by a program that will not end when it is asked to, so that the first Ctrl-C has
 * something to wait for. Each such program holds a connection to the test.
 */
async function startStubbornRun(flags: readonly string[]) {
  const scene = await openScene();
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
  const file = path.join(scene.project.root, '.s2s', 'config.yaml');
  const command = JSON.stringify([process.execPath, '-e', stubborn]);
  await writeFile(
    file,
    `${await readFile(file, 'utf8')}\nproviders:\n  tool: {type: command, command: ${command}}\n`,
  );
  await scene.project.run(['trust']);
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const terminal = scene.open(['design', topic, ...flags]);
  await until((count) => count > 0);
  return { ...scene, terminal, until };
}

test('a second Ctrl-C also ends the programs that were started for an answer', async () => {
  const { terminal, until } = await startStubbornRun(['--model', 'tool']);
  // Both at once: after the first the program needs only a moment to end by itself.
  terminal.type(keys.interrupt.repeat(2));
  expect(await terminal.exit).toBe(130);
  expect(terminal.screen()).toContain('Press Ctrl-C again to quit now.');
  await until((count) => count === 0);
});

test('the topic is asked for where none was given and somebody can be asked', async () => {
  const { project, open } = await openScene();
  const terminal = open(['roundtable', 'start', '--dry-run', '--fast']);
  await terminal.waitFor('What should the panel discuss?');
  terminal.type(`${topic}${keys.enter}`);
  expect(await terminal.exit).toBe(0);
  expect((await project.session()).topic).toBe(topic);
});
