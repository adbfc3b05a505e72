/** What a store in a database has beside the promises of every store: its errors, its tables, its fence, and outages. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../../src/session/errors.ts';
import type { ProviderBatchNotes } from '../../../src/session/ports/provider-batch.ts';
import { copySessions } from '../../../src/store/copy/copy-sessions.ts';
import { createFileRepository } from '../../../src/store/files/file-repository.ts';
import { createEventStore } from '../../../src/store/journal/event-file.ts';
import { migrateDatabase, migrations } from '../../../src/store/postgres/migrate.ts';
import {
  openDatabaseOf,
  openPostgresStore,
  type PostgresStore,
} from '../../../src/store/postgres/postgres-store.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { startTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { buildDesign } from '../../support/text-session.ts';
import { describeParts, makeTables } from '../contract/open-store.ts';
import { createCall, createHost, createRound, createSession, noon, sampleId } from '../sample-session.ts';

let database: TestDatabase;
let opened: PostgresStore[] = [];
let root: string;

beforeAll(async () => {
  database = await startTestDatabase();
  await makeTables(describeParts(database, { root: '/' }));
});
beforeEach(async () => {
  for (const store of opened) await store.close();
  opened = [];
  root = await makeFolder();
  await database.query(
    'truncate s2s.sessions, s2s.leases, s2s.journal, s2s.events, s2s.inbox, s2s.provider_batches cascade',
  );
});
afterAll(async () => {
  for (const store of opened) await store.close();
  await database.remove();
});

function open(changes: Partial<Parameters<typeof describeParts>[1]> = {}): PostgresStore {
  const store = openPostgresStore(describeParts(database, { root, ...changes }));
  opened.push(store);
  return store;
}

const noFacts = {
  reason: 'answered',
  code: null,
  status: 500,
  host: null,
  about: null,
  said: '',
  wait_ms: null,
};
const line = createCall('1/answer/qa-lead/1', { duration_ms: 1500, text: 'Position of qa-lead' });

/** A driver whose server refuses every statement. */
function failingDriver(message: string, code: string): typeof import('pg') {
  class Pool {
    on(): void {}
    async query(): Promise<never> {
      throw Object.assign(new Error(message), { code });
    }
    async end(): Promise<void> {}
  }
  return { default: { Pool } } as never;
}

describe('what is wrong is said with a code and what to type next, and the password nowhere', () => {
  const secret = 'pa55-w0rd-of-nobody';
  const at = (change: Partial<Record<'username' | 'password' | 'pathname' | 'search', string>>): string =>
    Object.assign(new URL(database.url), change).href;
  const cases: [string, () => Partial<Parameters<typeof describeParts>[1]>, string, RegExp][] = [
    ['no variable', () => ({ address: undefined }), 'STORE_URL', /DATABASE_URL.*export DATABASE_URL=/s],
    ['an empty one', () => ({ address: ' ' }), 'STORE_URL', /S2S_STORE=files/],
    ['a word', () => ({ address: secret }), 'STORE_URL', /does not hold the address/],
    ['another database', () => ({ address: `mysql://u:${secret}@localhost/x` }), 'STORE_URL', /postgres:/],
    [
      'nothing listens',
      () => ({ address: `postgres://u:${secret}@127.0.0.1:9/x` }),
      'STORE_UNREACHABLE',
      /127\.0\.0\.1:9.*Start it/s,
    ],
    [
      'no such host',
      () => ({ address: `postgres://u:${secret}@no-such-host.invalid/x` }),
      'STORE_UNREACHABLE',
      /no-such-host/,
    ],
    ['a wrong password', () => ({ address: at({ password: secret }) }), 'STORE_REFUSED', /user or password/],
    ['no such user', () => ({ address: at({ username: 'nobody' }) }), 'STORE_REFUSED', /user or password/],
    ['no password', () => ({ address: at({ password: '' }) }), 'STORE_REFUSED', /password/],
    [
      'no such database',
      () => ({ address: at({ pathname: '/nothing' }) }),
      'STORE_REFUSED',
      /nothing.*does not exist.*createdb/s,
    ],
    [
      'no encryption',
      () => ({ address: at({ search: '?sslmode=verify-full' }) }),
      'STORE_REFUSED',
      /sslmode/,
    ],
    ['no tables', () => ({ schema: 'empty' }), 'STORE_NOT_READY', /schema empty.*s2s store migrate/s],
    [
      'a pooler whose server is away',
      () => ({ loadDriver: async () => failingDriver('server login has been failing', '08P01') }),
      'STORE_UNREACHABLE',
      /login has been failing/,
    ],
    [
      'no driver',
      () => ({ loadDriver: () => Promise.reject(new Error('Cannot find package')) }),
      'STORE_DRIVER',
      /npm install pg/,
    ],
  ];
  it.each(cases)('%s', async (_name, change, code, words) => {
    const error: unknown = await Promise.resolve()
      .then(() => open(change()).repository.listIds())
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code });
    const { message, hint } = describeError(error) as { message: string; hint: string };
    expect(`${message} ${hint}`).toMatch(words);
    const shown = `${JSON.stringify(describeError(error))}${(error as Error).stack}${String((error as Error).cause)}`;
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('not-a-secret-at-all');
  });

  it('a database that cannot keep every character', async () => {
    await database.query(
      "create database latin encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'",
    );
    const store = open({ address: at({ pathname: '/latin' }) });
    await expect(store.repository.listIds()).rejects.toMatchObject({
      code: 'STORE_REFUSED',
      message: expect.stringContaining('LATIN1'),
    });
    await expect(migrateDatabase(store.database)).rejects.toMatchObject({ code: 'STORE_REFUSED' });
  });

  it('a user who may look, and no more', async () => {
    await database.query("create role reader login password 'reads'");
    const address = database.url.replace(/\/\/[^@]*@/, '//reader:reads@');
    const reader = open({ address });
    await expect(reader.repository.listIds()).rejects.toMatchObject({
      code: 'STORE_REFUSED',
      hint: expect.stringContaining('grant'),
    });
  });
});

describe('the tables', () => {
  it('are made once by many who begin at once, and refused when a later version has changed them', async () => {
    const parts = describeParts(database, { root: '/', schema: 'together' });
    const made = await Promise.all(
      [1, 2, 3].map(async () => {
        const one = openDatabaseOf(parts);
        const taken = await migrateDatabase(one);
        await one.close();
        return taken.length;
      }),
    );
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 0, migrations.length]);
    await database.query("insert into together.migrations (number, name) values (99, 'later')");
    await expect(open({ schema: 'together' }).repository.listIds()).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
    });
    const late = openDatabaseOf(parts);
    await expect(migrateDatabase(late)).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
    await late.close();
    await database.query('delete from together.migrations where number > 1');
    await expect(open({ schema: 'together' }).repository.listIds()).rejects.toMatchObject({
      code: 'STORE_NOT_READY',
      message: expect.stringContaining('older version'),
    });
  });

  it('hold rounds, answers, items and statements as rows, those of the last save', async () => {
    const design = buildDesign();
    const { repository } = open();
    const lease = await repository.acquireLease(design.id);
    const version = await repository.create({ ...design, artifacts: design.artifacts.slice(0, 1) });
    await repository.save(design, version);
    const count = async (table: string) =>
      (
        await database.query(`select count(*)::int as n from s2s.${table} where session_id = $1`, [design.id])
      )[0]?.['n'];
    expect(await count('rounds')).toBe(design.rounds.length);
    expect(await count('answers')).toBe(design.rounds.flatMap(({ answers }) => answers).length);
    expect(await count('items')).toBe(design.artifacts.length);
    expect(await count('statements')).toBe(design.statements.length);
    expect(
      await database.query(
        "select id, ratified_by, blocked_by from s2s.items where id like 'DEC-%' order by place",
      ),
    ).toEqual([
      { id: 'DEC-001', ratified_by: [], blocked_by: [] },
      { id: 'DEC-002', ratified_by: ['software-architect'], blocked_by: ['qa-lead'] },
    ]);
    await lease.release();
  });
});

describe('the tables of the seeds', () => {
  it('list roundtables by the very query of the engine, and its messages by round', async () => {
    // The engine's own schema.
    await makeTables(describeParts(database, { root: '/', schema: 'aria_engine' }));
    const { repository } = open({ schema: 'aria_engine' });
    const design = buildDesign();
    for (const session of [design, createSession(1)]) {
      const lease = await repository.acquireLease(session.id);
      await repository.create(session);
      await lease.release();
    }
    const rows = await database.query(
      `SELECT s.session_id, s.title, s.metadata,
              s.created_at,
              COUNT(m.id) AS message_count
       FROM aria_engine.chat_sessions s
       LEFT JOIN aria_engine.chat_messages m
           ON m.session_id = s.session_id
       WHERE s.session_type = 'roundtable'
       GROUP BY s.session_id, s.title, s.metadata,
                s.created_at
       ORDER BY s.created_at DESC
       LIMIT $1 OFFSET $2`,
      [20, 0],
    );
    const said = design.rounds.flatMap(({ answers }) => answers).length;
    expect(rows).toMatchObject([
      { session_id: sampleId, title: 'Roundtable: Which queue?', message_count: '2' },
      {
        session_id: design.id,
        title: `Roundtable: ${design.topic}`,
        // Each turn, and the synthesis.
        message_count: String(said + 1),
        metadata: { title: design.topic, participants: design.participants.map(({ id }) => id) },
        created_at: new Date(design.created_at),
      },
    ]);
    const messages = await database.query(
      'SELECT role, content, agent_id FROM aria_engine.chat_messages WHERE session_id = $1 ORDER BY created_at, id',
      [design.id],
    );
    expect([...new Set(messages.map(({ role }) => role))]).toEqual([
      ...design.rounds.map(({ round }) => `round-${round}`),
      'synthesis',
    ]);
    expect(
      messages.find(({ role, agent_id: seat }) => role === 'round-1' && seat === 'qa-lead')?.['content'],
    ).toBe(design.rounds[0]?.answers.find(({ seat }) => seat === 'qa-lead')?.position);
    expect(messages.at(-1)).toMatchObject({
      agent_id: design.synthesizer.agent,
      content: design.outcome?.summary,
    });
  });

  it('tell a discussion in turns: participants, state and logs', async () => {
    const session = createSession(2, {
      participants: createSession(0).participants.map((seat, index) =>
        index === 1 ? { ...seat, kind: 'human' as const } : seat,
      ),
      status: 'paused',
      pause_reason: 'waiting-for-person',
      turn: { order: ['software-architect', 'qa-lead'], index: 1, next_speaker: 'qa-lead' },
      rounds: [createRound(1), createRound(2, { speaking_order: ['qa-lead', 'software-architect'] })],
    });
    const { repository } = open();
    const lease = await repository.acquireLease(sampleId);
    await repository.create(session);
    const journal = await repository.openJournal(sampleId);
    await journal.append({ ...line, key: '2/answer/software-architect/1' });
    await journal.close();
    await lease.release();
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
    const participants = await database.query(
      'SELECT id, project_id, agent_id, role, sequence_order, created_at FROM s2s.discussion_participants ORDER BY sequence_order',
    );
    expect(participants).toMatchObject([
      { sequence_order: 0, role: 'specialist', agent_id: expect.stringMatching(uuid) },
      { sequence_order: 1, role: 'user', agent_id: null },
    ]);
    const states = await database.query(
      'SELECT id, project_id, current_turn_index, current_round, status, created_at, updated_at FROM s2s.discussion_state',
    );
    expect(states).toMatchObject([
      { current_turn_index: 1, current_round: 3, status: 'paused', id: expect.stringMatching(uuid) },
    ]);
    const logs = await database.query(
      `SELECT agent_id, role, content, turn_index, round_number, metadata, created_at FROM s2s.discussion_logs
       WHERE project_id = $1 ORDER BY round_number, turn_index`,
      [states[0]?.['project_id']],
    );
    expect(logs.map(({ round_number: round, turn_index: turn, role }) => [round, turn, role])).toEqual([
      [1, 0, 'specialist'],
      [1, 1, 'user'],
      [2, 0, 'user'],
      [2, 1, 'specialist'],
    ]);
    expect(logs.at(-1)).toMatchObject({
      agent_id: participants[0]?.['agent_id'],
      content: 'Position of software-architect in round 2',
      metadata: { seat: 'software-architect', confidence: 0.8 },
      created_at: new Date('2026-11-27T10:00:01.500Z'),
    });
  });
});

describe('the fence', () => {
  /** What is stored of a session, as text. */
  const readAll = async (): Promise<string> =>
    JSON.stringify([
      await database.query('select * from s2s.sessions'),
      await database.query('select * from s2s.journal order by line'),
      await database.query('select * from s2s.events order by seq'),
      await database.query('select * from s2s.provider_batches'),
    ]);

  /** Notes that a call of each session is about to be sent in one batch; gives the sessions whose calls may go. */
  const plan = (notes: ProviderBatchNotes, sessions: string[]) =>
    notes.plan({ plan: sessions.join(), after: null, custom_ids: sessions }, sessions);

  /** Everything that a holder may write; each gives its error. Who may write nothing may send nothing. */
  async function writeAll(
    { repository, events, openProviderBatchNotes }: PostgresStore,
    version: string,
  ): Promise<unknown[]> {
    const notes = openProviderBatchNotes();
    const session = createSession(1, { topic: 'Written by whoever was taken for dead' });
    const caught: unknown[] = [];
    const keep = (error: unknown) => void caught.push(error);
    await repository.save(session, version).catch(keep);
    await repository.create({ ...session, id: sampleId }).catch(keep);
    const journal = await repository.openJournal(sampleId);
    await journal.append(line).catch(keep);
    await journal.close();
    const writer = await events.open(sampleId);
    writer.append({ seq: 1, type: 'notice', at: noon.toISOString() });
    await writer.close();
    if (caught.length > 1) expect(await plan(notes, [sampleId])).toEqual([]);
    return caught;
  }

  it('keeps out a holder whose lease has ended and was taken, whatever it writes', async () => {
    const [first, second] = [open({ pid: 1, alive: [1, 2] }), open({ pid: 2, alive: [1, 2] })];
    await first.repository.acquireLease(sampleId);
    const version = await first.repository.create(createSession(1));
    await database.query("update s2s.leases set expires_at = now() - interval '1 second'");
    const lease = await second.repository.acquireLease(sampleId);
    const before = await readAll();
    const errors = await writeAll(first, version);
    expect(errors.length).toBe(3);
    for (const error of errors) expect(error).toMatchObject({ code: 'LEASE_LOST', exitCode: 5 });
    expect(await readAll()).toBe(before);
    const [row] = await database.query('select epoch from s2s.leases');
    expect(Number(row?.['epoch'])).toBeGreaterThan(1);
    const other = '20261127-100001-other';
    const kept = await first.repository.acquireLease(other);
    // A session that was taken keeps no other one from a batch.
    expect(await plan(first.openProviderBatchNotes(), [sampleId, other])).toEqual([other]);
    await kept.release();
    expect(await writeAll(second, version)).toEqual([expect.objectContaining({ code: 'SESSION_CHANGED' })]);
    await lease.release();
  });

  it('keeps out a holder that slept past its lease, although nobody has taken it', async () => {
    let now = 0;
    const store = open({ leaseSeconds: 60, clock: { now: () => noon, elapsed: () => now } });
    await store.repository.acquireLease(sampleId);
    const version = await store.repository.create(createSession(1));
    now = 61_000;
    const before = await readAll();
    for (const error of await writeAll(store, version)) expect(error).toMatchObject({ code: 'LEASE_LOST' });
    expect(await readAll()).toBe(before);
  });

  it('is sure of its lease only as long as nobody can have taken it, and asks after that', async () => {
    let elapsed = 0;
    let now = noon;
    const clock = { now: () => now, elapsed: () => elapsed };
    const store = open({ pid: 1, alive: [1, 2], leaseSeconds: 20, clock });
    const { proof } = await store.repository.acquireLease(sampleId);
    const look = () => [proof?.isSure(), proof?.lost.aborted];
    expect(look()).toEqual([true, false]);
    // A machine that sleeps: the time of day goes on alone.
    now = new Date(noon.getTime() + 3_600_000);
    expect(look()).toEqual([false, false]);
    await proof?.renew();
    expect(look()).toEqual([true, false]);
    // A process that runs, but whose beats do not reach the database.
    for (let step = 0; step < 4; step += 1) {
      elapsed += 19_000;
      proof?.isSure();
    }
    expect(look()).toEqual([false, false]);
    await database.query("update s2s.leases set expires_at = now() - interval '1 second'");
    await proof?.renew();
    expect(look()).toEqual([true, false]);
    elapsed += 19_000;
    proof?.isSure();
    await database.query("update s2s.leases set expires_at = now() - interval '1 second'");
    const other = await open({ pid: 2, alive: [1, 2] }).repository.acquireLease(sampleId);
    elapsed += 19_000;
    await expect(proof?.renew()).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(look()).toEqual([false, true]);
    await other.release();
  });

  it('is not given to another run of a process whose first run has lost it and has yet to end', async () => {
    const store = open();
    const lease = await store.repository.acquireLease(sampleId);
    await database.query("update s2s.leases set expires_at = now() - interval '1 second'");
    await expect(store.repository.acquireLease(sampleId)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
    await lease.release();
    await (await store.repository.acquireLease(sampleId)).release();
  });

  it('still counts when it ended while the database was away and nobody has taken it', async () => {
    const { repository } = open();
    const lease = await repository.acquireLease(sampleId);
    const version = await repository.create(createSession(1));
    await database.query("update s2s.leases set expires_at = now() - interval '1 second'");
    expect(await repository.save(createSession(1), version)).not.toBe(version);
    await lease.release();
  });

  it('takes no finished call twice', async () => {
    const { repository } = open();
    const lease = await repository.acquireLease(sampleId);
    await repository.create(createSession(1));
    const [one, other] = [await repository.openJournal(sampleId), await repository.openJournal(sampleId)];
    await one.append(line);
    await one.append({ ...line, key: '1/answer/software-architect/1' });
    await expect(other.append({ ...line, ...{ text: 'Another reply' } })).rejects.toMatchObject({
      code: 'SESSION_CHANGED',
    });
    await expect(one.append(line)).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
    expect((await repository.readJournal(sampleId)).lines).toHaveLength(2);
    await lease.release();
  });
});

describe('copying', () => {
  it('there and back changes nothing, and what cannot be read or is in use stays', async () => {
    const [here, back] = [await makeFolder(), await makeFolder()];
    const openFiles = (folder: string) => {
      const { paths } = describeParts(database, { root: folder });
      const parts = { root: folder, s2sDir: '.s2s', clock: { now: () => noon }, host: createHost(1) };
      return { paths, repository: createFileRepository(parts), events: createEventStore(paths) };
    };
    const files = openFiles(here);
    await files.repository.create(createSession(2));
    const main = path.join(files.paths.sessions, `${sampleId}.yaml`);
    const journal = await files.repository.openJournal(sampleId);
    await journal.append(line);
    await journal.append({
      ...createCall('1/answer/software-architect/1'),
      ok: false,
      error: { kind: 'server', message: 'answered 500', remedy: '', facts: { tries: 3, ...noFacts } },
    } as never);
    await journal.appendInput({ key: '1/answer/human/1', at: noon, value: 'a\u0000b\ud800' });
    await journal.close();
    const writer = await files.events.open(sampleId);
    writer.append({ seq: 1, type: 'notice', at: noon.toISOString(), text: '\u0000' });
    await writer.close();
    await files.events.noteServed(sampleId, true);
    await files.repository.addMessage(sampleId, { kind: 'skip' });
    const damaged = '20200101-000000-damaged';
    await writeFile(path.join(files.paths.sessions, `${damaged}.yaml`), 'topic: [');
    const store = open();
    const tell = () => undefined;
    const none = { copied: [], same: [], different: [], in_use: [], unreadable: [damaged] };
    expect(await copySessions(files, store, { tell })).toEqual({ ...none, copied: [sampleId] });
    expect(await copySessions(files, store, { tell })).toEqual({ ...none, same: [sampleId] });
    expect((await store.repository.readMessages(sampleId)).map(({ message }) => message.kind)).toEqual([
      'skip',
    ]);
    await mkdir(path.join(back, '.s2s'));
    const second = openFiles(back);
    await copySessions(store, second, { tell });
    expect(await second.events.isServed(sampleId)).toBe(true);
    // To the byte, so that the hashes of the journal hold.
    for (const file of [`${sampleId}.yaml`, `${sampleId}/calls.jsonl`, `${sampleId}/events.jsonl`])
      expect(await readFile(path.join(second.paths.sessions, file), 'latin1'), file).toBe(
        await readFile(path.join(files.paths.sessions, file), 'latin1'),
      );
    // What is there is left alone.
    await writeFile(main, (await readFile(main, 'utf8')).replace('Which queue?', 'Which cache?'));
    expect(await copySessions(files, store, { tell })).toEqual({ ...none, different: [sampleId] });
    const lease = await store.repository.acquireLease(sampleId);
    expect(await copySessions(store, second, { tell })).toMatchObject({ in_use: [sampleId] });
    await lease.release();
  });
});
