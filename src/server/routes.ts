/** The addresses of the interface and their handlers; all need the token except the page, its files and `/healthz`. */

import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { App } from '../app/app.ts';
import type { StartOptions } from '../app/options.ts';
import { describeStrategy } from '../app/read/browse-library.ts';
import { buildEstimate } from '../app/start/estimate.ts';
import { readFields } from '../config/option-fields.ts';
import { describeError, S2sError } from '../session/errors.ts';
import type { JournalLine } from '../session/ports/journal.ts';
import type { Clock } from '../session/ports/ports.ts';
import { readCallKey } from '../session/rules/call-key.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { assertId } from '../session/rules/session-id.ts';
import type { Session } from '../session/session.ts';
import { type ExportType, exportTypes } from '../session/vocabulary.ts';
import { cleanLine } from '../text/clean-text.ts';
import {
  type AccessRules,
  type AskedBy,
  type Caller,
  checkPlace,
  checkRight,
  findCaller,
  type Right,
} from './access.ts';
import {
  callsSchema,
  commandSchema,
  formatSchema,
  listSchema,
  messageSchema,
  readBody,
  readQuery,
  searchSchema,
  startSchema,
} from './bodies.ts';
import type { Conductor } from './conductor.ts';
import { viewDiscussion } from './discussion-view.ts';
import { readLastEventId, streamEvents } from './event-stream.ts';
import { type Figures, listGauges } from './figures.ts';
import { answerError, HttpError } from './http-error.ts';
import { createDoOnce } from './idempotency.ts';
import { describeInterface } from './openapi.ts';
import { readPageFile } from './page-files.ts';
import type { Queue } from './queue.ts';
import type { Collect } from './request-notices.ts';
import type { ServerLog } from './server-log.ts';
import { type Doing, describeList, showSession, showState } from './session-view.ts';

/** The dependencies of the routes. */
export interface RouteParts {
  app: App;
  conductor: Conductor;
  queue: Queue;
  figures: Figures;
  log: ServerLog;
  collect: Collect;
  rules: AccessRules;
  /** The name of the person who runs the server; null where other people reach it too. */
  ownName: string | null;
  clock: Clock;
  packageRoot: string;
  version: string;
  /** Answers an assistant. */
  answerMcp: (request: Request) => Promise<Response>;
  /** Aborted when the server stops: streams end. */
  stop: AbortSignal;
  onError: (error: unknown) => void;
}

const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** An exported document may have inline styles, and nothing else. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const documentTypes = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const;

/** What later handlers know of a request that was let in. */
interface Known {
  Variables: { caller: Caller; request: string; session?: string };
}

/** Builds the interface over an app. */
export function createRoutes(parts: RouteParts): Hono<Known> {
  const { app, conductor, queue, collect, rules, clock, stop, figures, log } = parts;
  const hono = new Hono<Known>({ strict: false });
  const doOnce = createDoOnce(app.openRequests);
  // Made once: it takes longer than any other answer.
  const description = describeInterface(parts.version, rules.publicUrl?.origin ?? '/');

  const once = <Result>(
    context: Context<Known>,
    body: unknown,
    act: () => Promise<Result>,
  ): Promise<Result> =>
    doOnce(
      context.req.header('idempotency-key'),
      [context.get('caller').name, context.req.method, context.req.path, body],
      act,
    );
  const readDoing = async (id: string): Promise<Doing> => {
    return { isRunning: await conductor.isRunning(id), isWaiting: queue.isWaiting(id) };
  };
  const readId = (context: Context<Known>): string => {
    const id = context.req.param('id') ?? '';
    assertId(id);
    return id;
  };

  hono.use(async (context, next) => {
    const started = clock.elapsed();
    const { method, path } = context.req;
    const named = context.req.header('x-request-id') ?? '';
    const request = /^[\w.-]{1,100}$/.test(named) ? named : randomUUID();
    context.set('request', request);
    await next();
    context.header('x-request-id', request);
    const { status } = context.res;
    figures.add('s2s_requests_total', 1, { status: String(status) });
    const session = context.get('session') ?? /^\/api\/(?:sessions|discussions)\/([^/]+)/.exec(path)?.[1];
    const duration_ms = Math.round(clock.elapsed() - started);
    log({
      type: 'request',
      request,
      session,
      method,
      path,
      status,
      duration_ms,
      by: context.get('caller')?.name,
    });
  });
  hono.use('/api/*', compress(), async (context, next) => {
    await next();
    // A terminal that shows an answer begins its next line on a line of its own.
    const { res } = context;
    if (res.headers.get('content-type')?.startsWith('application/json') === true)
      context.res = new Response(`${await res.text()}\n`, res);
  });
  hono.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    const by: AskedBy = {
      host: context.req.header('host'),
      origin: context.req.header('origin'),
      authorization: context.req.header('authorization'),
      user: rules.userHeader === null ? undefined : context.req.header(rules.userHeader),
    };
    checkPlace(by, rules);
    if (/^\/(api|mcp|metrics)(\/|$)/.test(context.req.path)) {
      const caller = findCaller(by, rules);
      context.set('caller', caller);
      checkRight(caller, nameRight(context.req));
    }
    await next();
  });

  hono.onError((error, context) => {
    const { status, body } = answerError(error);
    if (status >= 500) log({ type: 'error', request: context.get('request'), ...describeError(error) });
    if (status === 500) parts.onError(error);
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (status === 401) context.header('www-authenticate', 'Bearer');
    if (status === 503) context.header('retry-after', '5');
    return context.json(body, status as 400);
  });
  hono.notFound((context) => {
    const { method, path } = context.req;
    throw new HttpError(
      'NO_SUCH_PAGE',
      `There is nothing at ${method} ${path.slice(0, 200)}.`,
      'GET /api/openapi.json describes what there is.',
    );
  });

  hono.get('/api/me', (context) => {
    const { name, rights } = context.get('caller');
    const suggested_name = name === null ? parts.ownName : null;
    return context.json({ name, suggested_name, rights: [...rights] });
  });
  hono.get('/healthz', (context) => context.json({ status: 'ok', version: parts.version }));
  hono.get('/metrics', async (context) => {
    const store = await app.checkStore().catch(() => 'away' as const);
    const text = figures.write(
      listGauges({ running: queue.countRunning(), queued: queue.countWaiting(), store }),
    );
    return context.body(text, 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  hono.get('/readyz', async (context) => {
    // Callers without a token do not learn where the store is, or why it does not answer.
    const isReady = await app.checkStore().then(
      () => true,
      () => false,
    );
    if (isReady) return context.json({ status: 'ready' });
    context.header('retry-after', '5');
    return context.json({ status: 'store-unreachable' }, 503);
  });
  hono.get('/api/openapi.json', (context) => context.json(description));

  hono.get('/api/sessions', async (context) => {
    const { q, ...filters } = readQuery(context.req.url, listSchema);
    const query = q?.trim() === '' ? undefined : q?.trim();
    return context.json(await describeList(await app.list({ ...filters, query }), readDoing));
  });
  hono.post('/api/sessions', async (context) => {
    const body = signed(context, await readBody(context.req.raw, startSchema), parts.ownName);
    const { result, notices } = await once(context, body, () => collect(() => conductor.start(body)));
    context.set('session', result);
    return context.json({ session_id: result, notices }, 202);
  });
  hono.get('/api/sessions/:id', async (context) => {
    const id = readId(context);
    const doing = await readDoing(id);
    return context.json(showSession(await app.look({ session: id }), doing));
  });
  hono.get('/api/sessions/:id/events', async (context) => {
    const id = await app.find({ session: readId(context) });
    const headersOfStream = {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    };
    if (context.req.method === 'HEAD') return context.body(null, 200, headersOfStream);
    const gone = new AbortController();
    const events = app.events({
      session: id,
      after: readLastEventId(context.req.header('last-event-id')),
      signal: AbortSignal.any([gone.signal, stop]),
    });
    const stream = streamEvents({ events, clock, onEnd: () => gone.abort(), onError: parts.onError });
    return context.body(stream, 200, headersOfStream);
  });
  hono.post('/api/sessions/:id/commands', async (context) => {
    const id = await app.find({ session: readId(context) });
    const body = signed(context, await readBody(context.req.raw, commandSchema), parts.ownName);
    if (costly.has(body.command)) checkRight(context.get('caller'), 'start');
    const act = (): Promise<string[]> => conductor.command(id, body);
    const { result, notices } = await once(context, body, () => collect(act));
    const doing = await readDoing(id);
    const state = showState(await app.look({ session: id }), doing);
    return context.json({ ...state, command: body.command, notices: [...notices, ...result] }, 202);
  });
  hono.get('/api/sessions/:id/calls', async (context) => {
    const session = await app.get({ session: readId(context) });
    const { calls, problems } = await app.calls({
      session: session.id,
      ...readQuery(context.req.url, callsSchema),
    });
    return context.json({ session_id: session.id, calls: calls.filter(mayBeSeen(session)), problems });
  });
  hono.get('/api/sessions/:id/documents/:type', async (context) => {
    const { format = 'md' } = readQuery(context.req.url, formatSchema);
    const type = readType(context.req.param('type'));
    const { text } = await app.export({ session: readId(context), type, format });
    context.header('content-security-policy', documentPolicy);
    return context.body(text, 200, { 'content-type': documentTypes[format] });
  });
  hono.get('/api/search', async (context) => {
    const { q, limit } = readQuery(context.req.url, searchSchema);
    return context.json(await app.search({ words: q, limit, waits: false }));
  });
  hono.post('/api/estimate', async (context) => {
    const body = await readBody(context.req.raw, startSchema);
    const { result, notices } = await collect(() =>
      app.estimate(readFields<StartOptions>(body, ['start', 'run', 'own'])),
    );
    return context.json({ estimate: buildEstimate(result), notices });
  });
  hono.get('/api/agents', async (context) => {
    const { agents, problems } = await app.listAgents();
    const rows = agents.map(({ id, role, level, description, origin, model, specialties }) => {
      return { id, role, level, description, origin, model, specialties };
    });
    return context.json({ agents: rows, problems });
  });
  hono.get('/api/strategies', async (context) => {
    const { strategies, problems } = await app.listStrategies();
    return context.json({ strategies: strategies.map(describeStrategy), problems });
  });

  const showDiscussion = async (id: string) => {
    const [view, { calls }] = await Promise.all([app.look({ session: id }), app.calls({ session: id })]);
    return viewDiscussion(view, calls);
  };
  hono.get('/api/discussions/:id', async (context) => context.json(await showDiscussion(readId(context))));
  hono.post('/api/discussions/:id', async (context) => {
    const id = await app.find({ session: readId(context) });
    const body = await readBody(context.req.raw, messageSchema);
    const name = context.get('caller').name ?? (cutText(cleanLine(body.userId), 80, '') || undefined);
    await once(context, body, () => conductor.speak(id, body.message, name));
    return context.json(await showDiscussion(id));
  });

  hono.all('/mcp', (context) => parts.answerMcp(context.req.raw));

  for (const address of ['/', '/page.js', '/page.css']) {
    hono.get(address, async (context) => {
      const file = await readPageFile(parts.packageRoot, address);
      if (file === null) return context.notFound();
      return context.body(new Uint8Array(file.bytes), 200, { 'content-type': file.type });
    });
  }
  return hono;
}

/** If a person sits at the table, the calls of an unfinished round stay hidden: they see only what its events show. */
function mayBeSeen({
  status,
  total_rounds: finished,
  participants,
}: Session): (line: JournalLine) => boolean {
  const isOver = status === 'completed' || status === 'closed';
  if (isOver || !participants.some(({ kind }) => kind === 'human')) return () => true;
  return ({ key }) => {
    const call = readCallKey(key);
    return call !== null && call.round <= finished && call.step !== 'review';
  };
}

function readType(type: string): ExportType {
  const known = exportTypes.find((one) => one === type);
  if (known !== undefined) return known;
  throw new S2sError('UNKNOWN_OUTPUT_TYPE', 'There is no such type of document.', {
    hint: `Types: ${exportTypes.join(', ')}`,
  });
}

/** Commands that continue a discussion, or end it for good. */
const costly: ReadonlySet<string> = new Set(['resume', 'close', 'grant']);

/** The right that a request needs: GET, HEAD and an estimate need `read`, a start needs `start`, all others `speak`. */
function nameRight({ method, path: asked }: { method: string; path: string }): Right {
  const path = asked.replace(/\/+$/, '');
  if (path === '/mcp') return 'start';
  if (method === 'GET' || method === 'HEAD' || path === '/api/estimate') return 'read';
  return path === '/api/sessions' ? 'start' : 'speak';
}

/** A signed-in person is recorded under that name, whatever the request says; where it says nothing, whoever runs the server alone is. */
function signed<Body extends object>(context: Context<Known>, body: Body, ownName: string | null): Body {
  const { name } = context.get('caller');
  if (name !== null) return { ...body, name };
  return ownName === null ? body : { name: ownName, ...body };
}
