/** Runs through an app: their events, their ends, several at once, and what is built once for them. */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { eventSchema } from '../../src/session/event-schema.ts';
import { makeApp, makeProjectFolder, readAll } from '../support/make-app.ts';

const topics = ['Which queue?', 'Monolith or services?'];
const start = { workflow: 'design', rehearsal: true } as const;
const long = { ...start, maxRounds: 3 };

async function runToEnd(app: App, topic: string) {
  const run = await app.start({ ...start, topic });
  const [events, { ended }] = await Promise.all([readAll(run.events), run.result]);
  return { id: run.sessionId, topic, events, ended };
}

test('several discussions of one app and of two apps each have their own events and files', async () => {
  const [one, other] = [makeApp(await makeProjectFolder()), makeApp(await makeProjectFolder())];
  const runs = await Promise.all(
    topics.flatMap((topic) =>
      [one, other].map(async (place) => ({ place, ...(await runToEnd(place.app, topic)) })),
    ),
  );
  for (const { place, id, topic, events, ended } of runs) {
    expect(ended).toBe('completed');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const [first] = events;
    expect(first).toMatchObject({ type: 'session-started', session_id: id, topic });
    for (const event of events) {
      expect(eventSchema.safeParse(event).success, event.type).toBe(true);
      if ('session_id' in event) expect(event.session_id).toBe(id);
    }
    const rounds = events.filter(({ type }) => type === 'round-saved').length;
    const session = await place.app.get({ session: id });
    expect(session).toMatchObject({ id, topic, status: 'completed', total_rounds: rounds });
    const { calls } = await place.app.calls({ session: id });
    expect(calls.length).toBeGreaterThan(rounds * 5);
    const { text } = await place.app.export({ session: id });
    expect(text).toContain(topic.replace('?', ''));
  }
  for (const { app, root } of [one, other]) {
    const files = await readdir(path.join(root, '.s2s', 'sessions'));
    expect(files.filter((name) => name.endsWith('.yaml'))).toHaveLength(topics.length);
    expect(files.filter((name) => name.endsWith('.lock'))).toEqual([]);
    const { sessions, total } = await app.list();
    expect(total).toBe(topics.length);
    expect(new Set(sessions.map(({ topic }) => topic))).toEqual(new Set(topics));
  }
});

test('a reader that comes late, and a second one, lose no event', async () => {
  const { app } = makeApp(await makeProjectFolder());
  const run = await app.start({ ...start, topic: 'Which queue?' });
  const early = readAll(run.events);
  await run.result;
  const late = await readAll(run.events);
  expect(late).toEqual(await early);
  expect(late.at(-1)).toMatchObject({ type: 'completed', session_id: run.sessionId });
});

test('a start and a resume read the configuration once and build the providers once', async () => {
  const root = await makeProjectFolder();
  const count = async (act: (app: App) => Promise<unknown>) => {
    let readings = 0;
    const env = {
      get S2S_CONFIG_DIR() {
        readings += 1;
        return root;
      },
    };
    const { app, countProviders } = makeApp(root, { env });
    await act(app);
    return { readings, providers: countProviders() };
  };
  const { readings } = await count((app) => app.list());
  expect(readings).toBeGreaterThan(0);
  const started = await count(async (app) => {
    const run = await app.start({ ...start, topic: 'Which queue?' });
    run.pause();
    expect((await run.result).ended).toBe('paused');
  });
  const resumed = await count(async (app) => {
    const models = { 'qa-lead': 'rehearsal/panel' };
    expect((await (await app.resume({ models })).result).ended).toBe('completed');
  });
  expect({ started, resumed }).toEqual({
    started: { readings, providers: 1 },
    resumed: { readings, providers: 1 },
  });
});

test('no event tells of a round that the file does not hold', async () => {
  const root = await makeProjectFolder({ fast: false });
  const { app } = makeApp(root, {
    onCall: async ({ key }) => {
      if (!key.startsWith('2/synthesis/')) return;
      const sessions = path.join(root, '.s2s', 'sessions');
      const [file] = (await readdir(sessions)).filter((name) => name.endsWith('.yaml'));
      await appendFile(path.join(sessions, String(file)), '# changed by somebody else\n');
    },
  });
  const run = await app.start({ ...long, topic: 'Which queue?' });
  await expect(run.result).rejects.toMatchObject({
    code: 'SESSION_CHANGED',
    data: { session_id: run.sessionId },
  });
  const saved = (await readAll(run.events)).flatMap((event) =>
    event.type === 'round-saved' ? [event.round] : [],
  );
  expect(saved).toEqual([1]);
  expect((await app.get({ session: run.sessionId })).total_rounds).toBe(1);
});

test('the operator answers, and a person who is not there makes the session wait', async () => {
  const root = await makeProjectFolder({ fast: false });
  const { app } = makeApp(root);
  const waiting = await app.start({ ...long, topic: 'Which queue?', withMe: true });
  expect(await waiting.result).toMatchObject({ ended: 'paused', reason: 'waiting-for-person' });
  const said = await app.say({ text: 'Take the table.' });
  expect(await said.result).toMatchObject({ reason: 'waiting-for-person', session: { total_rounds: 1 } });
  const turns: string[] = [];
  const rest = await app.resume({
    onEscalation: 'continue',
    operator: {
      chooseAfterRound: async () => ({ choice: 'continue' }),
      decideEscalation: async () => ({ decision: 'continue', rounds: 1, by: 'user' }),
      takeTurn: async ({ step, round }) => {
        turns.push(`${step} ${round}`);
        return { text: 'Still the table.', votes: [] };
      },
    },
  });
  expect((await rest.result).ended).toBe('completed');
  expect(turns.slice(0, 2)).toEqual(['answer 2', 'answer 3']);
  expect(turns).toContain('review 3');
});

test('an export as data is what the text of it says, and a file is written only inside the project', async () => {
  const { app, root } = makeApp(await makeProjectFolder());
  const { id } = await runToEnd(app, 'Which queue?');
  const exported = await app.export({ session: id, format: 'json', output: 'out.json' });
  expect(JSON.parse(exported.text)).toEqual(exported.data);
  expect(exported.data).toMatchObject({ session_id: id, topic: 'Which queue?' });
  expect(exported.file).toBe(path.join(root, 'out.json'));
  expect(await readFile(path.join(root, 'out.json'), 'utf8')).toBe(exported.text);
  expect((await app.export({ session: id })).data).toBeNull();
  await expect(app.export({ session: id, output: '../out.md' })).rejects.toMatchObject({
    code: 'FILE_OUTSIDE_PROJECT',
  });
  await expect(app.export({ session: id, output: 'docs/new/out.md' })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    hint: 'mkdir -p docs/new, and type the same again.',
  });
});

test('publish puts the documents in place again, and only those of a completed session', async () => {
  const { app } = makeApp(await makeProjectFolder());
  const { id } = await runToEnd(app, 'Which queue?');
  const { outcome } = await app.get({ session: id });
  expect((await app.publish({ session: id })).files).toEqual(outcome?.files);
  // A list says what was decided.
  expect(outcome?.decision).not.toBe('');
  expect((await app.list()).sessions[0]).toMatchObject({ id, decision: outcome?.decision });
  const run = await app.start({ ...start, topic: 'Another?' });
  run.pause();
  await run.result;
  await expect(app.publish({ session: run.sessionId })).rejects.toMatchObject({ code: 'NEEDS_INPUT' });
});
