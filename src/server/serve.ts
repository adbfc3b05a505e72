/** The server: it listens, runs discussions, and stops without losing one. */
import { serve as listen } from '@hono/node-server';
import type { App } from '../app/app.ts';
import { describeError, S2sError } from '../session/errors.ts';
import type { Clock } from '../session/ports/ports.ts';
import type { AccessRules } from './access.ts';
import { createConductor } from './conductor.ts';
import type { Figures } from './figures.ts';
import { createQueue, type Queue } from './queue.ts';
import type { Collect } from './request-notices.ts';
import { createRoutes } from './routes.ts';
import type { ServerLog } from './server-log.ts';

/** The settings of the server. */
export interface ServeOptions {
  app: App;
  /** Collects the notices of a request for its answer. */
  collect: Collect;
  clock: Clock;
  host: string;
  /** 0 for any free port. */
  port: number;
  token: string;
  publicUrl: URL | null;
  /** The callers that the server knows besides the holder of its token, and their rights. */
  people: Pick<AccessRules, 'userHeader' | 'rights' | 'pipelines'>;
  /** The name of the person who runs the server; null where other people reach it too. */
  ownName: string | null;
  /** Opens the server for assistants, at /mcp; its discussions take the same places. */
  openMcp: (places: Queue) => {
    answer: (request: Request) => Promise<Response>;
    end: () => Promise<void>;
  };
  /** How many discussions may run at once. */
  mostRunning: number;
  packageRoot: string;
  version: string;
  /** Counts the calls of the app, and what happens here. */
  figures: Figures;
  /** Takes a line for each request, run and error. */
  log: ServerLog;
  /** Called for a bug, and with the error of a discussion that failed. */
  onError: (error: unknown) => void;
}

/** A listening server. */
export interface Server {
  port: number;
  /** Continues a session that nobody runs. */
  resume: (id: string) => Promise<void>;
  /** Pauses all running discussions, keeps the answers received so far, and closes. */
  stop: () => Promise<void>;
}

/** Milliseconds within which a whole request has to arrive. */
const requestMs = 30_000;

/** Starts it; resolves once it listens. Throws INVALID_VALUE for an address or port that cannot be used. */
export async function startServer(options: ServeOptions): Promise<Server> {
  const { app, collect, clock, host, port, token, publicUrl, packageRoot, version, onError } = options;
  const stopping = new AbortController();
  const queue = createQueue(options.mostRunning);
  const mcp = options.openMcp(queue);
  const { figures, log } = options;
  const onFailure = (error: unknown, session: string): void => {
    log({ type: 'error', session, ...describeError(error) });
    onError(error);
  };
  const conductor = createConductor({ app, queue, clock, figures, log, onFailure });
  const rules: AccessRules = { token, host, port, publicUrl, ...options.people };
  const routes = createRoutes({
    ...{ app, conductor, queue, collect, rules, clock, packageRoot, version, onError },
    ...{ figures, log, ownName: options.ownName },
    answerMcp: mcp.answer,
    stop: stopping.signal,
  });
  const server = await open({ fetch: routes.fetch, hostname: host, port });
  rules.port = server.port;
  return {
    port: server.port,
    resume: conductor.resume,
    stop: async () => {
      const stopped = app.stop();
      queue.close();
      await Promise.all([stopped, mcp.end()]);
      stopping.abort();
      await server.close();
    },
  };
}

async function open(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  hostname: string;
  port: number;
}): Promise<{ port: number; close: () => Promise<void> }> {
  const limits = { headersTimeout: requestMs, requestTimeout: requestMs, maxHeaderSize: 16 * 1024 };
  return new Promise((resolve, reject) => {
    const server = listen({ ...options, serverOptions: limits, overrideGlobalObjects: false }, (info) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ('closeAllConnections' in server) server.closeAllConnections();
        });
      resolve({ port: info.port, close });
    });
    server.on('error', (error: NodeJS.ErrnoException) => {
      const { hostname, port } = options;
      const [message, hint] =
        error.code === 'EADDRINUSE'
          ? [`Port ${port} of ${hostname} is in use.`, 's2s serve --port 0 takes any port that is free.']
          : [
              `The server cannot listen on ${hostname}:${port}: ${error.message}.`,
              'Give another --host or --port.',
            ];
      reject(new S2sError('INVALID_VALUE', message, { hint }));
    });
  });
}
