/** Searching sessions: what is found, in which order, and an index that nobody has to believe. */

import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createItem, createRound, createSession, createStore, openStore } from './sample-session.ts';

/** A session without words of its own but these. */
function make(number: number, changes: Partial<Session> = {}): Session {
  const round = createRound(1, { synthesis: '', answers: [] });
  return createSession(0, {
    id: `20261127-1000${String(number).padStart(2, '0')}-s`,
    topic: `Matter ${number}`,
    rounds: [round],
    total_rounds: 1,
    ...changes,
  });
}

const answer = (seat: string, position: string) => ({
  seat,
  position,
  proposal: '',
  confidence: 0.8,
  concerns: [],
  conflicts: [],
  cause: null,
  model: null,
  duration_ms: 1,
});

async function fill(...sessions: Session[]) {
  const store = await createStore();
  for (const session of sessions) await store.create(session);
  const find = async (words: string, limit = 50) => {
    const { hits } = await store.search(words, { limit });
    return hits.map(({ kind, id, session }) => `${kind} ${id} ${session?.slice(13, 15)}`);
  };
  const folder = join(store.paths.s2sDir, 'cache');
  return { store, find, folder, file: join(folder, 'sessions.db') };
}

describe('what is found', () => {
  it.each([
    ['a form of the word', 'queues', 'Which queue?'],
    ['capitals and accents', 'GROSSE cafe', 'große Café'],
    ['German', 'Warteschlange', 'Welche Warteschlange nehmen wir?'],
    ['Russian', 'очередь', 'Какая очередь?'],
    ['Greek', 'ουρά', 'Ποια ουρά;'],
    ['Chinese', '队列', '选择哪个队列？'],
    ['Japanese', 'キュー', 'どのキューを使うか'],
    ['an id', 'RFC-9110', 'What does RFC-9110 ask of us?'],
    ['a number', '429', 'When do we answer 429?'],
    ['words that objects have', 'constructor', 'A constructor for __proto__'],
    ['more of them', '__proto__ tostring', 'A toString for __proto__'],
  ])('%s', async (_what, words, topic) => {
    const { find } = await fill(make(1, { topic }), make(2, { topic: 'Something else, 别的, другое' }));
    expect(await find(words)).toEqual(['session 20261127-100001-s 01']);
  });

  it('is a whole word, not a part of one', async () => {
    const { find } = await fill(make(1, { topic: 'Concatenate the log' }));
    expect(await find('cat')).toEqual([]);
    expect(await find('logic')).toEqual([]);
  });

  it('comes in the order of what it is: titles and items before what was said; what was rehearsed later', async () => {
    const items = [
      createItem('DEC-001', { text: 'Put jobs into a broker.', status: 'not-agreed' }),
      createItem('DEC-002', { text: 'Put jobs into a table, not a broker.', status: 'agreed' }),
    ];
    const { find, store } = await fill(
      make(1, {
        rounds: [createRound(1, { synthesis: '', answers: [answer('qa-lead', 'I fear the broker.')] })],
      }),
      make(2, { artifacts: items }),
      make(3, { topic: 'Which broker?' }),
      make(4, { topic: 'Which broker, rehearsed?', rehearsal: true }),
    );
    const order = await find('broker');
    expect(order).toEqual([
      'session 20261127-100003-s 03',
      'item DEC-001 02',
      'item DEC-002 02',
      'session 20261127-100004-s 04',
      'position qa-lead 01',
    ]);
    const { hits, totals } = await store.search('broker', { limit: 50 });
    expect(totals).toEqual([0, 5]);
    expect(hits.find(({ id }) => id === 'DEC-001')).toMatchObject({
      status: 'not-agreed',
      excerpt: 'Put jobs into a broker.',
      file: '.s2s/sessions/20261127-100002-s.yaml',
    });
    expect(hits.find(({ kind }) => kind === 'position')).toMatchObject({
      round: 1,
      excerpt: 'I fear the broker.',
    });
    expect(hits.find(({ session }) => session?.endsWith('04-s'))?.status).toContain('rehearsed');
  });

  it('holds all the words before it holds some of them, and the topic counts for what was said on it', async () => {
    const said = createRound(1, { synthesis: '', answers: [answer('qa-lead', 'Retries must end.')] });
    const { find } = await fill(
      make(1, { topic: 'Which queue?', rounds: [said] }),
      make(2, { topic: 'Retries of payments' }),
    );
    const order = await find('queue retries');
    expect(order[0]).toBe('position qa-lead 01');
    expect(order).toHaveLength(1);
    expect(await find('queue retries payments')).toEqual([
      'session 20261127-100002-s 02',
      'position qa-lead 01',
    ]);
    const { hits } = await (await fill(make(1))).store.search('the of and', { limit: 5 });
    expect(hits).toEqual([]);
  });

  it('is as many as were asked for, and the rest is counted', async () => {
    const { store } = await fill(...[1, 2, 3, 4].map((number) => make(number, { topic: 'Queue' })));
    const { hits, totals } = await store.search('queue', { limit: 2 });
    expect([hits.length, totals[1]]).toEqual([2, 4]);
    expect(hits.map(({ session }) => session?.slice(13, 15))).toEqual(['04', '03']);
  });

  it('is an excerpt around the words, on one line, however long the text', async () => {
    const text = `${'Nothing here. '.repeat(500)}The broker\nloses messages. ${'And more, '.repeat(500)}`;
    const { store } = await fill(make(1, { artifacts: [createItem('DEC-001', { text })] }));
    const [hit] = (await store.search('broker loses', { limit: 1 })).hits;
    expect(hit?.excerpt).toContain('broker');
    expect(hit?.excerpt.length).toBeLessThan(210);
  });
});

describe('the index', () => {
  it('is for the owner alone, hides itself from git, and forgets a session that is gone', async () => {
    const { find, folder, store } = await fill(make(1), make(2));
    await find('matter');
    expect((await readdir(folder)).sort()).toEqual(['.gitignore', 'sessions.db']);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    await rm(join(store.paths.sessions, '20261127-100001-s.yaml'));
    expect(await find('matter')).toEqual(['session 20261127-100002-s 02']);
  });

  it('grows in the background for those who do not wait, and they are told how much is missing', async () => {
    const { store } = await fill(
      ...Array.from({ length: 101 }, (_, index) =>
        make(index % 60, { id: `20261127-${1000 + index}00-s`, topic: 'Apples' }),
      ),
    );
    const search = () => store.search('apples', { limit: 5, waits: false });
    expect(await search()).toMatchObject({ hits: [], pending: 101 });
    await expect.poll(search, { timeout: 60_000 }).toMatchObject({ totals: [0, 101], pending: 0 });
  });

  it.each<[string, (file: string, bytes: Buffer) => Promise<void>]>([
    ['empty', (file) => writeFile(file, '')],
    ['no database', (file) => writeFile(file, '%PDF-1.4'.repeat(1000))],
    ['cut', (file, bytes) => writeFile(file, bytes.subarray(0, 5000))],
    ['damaged in the middle', (file, bytes) => writeFile(file, Buffer.from(bytes).fill(0xa5, 4096, 20_000))],
    [
      'a folder',
      (file) => rm(file).then(() => mkdir(join(file, 'inside'), { recursive: true }).then(() => undefined)),
    ],
    ['left locked by a killed process', (file) => mkdir(`${file}.lock`)],
  ])('that is %s breaks nothing', async (_what, spoil) => {
    const { find, file, store } = await fill(make(1, { topic: 'Apples' }));
    await find('apples');
    await spoil(file, await readFile(file));
    expect(await find('apples')).toEqual(['session 20261127-100001-s 01']);
    const { session, version } = await store.load('20261127-100001-s');
    await store.save({ ...session, topic: 'Green apples' }, version);
    expect(await find('green apples')).toEqual(['session 20261127-100001-s 01']);
  });

  it('is not followed out of the project, and not needed where it cannot be', async () => {
    const { find, store } = await fill(make(1, { topic: 'Apples' }));
    const outside = await makeFolder();
    await symlink(outside, join(store.paths.s2sDir, 'cache'));
    await expect(find('apples')).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
    expect(await readdir(outside)).toEqual([]);
    await rm(join(store.paths.s2sDir, 'cache'));
    await writeFile(join(store.paths.s2sDir, 'cache'), 'a file');
    expect(await find('apples')).toHaveLength(1);
  });

  it('is built by many at once', async () => {
    const { store, folder } = await fill(
      ...[1, 2, 3, 4, 5].map((number) => make(number, { topic: 'Apples' })),
    );
    const others = Array.from({ length: 6 }, () => openStore(store.paths.root));
    const found = await Promise.all(others.map((each) => each.search('apples', { limit: 9 })));
    for (const { hits } of found) expect(hits).toHaveLength(5);
    expect((await readdir(folder)).sort()).toEqual(['.gitignore', 'sessions.db']);
  });
});

test('each session that has to be read is counted, and it is read once', async () => {
  const { store } = await fill(...Array.from({ length: 25 }, (_, index) => make(index)));
  const told: string[] = [];
  const search = () =>
    store.search('matter', { limit: 5, onReading: (read, of) => void told.push(`${read}/${of}`) });
  expect((await search()).hits).toHaveLength(5);
  expect(told).toHaveLength(25);
  expect(told.at(-1)).toBe('25/25');
  await search();
  expect(told).toHaveLength(25);
});
