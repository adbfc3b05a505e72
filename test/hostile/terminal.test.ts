/* oxlint-disable no-control-regex -- what is looked for are control characters */
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

test('names of files move no cursor, whatever prints them', async () => {
  const at = await openHostileProject();
  const evil = 'x\u001b[2J\u001b[45m\u001b]0;owned\u0007\u009b2J';
  await at.write(`.s2s/agents/${evil}.md`, 'no agent');
  await at.write(`.s2s/strategies/${evil}.md`, 'no strategy');
  await at.write('.s2s/CONTEXT.md', `# A harbour\n\n@docs/${evil}.md\n`);
  for (const words of [
    ['agents', 'check'],
    ['strategies', 'list'],
    ['design', `When does ${evil} leave?`, '--dry-run', '--no-input', '--fast'],
    ['roundtable', 'export', '--output', `${evil}.md`],
  ]) {
    const terminal = openTerminal(at, words, {});
    await terminal.exit;
    const shown = terminal.raw();
    await terminal.close();
    expect(shown, words.join(' ')).not.toMatch(/\u001b\[(?:2J|45m)|\u001b\]0;owned|\u009b/);
  }
});
