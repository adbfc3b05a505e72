/** The server as the built program: its one line, its token, a kill and a new start, and a terminal beside it. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, type Project } from '../support/run-binary.ts';

const tokenFile = '.config/s2s/server-token';

interface Serving {
  url: string;
  token: string;
  pid: number;
  kill: (signal: NodeJS.Signals) => Promise<{ code: number | null; stderr: string }>;
  read: (address: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;
}

/** Starts it, and waits for its line. */
async function serve(project: Project, args: readonly string[] = []): Promise<Serving> {
  const { child, done } = project.start(['serve', '--port', '0', ...args]);
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) resolve(text);
    });
    done.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const [url = '', token = ''] = await readAddress(line, project);
  const kill: Serving['kill'] = async (signal) => {
    child.kill(signal);
    const { code, stderr } = await done;
    return { code, stderr };
  };
  onTestFinished(async () => void (await kill('SIGKILL')));
  return {
    url,
    token,
    pid: child.pid ?? 0,
    kill,
    read: async (address, body) => {
      const response = await fetch(`${url}${address}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return response.json();
    },
  };
}

/** The address and its token; a log has the address alone. */
async function readAddress(line: string, project: Project): Promise<string[]> {
  if (!line.startsWith('{')) {
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9]{64}\n$/);
    return line.trim().split('/#token=');
  }
  const { type, url } = JSON.parse(line.split('\n')[0] ?? '') as { type: string; url: string };
  expect([type, url]).toEqual(['listening', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)]);
  return [url.slice(0, -1), (await readFile(path.join(project.home, tokenFile), 'utf8')).trim()];
}

/** All events until the session ends, by their numbers. */
async function follow({ url, token }: Serving, id: string): Promise<number[]> {
  const response = await fetch(`${url}/api/sessions/${id}/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
}

test('a server that is killed in the middle loses nothing, and goes on when it is started again', async () => {
  const project = await makeProject('bare');
  await project.run(['init', '--yes', '--no-input']);
  const first = await serve(project);
  const file = path.join(project.home, tokenFile);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const bodies = [1, 2].map((number) => ({ topic: `Which queue of ${number}?`, dry_run: true, fast: true }));
  const ids: string[] = [];
  for (const body of bodies) ids.push((await first.read('/api/sessions', body)).session_id);
  await first.kill('SIGKILL');

  const second = await serve(project, ['--resume', '--ndjson']);
  expect(second.token).toBe(first.token);
  for (const id of ids) {
    const numbers = await follow(second, id);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(await second.read(`/api/sessions/${id}`)).toMatchObject({ status: 'completed', runner: null });
  }
  // A session of a terminal is seen at once, and the other way round.
  const run = await project.run(['design', 'Which cache?', '--dry-run', '--fast', '--json', '--no-input']);
  const { sessions } = await second.read('/api/sessions?q=cache');
  expect(sessions[0]).toMatchObject({ id: run.json().session_id, status: run.json().status });
  const listed = await project.run(['roundtable', 'list', '--json']);
  expect(listed.json().total).toBe(3);
  const { code, stderr } = await second.kill('SIGTERM');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Stopping')]);
});

test.for([
  [['--host', '0.0.0.0'], 2, '--token-file'],
  [['--public-url', 'https://s2s.example.org'], 2, '--token-file'],
  [['--public-url', 'not an address', '--token-file', 'good'], 2, 'https://s2s.example.org'],
  [['--host', '0.0.0.0', '--token-file', 'none'], 5, 'openssl'],
  [['--host', '0.0.0.0', '--token-file', 'short'], 2, 'openssl'],
  [['--host', '203.0.113.9', '--token-file', 'good'], 2, 'TLS'],
  [['--port', '70000'], 2, '65535'],
  [['--port', 'many'], 2, '--port'],
] as const)('s2s serve %j is refused with exit %i', async ([args, code, hint]) => {
  const project = await makeProject('bare');
  await project.run(['init', '--yes', '--no-input']);
  await writeFile(path.join(project.root, 'good'), `${'a'.repeat(40)}\n`);
  await writeFile(path.join(project.root, 'short'), 'secret\n');
  const run = await project.run(['serve', ...args]);
  expect(run.code, run.stderr).toBe(code);
  expect(run.stderr).toContain(hint);
  expect(run.stdout).toBe('');
});
