/** Every option of the table, given to each face, arrives in the session; and in the job of a worker. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AppParts } from '../../src/app/app-parts.ts';
import type { ResumeOptions, StartOptions } from '../../src/app/options.ts';
import { resumeDetached } from '../../src/app/start/detach.ts';
import {
  listOptions,
  nameField,
  nameFlag,
  type OptionGroup,
  type OptionsOf,
} from '../../src/config/option-table.ts';
import type { Session } from '../../src/session/session.ts';
import { eras } from '../mcp/clients.ts';
import { startServer } from '../mcp/test-server.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createSession } from '../support/roundtable-fixtures.ts';
import { noOllama, runInProcess } from '../support/run-in-process.ts';
import { serveApp } from '../support/serve-app.ts';
import { waitUntil } from '../support/wait-until.ts';

type Name = keyof Omit<OptionsOf<'start' | 'run' | 'own'>, 'supersede'>;

/** A value of each option, and where it is found in the session; the value itself is expected there unless `found` says otherwise. */
interface Sample {
  given: unknown;
  look: (session: Session) => unknown;
  found?: unknown;
  /** With the options of the second start. */
  isSecond?: boolean;
}

const seats = ['software-architect', 'qa-lead'];
const hasSeat = (id: string) => (session: Session) => session.participants.some((seat) => seat.id === id);
const modelOf = (id: string) => (session: Session) =>
  session.participants.find((seat) => seat.id === id)?.model;

const samples: Record<Name, Sample> = {
  topic: { given: 'Which queue?', look: ({ topic }) => topic },
  workflowType: { given: 'design', look: ({ workflow_type }) => workflow_type },
  strategy: { given: 'debate', look: ({ strategy }) => strategy },
  participants: { given: seats, look: ({ participants }) => participants.map(({ id }) => id) },
  outputType: { given: 'architecture', look: ({ output_type }) => output_type },
  context: { given: ['notes.md'], look: ({ context_files }) => context_files.map((file) => file.path) },
  language: { given: 'Czech', look: ({ settings }) => settings.language },
  facilitator: { given: 'product-manager', look: ({ facilitator }) => facilitator.agent },
  synthesizer: { given: 'technical-lead', look: ({ synthesizer }) => synthesizer.agent },
  pro: { given: ['qa-lead'], look: ({ participants }) => participants[1]?.side, found: 'pro' },
  con: { given: ['software-architect'], look: ({ participants }) => participants[0]?.side, found: 'con' },
  participation: { given: 'sequential', look: ({ settings }) => settings.participation },
  combined: { given: true, look: ({ settings }) => settings.combined },
  verbose: { given: true, look: ({ settings }) => settings.verbose },
  seed: { given: 7, look: ({ seed }) => seed },
  model: { given: 'rehearsal/one', look: modelOf('software-architect') },
  models: { given: { 'qa-lead': 'rehearsal/two' }, look: modelOf('qa-lead'), found: 'rehearsal/two' },
  minRounds: { given: 1, look: ({ settings }) => settings.min_rounds },
  maxRounds: { given: 2, look: ({ settings }) => settings.max_rounds },
  agentTimeout: { given: 77, look: ({ settings }) => settings.agent_timeout },
  totalTimeout: { given: 888, look: ({ settings }) => settings.total_timeout },
  maxTokens: { given: 9_999_999, look: ({ settings }) => settings.max_tokens },
  maxCost: { given: 3.5, look: ({ settings }) => settings.max_cost },
  onLimit: { given: 'conclude', look: ({ settings }) => settings.on_limit },
  onEscalation: { given: 'continue', look: ({ settings }) => settings.on_escalation },
  interactive: { given: true, look: ({ settings }) => settings.interactive },
  evidence: { given: 'read', look: ({ settings }) => settings.evidence.mode },
  addParticipants: { given: ['ux-researcher'], look: hasSeat('ux-researcher'), found: true, isSecond: true },
  withMe: { given: true, look: hasSeat('human'), isSecond: true },
  rehearsal: { given: true, look: ({ rehearsal }) => rehearsal, isSecond: true },
  fast: { given: true, look: ({ settings }) => settings.fast, isSecond: true },
};

/** The samples of one of the two starts that a face takes. */
function choose(groups: readonly OptionGroup[], isSecond: boolean): [Name, Sample][] {
  const names = listOptions(groups).map(({ name }) => name);
  return (Object.entries(samples) as [Name, Sample][]).filter(
    ([name, sample]) => names.includes(name) && (name === 'topic' || (sample.isSecond ?? false) === isSecond),
  );
}

const groups = ['start', 'run', 'own'] as const;
const lineOf = (name: string) => {
  const line = listOptions([...groups, 'resume']).find((each) => each.name === name);
  if (line === undefined) throw new Error(`no option is named ${name}`);
  return line;
};
const toFields = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [nameField(lineOf(name)), value]));
const write = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value as string | number);
  return Object.entries(value as Record<string, string>)
    .map(([name, each]) => (Array.isArray(value) ? each : `${name}=${each}`))
    .join();
};
const toFlags = ({ topic, addParticipants, ...given }: Record<string, unknown>): string[] => [
  ...(topic === undefined ? [] : [write(topic)]),
  ...(addParticipants === undefined ? [] : [`--participants=+${write(addParticipants)}`]),
  ...Object.entries(given).flatMap(([name, value]) => [
    nameFlag(lineOf(name)),
    ...(value === true ? [] : [write(value)]),
  ]),
];

type Given = Record<string, unknown>;
const faces: Record<string, { groups: readonly OptionGroup[]; without?: Name; start: (given: Given, root: string) => Promise<unknown> }> = {
  'the library': { groups, start: (given, root) => makeApp(root).app.start({ ...given, ownWord: {} } as unknown as StartOptions).then((run) => run.result) },
  'the command line': {
    groups,
    start: (given, root) => runInProcess(['roundtable', 'start', ...toFlags(given), '--no-input', '--json'], { cwd: root, home: root }),
  },
  HTTP: { groups, start: async (given, root) => (await serveApp({ root })).read('/api/sessions', { body: toFields(given) }) },
  MCP: {
    groups: ['start', 'run'],
    start: async (given, root) =>
      (await eras[0].connect(startServer(root).wire)).call('roundtable_start', { ...toFields(given), dry_run: true, confirm_cost: true }),
  },
  'a batch': {
    groups,
    without: 'withMe',
    start: async (given, root) => {
      await writeFile(path.join(root, 'topics.yaml'), JSON.stringify([toFields(given)]));
      // Look-ups are allowed here: what a file asks for is held to the person's own limits.
      const env = { LANG: 'en_US.UTF-8', OLLAMA_HOST: noOllama };
      return runInProcess(['batch', 'topics.yaml', '--json'], { cwd: root, home: root, env });
    },
  },
}; // biome-ignore format: a table

test.for(
  Object.entries(faces).flatMap(([name, face]) =>
    [false, true].map((isSecond) => ({ name, face, isSecond })),
  ),
)('a start by $name, second $isSecond', async ({ face, isSecond }) => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', 'notes.md': 'Notes.\n', 'a.ts': '' });
  const chosen = choose(face.groups, isSecond).filter(([name]) => name !== face.without);
  const told = await face.start(Object.fromEntries(chosen.map(([name, { given }]) => [name, given])), root);
  const { app } = makeApp(root);
  onTestFinished(() => app.stop());
  const id = (await app.list()).sessions[0]?.id;
  expect(id, JSON.stringify(told)).toBeDefined();
  const session = await app.get({ session: id });
  const arrived = Object.fromEntries(chosen.map(([name, { look }]) => [name, look(session)]));
  expect(arrived).toEqual(
    Object.fromEntries(chosen.map(([name, { found, given }]) => [name, found ?? given])),
  );
});

const changes = choose(['run', 'own'], false).filter(([name]) => name !== 'interactive');
const changed = Object.fromEntries(changes.map(([name, { given }]) => [name, given]));
const resumes: Record<string, (root: string, id: string) => Promise<unknown>> = {
  'the library': (root, session) => makeApp(root).app.resume({ ...changed, session }).then((run) => run.result),
  'the command line': (root, id) => runInProcess(['roundtable', 'resume', id, ...toFlags(changed), '--no-input'], { cwd: root, home: root }),
  'a turn at the command line': (root, id) => runInProcess(['roundtable', 'say', id, 'A queue.', ...toFlags(changed), '--no-input'], { cwd: root, home: root }),
  HTTP: async (root, id) => (await serveApp({ root })).read(`/api/sessions/${id}/commands`, { body: { command: 'resume', ...toFields(changed) } }),
  'a turn over HTTP': async (root, id) => (await serveApp({ root })).read(`/api/sessions/${id}/commands`, { body: { command: 'say', text: 'A queue.', ...toFields(changed) } }),
}; // biome-ignore format: a table

test.for(Object.entries(resumes))('a resume by %s', async ([, resume]) => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', 'a.ts': '' });
  const { app } = makeApp(root);
  onTestFinished(() => app.stop());
  // The session waits for the person's turn.
  const run = await app.start({ topic: 'Which queue?', participants: seats, rehearsal: true, withMe: true });
  const { session } = await run.result;
  expect(session.status).toBe('paused');
  const told = await resume(root, session.id);
  const wanted = Object.fromEntries(changes.map(([name, { found, given }]) => [name, found ?? given]));
  // A server answers before the run has saved anything.
  await waitUntil(async () => {
    const after = await app.get({ session: session.id });
    const arrived = Object.fromEntries(changes.map(([name, { look }]) => [name, look(after)]));
    expect(arrived, JSON.stringify(told)).toEqual(wanted);
  });
});

test('every option of a resume arrives in the job of a worker, and nothing else does', async () => {
  const session = createSession(undefined, { status: 'paused', pause_reason: 'person' });
  const orders: unknown[] = [];
  const parts = {
    jobs: { put: async (_id: string, order: unknown) => void orders.push(order) },
    notify: () => undefined,
    repository: {
      resolve: async () => ({ id: session.id, notice: null }),
      acquireLease: async () => ({ release: async () => undefined }),
      load: async () => ({ session, version: '1', location: '' }),
    },
  } as unknown as AppParts;
  const given = { ...changed, interactive: true, supersede: true, replayMissing: 'ask' };
  expect(Object.keys(given).sort()).toEqual(
    listOptions(['run', 'own', 'resume'])
      .map(({ name }) => name)
      .sort(),
  );
  await resumeDetached(parts, { ...(given as ResumeOptions), priority: 3, watched: true });
  expect(orders).toEqual([{ priority: 3, options: given, isBatched: false }]);
});
