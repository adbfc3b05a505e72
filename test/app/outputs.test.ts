/** Documents and exports of sessions, whoever else writes there, and whoever was killed in the middle. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { chainLine, readChained } from '../../src/store/journal/journal-chain.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';
import { openStore } from '../store/sample-session.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { buildDesign, buildSpecs } from '../support/text-session.ts';

/** A project with a finished session, held once: each test works with a copy. */
let finished = '';
let finishedId = '';

beforeAll(async () => {
  finished = await mkdtemp(path.join(tmpdir(), 's2s-outputs-'));
  await mkdir(path.join(finished, '.s2s'));
  await writeFile(
    path.join(finished, '.s2s', 'config.yaml'),
    'name: test\nroundtable: {participants: [technical-lead, qa-lead]}\n',
  );
  const run = await makeApp(finished).app.start({
    workflowType: 'design',
    rehearsal: true,
    topic: 'Redis or Postgres?',
    fast: true,
  });
  expect((await run.result).ended).toBe('completed');
  finishedId = run.sessionId;
});
afterAll(() => rm(finished, { recursive: true, force: true }));

async function complete() {
  const folder = await makeProjectFolder();
  await cp(finished, folder, { recursive: true });
  const { app, root, notices } = makeApp(folder);
  const file = (name: string): string => path.join(root, name);
  return {
    app,
    root,
    notices,
    id: finishedId,
    file,
    read: (name: string) => readFile(file(name), 'utf8'),
  };
}

/** Stores finished sessions in a new project, as real ones. */
async function store(...sessions: ReturnType<typeof buildDesign>[]) {
  const made = makeApp(await makeProjectFolder());
  for (const session of sessions) await openStore(made.root).create(session);
  return { ...made, read: (name: string) => readFile(path.join(made.root, name), 'utf8') };
}

test.each([
  { type: 'adr', format: 'md' },
  { type: 'record', format: 'md' },
  { type: 'adr', format: 'json' },
  { type: 'adr', format: 'html' },
] as const)('an export of %o replaces what an export wrote, and nothing else', async ({ type, format }) => {
  const { app, id, read, file } = await complete();
  const write = () => app.export({ session: id, type, format, output: 'out.txt' });
  const { text } = await write();
  await write();
  expect(await read('out.txt')).toBe(text);
  // Also what another export wrote there.
  await app.export({ session: id, type: 'architecture', output: 'out.txt' });
  await write();
  for (const theirs of [`${text}One line more.\n`, '# Ours\n', '', '\0']) {
    await writeFile(file('out.txt'), theirs);
    await expect(write()).rejects.toMatchObject({
      code: 'FILE_REFUSED',
      exitCode: 5,
      message: expect.stringContaining('out.txt'),
      hint: expect.stringContaining(`s2s roundtable export ${id} --type ${type}`),
    });
    expect(await read('out.txt')).toBe(theirs);
  }
  await rm(file('out.txt'));
  await write();
  expect(await read('out.txt')).toBe(text);
});

test.each([
  ['one.md', 'md', undefined],
  ['one.html', 'html', undefined],
  ['record.html', 'html', 'record'],
] as const)(
  'an export knows its %s without the list of exports, and not that of another session',
  async (output, format, type) => {
    const ids = ['20260302-090000-one', '20260302-090001-two'];
    const [one = '', two = ''] = ids;
    const { app, root } = await store(...ids.map((id) => buildDesign({ id, topic: id })));
    const write = (session: string) => app.export({ session, output, format, type });
    const forget = () => rm(path.join(root, '.s2s', 'cache'), { recursive: true });
    const { text } = await write(one);
    await forget();
    await write(one);
    await forget();
    await expect(write(two)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await writeFile(path.join(root, output), text.replace(/\p{L}+/u, 'Changed'));
    await expect(write(one)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  },
);

test.each(['.git/hooks/post-checkout', '.GIT/config', 'docs/../.git/HEAD', 'link/hooks/x', 'sub/.git'])(
  'no export is written to %s',
  async (output) => {
    const { app, id, file } = await complete();
    await mkdir(file('.git/hooks'), { recursive: true });
    await mkdir(file('sub'));
    await writeFile(file('sub/.git'), 'gitdir: ../.git/modules/sub\n');
    await symlink('.git', file('link'));
    const before = await readdir(file('.git'), { recursive: true });
    await expect(app.export({ session: id, output })).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(await readdir(file('.git'), { recursive: true })).toEqual(before);
  },
);

test.each(['.git/hooks', '.Git', 'sub/../.git', './.git/', 'link/hooks', 'sub/.git', 'bare/hooks'])(
  'no session starts whose decisions would go to %s, and none is published there',
  async (decisions) => {
    const { root } = await store(buildDesign());
    // A yes changes nothing about it.
    const { app } = makeApp(root, { trusts: true });
    const file = (name: string): string => path.join(root, name);
    await writeFile(file('.s2s/config.yaml'), `name: test\ndocs: {decisions: ${decisions}}\n`);
    for (const name of ['.git/hooks', 'bare/objects', 'bare/refs', 'sub'])
      await mkdir(file(name), { recursive: true });
    for (const name of ['bare/HEAD', 'sub/.git']) await writeFile(file(name), 'ref\n');
    await symlink('.git', file('link'));
    const before = await readdir(root, { recursive: true });
    const publish = app.publish({ session: '20260302-090000-which-queue' });
    await expect(publish).rejects.toMatchObject({ code: 'FILE_REFUSED', exitCode: 5 });
    expect(await readdir(root, { recursive: true })).toEqual(before);
  },
);

test('a project that would write among the files of git is told before anything is paid for', async () => {
  const { app, root } = makeApp(await makeProjectFolder(), { trusts: true });
  await writeFile(path.join(root, '.s2s', 'config.yaml'), 'name: test\ndocs: {decisions: .git/hooks}\n');
  // A model that nobody has: had it been asked, the error would be another one.
  const start = app.start({ workflowType: 'design', topic: 'Which queue?', model: 'ollama/none' });
  await expect(start).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(await readdir(path.join(root, '.s2s'))).toEqual(['config.yaml']);
});

test('without a yes nothing is published where other programs act on files, and that is said', async () => {
  const { app, root, notices, read } = await store(buildDesign());
  await writeFile(path.join(root, '.s2s/config.yaml'), 'name: test\ndocs: {decisions: .github/rules}\n');
  const { files } = await app.publish({ session: 'last' });
  expect(files[0]?.path).toMatch(/^docs\/decisions\//);
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('docs.decisions')]);
  const { app: trusting } = makeApp(root, { trusts: true });
  const [document] = (await trusting.publish({ session: 'last' })).files;
  expect(document?.path).toMatch(/^\.github\/rules\//);
  expect(await read(document?.path ?? '')).toContain('Redis');
});

test('no record is written through a link to where other programs act on files', async () => {
  const { app, root } = await store(buildDesign({ id: '20260302-090000-linked' }));
  await mkdir(path.join(root, '.claude/commands'), { recursive: true });
  await symlink('../../.claude/commands', path.join(root, '.s2s/sessions/20260302-090000-linked'));
  await expect(app.publish({ session: 'last' })).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(await readdir(path.join(root, '.claude/commands'))).toEqual([]);
});

test('publish takes the last steps of a run that was killed while it published', async () => {
  const { id, ...rest } = buildDesign();
  const outcome = rest.outcome === null ? null : { ...rest.outcome, files: [] };
  const { app, read } = await store({ ...rest, id, status: 'active', completed_at: null, outcome });
  const published = await app.publish({ session: id });
  expect(published.files.map(({ type }) => type)).toEqual(['adr', 'record']);
  expect(await app.get({ session: id })).toMatchObject({
    status: 'completed',
    outcome: { files: published.files },
  });
  const texts = async () => Promise.all(published.files.map(({ path: name }) => read(name)));
  const before = await texts();
  expect((await app.publish({ session: id })).files).toEqual(published.files);
  expect(await texts()).toEqual(before);
});

test('requirements are called the same in the project’s file and in every export', async () => {
  const ids = ['20260302-090000-one', '20260302-090001-two'];
  const { app, read } = await store(
    ...ids.map((id) => buildSpecs({ id, topic: `Topic of ${id}`, total_rounds: 0 })),
  );
  for (const session of ids) await app.publish({ session });
  const file = await read('docs/specifications/requirements.md');
  const [, second = ''] = ids;
  const list = (text: string): string[] =>
    [...text.matchAll(/^\*\*((?:REQ|OOS)-\d+)/gm)].map(([, id]) => id ?? '');
  expect(list(file)).toEqual(['REQ-001', 'REQ-002', 'OOS-001', 'REQ-003', 'REQ-004', 'OOS-002']);
  const { text } = await app.export({ session: second });
  expect(list(text)).toEqual(['REQ-003', 'REQ-004', 'OOS-002']);
  expect((await app.export({ session: second, type: 'record' })).text).toContain(
    'REQ-001 is REQ-003, REQ-002 is REQ-004, OOS-001 is OOS-002',
  );
});

async function pause(app: App) {
  const run = await app.start({
    workflowType: 'design',
    rehearsal: true,
    topic: 'Which queue?',
    minRounds: 3,
    maxTokens: 1_500,
  });
  expect((await run.result).ended).toBe('paused');
  return run.sessionId;
}

test('a journal that was changed after the end is said when its record is made again', async () => {
  const { app, notices, id, file, read } = await complete();
  expect((await app.export({ session: id, type: 'record' })).text).not.toContain('changed by hand');
  const journal = `.s2s/sessions/${id}/calls.jsonl`;
  await writeFile(file(journal), (await read(journal)).replace('"ok":true', '"ok": true'));
  expect((await app.export({ session: id, type: 'record' })).text).toContain('changed by hand at line 1');
  expect(notices.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('changed by hand at line 1'),
  );
  // Other data in its place does not fill the record.
  await writeFile(file(journal), 'x\n'.repeat(5000));
  const { text } = await app.export({ session: id, type: 'record' });
  expect(text.match(/changed by hand/g)).toHaveLength(30);
  expect(notices.at(-1)?.text).toContain('30, and more');
});

test('a journal that is no file any more is said with the session and in its record', async () => {
  const { app, notices, id, file } = await complete();
  const journal = `.s2s/sessions/${id}/calls.jsonl`;
  await rm(file(journal));
  await mkdir(file(journal));
  const { text } = await app.export({ session: id, type: 'record' });
  expect(text).toMatch(/The journal lacks \d+ lines from line 1 on/);
  expect(notices).toHaveLength(1);
  const { session } = await app.look({ session: id, checked: true });
  expect(session.journal_changes).toHaveLength(1);
  expect(notices.map((notice) => notice.text)).toEqual([
    expect.stringContaining(`can check what calls and people said: ${journal} is not a file`),
    expect.stringContaining(`${journal} is not a file`),
  ]);
});

test.each<[string, (lines: string[]) => string[] | null, string]>([
  [
    'was changed by hand',
    (lines) => lines.map((line) => line.replace('"text":"', '"text":" ')),
    'changed by hand at line 1',
  ],
  ['lacks its end', (lines) => lines.slice(0, -2), 'The journal lacks'],
  ['is gone', () => null, 'from line 1 on'],
  [
    'was written anew, with hashes that fit',
    (lines) => {
      let chain = '';
      return lines.map((line) => {
        const json = readChained(line).replaceAll('Which queue', 'Which table');
        const linked = chainLine(chain, json);
        chain = linked.chain;
        return linked.text;
      });
    },
    'changed by hand at line',
  ],
])('a journal that %s is said at resume, in the session and in the record', async (_, change, said) => {
  const { app, root } = makeApp(await makeProjectFolder());
  const id = await pause(app);
  const journal = path.join(root, '.s2s', 'sessions', id, 'calls.jsonl');
  const left = change((await readFile(journal, 'utf8')).split('\n').slice(0, -1));
  await (left === null ? rm(journal) : writeFile(journal, left.map((line) => `${line}\n`).join('')));
  const run = await app.resume({ session: id, maxTokens: 1_000_000 });
  const notices: string[] = [];
  for await (const event of run.events) if (event.type === 'notice') notices.push(event.text);
  expect((await run.result).ended).toBe('completed');
  expect(notices).toContainEqual(expect.stringContaining(said));
  expect((await app.get({ session: id })).journal_changes).toMatchObject([
    { line: expect.any(Number), noticed_at: expect.any(String) },
  ]);
  expect(await readFile(path.join(root, '.s2s', 'sessions', id, 'record.md'), 'utf8')).toContain(said);
  // What was made again since then is whole.
  const again = (await app.export({ session: id, type: 'record' })).text;
  expect(again.split('(noticed')).toHaveLength(2);
  await rm(journal);
  expect((await app.export({ session: id, type: 'record' })).text).toMatch(
    /The journal lacks \d+ lines from line 1 on/,
  );
});

test('the last session is the one that was started last, also when the clock was set back', async () => {
  const { app, id, file, read } = await complete();
  // The first one was started in a year that the clock has not reached.
  const future = id.replace(/^\d{4}/, '2090');
  const { value } = readYaml(await read(`.s2s/sessions/${id}.yaml`), id);
  await writeFile(file(`.s2s/sessions/${future}.yaml`), writeYaml({ ...(value as object), id: future }));
  const run = await app.start({ workflowType: 'design', rehearsal: true, topic: 'The second?', fast: true });
  await run.result;
  expect(run.sessionId > future).toBe(true);
  expect((await app.get({ session: 'last' })).topic).toBe('The second?');
  expect((await app.list()).sessions[0]?.topic).toBe('The second?');
  expect((await stat(file(`.s2s/sessions/${run.sessionId}.yaml`))).isFile()).toBe(true);
});
