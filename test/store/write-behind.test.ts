/** A save that the loop does not wait for is waited for by everything else. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Operator } from '../../src/domain/ports.ts';
import type { Session } from '../../src/domain/session.ts';
import { isWritten } from '../../src/store/files/session-text.ts';
import { createWriteBehind } from '../../src/store/files/write-behind.ts';
import { createRound, createSession, createStore, sampleId } from './sample-session.ts';

const options = { signal: new AbortController().signal };

function addRound(session: Session): Session {
  const number = session.rounds.length + 1;
  return { ...session, total_rounds: number, rounds: [...session.rounds, createRound(number)] };
}

/** A real store whose saves wait at a gate, with a diary of what happened. */
async function setUp({ flushed = async (): Promise<void> => undefined } = {}) {
  const store = await createStore();
  const session = createSession(0);
  const version = await store.create(session);
  const diary: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const behind = createWriteBehind({
    flushed,
    store: {
      save: async (saved, expected, named) => {
        diary.push(`save ${saved.total_rounds}`);
        await gate;
        const next = await store.save(saved, expected, named);
        diary.push(`saved ${saved.total_rounds}`);
        return next;
      },
      prepare: (parts) => store.prepare?.(parts),
      publish: async () => {
        diary.push('publish');
        return [];
      },
      release: async () => void diary.push('release'),
    },
  });
  const operator = {
    stop: options.signal,
    chooseAfterRound: async () => void diary.push('choose'),
    decideEscalation: async () => void diary.push('decide'),
    takeTurn: async () => void diary.push('turn'),
  } as unknown as Operator;
  return { store, session, version, diary, open, behind, operator };
}

describe('saving behind', () => {
  it('lets the loop go on at once, and says when the session stands in its file', async () => {
    const { store, session, version, diary, open, behind } = await setUp();
    await behind.store.save(addRound(session), version);
    const waiting = behind.saved().then(() => diary.push('next call'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(diary).toEqual(['save 1']);
    open();
    await waiting;
    expect(diary).toContain('next call');
    expect((await store.load(sampleId)).session.total_rounds).toBe(1);
    await behind.settled();
  });

  it('has the file in its place before a call, and its folder flushed before everything else', async () => {
    const session = createSession(0);
    const diary: string[] = [];
    const steps: { name?: () => void; flush?: () => void; fail?: () => void } = {};
    const behind = createWriteBehind({
      flushed: async () => undefined,
      store: {
        save: (_, __, named) => {
          steps.name = named ?? (() => undefined);
          return new Promise((resolve, reject) => {
            steps.flush = () => resolve('next');
            steps.fail = () => reject(new Error('folder gone'));
          });
        },
        publish: async () => [],
        release: async () => undefined,
      },
    });
    await behind.store.save(addRound(session), 'first');
    const call = behind.saved().then(() => diary.push('call'));
    const rest = behind.settled().then(() => diary.push('rest'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(diary).toEqual([]);
    steps.name?.();
    await call;
    await new Promise((resolve) => setImmediate(resolve));
    expect(diary).toEqual(['call']);
    steps.flush?.();
    await rest;
    expect(diary).toEqual(['call', 'rest']);
    await behind.store.save(addRound(session), 'next');
    steps.name?.();
    await behind.saved();
    steps.fail?.();
    await expect(behind.settled()).rejects.toThrow('folder gone');
    await expect(behind.saved()).rejects.toThrow('folder gone');
  });

  it('prepares parts of the next round when the call that waited is on its way', async () => {
    const { store, session, version, open, behind } = await setUp();
    const round = createRound(1);
    open();
    await behind.store.save(session, version);
    behind.store.prepare?.(round);
    expect(isWritten(round.answers)).toBe(false);
    await behind.saved();
    expect(isWritten(round.answers)).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten(round.answers)).toBe(true);
    await behind.settled();
    expect((await store.load(sampleId)).session.total_rounds).toBe(0);
    const late = createRound(2);
    behind.store.prepare?.(late);
    await behind.store.save(session, version);
    await behind.saved();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten(late.answers)).toBe(false);
    await behind.settled();
  });

  it('settles when the lines of the journal are down as well', async () => {
    let down: () => void = () => undefined;
    const lines = new Promise<void>((resolve) => {
      down = resolve;
    });
    const { session, version, diary, open, behind } = await setUp({ flushed: () => lines });
    open();
    await behind.store.save(addRound(session), version);
    const settling = behind.settled().then(() => diary.push('settled'));
    await vi.waitUntil(() => diary.includes('saved 1'));
    expect(diary).toEqual(['save 1', 'saved 1']);
    down();
    await settling;
    expect(diary).toEqual(['save 1', 'saved 1', 'settled']);
  });

  it.each([
    ['a question after a round', 'choose', (of: Operator) => of.chooseAfterRound({} as never)],
    ['an escalation', 'decide', (of: Operator) => of.decideEscalation({} as never)],
    ['a turn', 'turn', (of: Operator) => of.takeTurn({} as never)],
  ] as const)('puts %s when all is on disk', async (_, word, put) => {
    const { session, version, diary, open, behind, operator } = await setUp();
    await behind.store.save(addRound(session), version);
    const wrapped = behind.wrapOperator(operator);
    expect(wrapped.stop).toBe(options.signal);
    const asking = put(wrapped);
    await vi.waitUntil(() => diary.length > 0);
    open();
    await asking;
    expect(diary).toEqual(['save 1', 'saved 1', word]);
  });

  it('keeps saves in order, each with the version of the one before, and documents behind them', async () => {
    const { store, session, version, diary, open, behind } = await setUp();
    open();
    const first = addRound(session);
    const token = await behind.store.save(first, version);
    const second = addRound(first);
    await behind.store.save(second, token);
    await behind.store.publish(second);
    await behind.store.release(sampleId);
    expect(diary).toEqual(['save 1', 'saved 1', 'save 2', 'saved 2', 'publish', 'release']);
    expect((await store.load(sampleId)).session.total_rounds).toBe(2);
  });

  it('lets no call leave after a failed save, and says so to everybody after it', async () => {
    const { store, session, version, open, behind, operator } = await setUp();
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    const edited = `${await readFile(path, 'utf8')}mine: 1\n`;
    await writeFile(path, edited);
    await behind.store.save(addRound(session), version);
    open();
    const changed = { code: 'SESSION_CHANGED' };
    await expect(behind.saved()).rejects.toMatchObject(changed);
    await expect(behind.settled()).rejects.toMatchObject(changed);
    await expect(behind.store.save(session, version)).rejects.toMatchObject(changed);
    await expect(behind.store.publish(session)).rejects.toMatchObject(changed);
    await expect(behind.wrapOperator(operator).takeTurn({} as never)).rejects.toMatchObject(changed);
    expect(await readFile(path, 'utf8')).toBe(edited);
  });
});
