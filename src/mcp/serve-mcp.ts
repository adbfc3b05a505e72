/** Serves assistants: one on two streams until it leaves, or any number over HTTP. */
import { type Readable, Transform, type Writable } from 'node:stream';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from '../app/app.ts';
import type { Notify } from '../app/notice.ts';
import type { Clock } from '../session/ports/ports.ts';
import { createServer } from './create-server.ts';
import { createDiscussions, type Places } from './discussions.ts';

/** What the tools need from the process, whichever way a client comes. */
export interface McpParts {
  /** Opens an app over the project's present files. */
  openApp: (notify: Notify) => App;
  clock: Clock;
  /** Random letters and digits, for fences. */
  randomToken: () => string;
  cwd: string;
  version: string;
  /** Writes to the log of the client. */
  say: (text: string) => void;
}

/** What a server on two streams needs. */
export interface ServeOptions extends McpParts {
  input: Readable;
  output: Writable;
  /** Ends the server when it aborts, just as the end of the input does. */
  stop: AbortSignal;
  /** Ends the process; called when discussions take too long to pause, so that no process is left behind. */
  endNow: () => void;
}

/** In characters, above what the transport reads. */
const longestLine = 16 * 1024 * 1024;

/** Milliseconds that discussions have to pause after the client has left. */
const longestEnd = 10_000;

/** A server for clients that come over HTTP: each request has a server of its own, over the same discussions, which wait for a place. */
export function createMcpHttp(
  options: McpParts,
  places: Places,
): {
  answer: (request: Request) => Promise<Response>;
  end: () => Promise<void>;
} {
  const { makeServer, end } = openWorkshop(options, places);
  const onerror = ({ message }: Error): void => options.say(`Warning: ${message}`);
  const handler = createMcpHandler(makeServer, { onerror });
  return {
    answer: async (request) => handler.fetch(await leaveOutNulls(request)),
    end: async () => void (await Promise.all([end(), handler.close()])),
  };
}

/** Serves until the input ends, the output fails, or `stop` aborts; resolves when all discussions are paused. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const { input, output, say } = options;
  const { makeServer, end } = openWorkshop(options);
  const left = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, resolve);
    output.once('error', () => resolve());
    options.stop.addEventListener('abort', () => resolve(), { once: true });
    if (options.stop.aborted || input.readableEnded) resolve();
  });
  const transport = new StdioServerTransport(input.pipe(splitBatches(output)), output);
  const onerror = ({ message }: Error): void => say(`Warning: ${message}`);
  const handle = serveStdio(makeServer, { transport, onerror });
  await left;
  const { signal, clear } = options.clock.deadline(longestEnd);
  signal.addEventListener('abort', options.endNow, { once: true });
  await Promise.all([end(), handle.close()]);
  // An input that somebody else holds open would keep the process.
  input.unpipe().pause();
  clear();
}

/** What the servers of one process share: the discussions, and the calls that were made under a key. */
function openWorkshop(
  options: McpParts,
  places: Places | null = null,
): { makeServer: () => McpServer; end: () => Promise<void> } {
  const discussions = createDiscussions(places);
  const shared = { ...options, discussions, kept: new Map(), declined: new Set<string>() };
  return {
    makeServer: () => createServer(options.version, { ...shared, marker: options.randomToken() }),
    end: () => discussions.end(),
  };
}

/**
 * Puts each message of a client on a line of its own: revision 2025-03-26 has batches, and some clients write null for what a request leaves
 * out. Answers lines that are no JSON, which the transport passes over in silence.
 */
function splitBatches(output: Writable): Transform {
  const decoder = new TextDecoder();
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      const split = lines.map((line) => splitLine(line, output)).join('');
      // The transport refuses what is too long.
      const kept = rest.length > longestLine ? '' : rest;
      done(null, kept === rest ? split : split + rest);
      rest = kept;
    },
  });
}

/** The most bytes of a request over HTTP that are looked at; the handler refuses what is longer. */
const mostBytes = 1024 * 1024;

/** A request with what it may leave out left out, where it is null. */
async function leaveOutNulls(request: Request): Promise<Request> {
  const size = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method !== 'POST' || !(size <= mostBytes)) return request;
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const said = await request.text();
  return new Request(url, { method, signal, headers, body: readJson(said) ?? said });
}

/** Null where the text is no JSON. */
function readJson(said: string): string | null {
  try {
    return JSON.stringify(JSON.parse(said), leaveOutNull);
  } catch {
    return null;
  }
}

/** What a request of the protocol may leave out. */
const optional = new Set(['params', 'arguments', 'cursor', '_meta']);

function leaveOutNull(key: string, value: unknown): unknown {
  return optional.has(key) ? (value ?? undefined) : value;
}

function splitLine(line: string, output: Writable): string {
  if (line.trim() === '') return '';
  try {
    const said: unknown = JSON.parse(line);
    const messages: unknown[] = Array.isArray(said) ? said : [said];
    return messages.map((one) => `${JSON.stringify(one, leaveOutNull)}\n`).join('');
  } catch {
    const error = { code: -32700, message: 'Parse error: a message is one line of JSON.' };
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
    return '';
  }
}
