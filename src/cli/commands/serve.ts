/** `s2s serve`: serves discussions over HTTP, for the page and for other programs. */
import { createApp } from '../../app/create-app.ts';
import { untilAborted } from '../../app/until-aborted.ts';
import type { ServeOptions } from '../../server/serve.ts';
import type { ServerLog } from '../../server/server-log.ts';
import { describeError, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { openProject } from '../open-project.ts';
import { describeCommand, type OptionDescriptor, readFlag } from '../parser/command-descriptor.ts';
import { trustOption } from '../run-notes.ts';

/** The flags of the server. */
export interface ServeFlags {
  host?: string;
  port?: string;
  tokenFile?: string;
  publicUrl?: string;
  resume?: boolean;
  open?: boolean;
}

/** Where the server listens. */
export const listenOptions: readonly OptionDescriptor[] = [
  { usage: '--port <n>', description: 'default: 4870; 0 for any free port' },
  { usage: '--host <address>', description: 'an address other than 127.0.0.1; needs --token-file' },
  {
    usage: '--token-file <file>',
    description: 'a token of your own instead of the generated one',
  },
  { usage: '--public-url <url>', description: 'the address that people use, when it is behind a proxy' },
];
const pageOptions: readonly OptionDescriptor[] = [
  { usage: '--resume', description: 'continue the sessions that ran when the server was stopped' },
  { usage: '--open', description: 'open the page in the browser' },
];

export const serveCommand = describeCommand<[], ServeFlags>({
  path: 'serve',
  description: 'Open the page: start, follow and steer discussions in a browser, or over HTTP',
  options: [...listenOptions, ...pageOptions, trustOption],
  examples: ['s2s serve', 's2s serve --port 0 --open', 's2s serve --resume'],
  exits: { 0: 'stopped', 2: 'wrong usage', 5: 'no project, or a file that cannot be used' },
  run: ({ flags }, context) => serve(flags, context),
});

/** Serves until the program is stopped. `page` is the address on the server that is printed. */
export async function serve(flags: ServeFlags, context: ActionContext, page = ''): Promise<CommandResult> {
  const { environment, cwd, globals, notify, say, stop } = context;
  const [
    { startServer },
    { createRequestNotices },
    { resolveConfig },
    { readTokenFile },
    { createMcpHttp },
    { createCallCounter, createFigures },
  ] = await Promise.all([
    import('../../server/serve.ts'),
    import('../../server/request-notices.ts'),
    import('../../config/resolve-config.ts'),
    import('../../server/token.ts'),
    import('../../mcp/serve-mcp.ts'),
    import('../../server/figures.ts'),
  ]);
  const { config } = await openProject(context);
  const address = await readAddress(flags, context, config.userFolder);
  const { notify: tell, collect } = createRequestNotices(notify);
  const figures = createFigures();
  const onReply = createCallCounter(figures);
  const place = { cwd, world: environment, trusts: globals.trust, remote: true, onReply };
  const app = createApp({ ...place, notify: tell });
  const { mostRunning, people } = resolveConfig(config, { workflow: 'roundtable' });
  const pipelines = await Promise.all(
    Object.entries(people.tokenFiles).map(async ([name, file]) => {
      return { name, token: await readTokenFile(file, cwd) };
    }),
  );
  const served = await app.listServed();
  const log: ServerLog = (line) => {
    const at = environment.clock.now().toISOString();
    if (globals.ndjson === true) environment.stdout.write(`${JSON.stringify({ at, ...line })}\n`);
  };
  const server = await startServer({
    ...address,
    app,
    collect,
    clock: environment.clock,
    mostRunning,
    people: { userHeader: people.userHeader, rights: people.rights, pipelines },
    openMcp: (places) =>
      createMcpHttp(
        {
          ...environment,
          cwd,
          openApp: (notify) => createApp({ ...place, notify }),
          say: (text) => say(text, { warning: true }),
        },
        places,
      ),
    packageRoot: environment.packageRoot,
    version: environment.version,
    figures,
    log,
    onError: (error) => {
      const { code, message } = describeError(error);
      const stack = code === 'BUG' && error instanceof Error ? `\n${error.stack}` : '';
      say(`${String(code)}: ${String(message)}${stack}`, { warning: true });
    },
  });
  const { host, token } = address;
  const shown = host.includes(':') ? `[${host}]` : host;
  const url = `${address.publicUrl?.href ?? `http://${shown}:${server.port}/`}${page}#token=${token}`;
  // A log is kept and passed on, so what a program reads is without the token.
  const bare = url.replace(/#.*$/, '');
  if (globals.ndjson === true) log({ type: 'listening', url: bare });
  else if (globals.json === true) say(`Listening on ${bare}`);
  else environment.stdout.write(`${url}\n`);
  try {
    // The address with its token goes through a file that only the person can read: everybody can read a program's arguments.
    if (flags.open === true && config.userFolder !== null) {
      const { writeOpener } = await import('../../server/opener.ts');
      environment.openFile(await writeOpener(config.userFolder, url));
    }
    await offer(served, { isWanted: flags.resume === true, resume: server.resume, say });
    await untilAborted(stop);
  } finally {
    await server.stop();
  }
  const left = await app.listServed();
  return {
    json: { stopped: true, paused: left },
    text: '',
    next: left.length === 0 ? [] : ['s2s serve --resume'],
  };
}

async function readAddress(
  flags: ServeFlags,
  { environment, cwd, say }: ActionContext,
  userFolder: string | null,
): Promise<Pick<ServeOptions, 'host' | 'port' | 'token' | 'publicUrl' | 'ownName'>> {
  const [{ isLoopback }, { keepToken, readTokenFile }, { parseCount }] = await Promise.all([
    import('../../server/access.ts'),
    import('../../server/token.ts'),
    import('../../config/parse-values.ts'),
  ]);
  const { host = '127.0.0.1', tokenFile, publicUrl } = flags;
  const port = readFlag(flags.port, '--port', parseCount) ?? 4870;
  if (port > 65_535) {
    throw new S2sError('INVALID_VALUE', `--port ${port} is not a port.`, {
      hint: 'Give one from 0 to 65535.',
    });
  }
  const isAlone = isLoopback(host) && publicUrl === undefined;
  if (!isAlone) {
    if (tokenFile === undefined) {
      throw new S2sError('USAGE', 'A server that others can reach needs a token of its own.', {
        hint: 'openssl rand -hex 32 > token; chmod 600 token; then add --token-file token',
      });
    }
    say(
      `Warning: other machines can reach ${host}, and HTTP sends the token and every word unencrypted. Put a proxy with TLS in front of it (--public-url names its address).`,
      { warning: true },
    );
  }
  const token =
    tokenFile === undefined
      ? await keepToken(userFolder, environment.randomToken)
      : await readTokenFile(tokenFile, cwd);
  // Whoever comes over a network is somebody else.
  const ownName = isAlone ? await environment.readPersonName(cwd) : null;
  return { host, port, token, ownName, publicUrl: publicUrl === undefined ? null : readUrl(publicUrl) };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url;
  throw new S2sError('INVALID_VALUE', `--public-url ${text} is not the address of a server.`, {
    hint: 'Example: https://s2s.example.org',
  });
}

/** Names the sessions that ran when the server was stopped, or resumes them. */
async function offer(
  served: readonly string[],
  {
    isWanted,
    resume,
    say,
  }: { isWanted: boolean; resume: (id: string) => Promise<void>; say: ActionContext['say'] },
): Promise<void> {
  for (const id of served) {
    if (!isWanted) {
      say(
        `${id} was running when the server was stopped. To continue it: s2s serve --resume, or on the page.`,
      );
      continue;
    }
    try {
      await resume(id);
      say(`Going on with ${id}.`);
    } catch (error) {
      say(`${id} cannot continue: ${error instanceof Error ? error.message : String(error)}`, {
        warning: true,
      });
    }
  }
}
