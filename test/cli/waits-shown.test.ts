/** Waits outside a discussion: a terminal shows what goes on, with a count, and a pipe gets nothing of it. */
import { expect, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { openScene } from '../support/scene.ts';

test('doctor shows how many models have answered, and leaves nothing behind', async () => {
  const { opened: held, open: release } = createGate();
  const { project, env, open } = await openScene(async () => {
    await held;
    return undefined;
  });
  const terminal = open(['doctor', '--model', 'anthropic/claude-sonnet-5-5']);
  await terminal.waitFor(/Asking the models: 0 of 1 have answered/);
  release();
  await terminal.exit;
  expect(terminal.screen()).not.toContain('Asking the models');
  const piped = await project.run(['doctor', '--model', 'anthropic/claude-sonnet-5-5'], { env });
  expect(`${piped.stderr}${piped.stdout}`).not.toMatch(/Asking the models|Preparing/);
});
