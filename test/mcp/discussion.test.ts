/** A discussion of ten minutes through the official clients, which give up a call after 60 s; what differs between them is shown with both. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type PanelServer, seats, startPanel } from '../durability/panel-server.ts';
import { makeProject } from '../durability/program.ts';
import { createGate } from '../support/create-gate.ts';
import { eras, type ToolResult } from './clients.ts';
import { passTime, startServer } from './test-server.ts';

/** Seconds that the models of these tests may take. */
const patience = `
  limits:
    agent_timeout: 3600
    synthesizer_timeout: 3600
    total_timeout: null
    min_rounds: 2
    max_rounds: 2
  strategy: standard
`;

/** A project whose panel answers once `open` is called. */
async function makeScene() {
  const { opened, open } = createGate();
  const panel = await startPanel({ gate: () => opened });
  const project = await makeProject(panel.config.replace('roundtable:\n', `roundtable:${patience}`));
  onTestFinished(async () => {
    open();
    await panel.close();
    await project.remove();
  });
  return { panel, project, open, env: { S2S_CONFIG_DIR: `${project.root}-own`, OLLAMA_HOST: '127.0.0.1:9' } };
}

const given = {
  topic: 'Which queue should carry the download jobs?',
  output_type: 'adr',
  participants: seats.slice(0, 2),
};

/** Keys of the calls that the panel answered, each as often as it was asked. */
function listKeys(panel: PanelServer): string[] {
  return panel.calls.filter(({ finished }) => finished !== null).map(({ key }) => key);
}

test('ten minutes without an answer, a decision, and the document', async () => {
  const { connect } = eras[1];
  const { panel, project, open, env } = await makeScene();
  const server = startServer(project.root, { env });
  const { clock } = server;
  const client = await connect(server.wire);
  const begun = clock.elapsed();
  const started = await client.call('roundtable_start', given);
  expect(started.isError, started.text).toBe(false);
  expect(started.data).toMatchObject({ started: true, running: 'here', rounds: 0, cursor: '0' });
  expect(clock.elapsed()).toBe(begun);
  const id = started.data.session_id as string;

  let waits = 0;
  while (clock.elapsed() - begun < 600_000) {
    const before = clock.elapsed();
    const waiting = client.call(
      'roundtable_wait',
      { session_id: id, cursor: '0', timeout_seconds: 900 },
      { timeout: 60_000 },
    );
    await passTime(clock, 40_000);
    const waited = await waiting;
    expect(waited.data, waited.text).toMatchObject({ running: 'here', rounds: 0, cursor: '0' });
    expect(clock.elapsed() - before).toBeLessThanOrEqual(45_000);
    waits += 1;
  }
  expect(waits).toBeGreaterThan(13);

  open();
  const asked = await waitUntil(client.call, id, ({ data }) => data.running === 'no');
  expect(asked.data).toMatchObject({
    status: 'paused',
    pause_reason: 'waiting-for-person',
    waits_for: 'decision',
    escalations: [{ escalation: 'E-001', can_accept: true }],
  });
  expect(asked.data.panel_said.questions[0].recommendation).toBe('Take rows with a lock.');
  expect(asked.data.next).toContain(`s2s roundtable answer ${id}.`);

  const answered = await client.call('roundtable_answer', { session_id: id, decision: 'accept' });
  expect(answered.data, answered.text).toMatchObject({ waits_for: null });
  const done = await waitUntil(client.call, id, ({ data }) => data.running === 'no');
  expect(done.data, done.text).toMatchObject({ status: 'completed', rounds: 2 });
  const session = await readFile(path.join(project.sessions, `${id}.yaml`), 'utf8');
  expect(session).toContain('answered_by: assistant');
  expect(session).not.toContain('answered_by: user');
  expect(session).not.toContain('Ada Lovelace');

  const exported = await client.call('roundtable_export', { session_id: id });
  expect(exported.data.panel_said.document).toContain('# ');
  // Every call was made once; the panel cannot tell the attempts at a draft from each other.
  const keys = listKeys(panel).filter((key) => !key.includes('/draft/'));
  expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  await client.close();
  await server.ended;
  expect(server.wasEndedNow()).toBe(false);
});

test.for(eras)('$era: the person answers the form of their own program', async ({ connect }) => {
  const { project, open, env } = await makeScene();
  const server = startServer(project.root, { env });
  const forms: string[] = [];
  const client = await connect(server.wire, async ({ message }) => {
    forms.push(message);
    return { action: 'accept', content: { decision: 'own', text: 'Every job may run twice.' } };
  });
  open();
  const { data } = await client.call('roundtable_start', given);
  const done = await waitUntil(client.call, data.session_id, (result) => result.data.status === 'completed');
  expect(done.data, done.text).toMatchObject({ status: 'completed', rounds: 2 });
  expect(forms).toHaveLength(1);
  expect(forms[0]).toContain('A person has to say how often a job may run.');
  const session = await readFile(path.join(project.sessions, `${data.session_id}.yaml`), 'utf8');
  expect(session).toContain('answered_by: user');
  expect(session).toContain('answered_name: Ada Lovelace');
  expect(session).toContain('Every job may run twice.');
});

test('a person at the table takes their turns by forms of their own program', async () => {
  const { connect } = eras[0];
  const { project, open, env } = await makeScene();
  const server = startServer(project.root, { env });
  const turns: string[] = [];
  const client = await connect(server.wire, async ({ message }) => {
    if (!message.startsWith('It is your turn')) return { action: 'accept', content: { decision: 'accept' } };
    turns.push(message);
    const [, item] = /^(DEC-\d+):/m.exec(message) ?? [];
    const votes = item === undefined ? {} : { ratify: item, block: '' };
    return { action: 'accept', content: { text: `Word ${turns.length} of mine.`, ...votes } };
  });
  open();
  const { data } = await client.call('roundtable_start', { ...given, with_me: true });
  const done = await waitUntil(client.call, data.session_id, (result) => result.data.status === 'completed');
  expect(done.data, done.text).toMatchObject({ status: 'completed', rounds: 2 });
  expect(turns.length).toBeGreaterThanOrEqual(2);
  expect(turns[0]).toContain('Which queue should carry the download jobs?');
  expect(turns[0]).toMatch(/^Question: ./m);
  const session = await readFile(path.join(project.sessions, `${data.session_id}.yaml`), 'utf8');
  expect(session).toContain('Word 1 of mine.');
  expect(session).toContain('Word 2 of mine.');
});

test('a person who puts the form away is not asked by it again', async () => {
  const { connect } = eras[1];
  const { project, open, env } = await makeScene();
  const server = startServer(project.root, { env });
  let forms = 0;
  const client = await connect(server.wire, async () => {
    forms += 1;
    return { action: 'decline' };
  });
  open();
  const { data } = await client.call('roundtable_start', given);
  const asked = await waitUntil(client.call, data.session_id, (result) => result.data.running === 'no');
  expect(asked.data).toMatchObject({ waits_for: 'decision' });
  await client.call('roundtable_wait', { session_id: data.session_id });
  expect(forms).toBe(1);
});

/** Waits with the cursors that it gets until the result is the one that is wanted. */
async function waitUntil(
  call: (name: string, given: Record<string, unknown>, options?: { timeout: number }) => Promise<ToolResult>,
  id: string,
  isWanted: (result: ToolResult) => boolean,
): Promise<ToolResult> {
  let cursor = '0';
  for (let tries = 0; tries < 10; tries += 1) {
    const result = await call('roundtable_wait', { session_id: id, cursor }, { timeout: 60_000 });
    expect(result.isError, result.text).toBe(false);
    if (isWanted(result)) return result;
    cursor = result.data.cursor;
  }
  throw new Error('the discussion did not come to it');
}
