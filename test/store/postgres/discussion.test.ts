/** Whole discussions over a database: the commands, an owner that was stopped, and a server that goes away and comes back. */
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeptEvent } from '../../../src/session/ports/event-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { makeApp, makeProjectFolder } from '../../support/make-app.ts';
import { openScene, type Scene, topic } from '../../support/scene.ts';
import { startTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { describeParts, makeTables } from '../contract/open-store.ts';

let database: TestDatabase;
let schemas = 0;
/** Leads the program to tables of its own. */
let env: Record<string, string>;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(() => {
  schemas += 1;
  env = { S2S_STORE: 'postgres', DATABASE_URL: database.url, S2S_STORE_SCHEMA: `test_${schemas}` };
});
afterAll(() => database.remove());

const query = async (sql: string) => database.query(sql.replaceAll('@', `${env['S2S_STORE_SCHEMA']}.`));

/** The finished calls, in order, each with the epoch of its writer. */
const readCalls = async () =>
  (await query("select key, epoch::int from @journal where kind = 'call' and ok order by line")) as {
    key: string;
    epoch: number;
  }[];

test('every command works as over files', async () => {
  const { project } = await openScene();
  const run = async (args: readonly string[], code = 0) => {
    const ended = await project.run(args, { env });
    expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(code);
    return ended;
  };
  const refused = await run(['roundtable', 'list', '--json'], 5);
  expect(refused.json().error).toMatchObject({
    code: 'STORE_NOT_READY',
    hint: expect.stringContaining('store migrate'),
  });
  expect((await run(['store', 'migrate', '--json', '--no-input'], 2)).json().error.code).toBe('NEEDS_INPUT');
  expect((await run(['store', 'migrate', '--yes', '--json'])).json().applied).toHaveLength(4);
  expect((await run(['store', 'migrate', '--json', '--no-input'])).json().applied).toEqual([]);

  const made = (await run(['design', topic, '--dry-run', '--fast', '--no-input', '--json'])).json();
  const id = made.session_id as string;
  expect(made.session_file).toBe(`postgres:${env['S2S_STORE_SCHEMA']}/${id}`);
  const held = await run(
    ['design', 'Kafka or a table?', '--dry-run', '--with-me', '--no-input', '--json'],
    4,
  );
  const second = held.json().session_id as string;
  const list = (await run(['roundtable', 'list', '--json'])).json();
  expect(list.sessions.map((one: { id: string }) => one.id).sort()).toEqual([id, second].sort());
  expect((await run(['roundtable', 'show', id, '--json'])).json()).toMatchObject({ id });
  expect((await run(['search', 'kafka', '--json'])).json().hits[0]).toMatchObject({ session: second });
  // An index of another version is named, and `migrate` makes it anew; what a session holds is as before.
  const index = await query('select * from @search order by session_id, place');
  await query('delete from @search where session_id = (select min(session_id) from @search)');
  await query('update @sessions set search_format = 0');
  const unread = (await run(['search', 'kafka', '--json'])).json().unread;
  expect(unread).toHaveLength(2);
  expect(unread[0].reason).toContain('s2s store migrate');
  const remade = await run(['store', 'migrate', '--json', '--no-input']);
  expect(remade.json()).toMatchObject({ applied: [], indexed: 2 });
  expect(await query('select * from @search order by session_id, place')).toEqual(index);
  expect((await run(['store', 'migrate', '--json', '--no-input'])).json()).toMatchObject({ indexed: 0 });
  expect((await run(['roundtable', 'export', id])).stdout).toContain('# ');
  await run(['roundtable', 'guide', second, 'Mind the cost']);
  // While another machine has the session, nobody else goes on with it; afterwards it is the person's turn as before.
  const other = openPostgresStore(
    describeParts(database, { root: project.root, schema: env['S2S_STORE_SCHEMA'] ?? '' }),
  );
  const lease = await other.repository.acquireLease(second);
  const say = ['roundtable', 'say', second, 'A table is enough', '--no-input', '--json'];
  expect((await run(say, 5)).json().error.code).toBe('SESSION_LOCKED');
  await lease.release();
  await other.close();
  await run(say, 4);
  await run(['roundtable', 'resume', second, '--no-input'], 4);
  expect((await run(['session', 'close', second, '--json'])).json()).toMatchObject({ changed: true });
  expect((await run(['session', 'validate', '--json'])).json().sessions).toHaveLength(2);
  expect((await project.files()).filter((file) => /sessions\/.*\.(yaml|jsonl)$/.test(file))).toEqual([]);
  // The same sessions as files.
  expect((await run(['store', 'copy', 'postgres', 'files', '--json'])).json().copied).toHaveLength(2);
  const asFiles = await project.run(['roundtable', 'show', id, '--json']);
  expect(asFiles.json()).toMatchObject({ id });
});

test('a project that names a database is believed only after a yes', async () => {
  const { project } = await openScene();
  await appendFile(
    path.join(project.root, '.s2s', 'config.yaml'),
    '\nstore: {type: postgres, url_env: OTHER_URL, schema: theirs}\n',
  );
  const refused = await project.run(['roundtable', 'list', '--json'], { env: { OTHER_URL: database.url } });
  expect(refused.code).toBe(2);
  expect(refused.json().error).toMatchObject({ code: 'NOT_TRUSTED' });
  expect(JSON.stringify(refused.json().error.problems)).toContain('OTHER_URL');
  expect(refused.stdout + refused.stderr).not.toContain('not-a-secret');
  await project.run(['trust']);
  const asked = await project.run(['roundtable', 'list', '--json'], { env: { OTHER_URL: database.url } });
  expect(asked.json().error.code).toBe('STORE_NOT_READY');
  expect((await project.run(['roundtable', 'list'], { env: { S2S_STORE: 'files' } })).code).toBe(0);
});

/** A scene whose tables are there, with settings of the store. */
async function openStoreScene(change: Parameters<typeof openScene>[0], settings: string): Promise<Scene> {
  const scene = await openScene(change);
  await appendFile(path.join(scene.project.root, '.s2s', 'config.yaml'), `\nstore: ${settings}\n`);
  Object.assign(env, scene.env);
  expect((await scene.project.run(['store', 'migrate', '--yes'], { env })).code).toBe(0);
  return scene;
}

const start = ['design', topic, '--no-input', '--json', '--min-rounds', '2', '--max-rounds', '2'];

test('a database that stops and starts in the middle: the discussion waits and goes on', async () => {
  let answers = 0;
  let down = Promise.resolve();
  const { project, server } = await openStoreScene(async ({ step, round }) => {
    if (step !== 'answer' || round !== 2) return undefined;
    answers += 1;
    const isLast = answers === 3;
    if (answers === 1) down = database.stop();
    await down;
    // It comes back once a reply has arrived that cannot be written.
    if (isLast) setImmediate(() => void database.start());
    return undefined;
  }, '{wait_seconds: 60}');
  const run = await project.run(start, { env });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toContain('does not answer; waiting');
  const calls = await readCalls();
  expect(calls).toHaveLength(server.requests.length);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
});

test('one that stays away pauses the discussion, and a resume asks only for what is missing', async () => {
  let isAway = false;
  const { project, server } = await openStoreScene(async ({ step, round, seat }) => {
    if (step === 'question' && round === 2 && !isAway) {
      isAway = true;
      await database.stop();
    }
    return seat === '' ? {} : undefined;
  }, '{wait_seconds: 0}');
  const run = await project.run(start, { env });
  expect(run.code, run.stderr).toBe(3);
  expect(run.json().error).toMatchObject({ code: 'STORE_AWAY', hint: expect.stringContaining('resume') });
  await database.start();
  const before = await readCalls();
  // Its process ends otherwise, and need not be waited for; here it is that of the test.
  await query("update @leases set expires_at = '-infinity'");
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  const calls = await readCalls();
  expect(calls.slice(0, before.length)).toEqual(before);
  // The reply that arrived while the database was away was kept in the folder: nothing was asked for twice.
  expect(server.requests.length).toBe(calls.length);
});

test('an owner that was stopped past its lease, and goes on, writes nothing', async () => {
  let stop = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (stop = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  const { project } = await openStoreScene(async ({ step, round }) => {
    if (step !== 'synthesis' || round !== 1 || isHeld) return undefined;
    isHeld = true;
    stop();
    await released;
    return undefined;
  }, '{lease_seconds: 60}');
  const owner = project.start(
    ['design', topic, '--no-input', '--json', '--min-rounds', '1', '--max-rounds', '1'],
    { env },
  );
  await Promise.race([arrived, owner.done]);
  owner.child.kill('SIGSTOP');
  // The lease ends here instead of by the clock: a short one could also end while the machine is busy.
  await query("update @leases set expires_at = '-infinity'");
  const taken = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(taken.code, taken.stderr).toBe(0);
  const readAll = async () =>
    JSON.stringify([
      await query('select * from @sessions'),
      await query('select * from @journal order by line'),
      await query('select * from @events order by seq'),
    ]);
  const before = await readAll();
  owner.child.kill('SIGCONT');
  release();
  const ended = await owner.done;
  expect(ended.code, ended.stderr).toBe(5);
  expect(ended.json().error).toMatchObject({ code: 'LEASE_LOST' });
  expect(await readAll()).toBe(before);
  const calls = await readCalls();
  const [first] = calls;
  // Whoever took over began where the other one was stopped, and asked for nothing that was finished.
  expect(calls.findIndex(({ epoch }) => epoch !== first?.epoch)).toBe(
    calls.findIndex(({ key }) => key.startsWith('1/synthesis/')),
  );
  expect(new Set(calls.map(({ epoch }) => epoch)).size).toBe(2);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
});

test('events are followed without a gap, advice arrives, and a restart finds what a server had taken on', async () => {
  await makeTables(describeParts(database, { root: '/', schema: env['S2S_STORE_SCHEMA'] ?? '' }));
  let go = (): void => undefined;
  const advised = new Promise<void>((resolve) => {
    go = resolve;
  });
  const here = makeApp(await makeProjectFolder(), {
    env,
    remote: true,
    onCall: async ({ round, step }) => {
      // The second round begins once the other machine has spoken.
      if (round === 1 && step === 'synthesis') await advised;
    },
  });
  const there = makeApp(await makeProjectFolder(), { env, remote: true });
  const run = await here.app.start({ topic: 'Which queue carries the jobs?', rehearsal: true, maxRounds: 2 });
  const events: KeptEvent[] = [];
  const follow = (async () => {
    const signal = new AbortController().signal;
    for await (const event of there.app.events({ session: run.sessionId, signal })) {
      if (event.type === 'seat-speaking') continue;
      events.push(event);
      if (
        event.type === 'seat-answered' &&
        event['round'] === 1 &&
        events.filter(({ type }) => type === 'seat-answered').length === 1
      ) {
        expect(await there.app.guide({ session: run.sessionId, text: 'Mind the cost' })).toMatchObject({
          running: true,
        });
        expect(await there.app.look({ session: run.sessionId })).toMatchObject({ runner: 'elsewhere' });
        go();
      }
    }
  })();
  const report = await run.result;
  await follow;
  expect(report.session.guidance).toMatchObject([{ text: 'Mind the cost' }]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'result', result: { status: 'completed' } });
  const rest: number[] = [];
  const later = { session: run.sessionId, after: 5, signal: new AbortController().signal };
  for await (const event of there.app.events(later)) if (event.type !== 'seat-speaking') rest.push(event.seq);
  expect(rest).toEqual(events.slice(5).map(({ seq }) => seq));

  const second = await here.app.start({ topic: 'And which cache?', rehearsal: true, fast: true });
  await here.app.stop();
  expect((await second.result).session.status).toBe('paused');
  expect(await there.app.listServed()).toEqual([second.sessionId]);
  const resumed = await there.app.resume({ session: second.sessionId });
  expect((await resumed.result).session.status).toBe('completed');
  expect(await there.app.listServed()).toEqual([]);
  expect((await there.app.list({})).total).toBe(2);
  await there.app.stop();
});
