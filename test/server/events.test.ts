/** Events over HTTP: each once and in order, whatever breaks in between, and whoever runs the session. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventSchema } from '../../src/session/event-schema.ts';
import { locateSessions } from '../../src/store/folder/session-paths.ts';
import { createEventStore } from '../../src/store/journal/event-file.ts';
import { createGate } from '../support/create-gate.ts';
import { makeApp } from '../support/make-app.ts';
import { type ReadEvent, readEvents, serveApp, waitForEvent } from '../support/serve-app.ts';

const start = { topic: 'Which queue?', workflow_type: 'design', dry_run: true, max_rounds: 2 };

function expectWhole(events: readonly ReadEvent[]): void {
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  for (const { id, data } of events) {
    expect(data.seq).toBe(id);
    expect(eventSchema.safeParse(data).success, data.type).toBe(true);
  }
}

test('a discussion is followed from its first event to its result, and read again from any number', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: start });
  const live = await readEvents(served, body.session_id);
  expectWhole(live);
  expect(live[0]?.data).toMatchObject({ type: 'session-started', session_id: body.session_id });
  expect(live.slice(-2).map(({ data }) => data.type)).toEqual(['completed', 'result']);
  expect(live.at(-1)?.data.result).toMatchObject({ session_id: body.session_id, status: 'completed' });
  expect(await readEvents(served, body.session_id)).toEqual(live);
  for (const after of [1, 17, live.length - 1, live.length])
    expect(await readEvents(served, body.session_id, { after })).toEqual(live.slice(after));
  const shown = await served.read(`/api/sessions/${body.session_id}`);
  expect(shown.body.last_event).toBe(live.length);
});

test('of 1,000 events none is lost or doubled over 20 broken connections and a restart of the server', async () => {
  const first = await serveApp();
  const { body } = await first.read('/api/sessions', { body: { ...start, with_me: true } });
  const id: string = body.session_id;
  const paused = await waitForEvent(first, id, { type: 'result' });
  const writer = await createEventStore(locateSessions({ root: first.root, s2sDir: '.s2s' })).open(id);
  expect(writer.last).toBe(paused.id);
  let written = writer.last;
  const write = (count: number): void => {
    for (let more = 0; more < count; more += 1) {
      written += 1;
      const at = '2026-01-01T00:00:00.000Z';
      writer.append({ v: 1, seq: written, at, type: 'notice', level: 'info', text: `text ${written}` });
    }
  };
  const events: ReadEvent[] = [];
  let served = first;
  for (let connection = 1; connection <= 20; connection += 1) {
    if (connection === 11) {
      await first.server.stop();
      served = await serveApp({ root: first.root });
    }
    write(50);
    const last = events.at(-1)?.id ?? 0;
    // Each connection breaks somewhere else, the last one at the end.
    const until = connection === 20 ? written : last + 20 + ((connection * 13) % 31);
    events.push(...(await readEvents(served, id, { after: last, enough: (event) => event.id >= until })));
  }
  await writer.close();
  expect(events.length).toBe(1000 + paused.id);
  expectWhole(events);
});

test('a line that is being written is given once it is whole', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: { ...start, with_me: true } });
  const { id: last } = await waitForEvent(served, body.session_id, { type: 'result' });
  const { appendFile } = await import('node:fs/promises');
  const file = path.join(served.root, '.s2s', 'sessions', body.session_id, 'events.jsonl');
  const line = JSON.stringify({ v: 1, seq: last + 1, at: 'now', type: 'notice', level: 'info', text: 'ü' });
  const bytes = Buffer.from(`${line}\n`);
  const cut = bytes.indexOf('ü') + 1;
  await appendFile(file, bytes.subarray(0, cut));
  const coming = waitForEvent(served, body.session_id, { type: 'notice', after: last });
  await appendFile(file, bytes.subarray(cut));
  expect((await coming).data.text).toBe('ü');
  // What a killed process left of a line is cut off by the next run, and the numbers go on.
  await appendFile(file, '{"v":1,"seq":');
  await served.read(`/api/sessions/${body.session_id}/commands`, { body: { command: 'say', text: 'Yes.' } });
  const next = await waitForEvent(served, body.session_id, { type: 'session-started', after: last + 1 });
  expect(next.id).toBe(last + 2);
});

test('a session that another process runs is followed and steered', async () => {
  const served = await serveApp();
  const { opened: answered, open: onAnswer } = createGate();
  const { opened: held, open: release } = createGate();
  const terminal = makeApp(served.root, {
    onCall: async ({ round, step }) => {
      if (round !== 1 || step !== 'synthesis') return;
      onAnswer();
      await held;
    },
  });
  const run = await terminal.app.start({ workflowType: 'design', rehearsal: true, topic: 'Which queue?' });
  await answered;
  const { sessionId: id } = run;
  await waitForEvent(served, id, { type: 'synthesizing' });
  const { body: during } = await served.read(`/api/sessions/${id}`);
  expect(during).toMatchObject({ status: 'active', runner: 'elsewhere', open_round: { round: 1 } });
  expect(during.open_round.seats.map(({ state }: { state: string }) => state)).toContain('answered');
  for (const command of [{ command: 'resume' }, { command: 'close' }]) {
    const refused = await served.read(`/api/sessions/${id}/commands`, { body: command });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SESSION_LOCKED']);
  }
  const guided = await served.read(`/api/sessions/${id}/commands`, {
    body: { command: 'guide', text: 'Keep it small.' },
  });
  expect(guided).toMatchObject({ status: 202, body: { runner: 'elsewhere', notices: [] } });
  release();
  expect(await run.result).toMatchObject({ ended: 'completed' });
  const events = await readEvents(served, id);
  expectWhole(events);
  expect(events.map(({ data }) => data.text)).toContain('Keep it small.');
});
