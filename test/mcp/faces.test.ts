/** The official clients and a plain one over both transports, calls that are repeated, and what an assistant hears when it cannot go on. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { makeFolder } from '../support/make-folder.ts';
import type { JsonDocument } from '../support/run-binary.ts';
import { serveApp, testToken } from '../support/serve-app.ts';
import { waitUntil } from '../support/wait-until.ts';
import { eras } from './clients.ts';
import { startServer } from './test-server.ts';

const config = {
  '.s2s/config.yaml': 'name: test\nroundtable: {fast: true, participants: [technical-lead, qa-lead]}\n',
};
const given = { topic: 'Which queue?', dry_run: true, key: 'one' };
const identity = { name: 'test', version: '1.0.0' };
const headers = { authorization: `Bearer ${testToken}`, accept: 'application/json, text/event-stream' };

const clients = {
  '2026-07-28': async (url: URL) => {
    const client = new NewClient(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new NewHttp(url, { requestInit: { headers } }));
    return async (name: string, values: object) =>
      (await client.callTool({ name, arguments: { ...values } })) as JsonDocument;
  },
  '2025-11-25': async (url: URL) => {
    const client = new OldClient(identity);
    await client.connect(new OldHttp(url, { requestInit: { headers } }) as never);
    return async (name: string, values: object) =>
      (await client.callTool({ name, arguments: { ...values } })) as JsonDocument;
  },
  plain: async (url: URL) => async (name: string, values: object | null) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: values },
      }),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result as JsonDocument;
  },
};

test.for(Object.entries(clients))(
  '%s over HTTP: a discussion from the start to its document',
  async ([, connect]) => {
    const served = await serveApp({ root: await makeFolder(config) });
    const call = await connect(new URL(`${served.url}/mcp`));
    const started = await call('roundtable_start', given);
    const id: string = started.structuredContent?.session_id;
    expect(started.structuredContent, JSON.stringify(started)).toMatchObject({ started: true });
    // The client did not hear the answer and asks again.
    expect((await call('roundtable_start', given)).structuredContent.session_id).toBe(id);
    await waitUntil(async () => {
      const { structuredContent } = await call('roundtable_wait', { session_id: id, timeout_seconds: 0 });
      expect(structuredContent).toMatchObject({ running: 'no', status: 'completed' });
    });
    expect(
      (await call('roundtable_export', { session_id: id })).structuredContent.panel_said.document,
    ).toContain('# ');
    expect((await call('roundtable_list', {})).structuredContent.total).toBe(1);
  },
);

test('over HTTP the token is asked for, and one that may only read starts nothing', async () => {
  const served = await serveApp({
    options: {
      people: {
        userHeader: null,
        rights: { read: ['ci'], speak: [], start: [] },
        pipelines: [{ name: 'ci', token: 'b'.repeat(40) }],
      },
    },
  });
  const send = (token: string) =>
    fetch(`${served.url}/mcp`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
  expect((await send('wrong')).status).toBe(401);
  expect((await send('b'.repeat(40))).status).toBe(403);
});

test('a session that waits for the person is not resumed; an answer goes on although this server holds it', async () => {
  const root = await makeFolder(config);
  const { wire } = startServer(root);
  const { call } = await eras[0].connect(wire);
  const seat = { ...given, key: 'seat', with_me: true };
  const { data } = await call('roundtable_start', seat);
  const waitForTurn = () =>
    waitUntil(async () => {
      const { data: state } = await call('roundtable_status', { session_id: data.session_id });
      expect([state.running, state.waits_for]).toEqual(['no', 'turn']);
    });
  await waitForTurn();
  const refused = await call('roundtable_resume', { session_id: data.session_id });
  expect(refused.data.error.code).toBe('NEEDS_INPUT');
  expect(refused.text).toContain('roundtable_say');
  const nothing = await call('roundtable_answer', { session_id: data.session_id, decision: 'accept' });
  expect(nothing.text).toContain('roundtable_status');
  const other = await call('roundtable_start', { ...seat, topic: 'Which store?' });
  expect(other.data.error.code).toBe('INVALID_VALUE');
  const said = await call('roundtable_say', { session_id: data.session_id, text: 'A queue.' });
  expect(said.isError, said.text).toBe(false);
  const journal = path.join(root, '.s2s', 'sessions', data.session_id as string, 'calls.jsonl');
  expect(await readFile(journal, 'utf8')).toContain('"name":"an assistant"');
  await waitForTurn();
  const skipped = await call('roundtable_skip', { session_id: data.session_id });
  expect(skipped.data.next, skipped.text).toContain('roundtable_say');
  expect(skipped.data.did).not.toContain('roundtable_resume');
  const closed = await call('roundtable_close', { session_id: data.session_id });
  expect(closed.data, closed.text).toMatchObject({ status: 'closed', running: 'no' });
  for (const { text } of [refused, nothing, said, closed]) expect(text).not.toMatch(/ --[a-z]|Ctrl-C/);
});

test('what there is to choose from', async () => {
  const { wire } = startServer(await makeFolder(config), { env: { ANTHROPIC_API_KEY: '' } });
  const { call } = await eras[0].connect(wire);
  expect((await call('roundtable_agents')).data.agents).toContainEqual(
    expect.objectContaining({ id: 'qa-lead' }),
  );
  expect((await call('roundtable_strategies')).data.strategies).toContainEqual(
    expect.objectContaining({ id: 'debate' }),
  );
  const { data, text } = await call('roundtable_models');
  expect(data.seats).toHaveProperty('default', null);
  expect(data.providers).toContainEqual(
    expect.objectContaining({ name: 'anthropic', missing: expect.any(String) }),
  );
  expect(text).toContain('anthropic');
});

test('over HTTP a discussion waits for one of the places of the server, and pauses without one', async () => {
  const { opened, open } = createGate();
  const served = await serveApp({
    root: await makeFolder(config),
    options: { mostRunning: 1 },
    onCall: () => opened,
  });
  const call = await clients.plain(new URL(`${served.url}/mcp`));
  const start = async (key: string): Promise<string> =>
    (await call('roundtable_start', { ...given, key })).structuredContent.session_id;
  const [first, second] = [await start('one'), await start('two')];
  const { body } = await served.read('/api/sessions', { body: { topic: 'And which cache?', dry_run: true } });
  const all = [first, second, body.session_id];
  const read = async (id: string) => (await served.read(`/api/sessions/${id}`)).body.runner;
  expect(await Promise.all(all.map(read))).toEqual(['here', 'waiting', 'waiting']);
  await call('roundtable_pause', { session_id: second });
  expect((await served.app.get({ session: second })).status).toBe('paused');
  open();
  await waitUntil(async () => expect(await read(body.session_id)).not.toBe('waiting'));
});
