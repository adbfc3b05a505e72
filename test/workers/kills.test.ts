/**
 * Workers as real processes that are killed at any moment, stopped past their lease, and continued: no finished call is made again,
 * and no session has two owners. A sample here; `npm run torture:workers` kills two hundred times.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PanelServer, seats, startPanel } from '../durability/panel-server.ts';
import { makeProject, type Project, type Running, startProgram } from '../durability/program.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { startTestDatabase, type TestDatabase } from '../support/test-database.ts';

const full = process.env['S2S_TORTURE'] === 'workers';
const plan = full ? { sessions: 50, kills: 200, concurrency: 6 } : { sessions: 2, kills: 4, concurrency: 2 };

let database: TestDatabase;
let panel: PanelServer;
let project: Project;
let env: Record<string, string>;
const workers = new Set<Running>();

beforeAll(async () => {
  database = await startTestDatabase();
  panel = await startPanel({ delayMs: 60 });
  const config = `${panel.config}store: {lease_seconds: ${full ? 20 : 3}, wait_seconds: 20, max_crashes: 1000}\n`;
  project = await makeProject(config);
  env = {
    S2S_STORE: 'postgres',
    DATABASE_URL: database.url,
    S2S_CONFIG_DIR: `${project.root}-own`,
    S2S_EVIDENCE: 'off',
    CI: '1',
  };
  await run(['store', 'migrate', '--yes']);
});
afterEach(async () => {
  for (const worker of workers) worker.child.kill('SIGKILL');
  await Promise.all([...workers].map((worker) => worker.ended));
});
afterAll(async () => {
  await panel.close();
  await database.remove();
  await project.remove();
});

const run = async (args: readonly string[]) => {
  const ended = await runInProcess(args, { cwd: project.root, home: project.root, env });
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
};
const query = async (sql: string) => (await database.query(sql)) as Record<string, number | string>[];
const until = <Value>(look: () => Value | Promise<Value>) =>
  vi.waitFor(look, { timeout: full ? 1_800_000 : 150_000, interval: 100 });

function startWorker(name: string, concurrency = plan.concurrency): Running {
  const args = ['worker', '--name', name, '--concurrency', String(concurrency), '--trust', '--ndjson'];
  const worker = startProgram(args, { cwd: project.root, env });
  workers.add(worker);
  void worker.ended.then(() => workers.delete(worker));
  return worker;
}

/** Numbers of questions never come twice. */
let asked = 0;

async function startSessions(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    asked += 1;
    const flags = `--strategy standard --participants ${seats.join(',')} --min-rounds 2 --max-rounds 3 --on-escalation accept`;
    const started = await run([
      'roundtable',
      'start',
      `Which queue, the ${asked}th?`,
      ...flags.split(' '),
      '--trust',
      '--detach',
      '--json',
    ]);
    ids.push(JSON.parse(started.stdout).session_id);
  }
  return ids;
}

const among = (ids: readonly string[]): string => `(${ids.map((id) => `'${id}'`).join()})`;
const countCompleted = async (ids: readonly string[]): Promise<number> => {
  const sql = `select count(*)::int as n from s2s.sessions where status = 'completed' and id in ${among(ids)}`;
  return (await query(sql))[0]?.['n'] as number;
};

/** What a session's journal holds, and what the server was asked for it: without both, a repeated call explains nothing. */
async function tellStory(which: string): Promise<string> {
  const lines = await query(
    `select line, j.epoch::int as epoch, key, ok, left(hash, 6) as hash, convert_from(bytes, 'UTF8')::jsonb ->> 'request_id' as id,
       left(coalesce(convert_from(bytes, 'UTF8')::jsonb ->> 'text', (convert_from(bytes, 'UTF8')::jsonb ->> 'error')), 200) as said
     from s2s.journal j join s2s.sessions s on s.id = session_id where substring(topic from 'the \\d+th') = '${which}' order by line`,
  );
  const calls = panel.calls.flatMap((call, index) =>
    call.which === which ? [`req_${index + 1} ${call.key} ${call.arrived} ${call.finished}`] : [],
  );
  return [...lines.map((line) => JSON.stringify(line)), ...calls].join('\n');
}

/**
 * What must never be: a success that stands twice, a line of an owner after one of the next, or a call that is asked for again once it
 * is finished. A line names the reply that it holds, and both times are the server's: clocks of several processes are never compared.
 */
async function expectSound(ids: readonly string[]): Promise<void> {
  expect(
    await query(
      `select session_id, key from s2s.journal where kind = 'call' and ok and session_id in ${among(ids)}
       group by session_id, key, hash having count(*) > 1`,
    ),
  ).toEqual([]);
  const done = await query(
    `select key, j.epoch::int as epoch, substring(topic from 'the \\d+th') as which,
       replace(convert_from(bytes, 'UTF8')::jsonb ->> 'request_id', 'req_', '')::int as number
     from s2s.journal j join s2s.sessions s on s.id = session_id where kind = 'call' and ok and s.id in ${among(ids)}`,
  );
  expect(done.length).toBeGreaterThan(10);
  const again = done.flatMap(({ key, which, epoch, number }) => {
    const finished = panel.calls[Number(number) - 1]?.finished ?? Number.NaN;
    expect(finished, `${which} ${key}`).toBeGreaterThan(0);
    return panel.calls
      .filter((call) => call.key === key && call.which === which && call.arrived > finished)
      .map(({ arrived }) => ({ key, which, epoch, late: arrived - finished }));
  });
  // Whoever goes on comes to the same as whoever was never stopped: no seat is asked once more than in other sessions.
  const counts = new Map<unknown, number>();
  for (const { key } of done) counts.set(key, (counts.get(key) ?? 0) + 1);
  const unusual = full ? done.filter(({ key }) => counts.get(key) !== ids.length) : [];
  const odd = await Promise.all(
    [...new Set(unusual.map(({ which }) => String(which)))].slice(0, 3).map(tellStory),
  );
  expect([...new Set(unusual.map(({ key }) => key))], odd.join('\n\n')).toEqual([]);
  const told = await Promise.all(again.map(({ which }) => tellStory(String(which))));
  expect(again, told.join('\n')).toEqual([]);
  expect(
    await query(
      `select a.session_id, a.line from s2s.journal a join s2s.journal b
       on a.session_id = b.session_id and a.line < b.line and a.epoch > b.epoch where a.session_id in ${among(ids)}`,
    ),
  ).toEqual([]);
}

test('killed workers lose nothing, repeat nothing, and never share a session', {
  timeout: full ? 3_600_000 : 400_000,
}, async () => {
  const ids = await startSessions(plan.sessions);
  const three = [1, 2, 3].map((number) => startWorker(`w${number}`));
  let kills = 0;
  let random = 1;
  const readCalls = async () =>
    (await query('select count(*)::int as n from s2s.journal'))[0]?.['n'] as number;
  while (kills < plan.kills) {
    if ((await countCompleted(ids)) > ids.length - 2) ids.push(...(await startSessions(1)));
    // Each kill falls into the middle of something: some calls after the last one.
    random = (random * 48_271) % 2_147_483_647;
    const wanted = panel.calls.length + 1 + (random % 9);
    await until(async () => {
      if (panel.calls.length < wanted && (await countCompleted(ids)) < ids.length)
        throw new Error('nothing was asked yet');
    });
    const index = random % 3;
    const victim = three[index] as Running;
    victim.child.kill('SIGKILL');
    await victim.ended;
    kills += 1;
    three[index] = startWorker(`w${index + 1}`);
  }
  await until(async () => expect(await countCompleted(ids)).toBe(ids.length));
  await expectSound(ids);
  if (full)
    process.stdout.write(`${kills} kills, ${panel.calls.length} calls, ${await readCalls()} lines.\n`);
  // The last one may have been started a moment ago; before it listens, a signal ends it as any program.
  await until(() => expect(three.map((worker) => worker.readStderr())).not.toContain(''));
  for (const worker of three) worker.child.kill('SIGTERM');
  expect((await Promise.all(three.map((worker) => worker.ended))).map(({ code }) => code)).toEqual([0, 0, 0]);
});

test('a worker that is stopped past its lease and continued writes nothing and sends nothing', async () => {
  const first = startWorker('sleeper', 1);
  const [id = ''] = await startSessions(1);
  const readOwn = () =>
    query(
      `select epoch::int as epoch, count(*)::int as n from s2s.journal where session_id = '${id}' group by epoch order by epoch`,
    );
  await until(async () => expect((await readOwn()).length).toBe(1));
  first.child.kill('SIGSTOP');
  const [asleep] = await readOwn();
  const second = startWorker('other', 1);
  await until(async () => expect(await countCompleted([id])).toBe(1));
  first.child.kill('SIGCONT');
  first.child.kill('SIGTERM');
  const { stdout } = await first.ended;
  expect((await readOwn())[0]).toEqual(asleep);
  expect(stdout).toMatch(/"dropped"/);
  // What it was about to send when it was stopped does not leave when it goes on.
  await expectSound([id]);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});
