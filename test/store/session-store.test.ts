import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import {
  createFolder,
  createRound,
  createSession,
  createStore,
  openStore,
  sampleId,
} from './sample-session.ts';

const addRound = (session: Session): Session => {
  const number = session.rounds.length + 1;
  return { ...session, total_rounds: number, rounds: [...session.rounds, createRound(number)] };
};

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

  it('is not written over when it was changed on disk', async () => {
    const store = await createStore();
    const session = createSession(1);
    const version = await store.create(session);
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    const edited = (await readFile(path, 'utf8')).replace('topic: Which queue?', 'topic: Which cache?');
    await writeFile(path, edited);
    await expect(store.save(addRound(session), version)).rejects.toMatchObject({
      code: 'SESSION_CHANGED',
      exitCode: 5,
    });
    expect(await readFile(path, 'utf8')).toBe(edited);
    const loaded = await store.load(sampleId);
    expect(loaded.session.topic).toBe('Which cache?');
    await store.save(addRound(loaded.session), loaded.version);
    expect((await store.load(sampleId)).session).toMatchObject({ topic: 'Which cache?', total_rounds: 2 });
  });

  it('says so when its file, or its folder, is gone', async () => {
    const store = await createStore();
    const session = createSession(1);
    const version = await store.create(session);
    await rm(join(store.paths.sessions, `${sampleId}.yaml`));
    await expect(store.save(session, version)).rejects.toMatchObject({ code: 'FILE_MISSING', exitCode: 5 });
    await rm(store.paths.sessions, { recursive: true });
    await expect(store.save(session, version)).rejects.toMatchObject({ code: 'FILE_MISSING' });
    await writeFile(store.paths.sessions, 'a file');
    await expect(store.create(session)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });

  it('that is damaged is an error with its problems, and stays as it is', async () => {
    const store = await createStore();
    await store.create(createSession(1));
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    await writeFile(path, `${await readFile(path, 'utf8')}  broken: [`);
    await expect(store.load(sampleId)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
    await writeFile(path, Buffer.from([0x61, 0x0a, 0x62, 0xff, 0xfe]));
    await expect(store.load(sampleId)).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      problems: [{ line: 2 }],
    });
    await writeFile(path, (await createSessionText()).replace(`id: ${sampleId}`, 'id: another'));
    await expect(store.load(sampleId)).rejects.toThrow('not a valid session');
  });

  it('has an id that names no path', async () => {
    const store = await createStore();
    for (const id of ['../../etc/passwd', 'a/b', '..']) {
      await expect(store.load(id)).rejects.toMatchObject({ code: 'INVALID_ID' });
      await expect(store.save({ ...createSession(0), id }, 'x')).rejects.toMatchObject({
        code: 'INVALID_ID',
      });
      await expect(store.setCurrent(id)).rejects.toMatchObject({ code: 'INVALID_ID' });
      await expect(store.release(id)).rejects.toMatchObject({ code: 'INVALID_ID' });
    }
  });
});

async function createSessionText(): Promise<string> {
  const store = await createStore();
  await store.create(createSession(0));
  return readFile(join(store.paths.sessions, `${sampleId}.yaml`), 'utf8');
}

test('a sessions folder that is a link to where other programs act on files is refused', async () => {
  const root = await createFolder();
  const store = openStore(root);
  for (const folder of [store.paths.s2sDir, join(root, '.claude', 'commands')])
    await mkdir(folder, { recursive: true });
  await symlink('../.claude/commands', store.paths.sessions);
  await expect(store.create(createSession(0))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(await readdir(store.paths.sessions)).toEqual([]);
});

describe('links that lead out of the project', () => {
  it('are refused: the sessions folder, a session, state.yaml, a link to nothing', async () => {
    const root = await createFolder();
    const outside = await createFolder();
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
    const root = await createFolder();
    const link = join(await createFolder(), 'link');
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
