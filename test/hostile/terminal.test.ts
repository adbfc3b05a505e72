/** At a terminal the person sees what would run before anything does, and a no changes nothing. */
import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';
import { openHostileProject } from './hostile-project.ts';

test('the built program shows what would run, and a no leaves it at that', async () => {
  const at = await openHostileProject();
  await at.configure(
    `  models: {default: tool}\nproviders:\n  tool: {type: command, command: ${at.program}}`,
  );
  const terminal = openTerminal(at, ['design', 'When does the ferry leave?'], {});
  try {
    await terminal.waitFor('Approve this?');
    expect(terminal.screen().replace(/\s+/g, ' ')).toContain('providers.tool.command runs the program');
    terminal.type('n\r');
    expect(await terminal.exit).toBe(2);
  } finally {
    await terminal.close();
  }
  expect(await at.hasRun()).toBe(false);
  expect((await at.try(['trust', '--list', '--json'])).json()).toEqual({ folders: [] });
  // The same without a terminal.
  const run = await at.start(['doctor', '--json']).done;
  expect(run.code, run.stderr).toBe(2);
  expect(run.json().error.code).toBe('NOT_TRUSTED');
});
