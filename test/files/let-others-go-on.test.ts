/** Many small steps in a row do not hold the event loop. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFileBounded } from '../../src/files/read-file.ts';
import { rankDecisions } from '../../src/project/rank-decisions.ts';
import { stringifySession } from '../../src/store/session/session-text.ts';
import { createSession, createStore } from '../store/sample-session.ts';
import { makeFolder } from '../support/make-folder.ts';

/** The turn of the event loop in which each of these ends, when all begin at once. */
async function listTurns(steps: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const turns = await Promise.all(steps.map(async (step) => step().then(() => turn)));
  clearImmediate(next);
  return turns;
}

it('reads files that are wanted at once in a turn each', async () => {
  const file = join(await makeFolder(), 'agent.md');
  await writeFile(file, '# QA lead\n');
  const read = () => readFileBounded(file, { shownAs: file, maxBytes: 100 });
  expect(new Set(await listTurns(Array.from({ length: 20 }, () => read))).size).toBe(20);
});

it('lists and ranks many sessions in several turns', async () => {
  const store = await createStore();
  const ids = Array.from({ length: 60 }, (_, number) => `20261127-1000${String(number).padStart(2, '0')}-s`);
  const text = stringifySession(createSession(0, { id: '20261127-100000-s' }));
  await store.create(createSession(0, { id: '20261127-100000-s' }));
  for (const id of ids)
    await writeFile(join(store.paths.sessions, `${id}.yaml`), text.replace('20261127-100000-s', id));
  const decided = ids.map((source) => ({ source, title: 'Which queue?', text: '' }));
  const [listed, ranked] = await Promise.all([
    listTurns([() => store.list({ status: 'active' })]),
    listTurns([() => rankDecisions('A queue', decided, { most: 4 })]),
  ]);
  expect([listed[0], ranked[0]]).not.toContain(0);
});
