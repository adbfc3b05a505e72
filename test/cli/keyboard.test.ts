/** Keys while nothing is asked, and Ctrl-Z: in a real terminal, from a real shell. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { openScene, topic } from '../support/scene.ts';
import { keys, type Terminal } from '../support/terminal.ts';

const shell = '/bin/bash';

/** A run that waits for one seat of round 1, until `release` is called. */
async function startHeldRun(
  args: readonly string[],
  options: { shell?: string; env?: Record<string, string> } = {},
) {
  const { opened: held, open: release } = createGate();
  const { opened: waiting, open: arrived } = createGate();
  const { project, open } = await openScene(async ({ step, round, seat }) => {
    if (step !== 'answer' || round !== 1 || seat !== 'devops-engineer') return undefined;
    arrived();
    await held;
    return undefined;
  });
  const terminal = open(['design', topic, ...args], options);
  await waiting;
  await terminal.waitFor(/DevOps engineer .*thinking/);
  return { project, terminal, release };
}

function isCursorShown(terminal: Terminal): boolean {
  const raw = terminal.raw();
  return raw.lastIndexOf('\u001b[?25l') <= raw.lastIndexOf('\u001b[?25h');
}

test('what is typed while seats think is not shown, and is no answer to the next question', async () => {
  const { project, terminal, release } = await startHeldRun(['--interactive']);
  terminal.type(`sesame${keys.enter}${keys.enter}${keys.down}${keys.enter}`);
  release();
  await terminal.choose('After round 1:', 'Pause');
  expect(await terminal.exit).toBe(3);
  expect(terminal.screen()).not.toContain('sesame');
  expect(await project.session()).toMatchObject({
    status: 'paused',
    pause_reason: 'person',
    total_rounds: 1,
  });
});

test('single keys open a seat, advise and conclude, and the screen names them', async () => {
  const { project, terminal, release } = await startHeldRun(['--interactive']);
  await terminal.waitFor(/\d+s in all · .*g guidance · m more rounds · s skip to conclusion · p pause/);
  const asked = terminal.raw().split('\u0007').length;
  const screen = await terminal.waitFor(/✓ \d [A-Z]/);
  const [, number = ''] = /(\d) DevOps engineer/.exec(screen) ?? [];
  terminal.type(number);
  await terminal.waitFor(/DevOps engineer, so far:\s+Nothing to read yet/);
  terminal.type(number);
  await terminal.waitFor((text) => !text.includes('so far:'));
  // An answer can be read whole while others think.
  const [, done = ''] = /✓ (\d) [A-Z]/.exec(screen) ?? [];
  terminal.type(done);
  await terminal.waitFor(/^[A-Z][\w ]+:\n {2}\S/m);
  // A key that was hit by chance ends nothing.
  terminal.type('s');
  await terminal.waitFor('End the discussion after this round?');
  terminal.type(keys.enter);
  await terminal.waitFor(/DevOps engineer .*thinking/);
  terminal.type('g');
  await terminal.waitFor('take into account?');
  terminal.type(`Mind the volunteers${keys.enter}`);
  await terminal.waitFor('Recorded: the panel gets it after this round.');
  terminal.type('s');
  await terminal.waitFor(/End the discussion after this round\?[^?]*$/);
  terminal.type('y');
  terminal.type(keys.enter);
  await terminal.waitFor('Recorded: the discussion ends after this round.');
  await terminal.waitFor(/in all · .*ends after this round/);
  release();
  expect(await terminal.exit).toBe(0);
  const session = await project.session();
  expect(session).toMatchObject({ status: 'completed', total_rounds: 1 });
  expect(session.guidance).toMatchObject([{ text: 'Mind the volunteers', by: 'user' }]);
  // No decision was needed, so nothing rang.
  expect(terminal.raw().split('\u0007').length).toBe(asked);
});

test('a key pauses, and a question of the discussion rings unless it is told not to', async () => {
  const first = await startHeldRun(['--interactive']);
  first.release();
  await first.terminal.waitFor('After round 1:');
  expect(first.terminal.raw()).toContain('\u0007');
  await first.terminal.choose('After round 1:', 'Continue');
  await first.terminal.waitFor(/\d+\w until the draft|After round 2:/);
  await first.terminal.close();
  const second = await startHeldRun(['--interactive'], { env: { S2S_BELL: '0' } });
  second.terminal.type('p');
  await second.terminal.waitFor('Pause now?');
  second.terminal.type('y');
  second.terminal.type(keys.enter);
  expect(await second.terminal.exit).toBe(3);
  expect(second.terminal.screen()).toMatch(/Paused by you/);
  expect(await second.project.session()).toMatchObject({
    ...{ status: 'paused', pause_reason: 'person', total_rounds: 0 },
  });
  expect(second.terminal.raw()).not.toContain('\u0007');
});

test.skipIf(!existsSync(shell))('nothing that was typed is left on the line of the shell', async () => {
  const { terminal, release } = await startHeldRun(['--fast'], { shell });
  terminal.type(`echo left-${keys.enter}behind`);
  release();
  await terminal.waitFor(/ended with 0\s+ready>/);
  terminal.type(`echo sum $((40 + 2))${keys.enter}`);
  const end = await terminal.waitFor(/^sum 42$/m);
  expect(end).not.toMatch(/left-|behind/);
  expect(end).toMatch(/^ready> echo sum/m);
});

test.skipIf(!existsSync(shell))('Ctrl-Z gives the shell a clean terminal, and fg goes on', async () => {
  const { terminal, release } = await startHeldRun(['--fast'], { shell });
  terminal.type(keys.suspend);
  const stopped = await terminal.waitFor(/Stopped[\s\S]*ready>/);
  expect(stopped).not.toContain('thinking');
  expect(isCursorShown(terminal)).toBe(true);
  terminal.type(`stty -a | tr ' ;' '\\n\\n' | grep -xE 'echo|icanon|isig'; echo modes seen${keys.enter}`);
  expect(await terminal.waitFor(/^modes seen$/m)).toMatch(/^isig\nicanon\necho$/m);
  terminal.type(`fg${keys.enter}`);
  await terminal.waitFor(/ready> fg[\s\S]*DevOps engineer .*thinking/);
  terminal.type('sesame');
  release();
  const end = await terminal.waitFor(/Next\n {2}s2s roundtable show[\s\S]*ready>/);
  expect(end).not.toContain('sesame');
  expect(isCursorShown(terminal)).toBe(true);
});

test.skipIf(!existsSync(shell))(
  'after Ctrl-Z at a question it is asked again, with what was typed',
  async () => {
    const { project, terminal, release } = await startHeldRun(['--interactive'], { shell });
    release();
    await terminal.choose('After round 1:', 'Give the panel guidance');
    await terminal.waitFor('take into account?');
    terminal.type('Mind the vol');
    await terminal.waitFor('Mind the vol');
    terminal.type(keys.suspend);
    await terminal.waitFor(/Stopped[\s\S]*ready>/);
    expect(isCursorShown(terminal)).toBe(true);
    terminal.type(`fg${keys.enter}`);
    await terminal.waitFor(/ready> fg[\s\S]*Mind the vol/);
    terminal.type(`unteers${keys.enter}`);
    await terminal.choose('After round 2:', 'Pause');
    await terminal.waitFor(/Next\n {2}s2s roundtable resume[\s\S]*ready>/);
    const session = await project.session();
    expect(session.guidance).toEqual([{ after_round: 1, text: 'Mind the volunteers', by: 'user' }]);
  },
);
