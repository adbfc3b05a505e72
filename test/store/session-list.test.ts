import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Escalation } from '../../src/session/records.ts';
import type { Session } from '../../src/session/session.ts';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { stringifySession } from '../../src/store/session/session-text.ts';
import { createSession, createStore, sampleId } from './sample-session.ts';

const topics = [
  'Which queue?',
  'null',
  '42',
  'a: b # c',
  '"quoted" and \'more\'',
  'two\nlines\n\nand rounds:\nrounds:\n',
  '  blanks  ',
  'Größe 选择 \ud83d\ude00',
  '- dash',
  'x'.repeat(20_000),
  'ends with\r',
];

const numbered = (number: number, changes: Partial<Session> = {}): Session =>
  createSession(2, { id: `20261127-1000${String(number).padStart(2, '0')}-s`, ...changes });

describe('list', () => {
  it('shows what the whole file would say, newest first, whatever the topic', async () => {
    const store = await createStore();
    for (const [number, topic] of topics.entries()) {
      await store.create(numbered(number, { topic, status: 'paused', pause_reason: 'budget' }));
    }
    const { entries, total } = await store.list();
    expect(total).toBe(topics.length);
    expect(entries.map(({ head }) => head?.topic)).toEqual([...topics].reverse());
    for (const { id, head } of entries) {
      const { session } = await store.load(id);
      const { decision, result, waits_for, degraded, cost_usd, ...rest } = head ?? {};
      expect(session).toMatchObject(rest);
      expect([decision, result, waits_for, degraded, cost_usd]).toEqual([null, null, null, null, null]);
      expect(Object.keys(head ?? {})).toContain('pause_reason');
    }
  });

  it('lists a session as it is now, also when another program changed it since the last list', async () => {
    const store = await createStore();
    await store.create(numbered(1, { status: 'active' }));
    const list = async () => (await store.list({ status: 'active' })).entries.map(({ head }) => head?.topic);
    expect(await list()).toEqual([createSession(2).topic]);
    const path = join(store.paths.sessions, '20261127-100001-s.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^topic: .*$/m, 'topic: Another question'));
    expect(await list()).toEqual(['Another question']);
    await writeFile(path, text.replace(/^status: .*$/m, 'status: closed'));
    expect(await list()).toEqual([]);
    await rm(path);
    expect(await store.list()).toEqual({ entries: [], total: 0 });
  });

  it('filters as if it read each file whole, whatever the topic, and when somebody wrote the head', async () => {
    const store = await createStore();
    for (const [number, topic] of [...topics, "one's own"].entries()) {
      const isActive = number % 2 === 0;
      await store.create(numbered(number, { topic, ...(isActive ? {} : { status: 'closed' as const }) }));
    }
    const path = join(store.paths.sessions, '20261127-100011-s.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^topic: .*$/m, "topic: 'one''s own'"));
    const { entries } = await store.list();
    for (const query of [
      'queue',
      'quoted',
      'more',
      'lines and',
      'GRÖSSE',
      '选择',
      '100003',
      "one's",
      'rounds:',
      '#',
    ])
      for (const status of [undefined, 'active', 'closed', 'paused'] as const) {
        const words = query.toLowerCase().split(' ');
        const expected = entries.filter(
          ({ id, head }) =>
            words.every((word) => `${id} ${head?.topic}`.toLowerCase().includes(word)) &&
            (status === undefined || head?.status === status),
        );
        const found = await store.list({ query, status });
        expect([found.entries, found.total], query).toEqual([expected, expected.length]);
      }
  });

  it('says of the shown ones what is asked of a person, which stands behind the head', async () => {
    const store = await createStore();
    const waiting = { status: 'paused', pause_reason: 'waiting-for-person' } as const;
    const asked: Escalation = {
      ...{ id: 'E-001', round: 2, trigger: 'facilitator', subject: null, values: {}, reason: 'Why?' },
      ...{ positions: [], recommendation: null, status: 'pending', decision: null, text: null },
      ...{ extra_rounds: 0, answered_by: null, answered_at: null },
    };
    await store.create(numbered(1, { ...waiting, escalations: [asked] }));
    await store.create(numbered(2, { ...waiting, escalations: [{ ...asked, status: 'answered' }] }));
    await store.create(numbered(3, { escalations: [asked] }));
    const { entries } = await store.list({ limit: 3 });
    expect(entries.map(({ head }) => head?.waits_for)).toEqual([null, 'turn', 'decision']);
  });

  it('reads no round: a file that is broken after its head is still listed', async () => {
    const store = await createStore();
    await store.create(createSession(3));
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, `${text.slice(0, text.indexOf('\nrounds:'))}\nrounds: [[[ ${'{'.repeat(10_000)}`);
    const { entries } = await store.list();
    expect(entries).toMatchObject([{ id: sampleId, damaged: null, head: { total_rounds: 3 } }]);
  });

  it('names damaged files with the reason, and takes nothing else for a session', async () => {
    const store = await createStore();
    await store.create(createSession(1));
    const { sessions } = store.paths;
    const put = (name: string, text: string): Promise<void> => writeFile(join(sessions, name), text);
    const text = stringifySession(createSession(1));
    await put(
      '20261127-100001-newer.yaml',
      text.replace(`schema_version: ${schemaVersion}`, 'schema_version: 99'),
    );
    await put('20261127-100002-empty.yaml', '');
    await put('20261127-100003-status.yaml', text.replace('status: active', 'status: lost'));
    await put('20261127-100004-name.yaml', text);
    await mkdir(join(sessions, '20261127-100005-folder.yaml'));
    await mkdir(join(sessions, sampleId));
    for (const name of [
      `${sampleId}.v0.yaml`,
      `${sampleId}.damaged-1.yaml`,
      `${sampleId}.lock`,
      '.x.yaml.0.tmp',
      'Note.yaml',
    ]) {
      await put(name, text);
    }
    const { entries } = await store.list();
    expect(entries.map(({ id, damaged }) => [id, damaged])).toEqual([
      ['20261127-100005-folder', expect.stringContaining('is not a file')],
      ['20261127-100004-name', expect.stringContaining(`says ${sampleId}`)],
      ['20261127-100003-status', expect.stringContaining('line 8: status')],
      ['20261127-100002-empty', expect.stringContaining('holds no session')],
      ['20261127-100001-newer', expect.stringContaining('format 99')],
      [sampleId, null],
    ]);
    expect((await store.list({ status: 'active' })).total).toBe(1);
  });

  it('finds a head in another order, and one with line ends of another system', async () => {
    const store = await createStore();
    const text = stringifySession(createSession(1));
    const [head = '', rounds = ''] = text.split(/^(?=rounds:)/m);
    await store.create(createSession(0, { id: '20261127-100009-x' }));
    await writeFile(join(store.paths.sessions, `${sampleId}.yaml`), rounds + head);
    expect((await store.list()).entries[1]?.head?.topic).toBe('Which queue?');
    await writeFile(join(store.paths.sessions, `${sampleId}.yaml`), text.replaceAll('\n', '\r\n'));
    expect((await store.list()).entries[1]?.head).toMatchObject({ topic: 'Which queue?', total_rounds: 1 });
  });
});

describe('resolve', () => {
  it('names those that may be meant', async () => {
    const store = await createStore();
    const ids = ['20261126-090000-cache', '20261127-100000-queue', '20261127-110000-queue'];
    for (const id of ids) await store.create(createSession(0, { id }));
    await expect(store.resolve('20261127')).rejects.toMatchObject({
      exitCode: 2,
      data: { candidates: ['20261127-110000-queue', '20261127-100000-queue'] },
    });
    await expect(store.resolve('20261127-100000-quee')).rejects.toMatchObject({
      code: 'UNKNOWN_SESSION',
      hint: expect.stringContaining('20261127-100000-queue'),
    });
    await expect(store.resolve('../x')).rejects.toMatchObject({ code: 'INVALID_ID' });
    await store.setCurrent('20261126-090000-cache');
    await rm(join(store.paths.sessions, '20261126-090000-cache.yaml'));
    await expect(store.resolve()).rejects.toMatchObject({
      message: expect.stringContaining('was cleared'),
      hint: expect.stringContaining('20261127-110000-queue'),
    });
  });

  it('says how to start when there is none', async () => {
    const store = await createStore();
    for (const input of [undefined, 'last', 'abc']) {
      await expect(store.resolve(input)).rejects.toMatchObject({
        code: 'UNKNOWN_SESSION',
        hint: expect.stringContaining('s2s roundtable start'),
      });
    }
  });
});

describe('the head of a session', () => {
  it.skipIf(!existsSync('/proc/self/io'))('costs the same however many rounds there are', async () => {
    const store = await createStore();
    const session = createSession(60);
    await store.create(session);
    const size = stringifySession(session).length;
    const before = await readCharacters();
    await store.list();
    expect((await readCharacters()) - before).toBeLessThan(size / 3);
  });
});

/** Bytes that this process has asked the system to read so far. */
async function readCharacters(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
}
