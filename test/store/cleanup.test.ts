import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionStatus } from '../../src/session/vocabulary.ts';
import { createSearchIndex } from '../../src/store/search/open-index.ts';
import { listStamps } from '../../src/store/search/search-index.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createHost, createSession, createStore, noon, type TestStore } from './sample-session.ts';

const day = 24 * 60 * 60 * 1000;
const host = createHost(1);
const options = { olderThanMs: 30 * day, dryRun: false };

async function put(store: TestStore, name: string, status: SessionStatus, days: number): Promise<string> {
  const id = `20260101-000000-${name}`;
  await store.create(
    createSession(1, { id, status, updated_at: new Date(noon.getTime() - days * day).toISOString() }),
  );
  return id;
}

describe('cleaning up', () => {
  it('removes what is old and ended, with all that belongs to it, and nothing else', async () => {
    const store = await createStore();
    const old = await put(store, 'old', 'completed', 31);
    const longer = await put(store, 'old-too', 'closed', 400);
    const stay = await Promise.all([
      put(store, 'young', 'completed', 29),
      put(store, 'active', 'active', 999),
      put(store, 'paused', 'paused', 999),
    ]);
    const { sessions } = store.paths;
    await mkdir(join(sessions, old));
    await writeFile(join(sessions, old, 'calls.jsonl'), '');
    for (const name of [`${old}-summary.md`, `${old}.damaged-1.yaml`, `${old}.v0.yaml`, 'note.md']) {
      await writeFile(join(sessions, name), 'x');
    }
    await store.setCurrent(old);
    await store.search('queue', { limit: 1 });
    const listIndexed = async () =>
      [...(await createSearchIndex(store.paths, 'sessions', host).use(listStamps)).keys()].sort();
    expect(await listIndexed()).toContain(old);
    const preview = await store.maintenance.cleanup({ ...options, dryRun: true, statuses: ['completed'] });
    expect(preview.removed.map(({ id }) => id)).toEqual([old]);
    expect((await store.readCurrent()).id).toBe(old);
    const report = await store.maintenance.cleanup(options);
    expect(report.removed.map(({ id }) => id)).toEqual([old, longer]);
    expect(report.removed[0]?.files).toEqual(preview.removed[0]?.files);
    expect(report.removed[0]?.files.at(-1)).toBe(`.s2s/sessions/${old}.yaml`);
    expect((await readdir(sessions)).sort()).toEqual([...stay.map((id) => `${id}.yaml`), 'note.md'].sort());
    expect((await store.readCurrent()).id).toBeNull();
    expect(await listIndexed()).toEqual([...stay].sort());
  });

  it('never removes what can be gone on with, and never what a link leads to', async () => {
    const store = await createStore();
    await expect(store.maintenance.cleanup({ ...options, statuses: ['paused'] })).rejects.toMatchObject({
      code: 'INVALID_VALUE',
      exitCode: 2,
    });
    const old = await put(store, 'old', 'completed', 99);
    const outside = await makeFolder();
    await writeFile(join(outside, 'precious'), 'x');
    await symlink(outside, join(store.paths.sessions, old));
    await store.maintenance.cleanup(options);
    expect(await readFile(join(outside, 'precious'), 'utf8')).toBe('x');
    expect(await readdir(store.paths.sessions)).toEqual([]);
  });
});
