/** The package as another program uses it: the scripts of docs/library.md as they stand, with the built package and its types. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type AppSettings, createApp, type HostRequest } from '../../src/library.ts';
import { makeFolder } from '../support/make-folder.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const run = promisify(execFile);
const script = (name: string): string => pathToFileURL(path.join(root, 'scripts', name)).href;

/** A folder of somebody who installed the package, with the scripts of the page in it. */
async function install(): Promise<{ folder: string; scripts: string[] }> {
  const page = await readFile(path.join(root, 'docs', 'library.md'), 'utf8');
  const scripts = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const folder = await makeFolder({ 'package.json': '{"type": "module"}' });
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules', 's2s'), 'dir');
  await Promise.all(scripts.map((text, index) => writeFile(path.join(folder, `${index}.js`), text)));
  return { folder, scripts };
}

test('the script of ten lines rehearses, prints its events and its document', async () => {
  const { folder, scripts } = await install();
  expect(scripts).toHaveLength(2);
  expect(scripts[0]?.trimEnd().split('\n')).toHaveLength(10);
  await mkdir(path.join(folder, '.s2s'));
  const { stdout, stderr } = await run(process.execPath, ['0.js'], { cwd: folder });
  expect(stderr).toBe('');
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('1 session-started');
  expect(lines.filter((line) => / round-saved$/.test(line)).length).toBeGreaterThanOrEqual(3);
  expect(lines.indexOf('completed')).toBe(lines.findIndex((line) => / completed$/.test(line)) + 1);
  expect(lines.slice(lines.indexOf('completed') + 1).join('\n')).toMatch(/^# .+$/m);
});

test('one call discusses in an empty folder', async () => {
  const { folder } = await install();
  const { stdout } = await run(process.execPath, ['1.js'], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ rounds: 3, turn_count: 9, synthesizer_id: 'technical-lead' });
});

test('the types say what a caller may write and what comes back', async () => {
  const { folder, scripts } = await install();
  const types = path.join(root, 'dist', 'types');
  const declare = `import { buildWhatChanged } from ${JSON.stringify(script('build-what-changed.js'))};
import { declareLibrary } from ${JSON.stringify(script('declarations.js'))};
await buildWhatChanged(process.argv[1] + '/library.d.ts', () => declareLibrary(process.argv[1]));`;
  await run(process.execPath, ['--input-type=module', '--eval', declare, types]);
  const installed = path.join(folder, 'node_modules', 's2s');
  await rm(installed);
  await cp(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  await cp(types, path.join(installed, 'dist', 'types'), { recursive: true });
  // The package brings no other library whose types it uses.
  await symlink(path.join(root, 'node_modules', 'zod'), path.join(folder, 'node_modules', 'zod'), 'dir');
  const wrong = [
    'const id: number = run.sessionId;',
    "await app.start({ topic, workflowType: 'desing' });",
    'await app.discuss({ topic });',
    'await app.start({ topic, rehersal: true });',
    '(await app.get()).topik;',
    '(await run.result).session.rounds[0]?.answerz;',
  ];
  const page = await readFile(path.join(root, 'docs', 'library.md'), 'utf8');
  const calls = [...page.matchAll(/^\| `[^|]+/gm)].flatMap(([cell]) => [...cell.matchAll(/`(\w+)\(/g)]);
  expect(calls.length).toBeGreaterThan(30);
  const listed = calls.map(([, name]) => `void app.${name};`).join('\n');
  await writeFile(path.join(folder, 'right.ts'), `${scripts[0]}${listed}\n`);
  await writeFile(path.join(folder, 'wrong.ts'), `${scripts[0]}${wrong.join('\n')}\n`);
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const faults = await run(
    process.execPath,
    [
      compiler,
      ...'--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipDefaultLibCheck --target es2023 --module nodenext --types node --typeRoots'.split(
        ' ',
      ),
      path.join(root, 'node_modules', '@types'),
      'right.ts',
      'wrong.ts',
    ],
    { cwd: folder },
  ).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
  );
  expect(faults.map((line) => /^(\w+\.ts\(\d+),/.exec(line)?.[1])).toEqual([
    'wrong.ts(11',
    'wrong.ts(12',
    'wrong.ts(13',
    'wrong.ts(14',
    'wrong.ts(15',
    'wrong.ts(16',
  ]);
});

const panel = ['software-architect', 'qa-lead'];
const topic = 'Which queue should carry the jobs?';
const makeApp = async (settings: Partial<AppSettings> = {}) => {
  const cwd = await makeFolder({});
  return { app: createApp({ cwd, sessions: 'memory', ...settings }), cwd };
};

test('a session in memory is paused, advised, continued with the next number, found and closed, with nothing on disk', async () => {
  const { app, cwd } = await makeApp();
  const options = { rehearsal: true, participants: panel, minRounds: 2, maxRounds: 2 };
  const run = await app.start({ topic, ...options });
  let last = 0;
  for await (const { seq, type } of run.events) {
    last = seq;
    if (type === 'round-saved') run.pause();
  }
  expect((await run.result).ended).toBe('paused');
  await app.guide({ text: 'Keep it small.' });
  const again = await app.resume();
  const numbers: number[] = [];
  for await (const { seq } of again.events) numbers.push(seq);
  // The number between is that of the result of the first run.
  expect(numbers[0]).toBe(last + 2);
  expect((await again.result).ended).toBe('completed');
  const session = await app.get({ session: run.sessionId });
  expect(session.guidance.map(({ text }) => text)).toEqual(['Keep it small.']);
  expect((await app.list({ query: 'queue' })).total).toBe(1);
  expect((await app.search({ words: 'queues' })).hits[0]?.session).toBe(run.sessionId);
  expect((await app.export()).text).toContain('queue');
  const other = await app.start({ topic: 'Which cache?', ...options });
  other.pause();
  await other.result;
  expect(await app.close({ session: other.sessionId })).toMatchObject({ changed: true });
  expect(await readdir(cwd)).toEqual([]);
});

test('a function of the program answers for every seat, by the configuration that the program gives', async () => {
  const asked: HostRequest[] = [];
  const { app } = await makeApp({
    config: { roundtable: { models: { default: 'mine/large' }, limits: { max_rounds: 1, min_rounds: 1 } } },
    models: {
      mine: async (request) => {
        asked.push(request);
        if (asked.length === 1) throw new Error('Busy.');
        if (asked.length === 2) return undefined as never;
        return { text: '{"position": "A table."}', costUsd: 0.01 };
      },
    },
  });
  const run = await app.start({ topic, participants: panel });
  const { session } = await run.result;
  expect(session.participants.map(({ model }) => model)).toEqual(['mine/large', 'mine/large']);
  // What failed is asked again, in the same words.
  expect(asked[0]).toMatchObject({ step: 'question', seat: 'facilitator', model: 'large', attempt: 1 });
  expect(asked[0]?.prompt).toContain(topic);
  expect(asked[1]?.prompt).toBe(asked[0]?.prompt);
  expect(session.usage.cost_usd).toBeCloseTo((asked.length - 2) * 0.01);
});

test('a model with a name that none can have, and a key that the configuration lacks, are refused', async () => {
  const { app } = await makeApp({ config: { roundtable: { modles: {} } } });
  await expect(app.list()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  expect(() => createApp({ cwd: '.', models: { 'My model': async () => '' } })).toThrow(/cannot be the name/);
});

test('a wrong number of rounds is named as the program wrote it', async () => {
  const { app } = await makeApp();
  await expect(app.discuss({ topic, participants: panel, rounds: 0 })).rejects.toMatchObject({
    code: 'INVALID_VALUE',
    message: 'rounds must be a whole number of at least 1, not 0.',
  });
});
