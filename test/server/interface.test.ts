/** The description of the interface, a client that is made for such descriptions, and every answer held against its schema. */
import { Validator } from '@seriousme/openapi-schema-validator';
import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { describeInterface, errorAnswerSchema, operations } from '../../src/server/openapi.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { readEvents, serveApp, testToken } from '../support/serve-app.ts';

/** What a generated client knows of an address: here nothing, so that the description alone decides. */
type AnyPaths = Record<string, Record<'get' | 'post', { responses: Record<number, unknown> }>>;

test('the description is a valid one of OpenAPI 3.1, and names every address that there is', async () => {
  const served = await serveApp();
  const { body } = await served.read('/api/openapi.json');
  expect(body).toEqual(JSON.parse(JSON.stringify(describeInterface('0.0.0', '/'))));
  const { valid, errors } = await new Validator().validate(body);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  for (const name of Object.keys(operations)) {
    const [method = '', address = ''] = name.split(' ');
    const asked = address.replace('{id}', 'none').replace('{type}', 'adr');
    const answer = await served.ask(asked, { method, ...(method === 'POST' ? { body: {} } : {}) });
    expect(await answer.text(), name).not.toContain('There is nothing at');
  }
  const { schemas } = body.components;
  expect(schemas.SessionCommand.oneOf).toHaveLength(8);
  expect(schemas.Session.properties.topic).toMatchObject({ type: 'string' });
  const shown = body.paths['/api/sessions/{id}'].get;
  expect(shown.operationId).toBe('getSession');
  const { schema } = shown.responses[200].content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/Session' });
  expect(new Set(Object.values(operations).map(({ id }) => id)).size).toBe(Object.keys(operations).length);
  expect(body.servers).toEqual([{ url: '/' }]);
});

test('a client finds everything by the description, and every answer keeps to it', async () => {
  const served = await serveApp({ root: await makeProjectFolder({ fast: false }) });
  const seen = new Set<string>();
  const client = createClient<AnyPaths>({
    baseUrl: served.url,
    headers: { authorization: `Bearer ${testToken}` },
  });
  /** Asks for an address as the description names it, and holds the answer against the schema. */
  const call = async (name: string, init: object = {}) => {
    const [method = '', address = ''] = name.split(' ');
    seen.add(name);
    const request = { params: {}, ...init } as never;
    const { data, error, response } =
      method === 'GET' ? await client.GET(address, request) : await client.POST(address, request);
    const { answer } = operations[name] ?? {};
    if (error !== undefined) {
      expect(errorAnswerSchema.safeParse(error).error, name).toBeUndefined();
      return { status: response.status, data: error as ReturnType<typeof JSON.parse> };
    }
    expect([name, response.status]).toEqual([name, answer?.status]);
    if (answer?.schema !== undefined && answer.type === undefined) expectSchema(name, answer.schema, data);
    return { status: response.status, data: data as ReturnType<typeof JSON.parse> };
  };

  await call('GET /healthz');
  await call('GET /readyz');
  const { data: figures } = await call('GET /metrics', { parseAs: 'text' });
  expect(figures).toContain('s2s_store_up 1');
  await call('GET /api/openapi.json');
  expect((await call('GET /api/me')).data).toMatchObject({ name: null, rights: ['read', 'speak', 'start'] });
  const { data: agents } = await call('GET /api/agents');
  expect(agents.agents.length).toBeGreaterThan(5);
  await call('GET /api/strategies');
  const body = {
    topic: 'Which queue?',
    workflow_type: 'design',
    dry_run: true,
    with_me: true,
    max_rounds: 2,
    min_rounds: 1,
  };
  const { data: estimated } = await call('POST /api/estimate', { body });
  expect(estimated.estimate.maximum.rounds).toBe(2);
  const { data: started } = await call('POST /api/sessions', { body });
  const params = { path: { id: started.session_id } };
  const results = async (after: number): Promise<number> => {
    const events = await readEvents(served, started.session_id, {
      after,
      enough: ({ data }) => data.type === 'result',
    });
    const schema = operations['GET /api/sessions/{id}/events']?.answer.schema;
    for (const { data } of events) if (schema !== undefined) expectSchema(data.type, schema, data);
    return events.at(-1)?.id ?? 0;
  };
  seen.add('GET /api/sessions/{id}/events');
  let last = await results(0);
  await call('GET /api/sessions/{id}', { params });
  await call('GET /api/discussions/{id}', { params });
  await call('POST /api/sessions/{id}/commands', {
    params,
    body: { command: 'guide', text: 'Keep it small.' },
  });
  const { data: listed } = await call('GET /api/sessions', { params: { query: { q: 'queue', limit: 5 } } });
  expect(listed.sessions[0]).toMatchObject({ id: started.session_id, waits_for: 'turn' });
  await call('POST /api/discussions/{id}', { params, body: { message: 'I see.', userId: 'ada' } });
  for (let turn = 0; turn < 5; turn += 1) {
    const { data: shown } = await call('GET /api/sessions/{id}', { params });
    if (shown.status === 'completed') break;
    last = shown.last_event;
    await call('POST /api/sessions/{id}/commands', { params, body: { command: 'say', text: 'I see.' } });
    await results(last);
  }
  const { data: ended } = await call('GET /api/sessions/{id}', { params });
  expect(ended).toMatchObject({ status: 'completed', open_round: null, runner: null, waits_for: null });
  await call('GET /api/sessions/{id}/calls', { params: { ...params, query: { round: 1 } } });
  const { data: found } = await call('GET /api/search', { params: { query: { q: 'version' } } });
  expect(found.hits.map(({ kind }: { kind: string }) => kind)).toContain('item');
  for (const format of ['md', 'json', 'html']) {
    const name = 'GET /api/sessions/{id}/documents/{type}';
    const { data } = await call(name, {
      params: { path: { ...params.path, type: 'adr' }, query: { format } },
      parseAs: 'text',
    });
    expect(data).toContain('Which queue?');
  }
  // What goes wrong keeps to the description as well.
  for (const [name, init, status] of [
    ['GET /api/sessions/{id}', { params: { path: { id: 'none' } } }, 404],
    ['GET /api/sessions/{id}/calls', { params: { ...params, query: { round: 99 } } }, 400],
    ['GET /api/sessions', { params: { query: { limit: 0 } } }, 400],
    ['GET /api/search', { params: { query: { q: '!' } } }, 409],
    ['POST /api/sessions', { body: {} }, 400],
    ['POST /api/sessions/{id}/commands', { params, body: { command: 'dance' } }, 400],
    ['POST /api/sessions/{id}/commands', { params, body: { command: 'resume' } }, 409],
    ['POST /api/discussions/{id}', { params, body: { message: 'Hm.', userId: 'ada' } }, 409],
    ['GET /api/sessions/{id}/documents/{type}', { params: { path: { ...params.path, type: 'novel' } } }, 404],
  ] as const)
    expect([name, (await call(name, init)).status]).toEqual([name, status]);
  expect([...seen].toSorted()).toEqual(Object.keys(operations).toSorted());
});

function expectSchema(name: string, schema: z.ZodType, data: unknown): void {
  expect(schema.safeParse(data).error?.issues ?? [], name).toEqual([]);
}

test('answers end with a line end, are compressed for who takes it, counted and logged with session and request', async () => {
  const served = await serveApp();
  const body = { topic: 'Which queue?', dry_run: true, max_rounds: 1, min_rounds: 1 };
  const headers = { 'x-request-id': 'one', 'idempotency-key': 'one' };
  const { body: started } = await served.read('/api/sessions', { body, headers });
  const id = started.session_id;
  await readEvents(served, id);
  const packed = await served.ask(`/api/sessions/${id}`, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toMatch(/\}\n$/);
  const plain = await served.ask('/api/sessions/none', { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toMatch(/\}\n$/);
  const figures = await (await served.ask('/metrics')).text();
  expect(figures).toMatch(/^s2s_runs_total\{ended="completed"\} 1$/m);
  expect(figures).toMatch(/^s2s_calls_total\{provider="rehearsal",model="panel",result="ok"\} \d+$/m);
  expect(figures).toMatch(/^s2s_requests_total\{status="404"\} 1$/m);
  expect((await fetch(`${served.url}/metrics`)).status).toBe(401);
  expect(served.log).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'request',
        request: 'one',
        session: id,
        path: '/api/sessions',
        status: 202,
      }),
      { type: 'run-started', session: id },
      { type: 'run-ended', session: id, ended: 'completed' },
    ]),
  );
});
