/** Session files of impossible length and depth: each fails alone, by its name, and spoils no list, search or check of the others. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { stringifySession } from '../../src/store/session/session-text.ts';
import { createSession, createStore, sampleId } from './sample-session.ts';

const id = '20261128-100000-endless';
const text = stringifySession(createSession(1, { id }));
const [head = ''] = text.split(/^(?=rounds:)/m);

it.each([
  ['rounds without anything', `${head}rounds:\n${'  - {}\n'.repeat(5_000)}`],
  ['seats without anything', text.replace('answers:\n', `answers:\n${'      - {}\n'.repeat(8_000)}`)],
  ['a head without end', head.replace('context_files: []', `context_files: [${'{},'.repeat(8_000)}{}]`)],
  ['lists in lists', text.replace('focus: focus 1', `focus: ${'['.repeat(100_000)}`)],
  [
    'keys in keys',
    `${text}x:\n${Array.from({ length: 3000 }, (_, deep) => `${' '.repeat(deep + 1)}a:`).join('\n')}\n`,
  ],
  [
    'keys in keys, in the head',
    `x:\n${Array.from({ length: 3000 }, (_, deep) => `${' '.repeat(deep + 1)}a:`).join('\n')}\n${text}`,
  ],
  ['lists in an unknown form', `schema_version: ${schemaVersion}\n${'- '.repeat(100_000)}\n`],
])('%s', async (_, endless) => {
  const store = await createStore();
  await store.create(createSession(1));
  await writeFile(join(store.paths.sessions, `${id}.yaml`), endless);
  const { entries } = await store.list();
  expect(entries.map((entry) => entry.id)).toEqual([id, sampleId]);
  expect(entries[1]?.head?.topic).toBe('Which queue?');
  const found = await store.search('queue', { limit: 5 });
  expect(found.hits[0]?.session).toBe(sampleId);
  expect(found.unread.map(({ file }) => file)).toEqual([`.s2s/sessions/${id}.yaml`]);
  const report = await store.maintenance.validate(id);
  expect(report.problems.length).toBeGreaterThan(0);
  expect(report.problems.length).toBeLessThanOrEqual(50);
  expect(report.problems[0]).toMatchObject({ file: `.s2s/sessions/${id}.yaml`, line: expect.any(Number) });
  await expect(store.load(id)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
  expect(await store.maintenance.validate(sampleId)).toMatchObject({ valid: true });
});

it('six hundred rounds that are whole are read', async () => {
  const store = await createStore();
  await store.create(createSession(1));
  const round = text.slice(head.length + 'rounds:\n'.length);
  const rounds = Array.from({ length: 600 }, (_, index) => round.replace('round: 1', `round: ${index + 1}`));
  const long = `${head.replace('total_rounds: 1', 'total_rounds: 600')}rounds:\n${rounds.join('')}`;
  await writeFile(join(store.paths.sessions, `${id}.yaml`), long);
  expect((await store.list()).entries[0]?.head?.total_rounds).toBe(600);
  expect((await store.load(id)).session.rounds).toHaveLength(600);
});
