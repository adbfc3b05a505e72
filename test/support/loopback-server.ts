/**
 * A server on this machine that stands in for models. It speaks the protocols of Anthropic (`/v1/messages`,
 * `/v1/models/:id`), of OpenAI-compatible servers (`/v1/chat/completions`, `/v1/models`) and the list of Ollama
 * (`/api/tags`), answers what a script says, and records what it was asked.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BatchScript, handleBatches } from './loopback-batches.ts';
import { writeAnthropicReply, writeOpenAiReply } from './loopback-replies.ts';

/** A request for a reply, in the words of both protocols. */
export interface AskedRequest {
  protocol: 'anthropic' | 'openai';
  model: string;
  /** The system prompt, blocks joined by blank lines. */
  system: string;
  /** The user's turn, blocks joined by blank lines. */
  user: string;
  /** The schema that the server was told to enforce, or null. */
  schema: { [key: string]: unknown } | null;
  stream: boolean;
  /** Counts from 1, over all requests for a reply. */
  number: number;
  headers: IncomingMessage['headers'];
  /** The body as it came. */
  body: { [key: string]: unknown };
}

/** What a reply may say beside its text. */
export interface ScriptedReply {
  text: string;
  /** `end_turn`, `max_tokens`, `refusal`, …; OpenAI's words are derived from it. */
  stopReason?: string;
  usage?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number; cost?: number };
  /** The model that is said to have answered; the asked one when absent. */
  model?: string;
  requestId?: string;
  delayMs?: number;
}

/** Something that goes wrong instead. */
export type Fault =
  | { fault: 'status'; status: number; body?: unknown; headers?: Record<string, string>; delayMs?: number }
  /** The connection stays open and nothing ever comes. */
  | { fault: 'stall-headers' }
  /** Headers and half of a reply, then nothing. */
  | { fault: 'stall-body' }
  /** Headers and half of a reply, then the connection is cut. */
  | { fault: 'drop-body' }
  /** The connection is cut before any header. */
  | { fault: 'drop' }
  /** Status 200 with a web page. */
  | { fault: 'html' }
  /** Status 200, the right type, and no JSON. */
  | { fault: 'broken-json' }
  /** A body that never ends. */
  | { fault: 'endless' };

/** What a script answers: a text, a whole reply, or a fault. */
export type Answer = string | ScriptedReply | Fault;

export interface LoopbackOptions {
  reply?: (request: AskedRequest) => Answer | Promise<Answer>;
  /** Hears of each reply once its last byte was handed to the system. */
  onSent?: (request: AskedRequest) => void;
  /** Batches, which outlive the server that shows them; their calls are answered by `reply`. None when absent. */
  batches?: BatchScript;
  /** Models that are there, for the lists; names only. Without them the server does not know `/v1/models/:id`. */
  models?: readonly string[];
  /** Retirement dates by model, for Anthropic's `/v1/models/:id`. */
  retires?: Readonly<Record<string, string>>;
}

export interface Loopback {
  /** `http://127.0.0.1:<port>`: the base URL for Anthropic and Ollama; with `/v1` behind it that for OpenAI. */
  url: string;
  /** Requests for replies, in the order in which they came. */
  requests: AskedRequest[];
  /** Connections that ended before their reply was sent: what a client gave up. */
  abandoned: () => number;
  close: () => Promise<void>;
}

/** Starts the server on a free port. Close it at the end of the test. */
export async function startLoopback(options: LoopbackOptions = {}): Promise<Loopback> {
  const requests: AskedRequest[] = [];
  let abandoned = 0;
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    handle(incoming, response, { options, requests }).catch((error: unknown) => {
      if (!response.headersSent)
        sendJson(response, 500, { error: { message: `loopback script: ${String(error)}` } });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  { options, requests }: { options: LoopbackOptions; requests: AskedRequest[] },
): Promise<void> {
  const path = (incoming.url ?? '').split('?')[0] ?? '';
  const models = options.models ?? [];
  if (incoming.method === 'GET' && path === '/api/tags') {
    return sendJson(response, 200, {
      models: models.map((name) => ({ name, model: name, details: { family: 'llama' } })),
    });
  }
  if (incoming.method === 'GET' && path === '/v1/models') {
    return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  }
  if (incoming.method === 'GET' && path.startsWith('/v1/models/') && options.models !== undefined) {
    const id = decodeURIComponent(path.slice('/v1/models/'.length));
    const retires = options.retires?.[id] ?? null;
    if (!models.includes(id) && retires === null) {
      return sendJson(response, 404, {
        type: 'error',
        error: { type: 'not_found_error', message: `model: ${id}` },
      });
    }
    const lifecycle = retires === null ? 'active' : 'deprecated';
    return sendJson(response, 200, {
      type: 'model',
      id,
      display_name: id,
      lifecycle,
      retires_at: retires,
      deprecated_at: null,
    });
  }
  if (options.batches !== undefined && path.startsWith('/v1/messages/batches')) {
    const body = incoming.method === 'POST' ? JSON.parse(await readText(incoming)) : null;
    return handleBatches({ script: options.batches, path, body, response, options, requests });
  }
  const protocol = path === '/v1/messages' ? 'anthropic' : path === '/v1/chat/completions' ? 'openai' : null;
  if (incoming.method !== 'POST' || protocol === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return;
  }
  const body = JSON.parse(await readText(incoming)) as { [key: string]: unknown };
  const asked = readAsked(protocol, { body, headers: incoming.headers, number: requests.length + 1 });
  requests.push(asked);
  response.on('finish', () => options.onSent?.(asked));
  const answer = (await options.reply?.(asked)) ?? '';
  if (typeof answer === 'object' && 'fault' in answer) return sendFault(response, asked, answer);
  const reply: ScriptedReply = typeof answer === 'string' ? { text: answer } : answer;
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (asked.protocol === 'anthropic') writeAnthropicReply(response, asked, reply);
  else writeOpenAiReply(response, asked, reply);
}

async function sendFault(response: ServerResponse, asked: AskedRequest, fault: Fault): Promise<void> {
  const json = {
    'content-type': 'application/json',
    'request-id': `req_${asked.number}`,
    'x-request-id': `req_${asked.number}`,
  };
  switch (fault.fault) {
    case 'status': {
      if (fault.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {});
      response.writeHead(fault.status, { ...json, ...fault.headers }).end(text);
      return;
    }
    case 'stall-headers':
      return;
    case 'stall-body':
    case 'drop-body':
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"id":"half","content":[{"type":"text","text":"half a rep');
      if (fault.fault === 'drop-body') setTimeout(() => response.destroy(), 20);
      return;
    case 'drop':
      response.destroy();
      return;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><html><body>Sign in to the network</body></html>');
      return;
    case 'broken-json':
      response.writeHead(200, json).end('{"id": "x", "content": [');
      return;
    case 'endless': {
      response.writeHead(200, json);
      const chunk = 'x'.repeat(64 * 1024);
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    }
  }
}

/** Reads a body in the words of both protocols. */
export function readAsked(
  protocol: AskedRequest['protocol'],
  {
    body,
    headers,
    number,
  }: { body: { [key: string]: unknown }; headers: IncomingMessage['headers']; number: number },
): AskedRequest {
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as {
    role: string;
    content: unknown;
  }[];
  const joinRole = (role: string): string =>
    messages
      .filter((message) => message.role === role)
      .map((message) => joinContent(message.content))
      .join('\n\n');
  return {
    protocol,
    model: String(body['model']),
    system: protocol === 'anthropic' ? joinContent(body['system']) : joinRole('system'),
    user: joinRole('user'),
    schema:
      protocol === 'anthropic'
        ? follow(body, 'output_config', 'format', 'schema')
        : follow(body, 'response_format', 'json_schema', 'schema'),
    stream: body['stream'] === true,
    number,
    headers,
    body,
  };
}

function joinContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: string }[]).map((block) => block.text ?? '').join('\n\n');
}

function follow(value: unknown, ...path: string[]): { [key: string]: unknown } | null {
  let found = value;
  for (const step of path)
    found =
      typeof found === 'object' && found !== null ? (found as { [key: string]: unknown })[step] : undefined;
  return typeof found === 'object' && found !== null ? (found as { [key: string]: unknown }) : null;
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
