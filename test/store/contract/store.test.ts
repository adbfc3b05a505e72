/** What every kind of store promises: the same tests over files and over PostgreSQL. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstPlace } from '../../../src/session/ports/event-store.ts';
import type { Lease, SessionRepository } from '../../../src/session/ports/repository.ts';
import type { RequestNotes } from '../../../src/session/ports/request-notes.ts';
import type { Session } from '../../../src/session/session.ts';
import { schemaVersion } from '../../../src/session/vocabulary.ts';
import { foreignSessions } from '../../support/foreign-sessions.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { buildDesign } from '../../support/text-session.ts';
import {
  createCall as call,
  createItem,
  createRound,
  createSession,
  noon,
  sampleId,
} from '../sample-session.ts';
import { holdDyingDiscussion } from './dying-discussion.ts';
import { type OpenedStore, storeKinds, type TestedStore } from './open-store.ts';

const other = '20261127-100001-which-cache';

const addRound = (session: Session): Session => {
  const number = session.rounds.length + 1;
  return { ...session, total_rounds: number, rounds: [...session.rounds, createRound(number)] };
};

/** Stores sessions that nobody runs afterwards. */
async function storeAll(repository: SessionRepository, ...sessions: Session[]): Promise<void> {
  for (const session of sessions) {
    const lease = await repository.acquireLease(session.id);
    await repository.create(session);
    await lease.release();
  }
}

describe.each(storeKinds)('a store of $kind', ({ begin, end, make }) => {
  let tested: TestedStore;
  let store: OpenedStore;
  let repository: SessionRepository;
  beforeAll(begin);
  afterAll(end);
  beforeEach(async () => {
    tested = await make();
    store = tested.open(1);
    ({ repository } = store);
  });

  /** A session that this process runs. */
  async function run(session: Session): Promise<{ lease: Lease; version: string }> {
    const lease = await repository.acquireLease(session.id);
    return { lease, version: await repository.create(session) };
  }

  it('lets one of all processes carry out a request under a key, and tells the others what came of it', async () => {
    const all = [1, 2, 3].map((pid) => tested.open(pid, [1, 2, 3]).requests);
    const [first, second] = all as [RequestNotes, RequestNotes];
    const claims = await Promise.all(all.map((requests) => requests.claim('one', 'asked')));
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    expect(claims).toContainEqual(expect.objectContaining({ asked: 'asked', done: false }));
    const result = { id: 'Größe "x"', notices: [] };
    await first.finish('one', result);
    expect(await second.claim('one', 'other')).toMatchObject({ asked: 'asked', done: true, result });
    await first.claim('empty', 'asked');
    await first.finish('empty', undefined);
    expect((await second.claim('empty', 'asked'))?.result).toBeUndefined();
    await first.drop('one');
    expect(await second.claim('one', 'asked')).toBeNull();
  });

  describe('sessions', () => {
    it('are given back as they were stored, state by state', async () => {
      const session = createSession(0);
      const { version } = await run(session);
      expect(await repository.load(sampleId)).toMatchObject({ session, version });
      const more = { ...addRound(session), 'a person’s own key': { list: [1, 'two'] } };
      const next = await repository.save(more, version);
      expect(next).not.toBe(version);
      expect(await tested.open(2).repository.load(sampleId)).toMatchObject({ session: more, version: next });
    });

    it('are never written over: not by a second one of the name, not by who has read an older state', async () => {
      const session = createSession(1);
      const { version } = await run(session);
      await expect(repository.create(createSession(0))).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
      const newer = await repository.save(addRound(session), version);
      await expect(repository.save(session, version)).rejects.toMatchObject({
        code: 'SESSION_CHANGED',
        exitCode: 5,
      });
      expect(await repository.load(sampleId)).toMatchObject({ version: newer, session: { total_rounds: 2 } });
    });

    it('are left alone when what is to be saved could not be read again', async () => {
      const session = createSession(1);
      const { version } = await run(session);
      const bad = { ...session, rounds: [{ ...createRound(1), synthesis: 7 as never }] };
      await expect(repository.save(bad, version)).rejects.toMatchObject({ code: 'BUG' });
      const huge = { ...session, rounds: [createRound(1, { synthesis: '队'.repeat(6_000_000) })] };
      await expect(repository.save(huge, version)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
      expect((await repository.load(sampleId)).version).toBe(version);
    });

    it('that are not there are told with the nearest, and texts that are no ids are refused', async () => {
      await storeAll(repository, createSession(1));
      await expect(repository.load(`${sampleId}s`)).rejects.toMatchObject({
        code: 'UNKNOWN_SESSION',
        hint: expect.stringContaining(sampleId),
      });
      for (const id of ['../x', '', "x'; drop table sessions", 'A'])
        await expect(repository.load(id)).rejects.toMatchObject({ code: 'INVALID_ID' });
    });

    it('keep whatever text people and models write', async () => {
      const { version } = await run(createSession(1));
      let state = version;
      const second = tested.open(2).repository;
      await fc.assert(
        fc.asyncProperty(hostileText, hostileText, async (topic, said) => {
          const rounds = [createRound(1, { synthesis: said })];
          const artifacts = [createItem('POINT-001', { text: said, title: topic })];
          const session = createSession(1, { topic: `t${topic}`, rounds, artifacts });
          state = await repository.save(session, state);
          const { session: loaded } = await second.load(sampleId);
          expect(loaded).toEqual(session);
          expect((await repository.list()).entries).toHaveLength(1);
        }),
        { numRuns: 15 },
      );
    });
  });

  /** Puts a file among the sessions by hand; null for a store that has no files. */
  async function writeRaw(id: string, text: string): Promise<string | null> {
    if (tested.folder === undefined) return null;
    const file = join(tested.folder, `${id}.yaml`);
    await mkdir(tested.folder, { recursive: true });
    await writeFile(file, Buffer.from(text, text.includes('\xff') ? 'latin1' : 'utf8'));
    return file;
  }

  describe('the list', () => {
    it('has the newest first, what fits the filters, and the number of all', async () => {
      const ids = ['20261127-100000-a', '20261127-100001-b', '20261127-100002-c', '20261128-100002-d'];
      const topics = ['Which queue?', 'WELCHE ÄPFEL?', 'Which queue again?', 'Names'];
      await storeAll(
        repository,
        ...ids.map((id, index) =>
          createSession(1, {
            id,
            topic: topics[index] ?? '',
            status: index === 2 ? 'completed' : 'active',
            workflow_type: index === 3 ? 'brainstorm' : 'design',
          }),
        ),
      );
      const list = async (options = {}) => {
        const { entries, total } = await repository.list(options);
        return [entries.map(({ id }) => id.at(-1)).join(''), total];
      };
      expect(await repository.listIds()).toEqual(ids.toReversed());
      expect(await list()).toEqual(['dcba', 4]);
      expect(await list({ limit: 2, offset: 1 })).toEqual(['cb', 4]);
      expect(await list({ limit: 2, offset: 9 })).toEqual(['', 4]);
      expect(await list({ status: 'active' })).toEqual(['dba', 3]);
      expect(await list({ workflow: 'brainstorm', limit: 5 })).toEqual(['d', 1]);
      expect(await list({ query: 'QUEUE which' })).toEqual(['ca', 2]);
      expect(await list({ query: 'äpfel' })).toEqual(['b', 1]);
      expect(await list({ query: '%' })).toEqual(['', 0]);
      expect((await repository.list({ limit: 1 })).entries[0]).toMatchObject({
        head: { id: ids[3], topic: 'Names', total_rounds: 1, created_at: '2026-11-27T10:00:00.000Z' },
        damaged: null,
      });
    });

    it('tells of a session that cannot be read, and the search does', async () => {
      await storeAll(repository, createSession(1));
      const raw = await writeRaw(other, `schema_version: ${schemaVersion}\nid: [\xff`);
      if (raw === null) return;
      const { entries, total } = await repository.list();
      expect(total).toBe(2);
      expect(entries[0]).toMatchObject({ id: other, head: null, damaged: expect.stringMatching(/./) });
      expect((await repository.list({ status: 'active' })).total).toBe(1);
      expect((await repository.search('position', { limit: 5 })).unread).toHaveLength(1);
      await expect(repository.load(other)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
    });
  });

  it('finds items, positions and sessions by forms of their words, and what was saved last', async () => {
    const design = buildDesign();
    await storeAll(repository, design, createSession(1));
    const find = async (words: string, limit = 20) => repository.search(words, { limit });
    const { hits, totals } = await find('streams for jobs');
    expect(hits[0]).toMatchObject({
      kind: 'item',
      id: 'DEC-001',
      session: design.id,
      held: 2,
      status: 'decided',
    });
    expect(totals).toHaveLength(3);
    expect((await find('queues', 1)).hits).toHaveLength(1);
    expect((await find('streams care')).hits.map(({ kind }) => kind)).toContain('position');
    expect(await find('the of')).toMatchObject({ hits: [], totals: [0] });
    expect((await find('kafka')).hits).toEqual([]);
    const lease = await repository.acquireLease(sampleId);
    const { session, version } = await repository.load(sampleId);
    await repository.save({ ...session, topic: 'Is Kafka worth it?' }, version);
    await lease.release();
    expect((await find('kafka')).hits[0]).toMatchObject({ kind: 'session', id: sampleId, held: 1 });
    expect((await find("'); drop table sessions; --")).unread).toEqual([]);
  });

  it('knows which session is meant', async () => {
    await expect(repository.resolve('last')).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
    await storeAll(repository, createSession(1), createSession(1, { id: other }));
    expect(await repository.resolve('last')).toMatchObject({ id: other });
    expect(await repository.resolve('20261127-100000')).toMatchObject({ id: sampleId });
    await expect(repository.resolve('20261127')).rejects.toMatchObject({ code: 'AMBIGUOUS_SESSION' });
    await expect(repository.resolve()).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
    await repository.setCurrent(sampleId);
    expect(await repository.resolve()).toMatchObject({ id: sampleId, notice: null });
    await repository.release(other);
    expect(await repository.readCurrent()).toEqual({ id: sampleId, notice: null });
    await repository.release(sampleId);
    expect(await repository.readCurrent()).toEqual({ id: null, notice: null });
    await repository.setCurrent('20200101-000000-gone');
    expect(await repository.readCurrent()).toMatchObject({
      id: null,
      notice: expect.stringContaining('gone'),
    });
    expect(await repository.readCurrent()).toEqual({ id: null, notice: null });
  });

  describe('a lease', () => {
    it('is held by one process, and anybody may look', async () => {
      const second = tested.open(2, [1, 2]);
      expect(await repository.isLeased(sampleId)).toBe(false);
      const { lease } = await run(createSession(1));
      expect(await second.repository.isLeased(sampleId)).toBe(true);
      await expect(second.repository.acquireLease(sampleId)).rejects.toMatchObject({
        code: 'SESSION_LOCKED',
        message: expect.stringContaining('process 1'),
      });
      await expect(repository.acquireLease(sampleId)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
      await lease.release();
      await lease.release();
      expect(await repository.isLeased(sampleId)).toBe(false);
      const next = await second.repository.acquireLease(sampleId);
      // The first one gives back again what it has no more.
      await lease.release();
      expect(await second.repository.isLeased(sampleId)).toBe(true);
      await next.release();
    });

    it('of a process of this machine that has died is taken over at once', async () => {
      await run(createSession(1));
      const second = tested.open(2, [2]);
      expect(await second.repository.isLeased(sampleId)).toBe(false);
      const lease = await second.repository.acquireLease(sampleId);
      const { session, version } = await second.repository.load(sampleId);
      await second.repository.save(addRound(session), version);
      await lease.release();
    });

    it('is given to one of many who ask at once', async () => {
      const pids = [1, 2, 3, 4, 5, 6];
      const answers = await Promise.allSettled(
        pids.map((pid) => tested.open(pid, pids).repository.acquireLease(sampleId)),
      );
      const won = answers.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'SESSION_LOCKED' });
    });
  });

  describe('the journal', () => {
    it('gives every line again, to whoever opens it next', async () => {
      await run(createSession(1));
      const journal = await repository.openJournal(sampleId);
      const failed = { ok: false, text: undefined, error: { kind: 'network', message: 'gone', remedy: '' } };
      await journal.append(call('2/answer/qa-lead/1', failed as never));
      await journal.append(call('2/answer/qa-lead/1'));
      await journal.append(call('2/answer/qa-lead/1', { hash: 'b'.repeat(64) }));
      await journal.append({
        kind: 'look-up',
        key: '2/answer/qa-lead/1',
        at: noon.toISOString(),
        wanted: 1,
        gave: 2,
      });
      await journal.appendInput({ key: '2/answer/human/1', at: noon, value: { text: 'No\u0000pe 😀' } });
      await journal.close();
      const second = await tested.open(2).repository.readJournal(sampleId);
      expect(second).toMatchObject({ problems: [], changedLines: [] });
      expect(second.lines.map(({ kind }) => kind)).toEqual(['call', 'call', 'call', 'look-up', 'input']);
      const again = await repository.openJournal(sampleId);
      expect(again.readLines()).toEqual(journal.readLines());
      expect(again.findSuccess('2/answer/qa-lead/1', 'a'.repeat(64))).toMatchObject({ ok: true });
      expect(again.findSuccess('2/answer/qa-lead/1', 'c'.repeat(64))).toBeNull();
      expect(again.findInput('2/answer/human/1')?.value).toEqual({ text: 'No\u0000pe 😀' });
      await again.append(call('3/question/facilitator/1'));
      await again.close();
      expect(await repository.readJournal(sampleId)).toMatchObject({ problems: [], changedLines: [] });
    });

    it('takes lines that come at once, and refuses one that is too long', async () => {
      await run(createSession(1));
      const journal = await repository.openJournal(sampleId);
      const keys = Array.from({ length: 12 }, (_, index) => `1/answer/seat-${index}/1`);
      await Promise.all(keys.map((key) => journal.append(call(key))));
      const long = call('1/answer/qa-lead/1', { text: 'x'.repeat(5_000_000) } as never);
      await expect(journal.append(long)).rejects.toMatchObject({ code: 'JOURNAL_INVALID' });
      await journal.append(call('1/synthesis/facilitator/1'));
      await journal.close();
      const { lines, changedLines } = await repository.readJournal(sampleId);
      expect(lines.map(({ key }) => key)).toEqual([...keys, '1/synthesis/facilitator/1']);
      expect(changedLines).toEqual([]);
    });

    it('notices a line that somebody has edited, and uses it', async () => {
      await run(createSession(1));
      const journal = await repository.openJournal(sampleId);
      for (const number of [1, 2, 3]) await journal.append(call(`${number}/answer/qa-lead/1`));
      await journal.close();
      await tested.editJournal(sampleId, 'reply to 2/', 'reply not to 2/');
      const { lines, changedLines } = await repository.readJournal(sampleId);
      expect(changedLines).toEqual([2]);
      expect(lines[1]).toMatchObject({ text: 'reply not to 2/answer/qa-lead/1' });
    });

    it('of a session without one is empty', async () => {
      expect(await repository.readJournal(sampleId)).toMatchObject({ lines: [], problems: [] });
    });
  });

  it('lets a discussion go on behind any line of its journal as if nobody had died', async () => {
    const whole = await holdDyingDiscussion(tested, { draw: () => 0 });
    expect(whole.replies.length).toBeGreaterThan(14);
    expect(whole.failures).toHaveLength(1);
    let random = 1;
    const drawAny = (): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random / 2_147_483_647;
    };
    // Dying behind each line; behind several; and only hearing replies in another order.
    for (const [lines, deaths, draw] of [
      [1, 16, drawAny],
      [3, 5, drawAny],
      [100, 0, () => 0.99],
    ] as const) {
      const held = await holdDyingDiscussion(await make(), { lines, draw });
      expect(held.deaths).toBeGreaterThanOrEqual(deaths);
      expect(held.replies.toSorted()).toEqual(whole.replies.toSorted());
      expect([...new Set(held.failures)]).toEqual(whole.failures);
      expect(held.session).toEqual(whole.session);
    }
  });

  it('keeps messages until they are taken, oldest first', async () => {
    await storeAll(repository, createSession(1));
    const second = tested.open(2).repository;
    await second.addMessage(sampleId, { kind: 'guidance', text: 'Mind the \u0000 cost', by: 'user' });
    await second.addMessage(sampleId, { kind: 'skip' });
    const waiting = await repository.readMessages(sampleId);
    expect(waiting.map(({ message }) => message.kind)).toEqual(['guidance', 'skip']);
    expect(waiting[0]?.message).toMatchObject({ text: 'Mind the \u0000 cost' });
    const [first, next] = waiting.map(({ id }) => id);
    expect(String(first) < String(next)).toBe(true);
    await repository.removeMessage(sampleId, String(first));
    await repository.removeMessage(sampleId, String(first));
    await second.addMessage(sampleId, { kind: 'pause' });
    expect((await repository.readMessages(sampleId)).map(({ message }) => message.kind)).toEqual([
      'skip',
      'pause',
    ]);
    expect(await repository.readMessages(other)).toEqual([]);
  });

  it('keeps events in their order, and gives what came after a place', async () => {
    const { events } = store;
    await run(createSession(1));
    const event = (seq: number) => ({ seq, at: noon.toISOString(), type: 'notice', text: `\u0000 ${seq}` });
    expect(await events.read(sampleId, firstPlace)).toBeNull();
    const writer = await events.open(sampleId);
    expect(writer.last).toBe(0);
    writer.append(event(1), event(2));
    writer.append(event(3));
    await writer.close();
    const reader = tested.open(2).events;
    const part = await reader.read(sampleId, firstPlace);
    expect(part?.events).toEqual([1, 2, 3].map(event));
    const again = await events.open(sampleId);
    expect(again.last).toBe(3);
    again.append(event(4));
    await again.close();
    expect((await reader.read(sampleId, part?.next ?? firstPlace))?.events).toEqual([event(4)]);
    expect(await reader.isServed(sampleId)).toBe(false);
    for (const isServed of [true, true, false]) {
      await events.noteServed(sampleId, isServed);
      expect(await reader.isServed(sampleId)).toBe(isServed);
    }
  });

  describe('looking after sessions', () => {
    it('closes one that nobody runs, once, and never a completed one', async () => {
      const done = createSession(1, { id: other, status: 'completed', completed_at: noon.toISOString() });
      const { lease } = await run(createSession(1, { status: 'paused', pause_reason: 'person' }));
      await repository.setCurrent(sampleId);
      await expect(store.maintenance.close(sampleId)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
      await lease.release();
      await storeAll(repository, done);
      expect(await store.maintenance.close(sampleId)).toMatchObject({ was: 'paused', changed: true });
      expect((await repository.readCurrent()).id).toBeNull();
      expect(await store.maintenance.close(sampleId)).toMatchObject({ was: 'closed', changed: false });
      expect((await repository.load(sampleId)).session.status).toBe('closed');
      await expect(store.maintenance.close(other)).rejects.toMatchObject({ code: 'SESSION_COMPLETED' });
    });

    it('says what is wrong with one, and rebuilds it, keeping what was there', async () => {
      await storeAll(repository, createSession(2));
      expect(await store.maintenance.validate(sampleId)).toMatchObject({ valid: true, problems: [] });
      expect(await store.maintenance.repair(sampleId)).toMatchObject({ repaired: false, rounds_kept: 2 });
      const text = tested.folder && (await readFile(join(tested.folder, `${sampleId}.yaml`), 'utf8'));
      const damaged = text?.replace('synthesis: Synthesis 2', 'synthesis: [') ?? '';
      const raw = await writeRaw(other, damaged.replace(`id: ${sampleId}`, `id: ${other}`));
      if (raw === null) return;
      const report = await store.maintenance.validate(other);
      expect(report.valid).toBe(false);
      expect(report.problems[0]?.line).toBeGreaterThan(10);
      const repaired = await store.maintenance.repair(other);
      expect(repaired).toMatchObject({ repaired: true, rounds_kept: 1, rounds_lost: 1 });
      expect((await repository.load(other)).session.rounds).toHaveLength(1);
      expect(await readFile(raw.replace('.yaml', '.damaged-1.yaml'), 'utf8')).toContain('synthesis: [');
      expect(await store.maintenance.repair(other)).toMatchObject({ repaired: false });
      await expect(store.maintenance.validate('20200101-000000-x')).rejects.toMatchObject({
        code: 'UNKNOWN_SESSION',
      });
    });

    it('removes what is old and ended, never what somebody runs', async () => {
      const ended = { status: 'completed' as const, completed_at: noon.toISOString() };
      const busy = '20261127-100002-busy';
      await storeAll(repository, createSession(1, ended), createSession(1, { id: other }));
      const { lease } = await run(createSession(1, { ...ended, id: busy }));
      const journal = await repository.openJournal(busy);
      await journal.append(call('1/answer/qa-lead/1'));
      await journal.close();
      const tidy = (dryRun: boolean) => store.maintenance.cleanup({ olderThanMs: 3_600_000, dryRun });
      expect((await tidy(true)).removed.map(({ id }) => id)).toEqual([sampleId]);
      expect(await repository.listIds()).toHaveLength(3);
      const report = await tidy(false);
      expect(report.removed.map(({ id }) => id)).toEqual([sampleId]);
      expect(report.kept).toEqual([{ id: busy, reason: 'in use by another process' }]);
      expect(await repository.listIds()).toEqual([busy, other]);
      await lease.release();
      await tidy(false);
      expect(await repository.listIds()).toEqual([other]);
      expect((await repository.readJournal(busy)).lines).toEqual([]);
      await expect(
        store.maintenance.cleanup({ olderThanMs: 0, dryRun: true, statuses: ['active'] }),
      ).rejects.toMatchObject({
        code: 'INVALID_VALUE',
      });
    });

    it('lists sessions of the plugin as what they are, and changes none', async () => {
      await storeAll(repository, createSession(1));
      if (tested.folder === undefined) return;
      for (const { id, text } of foreignSessions) await writeRaw(id, text);
      const { entries, total } = await repository.list();
      expect(total).toBe(3);
      for (const { id, text } of foreignSessions) {
        const entry = entries.find((one) => one.id === id);
        expect(entry).toMatchObject({ head: null, damaged: expect.stringContaining('Claude Code plugin') });
        await expect(repository.load(id)).rejects.toMatchObject({ code: 'SESSION_FOREIGN', exitCode: 5 });
        await expect(store.maintenance.close(id)).rejects.toMatchObject({ code: 'SESSION_FOREIGN' });
        await expect(store.maintenance.repair(id)).rejects.toMatchObject({ code: 'SESSION_FOREIGN' });
        expect(await store.maintenance.validate(id)).toMatchObject({ valid: false, problems: [] });
        const { kept } = await store.maintenance.cleanup({ olderThanMs: 0, dryRun: false });
        expect(kept.find((one) => one.id === id)?.reason).toContain('Claude Code plugin');
        expect(await readFile(join(tested.folder, `${id}.yaml`), 'utf8')).toBe(text);
      }
    });
  });

  it('remembers what was sent to a provider: the newest batch of a call, and its id once that is known', async () => {
    const { lease } = await run(createSession(0));
    const notes = store.openProviderBatchNotes('a');
    const again = tested.open(2).openProviderBatchNotes('a');
    const write = (plan: string, ...custom_ids: string[]) => ({ plan, after: null, custom_ids });
    const first = write('2026-11-27T10:00:00.000Z/a', 'a', 'b');
    expect(await notes.find('a')).toBeNull();
    expect(await notes.plan(first, [sampleId, sampleId])).toEqual(['a', 'b']);
    expect(await again.find('b')).toEqual({ ...first, batch_id: null });
    await notes.settle(first, 'batch_1');
    // Whoever looked too early, and found nothing, takes no id away.
    await again.settle(first, null);
    expect(await again.find('b')).toEqual({ ...first, batch_id: 'batch_1' });
    expect([await again.isNoted('batch_1'), await again.isNoted('batch_2')]).toEqual([true, false]);
    const second = { ...write('2026-11-27T10:00:01.000Z/b', 'b'), after: 'batch_1' };
    await notes.plan(second, [sampleId]);
    expect(await again.find('b')).toEqual({ ...second, batch_id: null });
    await notes.settle(second, null);
    expect(await again.find('b')).toMatchObject({ batch_id: 'batch_1' });
    await lease.release();
  });
});
