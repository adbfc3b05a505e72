/** The interface for pages that know turns alone: entries one after the other, counts, the order, and who is next. */
import { expect, test } from 'vitest';
import { discussionSchema } from '../../src/server/discussion-view.ts';
import { readEvents, serveApp, waitForEvent } from '../support/serve-app.ts';

const panel = ['software-architect', 'qa-lead'];
const start = {
  topic: 'Which queue?',
  dry_run: true,
  with_me: true,
  participants: panel,
  participation: 'sequential',
  min_rounds: 3,
  max_rounds: 3,
};

interface Entry {
  role: string;
  agent_id: string | null;
  content: string;
  turn_index: number;
  round_number: number;
  created_at: string;
}

test('a page gets turns in their order, takes its own, and comes to the end', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: start });
  const address = `/api/discussions/${body.session_id}`;
  await waitForEvent(served, body.session_id, { type: 'result' });
  const { body: first } = await served.read(address);
  expect(discussionSchema.safeParse(first).error).toBeUndefined();
  expect(Object.keys(first)).toEqual([
    'status',
    'project',
    'entries',
    'counts',
    'speakerOrder',
    'nextSpeaker',
  ]);
  expect(first).toMatchObject({
    status: 'success',
    project: { id: body.session_id, status: 'paused', current_round: 1 },
    speakerOrder: [...panel, 'human'],
    nextSpeaker: 'human',
    counts: { 'software-architect': 1, 'qa-lead': 1, human: 0 },
  });
  let answer = first;
  for (const turn of [1, 2, 3]) {
    const message = `What I think in turn ${turn}.`;
    const advanced = await served.read(address, {
      body: { message, userId: 'ada', organizationId: 'acme' },
    });
    expect(advanced.status).toBe(200);
    answer = advanced.body;
    expect(answer).toEqual((await served.read(address)).body);
    expect(answer.entries.map(({ content }: Entry) => content)).toContain(message);
    expect(answer.counts.human).toBe(turn);
  }
  expect(answer.project.status).toBe('completed');
  expect(answer.nextSpeaker).toBeNull();
  const entries: Entry[] = answer.entries;
  expect(
    entries.map(({ round_number, turn_index, role, agent_id }) => [round_number, turn_index, role, agent_id]),
  ).toEqual(
    [1, 2, 3].flatMap((round) => [
      [round, 0, 'specialist', 'software-architect'],
      [round, 1, 'specialist', 'qa-lead'],
      [round, 2, 'user', null],
    ]),
  );
  const times = entries.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(answer.counts).toEqual({ 'software-architect': 3, 'qa-lead': 3, human: 3 });
});

test('a message to a panel without a seat for the person is advice', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: { ...start, with_me: false } });
  await served.read(`/api/sessions/${body.session_id}/commands`, { body: { command: 'pause' } });
  await waitForEvent(served, body.session_id, { type: 'result' });
  const { status, body: answer } = await served.read(`/api/discussions/${body.session_id}`, {
    body: { message: 'Keep it small.', userId: 'ada' },
  });
  expect([status, answer.project.status]).toEqual([200, 'completed']);
  const events = await readEvents(served, body.session_id);
  expect(events.map(({ data }) => data.text)).toContain('Keep it small.');
  const advice = answer.entries.filter(({ role }: Entry) => role === 'user');
  expect(advice).toMatchObject([{ agent_id: null, content: 'Keep it small.' }]);
  expect(answer.counts.human).toBe(1);
});

test('what the person says on the text from elsewhere is an entry, and so is advice that still waits', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: { ...start, min_rounds: 1, max_rounds: 1 } });
  const id = body.session_id;
  const address = `/api/discussions/${id}`;
  let after = (await waitForEvent(served, id, { type: 'result' })).id;
  await served.read(`/api/sessions/${id}/commands`, { body: { command: 'guide', text: 'Mind the cost.' } });
  const read = async () => (await served.read(address)).body;
  expect((await read()).entries.at(-1).content).toBe('Mind the cost.');
  await served.read(`/api/sessions/${id}/commands`, { body: { command: 'say', text: 'A turn.' } });
  after = (await waitForEvent(served, id, { type: 'result', after })).id;
  expect(await read()).toMatchObject({ nextSpeaker: 'human', counts: { human: 2 } });
  const { body: answer } = await served.read(address, { body: { message: 'Too long.', userId: 'ada' } });
  expect(answer).toMatchObject({ nextSpeaker: null, project: { status: 'completed' }, counts: { human: 3 } });
  expect(answer.entries.at(-1)).toMatchObject({ role: 'user', content: 'Too long.', round_number: 1 });
});

test.for([
  [{ message: 'x' }],
  [{ userId: 'ada' }],
  [{ message: 1, userId: 'ada' }],
  [{ message: 'x', userId: '' }],
])('a message that lacks a part is refused: %o', async ([message]) => {
  const served = await serveApp();
  const { body } = await served.read('/api/sessions', { body: start });
  const { status, body: answer } = await served.read(`/api/discussions/${body.session_id}`, {
    body: message,
  });
  expect([status, answer.error.code]).toEqual([400, 'INVALID_VALUE']);
});
