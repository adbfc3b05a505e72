/** Who is signed in by a proxy, pipelines with tokens of their own, and what each may do. */
import { expect, test } from 'vitest';
import { serveApp, type TestServer } from '../support/serve-app.ts';

const people = {
  userHeader: 'x-forwarded-user',
  rights: { read: ['*'], speak: ['Ada', 'Zoë', 'nightly'], start: ['Ada', 'nightly'] },
  pipelines: [{ name: 'nightly', token: 'n'.repeat(40) }],
};
const rehearsal = {
  topic: 'Which queue should carry the download jobs?',
  workflow_type: 'design',
  dry_run: true,
  max_rounds: 2,
};
/** A header goes out letter for letter, and a proxy writes names as UTF-8. */
const as = (name: string) => ({ 'x-forwarded-user': Buffer.from(name, 'utf8').toString('latin1') });
const pipeline = { authorization: `Bearer ${'n'.repeat(40)}` };

const start = async (served: TestServer, headers: Record<string, string>, more: object = {}) =>
  served.read('/api/sessions', { body: { ...rehearsal, ...more, name: 'Somebody else' }, headers });

test('nobody who is not signed in gets in, and everybody else does what their rights allow', async () => {
  const served = await serveApp({ options: { people, ownName: 'Grace' } });
  const tries = [
    ['GET', '/api/sessions', {}, 401],
    ['GET', '/api/sessions', as('  '), 401],
    ['GET', '/api/sessions', as('x'.repeat(81)), 401],
    ['GET', '/api/sessions', { ...as('Ada'), authorization: 'Bearer wrong' }, 401],
    ['GET', '/api/sessions', as('Mallory'), 200],
    ['POST', '/api/sessions', as('Mallory'), 403],
    ['POST', '/api/sessions', as('Zoë'), 403],
    ['POST', '/api/estimate', as('Mallory'), 200],
    ['GET', '/api/sessions', pipeline, 200],
  ] as const;
  for (const [method, address, headers, status] of tries) {
    const answer = await served.read(address, {
      headers: headers as Record<string, string>,
      ...(method === 'POST' ? { body: rehearsal } : {}),
    });
    expect(
      [answer.status, answer.body.error?.message ?? ''][0],
      `${address} ${JSON.stringify(headers)}`,
    ).toBe(status);
    served.refill();
  }
  expect((await served.read('/api/me', { headers: as('Zoë') })).body).toEqual({
    name: 'Zoë',
    suggested_name: null,
    rights: ['read', 'speak'],
  });
  expect((await served.read('/api/me', { headers: pipeline })).body.name).toBe('nightly');
});

test('what is done is recorded by the name of whoever is signed in, not by the one that they give', async () => {
  const served = await serveApp({ options: { people } });
  // Long enough that there is a question for the guidance to reach.
  const { status, body } = await start(served, as('Ada'), { min_rounds: 8, max_rounds: 8 });
  expect(status, JSON.stringify(body)).toBe(202);
  const id = body.session_id as string;
  const command = (given: object, headers: Record<string, string>) =>
    served.read(`/api/sessions/${id}/commands`, { body: { name: 'Ada', ...given }, headers });
  expect((await command({ command: 'guide', text: 'Mind the cost.' }, as('Zoë'))).status).toBe(202);
  expect((await command({ command: 'guide', text: 'x' }, as('Mallory'))).status).toBe(403);
  expect((await command({ command: 'grant', rounds: 9 }, as('Zoë'))).status).toBe(403);
  expect((await command({ command: 'resume' }, as('Zoë'))).body.error).toMatchObject({ code: 'FORBIDDEN' });
  await expect
    .poll(async () => (await served.read(`/api/sessions/${id}`, { headers: pipeline })).body.status, {
      timeout: 60_000,
    })
    .toBe('completed');
  const session = (await served.read(`/api/sessions/${id}`, { headers: as('Mallory') })).body;
  expect(session.guidance).toMatchObject([{ text: 'Mind the cost.', name: 'Zoë' }]);
  expect(JSON.stringify(session)).not.toContain('Somebody else');
});

test('without the header in the configuration, the header of a request means nothing', async () => {
  const served = await serveApp({ options: { ownName: 'Grace' } });
  expect((await served.read('/api/me', { headers: as('Ada') })).body).toEqual({
    name: null,
    suggested_name: 'Grace',
    rights: ['read', 'speak', 'start'],
  });
});

test('where one person alone runs the server, what is done without a name is theirs', async () => {
  const served = await serveApp({ options: { ownName: 'Grace' } });
  const { body } = await served.read('/api/sessions', {
    body: { ...rehearsal, min_rounds: 8, max_rounds: 8 },
  });
  const guide = (given: object) =>
    served.read(`/api/sessions/${body.session_id}/commands`, { body: { command: 'guide', ...given } });
  expect((await guide({ text: 'Mind the cost.' })).status).toBe(202);
  expect((await guide({ text: 'And the time.', name: 'Ada' })).status).toBe(202);
  const heard = async (): Promise<unknown[]> => {
    const { guidance, heard: waiting } = (await served.read(`/api/sessions/${body.session_id}`)).body;
    return [...guidance, ...waiting].map(({ name }: { name?: string }) => name);
  };
  await expect.poll(heard, { timeout: 60_000 }).toEqual(['Grace', 'Ada']);
});
