/** The compose file of docs/team.md, as far as it can be tried without containers: its commands, flags, files, keys and services are real. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { keyTable } from '../../src/config/keys/key-table.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

interface Service {
  command?: string;
  secrets?: string[];
  volumes?: string[];
  env_file?: string;
  depends_on?: Record<string, unknown>;
  environment?: Record<string, string>;
}

let page: string;
let compose: {
  services: Record<string, Service>;
  secrets: Record<string, unknown>;
  volumes: Record<string, unknown>;
};

beforeAll(async () => {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'team.md');
  page = await readFile(file, 'utf8');
  compose = parse(/```yaml\n(services:[\s\S]*?)```/.exec(page)?.[1] ?? '');
});

/** The commands of services that run s2s, and those that the page has run once. */
const listCommands = (): string[][] =>
  [
    ...Object.values(compose.services).flatMap(({ command = '' }) =>
      command.startsWith('s2s ') ? [command] : [],
    ),
    ...[...page.matchAll(/^(s2s [^\n#]*)|`(s2s [^`…]*)`/gm)].map(([, line, inline]) => line ?? inline ?? ''),
  ].map((command) =>
    command
      .trim()
      .split(/ +(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .slice(1),
  );

test('every command of the page is one of the program, with flags that it has', async () => {
  const cwd = await makeFolder({});
  const commands = listCommands();
  expect(commands.map((words) => words[0])).toEqual(
    expect.arrayContaining(['serve', 'worker', 'store', 'batch']),
  );
  for (const words of commands) {
    const named = words.slice(0, words.findIndex((word) => !/^[a-z]+$/.test(word)) >>> 0);
    const help = await runInProcess([...named, '--help', '--all'], { cwd, home: cwd, env: {} });
    expect(help.code, `${words.join(' ')}: ${help.stderr}`).toBe(0);
    for (const flag of words.filter((word) => word.startsWith('--')))
      expect(help.stdout, words.join(' ')).toContain(`${flag.split('=')[0]} `);
  }
});

test('services, secrets and volumes that are named are there', () => {
  const { services, secrets, volumes } = compose;
  for (const service of Object.values(services)) {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
    for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':')))
      if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source);
    // A secret is read from where it is put.
    for (const [, name = ''] of JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g))
      expect(service.secrets).toContain(name);
  }
  const upstream = /reverse_proxy (\w+):(\d+)/.exec(page);
  expect(Object.keys(services)).toContain(upstream?.[1]);
  expect(services['proxy']?.command).toContain('--upstream=http://gate:8080');
});

test('its variables and keys are those of the configuration', () => {
  const variables = new Set(keyTable.flatMap(({ variable }) => (variable === undefined ? [] : [variable])));
  const named = [...page.matchAll(/\b(S2S_[A-Z_]+)\b/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !variables.has(name))).toEqual([]);
  const keys = new Set(keyTable.map(({ key }) => key));
  const spoken = [...page.matchAll(/`((?:store|server)\.[a-z_]+)/g)].map(([, key = '']) => key);
  expect(
    spoken.filter((key) => !keys.has(key) && ![...keys].some((one) => one.startsWith(`${key}.`))),
  ).toEqual([]);
  const { default: port } = keyTable.find(({ key }) => key === 'server.port') ?? {};
  expect(page).toContain(`serve:${typeof port === 'number' ? port : 4870}`);
});
