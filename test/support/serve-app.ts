/** A server over a project in a temporary folder, on a free port of this machine, with a client that carries its token. */
import { onTestFinished } from 'vitest';
import { createMcpHttp } from '../../src/mcp/serve-mcp.ts';
import { createCallCounter, createFigures } from '../../src/server/figures.ts';
import { createRequestNotices } from '../../src/server/request-notices.ts';
import { type ServeOptions, type Server, startServer } from '../../src/server/serve.ts';
import { makeApp, makeProjectFolder, type TestApp, type TestWorld } from './make-app.ts';

/** The token of every server of a test. */
export const testToken = 'a'.repeat(40);

/** What was parsed; tests say what they expect of it. */
type Json = ReturnType<typeof JSON.parse>;

/** A running server and how to ask it. */
export interface TestServer extends TestApp {
  server: Server;
  url: string;
  /** Sends a request with the token; a body is sent as JSON. */
  ask: (address: string, init?: AskOptions) => Promise<Response>;
  /** The same, read as JSON. */
  read: (address: string, init?: AskOptions) => Promise<{ status: number; body: Json }>;
  errors: unknown[];
  /** The lines of the server's log. */
  log: object[];
  /** Lets so much time pass for the limits of rate that everything may be asked again. */
  refill: () => void;
}

/** What differs from a GET with the token. */
export interface AskOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Starts one; it stops with the test. */
export async function serveApp({
  root,
  options = {},
  ...world
}: TestWorld & { root?: string; options?: Partial<ServeOptions> } = {}): Promise<TestServer> {
  const { collect, notify } = createRequestNotices(() => undefined);
  const figures = createFigures();
  const onReply = createCallCounter(figures);
  const made = makeApp(root ?? (await makeProjectFolder()), { ...world, notify, remote: true, onReply });
  const log: object[] = [];
  const errors: unknown[] = [];
  let passed = 0;
  const server = await startServer({
    app: made.app,
    collect,
    clock: { ...made.world.clock, elapsed: () => made.world.clock.elapsed() + passed },
    host: '127.0.0.1',
    port: 0,
    token: testToken,
    publicUrl: null,
    mostRunning: 8,
    ownName: null,
    people: { userHeader: null, rights: { read: ['*'], speak: ['*'], start: ['*'] }, pipelines: [] },
    openMcp: (places) =>
      createMcpHttp(
        {
          ...made.world,
          cwd: made.root,
          version: '0.0.0',
          openApp: () => made.app,
          say: (text) => errors.push(text),
        },
        places,
      ),
    packageRoot: made.world.packageRoot,
    version: '0.0.0',
    figures,
    log: (line) => log.push(line),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${server.port}`;
  const ask: TestServer['ask'] = (address, { method, body, headers = {} } = {}) =>
    fetch(`${url}${address}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${testToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    ...made,
    server,
    url,
    ask,
    errors,
    log,
    refill: () => {
      passed += 60_000;
    },
    read: async (address, init) => {
      const response = await ask(address, init);
      return { status: response.status, body: await response.json() };
    },
  };
}

/** One event of a stream; `id` is that of the last event that had one, as a browser counts. */
export interface ReadEvent {
  id: number;
  data: Json;
}

/** Reads events until `enough` says so or the stream ends; then breaks the connection. */
export async function readEvents(
  { ask }: Pick<TestServer, 'ask'>,
  id: string,
  {
    after,
    enough = () => false,
    unnumbered = false,
  }: {
    after?: number;
    enough?: (event: ReadEvent) => boolean;
    /** Gives what has no number too. */
    unnumbered?: boolean;
  } = {},
): Promise<ReadEvent[]> {
  const response = await ask(`/api/sessions/${id}/events`, {
    ...(after === undefined ? {} : { headers: { 'last-event-id': String(after) } }),
  });
  const events: ReadEvent[] = [];
  let text = '';
  let last = after ?? 0;
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const number = /^id: (\d+)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined || (number === undefined && !unnumbered)) continue;
      last = Number(number ?? last);
      const event = { id: last, data: JSON.parse(data) };
      events.push(event);
      // To leave the loop cancels the body, which breaks the connection.
      if (enough(event)) return events;
    }
  }
  return events;
}

/** Waits for an event of a type that comes after a number. */
export async function waitForEvent(
  server: Pick<TestServer, 'ask'>,
  id: string,
  { type, after = 0 }: { type: string; after?: number },
): Promise<ReadEvent> {
  const events = await readEvents(server, id, { after, enough: ({ data }) => data.type === type });
  const found = events.at(-1);
  if (found?.data.type !== type)
    throw new Error(`no event ${type} came: ${events.map(({ data }) => String(data.type)).join(', ')}`);
  return found;
}
