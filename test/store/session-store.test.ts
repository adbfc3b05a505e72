import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { createSession, createStore, openStore, sampleId } from './sample-session.ts';

describe('a session in the store', () => {
  it('is a file that only its owner can read', async () => {
    const store = await createStore();
    await store.create(createSession(0));
    const { location } = await store.load(sampleId);
    expect(location).toBe(`.s2s/sessions/${sampleId}.yaml`);
    expect((await stat(join(store.paths.root, location))).mode & 0o777).toBe(0o600);
    expect((await stat(store.paths.sessions)).mode & 0o777).toBe(0o700);
    expect(await readdir(store.paths.sessions)).toEqual([`${sampleId}.yaml`]);
  });
});

test('a sessions folder that is a link to where other programs act on files is refused', async () => {
  const root = await makeFolder();
  const store = openStore(root);
  for (const folder of [store.paths.s2sDir, join(root, '.claude', 'commands')])
    await mkdir(folder, { recursive: true });
  await symlink('../.claude/commands', store.paths.sessions);
  await expect(store.create(createSession(0))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(await readdir(store.paths.sessions)).toEqual([]);
});

describe('links that lead out of the project', () => {
  it('are refused: the sessions folder, a session, state.yaml, a link to nothing', async () => {
    const root = await makeFolder();
    const outside = await makeFolder();
    const store = openStore(root);
    const refused = { code: 'FILE_OUTSIDE_PROJECT', exitCode: 5 };
    await mkdir(store.paths.s2sDir);
    await symlink(outside, store.paths.sessions);
    await expect(store.create(createSession(0))).rejects.toMatchObject(refused);
    await expect(store.load(sampleId)).rejects.toMatchObject(refused);
    await expect(store.list()).rejects.toMatchObject(refused);
    await rm(store.paths.sessions);
    const version = await store.create(createSession(0));
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    await rename(path, join(outside, 'real.yaml'));
    await symlink(join(outside, 'real.yaml'), path);
    await expect(store.load(sampleId)).rejects.toMatchObject(refused);
    await expect(store.save(createSession(0), version)).rejects.toMatchObject(refused);
    await symlink(join(outside, 'nothing'), store.paths.state);
    await expect(store.setCurrent(sampleId)).rejects.toMatchObject(refused);
    expect(await readdir(outside)).toEqual(['real.yaml']);
  });

  it('do not include a project that itself is reached through a link', async () => {
    const root = await makeFolder();
    const link = join(await makeFolder(), 'link');
    await symlink(root, link);
    const store = openStore(link);
    await store.create(createSession(1));
    expect((await store.load(sampleId)).session.total_rounds).toBe(1);
  });
});

describe('state.yaml', () => {
  it('is set, cleared only by the session it names, and keeps other keys', async () => {
    const store = await createStore();
    await store.create(createSession(0));
    expect(await store.readCurrent()).toEqual({ id: null, notice: null });
    await writeFile(store.paths.state, 'mine: kept\n');
    await store.setCurrent(sampleId);
    await store.release('20261127-100000-another');
    expect(await store.readCurrent()).toEqual({ id: sampleId, notice: null });
    await store.release(sampleId);
    expect(await readFile(store.paths.state, 'utf8')).toBe('mine: kept\ncurrent_session: null\n');
  });

  it.each(['current_session: [', '- a list\n', 'current_session: "../../x"\n', 'current_session: {a: 1}\n'])(
    'never stops anybody when it holds %j',
    async (text) => {
      const store = await createStore();
      await store.create(createSession(0));
      await writeFile(store.paths.state, text);
      const { id, notice } = await store.readCurrent();
      expect(id).toBeNull();
      expect(notice).toContain('.s2s/state.yaml');
      await store.setCurrent(sampleId);
      expect((await store.readCurrent()).id).toBe(sampleId);
    },
  );
});
