/** Running discussions over HTTP: how many at once, commands, a stop, and what a person is asked. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatSessionShow } from '../../src/terminal/views/format-session-show.ts';
import { createGate } from '../support/create-gate.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { readEvents, serveApp, type TestServer, waitForEvent } from '../support/serve-app.ts';

/** As short as the project says: most of what is said of a discussion shows in one round. */
const start = { topic: 'Which queue?', workflow_type: 'design', dry_run: true };
const asManyRounds = (rounds?: number) => ({ max_rounds: rounds });

async function begin(served: TestServer, more: object = {}): Promise<string> {
  const { status, body } = await served.read('/api/sessions', { body: { ...start, ...more } });
  expect([status, body], JSON.stringify(body)).toEqual([
    202,
    { session_id: expect.any(String), notices: expect.any(Array) },
  ]);
  return body.session_id;
}

function command(served: TestServer, id: string, body: object, headers: Record<string, string> = {}) {
  return served.read(`/api/sessions/${id}/commands`, { body, headers });
}

test('more discussions than there are places wait in order, and a closed page stops none', async () => {
  const gate = createGate();
  const asked: string[] = [];
  const served = await serveApp({
    options: { mostRunning: 2 },
    onCall: async ({ prompt }) => {
      const topic = /Topic (\d)/.exec(JSON.stringify(prompt))?.[1] ?? '';
      if (!asked.includes(topic)) asked.push(topic);
      await gate.opened;
    },
  });
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4, 5])
    ids.push(await begin(served, { topic: `Topic ${number}: which queue?` }));
  await waitForEvent(served, ids[1] ?? '', { type: 'facilitator-asking' });
  const runners = async () =>
    Promise.all(ids.map(async (id) => (await served.read(`/api/sessions/${id}`)).body.runner));
  expect(await runners()).toEqual(['here', 'here', 'waiting', 'waiting', 'waiting']);
  const { body } = await served.read('/api/sessions');
  expect(body.sessions.map(({ runner }: { runner: string }) => runner).toReversed()).toEqual(await runners());
  // One that waits can be paused, and then the next is first.
  const paused = await command(served, ids[2] ?? '', { command: 'pause' });
  expect(paused.status).toBe(202);
  await waitForEvent(served, ids[2] ?? '', { type: 'paused' });
  expect(await runners()).toEqual(['here', 'here', null, 'waiting', 'waiting']);
  gate.open();
  for (const id of ids.filter((_, index) => index !== 2)) {
    const events = await readEvents(served, id);
    expect(events.at(-1)?.data.result).toMatchObject({ status: 'completed' });
  }
  // Two places come free at once, so the last two begin together.
  expect([asked.slice(0, 2), asked.slice(2).toSorted()]).toEqual([
    ['1', '2'],
    ['4', '5'],
  ]);
  expect(served.errors).toEqual([]);
});

test('a stop pauses what runs and what waits, and the next server offers both and goes on', async () => {
  const gate = createGate();
  const first = await serveApp({
    options: { mostRunning: 1 },
    onCall: ({ step }) => (step === 'synthesis' ? gate.opened : Promise.resolve()),
  });
  const ids = [await begin(first), await begin(first, { topic: 'And which cache?' })];
  await waitForEvent(first, ids[0] ?? '', { type: 'synthesizing' });
  const byPerson = await begin(first, { topic: 'Paused by a person?' });
  await command(first, byPerson, { command: 'pause' });
  const stopped = first.server.stop();
  gate.open();
  await stopped;

  const asked: string[] = [];
  const second = await serveApp({ root: first.root, onCall: async ({ key }) => void asked.push(key) });
  expect((await second.app.listServed()).toSorted()).toEqual(ids.toSorted());
  for (const id of ids) {
    expect((await second.read(`/api/sessions/${id}`)).body).toMatchObject({ status: 'paused', runner: null });
    await second.server.resume(id);
  }
  const events = await Promise.all(ids.map((id) => readEvents(second, id)));
  for (const list of events) {
    expect(list.map(({ id }) => id)).toEqual(list.map((_, index) => index + 1));
    expect(list.at(-1)?.data.result).toMatchObject({ status: 'completed' });
  }
  // What was answered before the stop was kept.
  expect(events[0]?.filter(({ data }) => data.replayed === true)).toHaveLength(2);
  expect(await second.app.listServed()).toEqual([]);
});

test('a person at the table takes turns, and is asked for nothing while the panel works', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const id = await begin(served, {
    with_me: true,
    participants: ['software-architect', 'qa-lead'],
    ...asManyRounds(2),
    min_rounds: 1,
  });
  await waitForEvent(served, id, { type: 'result' });
  const { body: waiting } = await served.read(`/api/sessions/${id}`);
  expect(waiting).toMatchObject({
    status: 'paused',
    pause_reason: 'waiting-for-person',
    runner: null,
    waits_for: 'turn',
    next_speaker: 'human',
  });
  // A blind round shows nobody's words to the person who has not answered.
  const seats: { seat: string; state: string; position: string | null }[] = waiting.open_round.seats;
  expect(seats.map(({ seat, state, position }) => [seat, state, position])).toEqual([
    ['software-architect', 'answered', null],
    ['qa-lead', 'answered', null],
    ['human', 'waiting', null],
  ]);
  expect((await served.read(`/api/sessions/${id}/calls`)).body.calls).toEqual([]);
  const said = await command(served, id, { command: 'say', text: 'I would take what we run.' });
  expect(said).toMatchObject({
    status: 202,
    body: { status: 'active', runner: 'here', waits_for: null, notices: ['Recorded: your words.'] },
  });
  await waitForEvent(served, id, { type: 'result', after: waiting.last_event });
  const { body: later } = await served.read(`/api/sessions/${id}`);
  expect(later.rounds[0].answers.map(({ position }: { position: string }) => position)).toContain(
    'I would take what we run.',
  );
});

test('an escalation is answered, and the panel goes on by itself', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const id = await begin(served, { seed: 2, ...asManyRounds() });
  const raised = await waitForEvent(served, id, { type: 'escalation-raised' });
  await waitForEvent(served, id, { type: 'result' });
  const { body } = await served.read(`/api/sessions/${id}`);
  expect(body).toMatchObject({ waits_for: 'decision', pause_reason: 'waiting-for-person' });
  const tooEarly = await command(served, id, { command: 'say', text: 'Hm.' });
  expect([tooEarly.status, tooEarly.body.error.code]).toEqual([409, 'NOTHING_TO_ANSWER']);
  const answered = await command(served, id, {
    command: 'answer',
    escalation: raised.data.escalation_id,
    decision: 'own',
    text: 'We keep the monolith.',
  });
  expect(answered).toMatchObject({
    status: 202,
    body: { status: 'active', runner: 'here', pending_escalations: [] },
  });
  const after = await waitForEvent(served, id, { type: 'session-started', after: body.last_event });
  expect(after.data.resumed).toBe(true);
  const again = await served.read(`/api/sessions/${id}`);
  expect(again.body.escalations[0]).toMatchObject({
    status: 'answered',
    decision: 'own',
    text: 'We keep the monolith.',
    answered_by: 'user',
  });
});

test('what is sent to a paused session waits for it, and says so; what comes while it is being resumed does not', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const id = await begin(served, { with_me: true, ...asManyRounds(3) });
  await waitForEvent(served, id, { type: 'result' });
  expect((await command(served, id, { command: 'grant' })).body.notices).toEqual([
    'The discussion is paused; this takes effect when it goes on.',
  ]);
  expect((await served.read(`/api/sessions/${id}`)).body.heard).toEqual([{ kind: 'grant', max_rounds: 4 }]);
  const [said, skipped] = await Promise.all([
    command(served, id, { command: 'say', text: 'I see.' }),
    command(served, id, { command: 'skip' }),
  ]);
  expect([said.status, skipped.status, skipped.body.notices]).toEqual([202, 202, []]);
});

test('the same request under the same key is done once', async () => {
  const served = await serveApp();
  const headers = { 'idempotency-key': 'one' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => served.read('/api/sessions', { body: start, headers })),
  );
  const ids = new Set(answers.map(({ body }) => body.session_id));
  expect(ids.size).toBe(1);
  expect((await served.read('/api/sessions')).body.total).toBe(1);
  const other = await served.read('/api/sessions', { body: { ...start, topic: 'Other?' }, headers });
  expect([other.status, other.body.error.code]).toEqual([422, 'KEY_USED_OTHERWISE']);
  const failing = { 'idempotency-key': 'two' };
  const [id = ''] = ids;
  await readEvents(served, id);
  for (let time = 1; time <= 2; time += 1)
    expect((await command(served, id, { command: 'resume' }, failing)).body.error.code).toBe(
      'SESSION_COMPLETED',
    );
});

test('a key holds over a restart and on another server, and what a stop cut short is not done again', async () => {
  const first = await serveApp();
  const file = path.join(first.root, '.s2s', 'sessions', 'requests.json');
  const headers = { 'idempotency-key': 'one' };
  const both = [first, await serveApp({ root: first.root })];
  const answers = await Promise.all(
    both.map((server) => server.read('/api/sessions', { body: start, headers })),
  );
  const before = answers.find(({ status }) => status === 202)?.body;
  // The slower one may have come while the other was at work.
  for (const { status, body } of answers)
    if (status !== 202) expect([status, body.error.code]).toEqual([409, 'REQUEST_CUT_SHORT']);
  await readEvents(first, before.session_id);
  for (const { read, server } of both) {
    expect((await read('/api/sessions', { body: start, headers })).body).toEqual(before);
    expect((await read('/api/sessions')).body.total).toBe(1);
    await server.stop();
  }
  const third = await serveApp({ root: first.root });
  expect((await third.read('/api/sessions', { body: start, headers })).body).toEqual(before);
  const other = await third.read('/api/sessions', { body: { ...start, seed: 7 }, headers });
  expect(other.body.error.code).toBe('KEY_USED_OTHERWISE');
  await third.server.stop();
  // As a killed server leaves it: written down, not done.
  const [entry] = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify([{ ...entry, done: false, result: undefined }]));
  const fourth = await serveApp({ root: first.root });
  const cut = await fourth.read('/api/sessions', { body: start, headers });
  expect([cut.status, cut.body.error.code]).toEqual([409, 'REQUEST_CUT_SHORT']);
  expect((await fourth.read('/api/sessions')).body.total).toBe(1);
  // What cannot be read is as good as nothing.
  await writeFile(file, '[{"key":');
  expect((await fourth.read('/api/sessions', { body: start, headers })).status).toBe(202);
});

test('who did what is kept by the name that they gave, and a person without one stays a person', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const id = await begin(served, { with_me: true, name: '  Grace\u0007   Hopper ', ...asManyRounds() });
  await waitForEvent(served, id, { type: 'result' });
  await command(served, id, { command: 'guide', text: 'Mind the budget.', name: 'Ada' });
  await command(served, id, { command: 'guide', text: 'Mind the time.' });
  const { id: last } = await waitForEvent(served, id, { type: 'result' });
  await command(served, id, { command: 'say', text: 'A queue.', name: 'Zoë' });
  const events = await readEvents(served, id, {
    after: last,
    enough: ({ data }) => data.type === 'result',
  });
  const { body: session } = await served.read(`/api/sessions/${id}`);
  expect(session.started_by).toBe('Grace Hopper');
  const named = (texts: { text?: string; name?: string }[]) => texts.map(({ text, name }) => [text, name]);
  const guidance = [
    ['Mind the budget.', 'Ada'],
    ['Mind the time.', undefined],
  ];
  expect(named(session.guidance)).toEqual(guidance);
  expect(named(events.map(({ data }) => data).filter(({ type }) => type === 'guidance'))).toEqual(guidance);
  const said = { seat: 'human', position: 'A queue.', name: 'Zoë' };
  expect(session.rounds[0].answers).toContainEqual(expect.objectContaining(said));
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining(said));
  for (const by of ['', ' \u200b ', 'x'.repeat(81)]) {
    const refused = await command(served, id, { command: 'guide', text: 'No.', by });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_VALUE']);
  }
  const shown = formatSessionShow(session, { full: true, modes: { columns: 100, color: 0, unicode: true } });
  expect(shown).toMatch(/Started .* by Grace Hopper/);
  const record = await served.ask(`/api/sessions/${id}/documents/record`);
  const text = await record.text();
  expect(text).toMatch(/Advice after round \d+ by Ada: /);
  expect(text).toMatch(/Advice after round \d+(?: by a person)?: Mind the time/);
  expect(text).toMatch(/, Zoë\s+A queue\./);
});

test('to a completed session, each command is answered with 409 and the reason', async () => {
  const served = await serveApp();
  const id = await begin(served);
  await readEvents(served, id);
  for (const [body, code] of [
    [{ command: 'resume' }, 'SESSION_COMPLETED'],
    [{ command: 'skip' }, 'SESSION_COMPLETED'],
    [{ command: 'grant', rounds: 2 }, 'SESSION_COMPLETED'],
    [{ command: 'guide', text: 'More.' }, 'SESSION_COMPLETED'],
    [{ command: 'say', text: 'More.' }, 'SESSION_COMPLETED'],
    [{ command: 'answer', decision: 'accept' }, 'SESSION_COMPLETED'],
    [{ command: 'close' }, 'SESSION_COMPLETED'],
    [{ command: 'pause' }, 'NOTHING_TO_ANSWER'],
  ] as const) {
    const { status, body: answer } = await command(served, id, body);
    const found = [status, answer.error?.code, typeof answer.error?.message];
    expect(found, body.command).toEqual([409, code, 'string']);
  }
});

test('what a project runs needs the yes of a person, and no request can say it', async () => {
  const program = path.join(await makeFolder({}), 'ran');
  const root = await makeFolder({
    '.s2s/config.yaml': [
      'roundtable: { models: { default: mine/x } }',
      'providers:',
      `  mine: { type: command, command: [touch, ${program}] }`,
    ].join('\n'),
  });
  const served = await serveApp({ root });
  for (const more of [{}, { model: 'mine/x' }, { models: { facilitator: 'mine/x' } }]) {
    for (const address of ['/api/sessions', '/api/estimate']) {
      const body = { topic: 'Which queue?', participants: ['software-architect', 'qa-lead'], ...more };
      const { status, body: answer } = await served.read(address, { body });
      expect([status, answer.error.code], address).toEqual([403, 'NOT_TRUSTED']);
      expect(JSON.stringify(answer.error.problems)).toContain('touch');
    }
  }
  for (const more of [{ trust: true }, { trusts: true }]) {
    const { status } = await served.read('/api/sessions', { body: { topic: 'Which queue?', ...more } });
    expect(status).toBe(400);
  }
  expect(await readdir(path.dirname(program))).toEqual([]);
});

test("a request keeps to the person's own limits, and may ask for less", async () => {
  const limits = 'max_rounds: 4, max_cost: 1, total_timeout: 60';
  const own = await makeFolder({ 'config.yaml': `roundtable: { limits: { ${limits} } }\n` });
  const served = await serveApp({ env: { S2S_CONFIG_DIR: own } });
  for (const more of [
    ...[{ max_rounds: 5 }, { max_cost: 1.01 }, { total_timeout: 61 }, { evidence: 'agent' }],
  ]) {
    const above = await served.read('/api/sessions', { body: { ...start, ...more } });
    expect([more, above.status, above.body.error?.code]).toEqual([more, 400, 'INVALID_VALUE']);
  }
  // A null asks for nothing, and so lifts nothing.
  const id = await begin(served, { max_rounds: 2, min_rounds: 1, max_cost: null, total_timeout: null });
  const { settings } = (await served.read(`/api/sessions/${id}`)).body;
  expect(settings).toMatchObject({ max_rounds: 2, max_cost: 1, total_timeout: 60 });
});

test('what changes in the configuration while the server runs counts for the next discussion', async () => {
  const served = await serveApp();
  const before = await begin(served);
  await writeFile(path.join(served.root, '.s2s', 'config.yaml'), 'roundtable: { strategy: six-hats }\n');
  const after = await begin(served, { topic: 'And which cache?' });
  const strategies = await Promise.all(
    [before, after].map(async (id) => (await served.read(`/api/sessions/${id}`)).body.strategy),
  );
  expect(strategies).toEqual(['standard', 'six-hats']);
  expect(served.countProviders()).toBe(2);
});

test('lists are filtered, searched and cut', async () => {
  const served = await serveApp({ root: await makeProjectFolder() });
  for (const topic of ['Which queue carries jobs?', 'Which cache?', 'Queue or table?'])
    await readEvents(served, await begin(served, { topic }));
  const list = async (query: string): Promise<string[]> => {
    const { body } = await served.read(`/api/sessions?${query}`);
    return body.sessions.map(({ topic }: { topic: string }) => topic);
  };
  expect(await list('q=queue')).toEqual(['Queue or table?', 'Which queue carries jobs?']);
  expect(await list('q=WHICH%20queue')).toEqual(['Which queue carries jobs?']);
  expect(await list('q=nothing')).toEqual([]);
  expect(await list('limit=1&offset=1')).toEqual(['Which cache?']);
  expect(await list('status=paused')).toEqual([]);
  expect(await list('workflow=design&status=completed&q=')).toHaveLength(3);
  for (const wrong of ['limit=0', 'limit=x', 'status=done', 'nothing=1'])
    expect((await served.read(`/api/sessions?${wrong}`)).status).toBe(400);
});
