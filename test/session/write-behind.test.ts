/** A save that the loop does not wait for is waited for by everything else. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ModelReply, Operator } from '../../src/roundtable/ports.ts';
import type { Session } from '../../src/session/schema.ts';
import { createWriteBehind } from '../../src/session/write-behind.ts';
import { createRequest, createRound, createSession, createStore, sampleId } from './sample-session.ts';

const reply: ModelReply = {
  ok: true,
  text: 'yes',
  data: undefined,
  problem: null,
  usage: createSession(0).usage,
  duration_ms: 1,
  request_id: null,
  model: 'm',
  replayed: false,
};
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
      save: async (saved, expected) => {
        diary.push(`save ${saved.total_rounds}`);
        await gate;
        const next = await store.save(saved, expected);
        diary.push(`saved ${saved.total_rounds}`);
        return next;
      },
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
  it('lets the loop go on at once, and makes the next call when the session is on disk', async () => {
    const { store, session, version, diary, open, behind } = await setUp();
    const ask = behind.wrapAsk(async () => {
      diary.push('asked');
      return reply;
    });
    await behind.store.save(addRound(session), version);
    const asking = ask(createRequest('2/question/facilitator/1'), options);
    await new Promise((resolve) => setImmediate(resolve));
    expect(diary).toEqual(['save 1']);
    open();
    await asking;
    expect(diary).toEqual(['save 1', 'saved 1', 'asked']);
    expect((await store.load(sampleId)).session.total_rounds).toBe(1);
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

  it('makes no call after a failed save, and says so to everybody after it', async () => {
    const { store, session, version, open, behind, operator } = await setUp();
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    const edited = `${await readFile(path, 'utf8')}mine: 1\n`;
    await writeFile(path, edited);
    let asked = 0;
    const ask = behind.wrapAsk(async () => {
      asked += 1;
      return reply;
    });
    await behind.store.save(addRound(session), version);
    open();
    await expect(ask(createRequest('2/question/facilitator/1'), options)).rejects.toMatchObject({
      code: 'SESSION_CHANGED',
    });
    expect(asked).toBe(0);
    const changed = { code: 'SESSION_CHANGED' };
    await expect(behind.settled()).rejects.toMatchObject(changed);
    await expect(behind.store.save(session, version)).rejects.toMatchObject(changed);
    await expect(behind.store.publish(session)).rejects.toMatchObject(changed);
    await expect(behind.wrapOperator(operator).takeTurn({} as never)).rejects.toMatchObject(changed);
    expect(await readFile(path, 'utf8')).toBe(edited);
  });
});
