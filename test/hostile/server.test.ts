/** A server of models that tries things: keys in every dress, numbers that are none, commands for whoever reads the log. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { createPanel, readStep } from '../support/loopback-panel.ts';
import { type AskedRequest, startLoopback } from '../support/loopback-server.ts';
import { makeFolder } from '../support/make-folder.ts';
import { type InProcessRun, runInProcess } from '../support/run-in-process.ts';

const key = 'zk-Zq7Xw2Lk9Vb4Nc8MTf5Hd3Gs6Jp1Ry0Ua';
const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What the server changes in a healthy reply. */
interface Attack {
  name: string;
  /** Stands behind every longer text of a reply, as it stands in JSON. */
  words?: string;
  /** Takes the place of fields of the completion. */
  body?: Record<string, unknown>;
  choice?: Record<string, unknown>;
  usage?: unknown;
  headers?: Record<string, string>;
  /** Every call is refused with this. */
  refusal?: { status: number; body: unknown };
  /** Beside the seats' answers everything is healthy. */
  answersOnly?: boolean;
  flags?: string[];
  /** Takes the place of fields of the draft. */
  draft?: Record<string, unknown>;
  check?: (left: Left) => void;
}

/** What a run leaves behind. */
interface Left {
  run: InProcessRun;
  result: {
    usage?: { input_tokens: number; output_tokens: number; estimated_calls?: number };
    rounds?: unknown;
  };
  calls: number;
  sinks: Map<string, string>;
}

const words = (name: string, text: string): Attack => ({ name, words: text });
/** Other numbers that are none are read in the tests of the provider. */
const usage = (name: string, value: unknown): Attack => ({
  name: `usage: ${name}`,
  usage: value,
  check: ({ result }) => {
    expect(result.usage?.estimated_calls).toBeGreaterThan(0);
    expect(result.usage?.input_tokens).toBeGreaterThan(1000);
    expect(result.usage?.input_tokens).toBeLessThan(1e7);
    expect(result.usage?.output_tokens).toBeGreaterThan(100);
  },
});

/** A record that people accepted, and a file that is none. */
const inForce = '---\nstatus: accepted\n---\n\n# Keep the jobs in files\n';
const bystander = '# The project\n\nStatus: accepted\n';

/** A draft that takes decisions which are a person's: records in force stay as they are, and the new one is proposed by nobody. */
const draft = (name: string, fields: Record<string, unknown>): Attack => ({
  name: `a draft: ${name}`,
  draft: fields,
  check: ({ run, sinks }) => {
    expect(run.code, run.stderr).toBe(0);
    const read = (file: string) => [...sinks].find(([place]) => place.endsWith(file))?.[1];
    expect(read('decisions/0001-old.md')).toBe(inForce);
    expect(read('README.md')).toBe(bystander);
    const [, record = ''] = [...sinks].find(([place]) => /decisions\/0002-.*\.md$/.test(place)) ?? [];
    expect(record).toMatch(/^status: proposed$/m);
    expect(record).not.toMatch(/^decision-makers:.*(?:a person|Ada)/m);
  },
});

const attacks: Attack[] = [
  words('the key', key),
  words('the key in hexadecimal', hex(key)),
  words('the key in base64', base64(key)),
  words('the key in base64 behind a prefix', base64(`a${key}`)),
  words('the key in base64 at another place', base64(`ab${key}zz`)),
  words('the key for an address', hex(key).replace(/../g, '%$&')),
  words('an escape of JSON in the key', key.replace('Z', '\\u005a')),
  words('an escape of JSON that is escaped', key.replace('Z', '\\\\u005a')),
  words('an invisible character in the key', Array.from(key).join('\u200b')),
  words('an invisible character, escaped', Array.from(key).join('\\u2060')),
  words('blanks in the key', Array.from(key).join(' ')),
  words('line ends in the key', key.replace(/.{8}/g, '$&\\n')),
  words('marks in the key', key.replace(/.{8}/g, '$&**')),
  words('tags in the key', key.replace(/.{8}/g, '$&<b>')),
  { name: 'the key as finish_reason', choice: { finish_reason: key } },
  { name: 'the key as the model', body: { model: key } },
  { name: 'the key as an id', body: { id: key } },
  { name: 'the key in a header', headers: { 'x-request-id': key } },
  { name: 'the key in a refusal', refusal: { status: 401, body: { error: { message: `Bad key ${key}` } } } },
  { name: 'the key in an error, where it is cut', refusal: { status: 400, body: { error: { message: `${'x'.repeat(480)} ${key}` } } } },
  { name: 'the key as a code of an error', refusal: { status: 400, body: { error: { message: 'no', code: key, type: key } } } },
  { name: 'the key in a page', refusal: { status: 502, body: `<html>${key}</html>` } },
  usage('absent', undefined),
  usage('1e308', { prompt_tokens: 1e308, completion_tokens: 1e308, cost: 1e308 }),
  { name: 'usage: fractions', usage: { prompt_tokens: 10.5, completion_tokens: 6.5 }, check: ({ result, calls }) => {
    expect(result.usage).toMatchObject({ input_tokens: 11 * calls, output_tokens: 7 * calls });
    expect(result.usage).not.toHaveProperty('estimated_calls');
  } },
  { name: 'usage absent, with a limit', usage: undefined, flags: ['--max-tokens', '1', '--on-limit', 'pause'], check: ({ calls, run }) => {
    expect(run.code).not.toBe(0);
    expect(calls).toBe(1);
  } },
  { name: 'a wait without end', refusal: { status: 429, body: { error: { message: 'slow down' } } }, headers: { 'retry-after': '1e308' } },
  { name: 'a wait that is none', refusal: { status: 400, body: { error: { message: 'no' } } }, headers: { 'retry-after': 'NaN', 'retry-after-ms': '-1' } },
  { name: 'numbers as names', body: { model: 7, id: { a: 1 } }, choice: { finish_reason: 3 } },
  words('a command of GitHub', '\\n  ::add-mask::secret\\n::set-output name=x::y'),
  words('a command behind a carriage return', '\\r::stop-commands::x'),
  words('commands of Azure', 'x ##vso[task.setvariable variable=a]b ##[error]c'),
  words('a command of TeamCity', "##teamcity[setParameter name='a' value='b']"),
  words('a section of GitLab', '\\rsection_start:1:a\\r\\u001b[0K'),
  words('a command in a wrapped line', `${'word '.repeat(14)}::add-mask::x ${'word '.repeat(20)}::error::y`),
  words('templates of builders', '{{ site.x }} {% raw %} {{< x >}} {process.env} <Component/>'),
  words('lines of MDX', '\\n\\nimport x from \'y\'\\n\\nexport const y = 1\\n\\n::: raw\\n'),
  words('a citation', '[R1 qa-lead] 【R1 qa-lead】'),
  words('turned directions', '\u202ereversed\u202c \u2066isolated\u2069 \u{e0041}'),
  draft('it replaces a record by its file, path, number or title', {
    supersedes: ['0001-old.md', '.s2s/decisions/0001-old.md', 'ADR-0001', '1', 'Keep the jobs in files'],
  }),
  draft('it replaces what is no record', { supersedes: ['../../README.md', '/etc/passwd', '..', ''] }),
  draft('it says that people accepted it', {
    status: 'accepted', date: '2020-01-01', 'decision-makers': ['Ada'], decision_makers: ['a person'], decided_by: 'user',
    title: 'Queue\n---\nstatus: accepted\ndecision-makers: Ada\n---\n',
  }),
  words('controls of a terminal', '\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u0000'),
]; // biome-ignore format: a table

/** What no sink may hold: the key in the forms that are tried, and long parts of it. */
const forbidden = [
  key, hex(key), base64(key), base64(`a${key}`).slice(3, -4), base64(`ab${key}zz`).slice(4, -8),
  Array.from(key).join('\u200b'), Array.from(key).join('\u2060'), Array.from(key).join(' '), hex(key).replace(/../g, '%$&'),
  key.slice(0, 18), key.slice(12),
]; // biome-ignore format: a list

/**
 * What is said and what stands around it are read by different code, and so are keys and commands: each reply that goes through
 * carries the words of two rows as well. Refusals and limits end a run before its words count.
 */
function joinAttacks(): Attack[] {
  const spoken = attacks.filter(({ words }) => words !== undefined);
  const others = attacks.filter(({ words }) => words === undefined);
  const carriers = others.filter(({ refusal, flags }) => refusal === undefined && flags === undefined);
  const joined = carriers.map((carrier, place): Attack => {
    const said = spoken.filter((_, index) => index % carriers.length === place);
    return {
      ...carrier,
      name: [carrier.name, ...said.map(({ name }) => name)].join(', and '),
      words: said.map(({ words }) => words).join(' or '),
    };
  });
  return [...joined, ...others.filter((other) => !carriers.includes(other))];
}

test('every row is tried', () => {
  const names = joinAttacks()
    .map(({ name }) => name)
    .join(', and ');
  for (const { name } of attacks) expect(names).toContain(name);
});

test.for(joinAttacks().map((attack) => [attack.name, attack] as const))('%s', async ([, attack]) => {
  const panel = createPanel();
  const server = await startLoopback({
    reply: async (asked: AskedRequest) => {
      const json = { 'content-type': 'application/json' };
      if (attack.refusal !== undefined)
        return { fault: 'status', ...attack.refusal, headers: { ...json, ...attack.headers } };
      const healthy = await panel(asked);
      if (typeof healthy !== 'string' && !('text' in healthy)) return healthy;
      const said = typeof healthy === 'string' ? healthy : healthy.text;
      const { step } = readStep(asked);
      const own = step === 'draft' ? JSON.stringify({ ...JSON.parse(said), ...attack.draft }) : said;
      const text = addWords(own, attack.words);
      const { usage: counted = { prompt_tokens: 10, completion_tokens: 5 } } = 'usage' in attack ? { usage: attack.usage ?? null } : {};
      const body = {
        id: 'x', object: 'chat.completion', model: 'm', ...attack.body,
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop', ...attack.choice }],
        ...(counted === null && attack.usage === undefined ? {} : { usage: counted }),
      }; // biome-ignore format: short
      return { fault: 'status', status: 200, body, headers: { ...json, ...attack.headers } };
    },
  });
  onTestFinished(server.close);
  const cwd = await makeFolder({
    '.s2s/config.yaml': stringify({ name: 'queues', roundtable: { verbose: true } }),
    ...(attack.draft === undefined ? {} : { '.s2s/decisions/0001-old.md': inForce, 'README.md': bystander }),
    'own/config.yaml': stringify({
      providers: { local: { type: 'openai', base_url: `${server.url}/v1`, api_key_env: 'LOCAL_KEY' } },
    }),
  });
  const env = { LANG: 'en_US.UTF-8', OLLAMA_HOST: '127.0.0.1:9', LOCAL_KEY: key, S2S_CONFIG_DIR: path.join(cwd, 'own') };
  const place = { cwd, home: cwd, env };
  const start = ['design', 'Which queue carries the jobs?', '--model', 'local/m', '--no-input', '--min-rounds', '1', '--max-rounds', '1', '--participants', 'technical-lead,qa-lead'];
  const run = await runInProcess([...start, '--json', ...(attack.flags ?? [])], place);
  expect(run.code, run.stderr).not.toBe(70);
  const shown = await runInProcess(['roundtable', 'show', 'last', '--json'], place);
  expect(shown.code, shown.stderr).toBe(0);
  const others = await Promise.all(
    [['show', 'last'], ['show', 'last', '--calls'], ['export', 'last', '--type', 'record'], ['list']].map((args) =>
      runInProcess(['roundtable', ...args], place),
    ),
  );
  const files = await readAll(cwd);
  const printed = [run, shown, ...others].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const sinks = new Map([...files, ...printed.map((text, index): [string, string] => [`output ${index}`, text])]);
  for (const [place, text] of sinks)
    for (const form of forbidden) expect(text.includes(form), `${form} in ${place}`).toBe(false);
  for (const text of printed) {
    expect(text).not.toMatch(/^\s*::[a-z]/m);
    expect(text).not.toMatch(/##\w*\[|section_start:\d/);
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u2069]|[\u{e0000}-\u{e007f}]/u);
  }
  for (const [file, text] of files) {
    if (file.endsWith('.jsonl')) for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    if (!file.endsWith('.md')) continue;
    expect(text, file).not.toMatch(/\{\{|\{%|^(?:import|export) |^:::|##\w*\[/m);
  }
  attack.check?.({ run, result: JSON.parse(run.stdout) as Left['result'], calls: server.requests.length, sinks });
}); // biome-ignore format: short

/** Adds the words to every longer text of a reply. */
function addWords(said: string, added = ''): string {
  const mark = 'ADDED-WORDS';
  const walk = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.length > 24
        ? `${value} ${mark}`
        : value
      : Array.isArray(value)
        ? value.map(walk)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(entry)]))
          : value;
  return added === '' ? said : JSON.stringify(walk(JSON.parse(said))).replaceAll(mark, () => added);
}

async function readAll(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files
      .filter((file) => !file.endsWith('config.yaml'))
      .map(async (file): Promise<[string, string]> => [file, await readFile(file, 'utf8')]),
  );
}
