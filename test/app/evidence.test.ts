/** Sessions that look into a project: what is kept of it, what a kill costs, and what a replay sees. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { eventSchema } from '../../src/session/event-schema.ts';
import { makeApp, readAll } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';

const files = {
  '.s2s/config.yaml': 'name: queue\n',
  'README.md': '# Queue service\n\nKeeps the jobs of our two volunteers until a worker takes them.\n',
  'src/worker.ts':
    '/** Takes jobs from the queue, one by one. */\nexport const attempts = 5; // and then it gives up\n',
  'src/store.ts': '// Keeps jobs in a table of the database.\nexport const table = "jobs";\n',
};
const order = {
  topic: 'How should our queue retry jobs?',
  rehearsal: true,
  evidence: 'read' as const,
  participants: ['software-architect', 'qa-lead'],
  maxRounds: 2,
};

/** What was looked up, by key and look-up, with its text. */
async function listLooks(app: App, id: string): Promise<Map<string, string>> {
  const { calls, problems } = await app.calls({ session: id });
  expect(problems).toEqual([]);
  const looks = calls.filter((line) => line.kind === 'look-up');
  const entries = looks.map(
    ({ key, wanted, gave }) => [`${key} ${JSON.stringify(wanted)}`, JSON.stringify(gave)] as const,
  );
  // Nothing is looked up twice.
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  return new Map(entries);
}

test('a rehearsal that is asked to looks things up, and its document links to what it saw', async () => {
  const root = await makeFolder(files);
  const { app } = makeApp(root);
  const run = await app.start(order);
  const [events, { ended }] = await Promise.all([readAll(run.events), run.result]);
  expect(ended).toBe('completed');
  for (const event of events) expect(eventSchema.safeParse(event).success, event.type).toBe(true);
  const looks = events.filter((event) => event.type === 'looked-up');
  expect(looks.some(({ title, found }) => /^read (?:src|README)/.test(title) && found)).toBe(true);
  const session = await app.get({ session: run.sessionId });
  expect(session.settings.evidence).toMatchObject({ mode: 'read', turns: 4, look_ups: 16 });
  const answers = looks.filter(({ step }) => step === 'answer');
  expect(session.rounds.flatMap(({ look_ups: kept = [] }) => kept).length).toBeGreaterThanOrEqual(
    answers.length,
  );
  expect(session.dossier.some(({ found }) => found === 'yes')).toBe(true);
  const { text } = await app.export({ session: run.sessionId });
  expect(text).toMatch(/\[(?:\w+\.ts|README\.md):\d+\]/);
  expect((await listLooks(app, run.sessionId)).size).toBeGreaterThan(looks.length);
});

test('a rehearsal looks nothing up unless it is asked to', async () => {
  const { app } = makeApp(await makeFolder(files));
  const run = await app.start({ topic: order.topic, rehearsal: true, fast: true });
  const events = await readAll(run.events);
  await run.result;
  expect(events.filter(({ type }) => type === 'looked-up')).toEqual([]);
  expect(await listLooks(app, run.sessionId)).toEqual(new Map());
});

test.each([3, 14])(
  'a run that ends at call %i repeats nothing finished, though the files have changed',
  async (last) => {
    const root = await makeFolder(files);
    let calls = 0;
    const asked: string[] = [];
    const first = makeApp(root, {
      onCall: async (request, signal) => {
        calls += 1;
        if (calls === last) {
          first.app.pause({ session: run.sessionId }).catch(() => undefined);
          await new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          );
          return;
        }
        asked.push(request.key);
      },
    });
    const run = await first.app.start(order);
    expect((await run.result).ended).toBe('paused');
    const before = await listLooks(first.app, run.sessionId);
    const made = (await first.app.calls({ session: run.sessionId })).calls.filter(
      (line) => line.kind === 'call' && line.ok,
    );
    await writeFile(
      path.join(root, 'src', 'worker.ts'),
      '// Everything is new here, and nothing is as it was.\n',
    );
    const again: string[] = [];
    const second = makeApp(root, { onCall: async ({ key }) => void again.push(key) });
    const resumed = await second.app.resume({ session: run.sessionId });
    expect((await resumed.result).ended).toBe('completed');
    expect(again.filter((key) => made.some((line) => line.key === key))).toEqual([]);
    const after = await listLooks(second.app, run.sessionId);
    for (const [name, gave] of before) expect(after.get(name)).toBe(gave);
  },
);

test('a replay sees what the first run saw, whatever has become of the files', async () => {
  const root = await makeFolder(files);
  const { app } = makeApp(root);
  const run = await app.start(order);
  await run.result;
  const seen = await listLooks(app, run.sessionId);
  for (const file of ['README.md', 'src/worker.ts', 'src/store.ts'])
    await writeFile(path.join(root, file), 'Nothing is as it was.\n');
  const asked: string[] = [];
  const later = makeApp(root, { onCall: async ({ key }) => void asked.push(key) });
  const replay = await later.app.replay({ session: run.sessionId });
  expect((await replay.result).ended).toBe('completed');
  expect(asked).toEqual([]);
  expect(await listLooks(later.app, replay.sessionId)).toEqual(seen);
  const documents = await Promise.all(
    [run.sessionId, replay.sessionId].map(async (session) => (await later.app.export({ session })).text),
  );
  const [one, other] = documents.map((text) => text.replaceAll(/\d{8}-\d{6}-[a-z0-9-]+|sum [0-9a-f]+/g, ''));
  expect(other).toBe(one);
});

test('where git cannot answer, look-ups are off, and a warning says what to do', async () => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: x', 'notes.md': 'mine', '.git/x': '' });
  const { app, notices } = makeApp(root);
  const asked = { topic: 'Which queue?', rehearsal: true, evidence: 'read' } as const;
  const { session } = await app.estimate(asked);
  expect(session.settings.evidence.mode).toBe('off');
  const named = app.estimate({ ...asked, context: ['notes.md'], contextNamedBy: 'others' });
  await expect(named).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('notes.md (Git cannot'),
  });
  const warnings = notices.filter(({ level }) => level === 'warning').map(({ text }) => text);
  expect(warnings).toEqual([expect.stringMatching(/Git cannot say which files .* git -C .* status$/)]);
});
