/** The record of a discussion: beside the session file when it completes, and again at any time. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listEntries } from '../../src/documents/record/render-record.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeSession } from '../terminal/sample-session.ts';

async function complete() {
  const { app, root } = makeApp(await makeProjectFolder());
  const run = await app.start({
    workflowType: 'design',
    rehearsal: true,
    topic: 'Redis or Postgres?',
    maxRounds: 2,
  });
  expect((await run.result).ended).toBe('completed');
  return { app, root, id: run.sessionId };
}

test('is written when a session completes, for its owner alone, and named among its files', async () => {
  const { app, root, id } = await complete();
  const file = `.s2s/sessions/${id}/record.md`;
  const { outcome } = await app.get({ session: id });
  expect(outcome?.files.at(-1)).toEqual({ type: 'record', path: file });
  expect(outcome?.files[0]?.type).toBe('adr');
  const written = await readFile(path.join(root, file), 'utf8');
  expect(written).toMatch(/^# Record: Redis or Postgres\?\n/);
  expect(written).toContain('## Items and Votes');
  expect((await stat(path.join(root, file))).mode & 0o777).toBe(0o600);
  // The session alone gives the same record.
  expect((await app.export({ session: id, type: 'record' })).text).toBe(written);
});

test('as JSON is refused, with the command that gives the session as data', async () => {
  const { root, id } = await complete();
  const args = ['roundtable', 'export', id, '--type', 'record', '--format', 'json', '--json'];
  const { code, stdout } = await runInProcess(args, { cwd: root, home: root });
  expect(code).toBe(2);
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'INVALID_VALUE',
    hint: expect.stringContaining(`s2s roundtable show ${id} --json`),
  });
});

test('whatever a screen names by an id can be opened', () => {
  const entries = listEntries(makeSession());
  expect(entries.map(({ entry }) => entry.id)).toEqual(
    expect.arrayContaining(['CF-001', 'OQ-001', 'E-001', 'F-001', 'W-001', 'S-001']),
  );
  for (const { entry, text } of entries) expect(text()).toMatch(new RegExp(`^\\* ${entry.id}\\b.*\\w`));
});
