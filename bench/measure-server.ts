/** The server: many discussions at once, and how quickly the page shows a long one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openBrowser } from '../test/support/open-browser.ts';
import { atMost, type Figure } from './figures.ts';
import { startPanel } from './panel.ts';
import { binary, makeProject, preload, seatIds, writeStartFlags } from './project.ts';

/** Sends a request to the server. */
type Ask = (address: string, body?: object) => Promise<Response>;

/** The peak memory of `count` rehearsals at once, and the time of `count` discussions at once over that of one. */
export async function measureServer({
  count,
  delayMs,
}: {
  count: number;
  delayMs: number;
}): Promise<Figure[]> {
  const panel = await startPanel(delayMs);
  const project = await makeProject();
  const over = new AbortController();
  // In the user's configuration, because a project may only lower this limit.
  const own = path.join(project.root, '.config', 's2s');
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'config.yaml'), `server:\n  most_running: ${count}\n`);
  try {
    const rehearsals = await startServer(project.root, { signal: over.signal });
    await runAtOnce(rehearsals.ask, { count, body: { dry_run: true } });
    const { max_rss_mb: memory } = await rehearsals.stop();
    const discussions = await startServer(project.root, {
      signal: over.signal,
      env: { ANTHROPIC_BASE_URL: panel.url, ANTHROPIC_API_KEY: 'bench' },
    });
    // The first run loads all code, so it is not measured.
    await runAtOnce(discussions.ask, { count: 1, body: {} });
    const alone = await runAtOnce(discussions.ask, { count: 1, body: {} });
    const together = await runAtOnce(discussions.ask, { count, body: {} });
    const { cpu_ms: busy } = await discussions.stop();
    const visited = await startServer(project.root, {
      signal: over.signal,
      env: { ANTHROPIC_BASE_URL: panel.url, ANTHROPIC_API_KEY: 'bench' },
    });
    // The first run and the first search load all code.
    await runAtOnce(visited.ask, { count: 1, body: {} });
    await (await visited.ask('/api/search?q=queue')).text();
    const seen = await visitBeside(visited.ask, runAtOnce(visited.ask, { count, body: {} }));
    await visited.stop();
    return [
      atMost(
        'server.stall',
        `longest wait for /healthz beside ${count} discussions, estimates, searches and exports`,
        {
          ...{ value: seen.stall, unit: 'ms', most: 50 },
        },
      ),
      atMost('server.slowest', 'slowest of those estimates, searches, exports and lists', {
        ...{ value: seen.slowest, unit: 'ms', most: null },
      }),
      atMost('server.start', 'slowest start beside them', { value: seen.start, unit: 'ms', most: 300 }),
      atMost('server.memory', `peak memory of ${count} rehearsals at once`, {
        ...{ value: memory, unit: 'MB', most: 300 },
      }),
      atMost('server.ratio', `wall time of ${count} discussions at once over one alone`, {
        ...{ value: together / alone, unit: '×', most: 1.25 },
      }),
      // All discussions run in one thread, which limits how fast many of them can be.
      atMost('server.cpu', 'time of the processor for each of them', {
        ...{ value: busy / (count + 2), unit: 'ms', most: null },
      }),
    ];
  } finally {
    over.abort();
    panel.close();
    await project.remove();
  }
}

/** Milliseconds from loading the page to the first screen of a discussion of `rounds` rounds; the best of all repeats. */
export async function measurePage({
  rounds,
  repeats,
}: {
  rounds: number;
  repeats: number;
}): Promise<Figure[]> {
  const project = await makeProject();
  const over = new AbortController();
  const browser = await openBrowser();
  try {
    const { stdout } = await project.run([...writeStartFlags({ seats: 5, rounds }), '--dry-run']);
    const { session_id: id } = JSON.parse(stdout) as { session_id: string };
    const server = await startServer(project.root, { signal: over.signal });
    const page = await browser.newPage();
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector('#reached')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { globalThis.seenAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
    await page.goto(server.url);
    await page.locator('.sessions li').waitFor();
    await page.goto(`${new URL(server.url).origin}/#/discussions/${id}`);
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      await page.reload();
      times.push(
        await page.evaluate<number>(
          'new Promise((resolve) => { const look = () => globalThis.seenAt ? resolve(globalThis.seenAt) : setTimeout(look, 5); look(); })',
        ),
      );
    }
    await server.stop();
    return [
      atMost('page.open', `first screen of a discussion of ${rounds} rounds in a browser`, {
        ...{ value: Math.min(...times), unit: 'ms', most: 300 },
      }),
    ];
  } finally {
    over.abort();
    await browser.close();
    await project.remove();
  }
}

interface RunningServer {
  /** With the token. */
  url: string;
  ask: Ask;
  /** Stops the server and returns what it used. */
  stop: () => Promise<{ max_rss_mb: number; cpu_ms: number }>;
}

/** Starts a server; it is killed when the signal is aborted. */
async function startServer(
  root: string,
  { signal, env = {} }: { signal: AbortSignal; env?: Readonly<Record<string, string>> },
): Promise<RunningServer> {
  const usageFile = path.join(root, '.usage.json');
  const child = spawn(process.execPath, ['--require', preload, binary, 'serve', '--port', '0'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      BENCH_USAGE_FILE: usageFile,
      S2S_EVIDENCE: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  signal.addEventListener('abort', () => child.kill('SIGKILL'));
  const url = await readLine(child);
  const { origin, hash } = new URL(url);
  const authorization = `Bearer ${hash.replace('#token=', '')}`;
  return {
    url,
    ask: async (address, body) => {
      const response = await fetch(`${origin}${address}`, {
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
      return response;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(await readFile(usageFile, 'utf8')) as { max_rss_mb: number; cpu_ms: number };
    },
  };
}

async function readLine(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`s2s serve ended with ${code}`)),
  );
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])) as [
    Buffer,
  ];
  return line.toString('utf8').trim();
}

/** Milliseconds between a visitor's requests. */
const visitorPause = 20;

/** While discussions run: the longest wait for an answer that needs nothing, asked all the time, and for answers that need something. */
async function visitBeside(
  ask: Ask,
  running: Promise<unknown>,
): Promise<Record<'stall' | 'slowest' | 'start', number>> {
  let isOver = false;
  const ended = running.finally(() => {
    isOver = true;
  });
  const longest = async (
    requests: readonly (() => Promise<Response>)[],
    pause = visitorPause,
  ): Promise<number> => {
    let most = 0;
    for (let number = 0; !isOver; number += 1) {
      const begun = performance.now();
      await (await requests[number % requests.length]?.())?.text();
      most = Math.max(most, performance.now() - begun);
      await setTimeout(pause);
    }
    return most;
  };
  const { sessions } = (await (await ask('/api/sessions?status=completed')).json()) as {
    sessions: { id: string }[];
  };
  const done = sessions[0]?.id ?? '';
  const small = { participants: seatIds.slice(0, 3), strategy: 'standard' };
  const [stall, slowest, start] = await Promise.all([
    longest([() => ask('/healthz')]),
    longest([
      () => ask('/api/estimate', { topic: 'Which queue should carry the jobs?', ...small }),
      () => ask('/api/search?q=queue'),
      () => ask(`/api/sessions/${done}/documents/record`),
      () => ask('/api/sessions'),
    ]),
    longest([() => ask('/api/sessions', { topic: 'One more?', dry_run: true, ...small })], 1000),
    ended,
  ]);
  return { stall, slowest, start };
}

/** Milliseconds until all of them are completed. */
async function runAtOnce(ask: Ask, { count, body }: { count: number; body: object }): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const started = await ask('/api/sessions', {
        ...{ topic: `Which queue should carry the download jobs of shop ${number}?`, strategy: 'standard' },
        ...{ participants: seatIds.slice(0, 3), min_rounds: 3, max_rounds: 3, on_escalation: 'accept' },
        ...body,
      });
      const { session_id: id } = (await started.json()) as { session_id: string };
      // The stream ends when the discussion is completed.
      const text = await (await ask(`/api/sessions/${id}/events`)).text();
      if (!text.includes('"type":"completed"')) throw new Error(`${id} was not completed`);
    }),
  );
  return performance.now() - begun;
}
