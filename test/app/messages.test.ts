/** What people send to a session from another app: advice, a skip, more rounds, a pause. Each is taken exactly once. */
import { cp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { RequestFacts } from '../../src/session/model-request.ts';
import { countMostRounds } from '../../src/session/rules/granted-rounds.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';

const start = {
  topic: 'Which queue?',
  workflow: 'design',
  rehearsal: true,
  minRounds: 2,
  maxRounds: 2,
} as const;
const advice = 'Leave the budget out of it.';

const listGuidance = (facts: RequestFacts | null): string[] =>
  (facts?.session.guidance ?? []).map(({ text }) => text);

/** An app whose panel calls back before a step of a round, with another app on the same folder; and what the panel was told. */
async function openPair(at: string, act: (other: App) => Promise<unknown>) {
  const root = await makeProjectFolder();
  const other = makeApp(root).app;
  const heard = new Map<string, string[]>();
  const { app } = makeApp(root, {
    onCall: async ({ key, facts }) => {
      heard.set(key, listGuidance(facts));
      if (key.startsWith(at)) await act(other);
    },
  });
  return { app, other, root, heard };
}

async function countMessages(app: App, session: string): Promise<number> {
  const { calls } = await app.calls({ session });
  return calls.filter(({ key }) => key.includes('/message/')).length;
}

function listInbox(root: string, id: string): Promise<string[]> {
  return readdir(path.join(root, '.s2s', 'sessions', id, 'inbox'));
}

test('advice given while another app runs the session is taken at the end of the round, once', async () => {
  const { app, other, root, heard } = await openPair('1/answer/qa-lead/', async (elsewhere) => {
    expect(await elsewhere.guide({ text: advice })).toMatchObject({ running: true });
  });
  const run = await app.start(start);
  const { session } = await run.result;
  expect(session.guidance).toMatchObject([{ after_round: 1, text: advice }]);
  expect(heard.get('1/synthesis/facilitator/1')).toEqual([]);
  expect(heard.get('2/question/facilitator/1')).toEqual([advice]);
  const said: string[] = [];
  for await (const { type } of run.events)
    if (['round-saved', 'guidance', 'decision'].includes(type)) said.push(type);
  expect(said.slice(0, 3)).toEqual(['round-saved', 'guidance', 'decision']);
  expect(said.filter((type) => type === 'guidance')).toHaveLength(1);
  expect(await listInbox(root, session.id)).toEqual([]);
  expect(await countMessages(other, session.id)).toBe(1);
});

test('advice to a session that nobody runs reaches the next question', async () => {
  const { app, other, root } = await openPair('2/question/', () => app.pause());
  const { session } = await (await app.start(start)).result;
  expect(session).toMatchObject({ status: 'paused', total_rounds: 1 });
  expect(await other.guide({ text: advice })).toEqual({ sessionId: session.id, running: false });
  const heard = new Map<string, string[]>();
  const third = makeApp(root, { onCall: async ({ key, facts }) => void heard.set(key, listGuidance(facts)) });
  const resumed = await (await third.app.resume()).result;
  expect(resumed.session.guidance).toMatchObject([{ after_round: 1, text: advice }]);
  expect(heard.get('2/question/facilitator/1')).toEqual([advice]);
});

test('advice to a session in the middle of a round makes no call again that was paid for', async () => {
  const { app, other, root } = await openPair('2/answer/qa-lead/', () => app.pause());
  const { session } = await (await app.start(start)).result;
  await other.guide({ text: advice });
  const asked: string[] = [];
  const third = makeApp(root, { onCall: async ({ key }) => void asked.push(key) });
  const resumed = await (await third.app.resume()).result;
  expect(session.total_rounds).toBe(1);
  expect(resumed.session.guidance).toMatchObject([{ after_round: 2, text: advice }]);
  expect(asked.filter((key) => key.startsWith('2/question/'))).toEqual([]);
});

test('advice that a crash left both in the journal and where it waited is taken once', async () => {
  const root = await makeProjectFolder();
  const other = makeApp(root).app;
  const kept = path.join(root, 'kept');
  const inbox = async (): Promise<string> => {
    const { sessions } = await other.list();
    return path.join(root, '.s2s', 'sessions', String(sessions[0]?.id), 'inbox');
  };
  const { app } = makeApp(root, {
    onCall: async ({ key }) => {
      if (key.startsWith('1/answer/qa-lead/')) {
        await other.guide({ text: advice });
        await cp(await inbox(), kept, { recursive: true });
      }
      // As if the process had ended between the journal and the removal.
      if (key.startsWith('2/question/')) await cp(kept, await inbox(), { recursive: true });
    },
  });
  const { session } = await (await app.start(start)).result;
  expect(session.guidance).toHaveLength(1);
  expect(await countMessages(other, session.id)).toBe(1);
  expect(await listInbox(root, session.id)).toEqual([]);
});

test('a pause from another app waits for the end of the round, and a resume goes on', async () => {
  const { app, other } = await openPair('2/synthesis/', (elsewhere) => elsewhere.pause());
  const { session, ended, reason } = await (await app.start(start)).result;
  expect({ ended, reason, rounds: session.total_rounds }).toEqual({
    ended: 'paused',
    reason: 'person',
    rounds: 2,
  });
  expect((await (await other.resume()).result).ended).toBe('completed');
});

test('an app pauses its own run at once', async () => {
  const { app } = await openPair('-', async () => undefined);
  const run = await app.start(start);
  expect(await app.pause()).toEqual({ sessionId: run.sessionId, running: true });
  expect(await run.result).toMatchObject({ ended: 'paused', reason: 'person' });
  await expect(app.pause()).rejects.toMatchObject({ code: 'NOTHING_TO_ANSWER' });
});

test('granted rounds add up', async () => {
  const { app, other } = await openPair('1/synthesis/', async (elsewhere) => {
    await elsewhere.grant({ rounds: 2 });
    await elsewhere.grant({ rounds: 1 });
  });
  const { session } = await (await app.start({ ...start, maxRounds: 4 })).result;
  expect(session.settings.max_rounds).toBe(7);
  await expect(other.grant({ session: session.id, rounds: 0 })).rejects.toMatchObject({
    code: 'INVALID_VALUE',
  });
  await expect(other.guide({ session: session.id, text: advice })).rejects.toMatchObject({
    code: 'SESSION_COMPLETED',
  });
});

test('granted rounds end at the limit of the person, also those that came with a repository', async () => {
  const limited = {
    env: { S2S_CONFIG_DIR: await makeFolder({ 'config.yaml': 'roundtable: {limits: {max_rounds: 5}}\n' }) },
  };
  const { app, root } = await openPair('2/question/', () => makeApp(root).app.pause());
  const { session } = await (await app.start({ ...start, maxRounds: 4 })).result;
  const held = makeApp(root, limited).app;
  await held.grant({ rounds: 1 });
  await expect(held.grant({ rounds: 1 })).rejects.toMatchObject({ code: 'INVALID_VALUE' });
  // Somebody without that limit, or a file that somebody made.
  await makeApp(root).app.grant({ rounds: 90 });
  const file = path.join(root, '.s2s', 'sessions', `${session.id}.yaml`);
  const guided = 'guidance:\n  - {after_round: 1, text: x, by: user, grants_round: true}\n';
  await writeFile(file, (await readFile(file, 'utf8')).replace('guidance: []\n', guided));
  const resumed = await (await makeApp(root, limited).app.resume()).result;
  expect(countMostRounds(resumed.session)).toBe(5);
});

test('a replay hears the recorded advice at the same place', async () => {
  const { app, other } = await openPair('1/answer/qa-lead/', (elsewhere) =>
    elsewhere.guide({ text: advice }),
  );
  const recorded = await (await app.start(start)).result;
  const replayed = await (await other.replay({ session: recorded.session.id })).result;
  expect(replayed.ended).toBe('completed');
  expect(replayed.session.guidance).toEqual(recorded.session.guidance);
  expect(replayed.askedNow).toEqual([]);
});

test('a message that a killed process wrote in half goes with the next one', async () => {
  const { app, other, root } = await openPair('2/question/', () => app.pause());
  const { session } = await (await app.start(start)).result;
  await other.guide({ text: advice });
  const inbox = path.join(root, '.s2s', 'sessions', session.id, 'inbox');
  const [old, fresh] = ['.000009-old.json.0.tmp', '.000009-new.json.0.tmp'].map((name) =>
    path.join(inbox, name),
  );
  for (const file of [old, fresh]) await writeFile(file ?? '', '{"mess');
  await utimes(old ?? '', new Date(0), new Date(0));
  await other.guide({ text: 'Name the cost of each option.' });
  const left = await listInbox(root, session.id);
  expect(left.filter((name) => name.endsWith('.tmp'))).toEqual(['.000009-new.json.0.tmp']);
  expect(left.filter((name) => name.endsWith('.json'))).toHaveLength(2);
});
