/** Sessions that are left to workers: taken, completed, handed over, waited for, and held within the limits of providers. */
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkEvent } from '../../src/app/options.ts';
import { startProgram } from '../durability/program.ts';
import { eras } from '../mcp/clients.ts';
import { startServer } from '../mcp/test-server.ts';
import { describeParts, makeTables } from '../store/contract/open-store.ts';
import { type BatchScript, type Fate, listSent } from '../support/loopback-batches.ts';
import { createPanel } from '../support/loopback-panel.ts';
import { startLoopback } from '../support/loopback-server.ts';
import { makeApp, makeProjectFolder, type TestApp, type TestWorld } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeHastyClock } from '../support/make-request.ts';
import { type InProcessRun, noOllama, runInProcess } from '../support/run-in-process.ts';
import { readEvents, serveApp, waitForEvent } from '../support/serve-app.ts';
import { startTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

let database: TestDatabase;
let root: string;
let env: Record<string, string>;
let stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  env = { S2S_STORE: 'postgres', DATABASE_URL: database.url, S2S_EVIDENCE: 'off' };
  await makeTables(describeParts(database, { root: '/', schema: 's2s' }));
});
beforeEach(async () => {
  root = await makeProjectFolder();
  // What a test before this one left undone is nobody's.
  await query(
    'truncate @sessions, @leases, @journal, @events, @inbox, @provider_calls, @provider_batches cascade',
  );
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});
afterAll(() => database.remove());

const run = (args: readonly string[]) => runInProcess(args, { cwd: root, home: root, env });
const query = (sql: string, values: readonly unknown[] = []) =>
  database.query(sql.replaceAll('@', 's2s.'), values);

function open(world: TestWorld = {}): TestApp {
  const made = makeApp(root, { ...world, env: { ...env, ...world.env } });
  stops.push(() => made.app.stop());
  return made;
}

/** Starts a worker in this process; `stop` is what a signal does. */
function startWorker({ concurrency = 4, ...world }: TestWorld & { concurrency?: number } = {}) {
  const { app } = open(world);
  const stopping = new AbortController();
  const told: WorkEvent[] = [];
  const working = app.work({
    name: 'one',
    concurrency,
    signal: stopping.signal,
    report: (event) => told.push(event),
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await working;
  };
  stops.unshift(stop);
  return { told, stop, list: (type: WorkEvent['type']) => told.filter((event) => event.type === type) };
}

const topic = 'Which queue should carry the download jobs?';
const plain = { topic, rehearsal: true, onEscalation: 'accept' as const };

test('a worker takes what was left to it, the highest priority first, and completes it', async () => {
  const { app } = open();
  const low = await app.startDetached({ ...plain, priority: 1 });
  const high = await app.startDetached({ ...plain, priority: 20 });
  expect(await app.hasWorkers()).toBe(false);
  expect((await app.look({ session: low.id })).runner).toBeNull();
  const worker = startWorker({ concurrency: 1 });
  await waitUntil(() => expect(worker.list('completed')).toHaveLength(2));
  expect(worker.list('taken').map((event) => event.session_id)).toEqual([high.id, low.id]);
  expect((await app.get({ session: low.id })).status).toBe('completed');
  expect(await app.hasWorkers()).toBe(true);
  await worker.stop();
  expect(await app.hasWorkers()).toBe(false);
});

test('one that a person has to answer frees its worker, and goes on when they have', async () => {
  const { app } = open();
  const { id } = await app.startDetached({ ...plain, withMe: true });
  const worker = startWorker({ concurrency: 1 });
  await waitUntil(() => expect(worker.list('paused').map((event) => event.session_id)).toEqual([id]));
  const other = await app.startDetached(plain);
  await waitUntil(() =>
    expect(worker.list('completed').map((event) => event.session_id)).toEqual([other.id]),
  );
  const said = await run(['roundtable', 'say', id, 'A table is enough', '--json']);
  expect(JSON.parse(said.stdout)).toEqual({ session_id: id, detached: true });
  await waitUntil(() => expect(worker.list('paused').length + worker.list('completed').length).toBe(3));
});

test('a worker that is stopped hands over at once', async () => {
  const { app } = open();
  let isHeld = true;
  const first = startWorker({
    onCall: (_request, signal) =>
      isHeld ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : Promise.resolve(),
  });
  const { id } = await app.startDetached(plain);
  await waitUntil(() => expect(first.list('taken')).toHaveLength(1));
  const second = startWorker();
  isHeld = false;
  await first.stop();
  expect(first.list('handed-over').map((event) => event.session_id)).toEqual([id]);
  await waitUntil(() => expect(second.list('completed').map((event) => event.session_id)).toEqual([id]));
});

test('a session over which worker after worker is cut off is left alone, and says what to type', async () => {
  const { app } = open();
  const [{ id }, other] = [await app.startDetached(plain), await app.startDetached(plain)];
  const sql = 'update @worker_sessions set is_running = true, crashes = $1 where session_id = $2';
  // What three workers leave that died over it, and one that died over another session that had finished a call.
  await query(sql, [2, id]);
  await query(sql, [2, other.id]);
  await query('update @worker_sessions set begun_at = -1 where session_id = $1', [other.id]);
  const worker = startWorker();
  await waitUntil(() => expect(worker.list('failed')).toHaveLength(1));
  await waitUntil(() =>
    expect(worker.list('completed').map((event) => event.session_id)).toEqual([other.id]),
  );
  expect(worker.list('failed')).toMatchObject([
    { session_id: id, detail: expect.stringContaining('3 workers') },
  ]);
  expect(await query('select count(*)::int as n from @journal where session_id = $1', [id])).toEqual([
    { n: 0 },
  ]);
  const shown = await run(['roundtable', 'show', id]);
  expect(shown.stderr).toMatch(/3 workers in a row.*\n.*s2s roundtable resume/);
  const served = await serveApp({ root, env });
  const told = { code: 'WORKERS_CRASHED', hint: expect.stringContaining('s2s roundtable resume') };
  expect((await served.read(`/api/sessions/${id}`)).body.worker_error).toMatchObject(told);
  const client = await eras[0].connect(startServer(root, { env }).wire);
  const status = await client.call('roundtable_status', { session_id: id });
  // An assistant hears of a tool, not of a command.
  const next = expect.stringContaining('roundtable_resume');
  expect(status.data).toMatchObject({ worker_error: { code: told.code }, next });
  const resumed = await run(['roundtable', 'resume', id, '--no-input']);
  expect(resumed.code, resumed.stderr).toBe(0);
});

test('the calls of all workers keep to the limit of their provider', async () => {
  const limited = { S2S_CONFIG_DIR: await makeLimits('requests: 2') };
  const { app } = open();
  let now = 0;
  let most = 0;
  const onCall = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    // Whoever may come in beside it has the time to.
    await new Promise((resolve) => setImmediate(resolve));
    await query('select pg_sleep(0.02)');
    now -= 1;
  };
  for (let index = 0; index < 2; index += 1) await app.startDetached(plain);
  const workers = [startWorker({ onCall, env: limited }), startWorker({ onCall, env: limited })];
  await waitUntil(() => expect(workers.flatMap((worker) => worker.list('completed'))).toHaveLength(2));
  expect(most).toBe(2);
  expect(await query('select count(*)::int as n from @provider_calls where is_running')).toEqual([{ n: 0 }]);
});

const makeLimits = (limits: string): Promise<string> =>
  makeFolder({ 'config.yaml': `limits: {providers: {rehearsal: {${limits}}}}\n` });

test('the tokens of a minute count over all workers, and calls wait until there is room', async () => {
  const env = { S2S_CONFIG_DIR: await makeLimits('tokens_per_minute: 10000000') };
  const { app } = open();
  // What another machine has used up within the minute; and every try for a place counts, also one that gets none.
  await query(
    `insert into @provider_calls (id, provider, tokens, is_running, at, expires_at)
     values ('other', 'rehearsal', 10000000, false, now(), now() + interval '1 hour')`,
  );
  await query('create sequence @tries');
  await query(`create function @note_try() returns trigger language plpgsql as
    $$ begin perform nextval('@tries'); return null; end $$`);
  await query('create trigger note after insert on @provider_calls execute function @note_try()');
  let calls = 0;
  const onCall = async (): Promise<void> => {
    calls += 1;
  };
  for (let index = 0; index < 2; index += 1) await app.startDetached(plain);
  const workers = [
    startWorker({ onCall, env, concurrency: 1 }),
    startWorker({ onCall, env, concurrency: 1 }),
  ];
  await waitUntil(() => expect(workers.map((worker) => worker.list('taken').length)).toEqual([1, 1]));
  await waitUntil(async () =>
    expect(Number((await query('select last_value as n from @tries'))[0]?.['n'])).toBeGreaterThan(4),
  );
  expect(calls).toBe(0);
  await query("delete from @provider_calls where id = 'other'");
  await waitUntil(() => expect(workers.flatMap((worker) => worker.list('completed'))).toHaveLength(2));
  const [used] = await query('select sum(tokens)::int as tokens, count(*)::int as n from @provider_calls');
  expect(used).toEqual({ tokens: expect.any(Number), n: calls });
  // What the calls took in truth counts, and not what they were thought to take.
  const [sent] = await query('select sum(input_tokens + output_tokens)::int as tokens from @journal');
  expect(used?.['tokens']).toBe(sent?.['tokens']);
  await query('drop trigger note on @provider_calls');
  await query('drop function @note_try');
  await query('drop sequence @tries');
});

test('started over HTTP, run by a worker, decided over HTTP: the server only shows it', async () => {
  let asked = 0;
  const onCall = async (): Promise<void> => {
    asked += 1;
  };
  root = await makeProjectFolder({ fast: false });
  const served = await serveApp({ root, env, onCall });
  const worker = startWorker({ concurrency: 1 });
  await waitUntil(async () => expect(await served.app.hasWorkers()).toBe(true));
  const begun = await served.read('/api/sessions', {
    body: { topic, workflow_type: 'design', dry_run: true, seed: 2 },
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  const id = String(begun.body.session_id);
  const raised = await waitForEvent(served, id, { type: 'escalation-raised' });
  await waitUntil(() => expect(worker.list('paused').map((event) => event.session_id)).toEqual([id]));
  const { body: waiting } = await served.read(`/api/sessions/${id}`);
  expect(waiting).toMatchObject({ waits_for: 'decision', pause_reason: 'waiting-for-person', runner: null });
  // Its worker is free for others meanwhile.
  const other = await served.app.startDetached(plain);
  await waitUntil(() =>
    expect(worker.list('completed').map((event) => event.session_id)).toEqual([other.id]),
  );
  const answered = await served.read(`/api/sessions/${id}/commands`, {
    body: { command: 'answer', escalation: raised.data.escalation_id, decision: 'own', text: 'We keep it.' },
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(202);
  const events = await readEvents(served, id, {
    after: raised.id,
    enough: ({ data }) =>
      data.type === 'completed' || (data.type === 'paused' && data.round > raised.data.round),
  });
  expect(events.map(({ data }) => data.type)).toContain('session-started');
  expect(events.map((event) => event.id)).toEqual(events.map((_, index) => raised.id + index + 1));
  expect(worker.list('taken').map((event) => event.session_id)).toEqual([id, other.id, id]);
  expect(asked).toBe(0);
  expect((await served.read(`/api/sessions/${id}`)).body.escalations[0]).toMatchObject({
    status: 'answered',
    text: 'We keep it.',
  });
  expect(served.errors).toEqual([]);
});

test('what a resume over HTTP asks for reaches the worker', async () => {
  root = await makeProjectFolder({ fast: false });
  // Whoever serves allows look-ups, so that a request may ask for them.
  const served = await serveApp({ root, env: { ...env, S2S_EVIDENCE: 'read' } });
  const start = { topic, dry_run: true, evidence: 'read', max_rounds: 1, min_rounds: 1, with_me: true };
  expect((await served.read('/api/sessions', { body: { ...start } })).status).toBe(202);
  const { sessions } = await served.app.list();
  const id = sessions[0]?.id ?? '';
  await waitForEvent(served, id, { type: 'paused' });
  const body = {
    command: 'resume',
    evidence: 'off',
    max_rounds: 4,
    on_escalation: 'accept',
    supersede: true,
  };
  // Somebody leaves it to the workers, and the next resume stays theirs.
  await served.app.resumeDetached({ session: id });
  const resumed = await served.read(`/api/sessions/${id}/commands`, { body });
  expect(resumed.status, JSON.stringify(resumed.body)).toBe(202);
  const worker = startWorker();
  await waitUntil(() => expect(worker.list('paused').map((event) => event.session_id)).toEqual([id]));
  const { settings } = await served.app.get({ session: id });
  expect(settings).toMatchObject({ evidence: { mode: 'off' }, max_rounds: 4, on_escalation: 'accept' });
});

test('a decision at a terminal gives a session back to the workers, wherever that is', async () => {
  root = await makeProjectFolder({ fast: false });
  const { app } = open();
  const { id } = await app.startDetached({
    ...plain,
    onEscalation: 'pause',
    workflowType: 'design',
    maxRounds: 3,
    seed: 2,
  });
  const first = startWorker();
  await waitUntil(() => expect(first.list('paused').map((event) => event.session_id)).toEqual([id]));
  await first.stop();
  // No worker is there: the decision waits for one.
  const answered = await run(['roundtable', 'answer', id, '--decision', 'We keep it.', '--json']);
  expect(answered.code, answered.stderr).toBe(0);
  expect(JSON.parse(answered.stdout)).toMatchObject({ session_id: id, detached: true });
  const second = startWorker();
  await waitUntil(() =>
    expect([...second.list('paused'), ...second.list('completed')].map((event) => event.session_id)).toEqual([
      id,
    ]),
  );
  const session = await app.get({ session: id });
  expect(session.escalations[0]).toMatchObject({ status: 'answered', text: 'We keep it.' });
  expect(second.list('taken').map((event) => event.session_id)).toEqual([id]);
});

test('the database stops and starts in the middle', async () => {
  const { app } = open();
  // It is in the queue whole before a worker could make a call: who starts it also needs the database.
  const { id } = await app.startDetached(plain);
  let calls = 0;
  const worker = startWorker({
    onCall: async () => {
      calls += 1;
      if (calls !== 4) return;
      await database.stop();
      await waitUntil(() => expect(worker.list('trouble')).toHaveLength(1));
      await database.start();
    },
  });
  await waitUntil(() => expect(worker.list('completed').map((event) => event.session_id)).toEqual([id]));
  expect(
    await query('select key from @journal where ok group by session_id, key, hash having count(*) > 1'),
  ).toEqual([]);
});

test('with files there are no workers', async () => {
  for (const args of [
    ['worker'],
    ['roundtable', 'start', topic, '--dry-run', '--detach'],
    ['batch', 'topics.yaml', '--detach', '--dry-run'],
  ]) {
    await writeFile(`${root}/topics.yaml`, '- One\n');
    const ended = await runInProcess([...args, '--json'], {
      cwd: root,
      home: root,
      env: { ...env, S2S_STORE: 'files' },
    });
    expect(ended.code, ended.stderr).toBe(2);
    expect(JSON.parse(ended.stdout).error.code).toBe('NO_WORKERS');
  }
});

test('a batch of the provider goes over workers that are stopped and killed: nothing is sent twice, and nobody waits for it', async () => {
  const script: BatchScript = { batches: [], polls: Infinity };
  // One call is refused for a while, and one is not among the results.
  const fates: Fate[] = [{ errored: { type: 'overloaded_error', message: 'busy' } }, 'lost'];
  script.decide = () => fates.pop() ?? 'succeeded';
  const server = await startLoopback({ reply: createPanel(), batches: script });
  const own = await makeFolder({ 'config.yaml': 'store: {lease_seconds: 3}\n' });
  const keys = { ANTHROPIC_API_KEY: 'sk-ant-a-key-of-some-length', ANTHROPIC_BASE_URL: server.url };
  const place = { cwd: root, home: root, env: { ...env, ...keys, OLLAMA_HOST: noOllama, S2S_CONFIG_DIR: own } };
  await writeFile(
    `${root}/topics.yaml`,
    'defaults: {workflow_type: design, min_rounds: 1, max_rounds: 1, participants: [qa-lead, software-architect]}\ntopics: [One, Two]\n',
  );
  const begin = () => {
    const stop = new AbortController();
    const ended = runInProcess(['worker', '--concurrency', '1', '--ndjson'], { ...place, clock: makeHastyClock(), stop: stop.signal });
    const end = async (): Promise<InProcessRun> => {
      stop.abort();
      return ended;
    };
    stops.unshift(async () => void (await end()));
    return end;
  };
  const flags = '--provider-batch --detach --model anthropic/claude-haiku-5-5 --on-escalation accept --json';
  const batch = runInProcess(['batch', 'topics.yaml', ...flags.split(' ')], place);
  const end = begin();
  // Both sessions wait, although the worker has one place, and that one is free for others.
  await waitUntil(() => expect(listSent(script)).toHaveLength(2));
  const other = await open().app.startDetached(plain);
  await waitUntil(async () => expect((await open().app.get({ session: other.id })).status).toBe('completed'));
  // Whatever would end the worker now says nothing of those that wait.
  expect(await query('select distinct is_running from @worker_sessions where is_batched')).toEqual([
    { is_running: false },
  ]);
  const handed = await end();
  expect([handed.code, handed.stdout.match(/"type":"handed-over"/g)?.length], handed.stderr).toEqual([0, 2]);
  for (const sent of script.batches) sent.polls = 0;
  const args = ['worker', '--concurrency', '1'];
  const killed = startProgram(args, { cwd: root, env: { ...place.env, HOME: root } });
  stops.unshift(async () => void killed.child.kill('SIGKILL'));
  await waitUntil(() => expect(listSent(script).length, killed.readStderr()).toBeGreaterThan(2));
  killed.child.kill('SIGKILL');
  await killed.ended;
  Object.assign(script, { polls: 1 });
  for (const sent of script.batches) sent.polls = Math.min(sent.polls, 2);
  const last = begin();
  const { code, stdout, stderr } = await batch;
  expect([code, JSON.parse(stdout).completed], stderr).toEqual([0, 2]);
  expect((await last()).stderr).toMatch(/of an earlier run is still running/);
  // Those two alone were sent again whose answer was none.
  const sent = listSent(script);
  expect(sent.length - new Set(sent).size).toBe(2);
  expect(await query("select key from @journal where kind = 'call' and ok group by session_id, key, hash having count(*) > 1")).toEqual([]);
  const [paid] = await query("select sum(cost_usd)::float as usd, count(*)::int as n from @journal where provider = 'anthropic' and ok");
  // 10 tokens in and 5 out, at 0.1 and 0.5 dollars for a million.
  expect(paid?.['usd']).toBeCloseTo((Number(paid?.['n']) * (10 * 0.1 + 5 * 0.5)) / 2e6, 9);
  await server.close();
}); // biome-ignore format: short

test('a batch runs on the workers that are there', async () => {
  await writeFile(`${root}/topics.yaml`, '- One\n- Two\n');
  const worker = startWorker();
  await waitUntil(async () => expect(await open().app.hasWorkers()).toBe(true));
  const ended = await run(['batch', 'topics.yaml', '--dry-run', '--on-escalation', 'accept', '--json']);
  expect(JSON.parse(ended.stdout)).toMatchObject({ total: 2, completed: 2 });
  expect(worker.list('completed')).toHaveLength(2);
});

test('while the database is away, a batch and a worker wait, and a server says for how long to wait', async () => {
  const { app } = open();
  const served = await serveApp({ root, env });
  const worker = startWorker();
  const topics = ['one', 'two'].map((key) => ({ key, options: { ...plain, topic: `${topic} ${key}` } }));
  const rows: string[] = [];
  const batch = app.batch({ topics, name: 'away', detach: true, report: ({ type }) => rows.push(type) });
  await waitUntil(() => expect(worker.list('taken').length).toBeGreaterThan(0));
  await database.stop();
  const young = startWorker();
  await waitUntil(() => expect(worker.list('trouble').length).toBeGreaterThan(0));
  const refused = await served.ask('/api/sessions');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'STORE_UNREACHABLE' } });
  const ready = await fetch(`${served.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'store-unreachable' }]);
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  await database.start();
  const report = await batch;
  expect(report.rows.map(({ status, error }) => [status, error])).toEqual([
    ['completed', null],
    ['completed', null],
  ]);
  await waitUntil(async () => expect((await fetch(`${served.url}/readyz`)).status).toBe(200));
  await worker.stop();
  const { id } = await app.startDetached(plain);
  await waitUntil(() => expect(young.list('completed').map((event) => event.session_id)).toContain(id));
});
