/** Files in which people keep rules for coding assistants, as context of a discussion. */
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { initProject } from '../../src/app/admin/init-project.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRepository } from '../support/make-repository.ts';

const order = { topic: 'Which queue?', rehearsal: true, maxRounds: 3 } as const;
const rules = {
  'AGENTS.md': '# Rules\n\nNever block the queue.\n',
  'CLAUDE.md': 'Answer in short sentences.\n',
  '.github/copilot-instructions.md': 'Prefer plain SQL.\n',
  '.cursor/rules/style.mdc': '---\nalwaysApply: true\n---\nTabs.\n',
  '.cursor/rules/tests.md': 'Test first.\n',
  '.cursor/rules/icon.svg': '<svg/>',
};
const listed = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.cursor/rules/style.mdc',
  '.cursor/rules/tests.md',
];

/** What became of each file, by its path. */
async function readReceipts(root: string, options: object = {}) {
  const { session } = await makeApp(root).app.estimate({ ...order, ...options });
  return Object.fromEntries(session.context_files.map(({ path: file, note }) => [file, note]));
}

const whole = (files: readonly string[]) => Object.fromEntries(files.map((file) => [file, 'whole']));

test('they reach every seat where the project has no CONTEXT.md, or one that says nothing', async () => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', ...rules });
  const asked: ModelRequest[] = [];
  const { app } = makeApp(root, { onCall: async (request) => void asked.push(request) });
  const run = await app.start(order);
  await run.result;
  const { context_files: receipts } = await app.get({ session: run.sessionId });
  expect(receipts.map(({ path: file }) => file)).toEqual(listed);
  expect(receipts[0]).toEqual({
    path: 'AGENTS.md',
    sent_characters: 32,
    of_characters: 32,
    note: 'whole',
  });
  for (const request of asked) expect(JSON.stringify(request)).toContain('Never block the queue.');
  await initProject(root, { name: 'test' });
  expect(await readReceipts(root)).toEqual(whole(listed));
});

test.for([
  [undefined, []],
  [true, listed],
  [false, []],
] as const)('beside a CONTEXT.md with assistant_files: %s', async ([setting, files]) => {
  const root = await makeFolder({
    '.s2s/CONTEXT.md': '# Shop\n\nSells tea.\n',
    '.s2s/config.yaml': setting === undefined ? '' : `context: {assistant_files: ${setting}}\n`,
    ...rules,
  });
  expect(await readReceipts(root)).toEqual(whole(files));
  await rm(path.join(root, '.s2s/CONTEXT.md'));
  expect(await readReceipts(root)).toEqual(whole(setting === false ? [] : listed));
});

test('nothing is sent twice: no copy, no link, no file of includes, none that is named or included', async () => {
  const root = await makeFolder({
    '.s2s/config.yaml': 'context: {assistant_files: true}\n',
    'AGENTS.md': rules['AGENTS.md'],
    'CLAUDE.md': '# CLAUDE.md\n\n@AGENTS.md\n',
    '.cursor/rules/copy.md': rules['AGENTS.md'],
  });
  await symlink('../../AGENTS.md', path.join(root, '.cursor/rules/link.md'));
  expect(await readReceipts(root)).toEqual({
    'AGENTS.md': 'whole',
    'CLAUDE.md': 'not sent: it only includes AGENTS.md',
    '.cursor/rules/copy.md': 'not sent: the same text as AGENTS.md',
    '.cursor/rules/link.md': 'not sent: the same text as AGENTS.md',
  });
  expect(Object.keys(await readReceipts(root, { context: ['AGENTS.md'] }))[0]).toBe('AGENTS.md');
  await writeFile(path.join(root, '.s2s/CONTEXT.md'), '# Shop\n\n@AGENTS.md\n');
  const { 'AGENTS.md': note, 'CLAUDE.md': other } = await readReceipts(root);
  expect([note, other]).toEqual(['whole (named in .s2s/CONTEXT.md)', 'not sent: it only includes AGENTS.md']);
});

test('a component has those of its repository too, the nearest first, also after a pause', async () => {
  const whole = await makeRepository({
    'AGENTS.md': 'ALL: small steps.\n',
    'CLAUDE.md': '@AGENTS.md\n',
    'services/api/.s2s/config.yaml': 'name: api\n',
    'services/api/AGENTS.md': 'API: plain SQL.\n',
  });
  await writeFile(path.join(whole, 'services', 'AGENTS.md'), 'MARKED: not committed.\n');
  const root = path.join(whole, 'services', 'api');
  const asked: ModelRequest[] = [];
  const first = makeApp(root, {
    onCall: async (request) => {
      asked.push(request);
      if (request.key.startsWith('2/')) first.app.pause({ session: run.sessionId }).catch(() => undefined);
    },
  });
  const run = await first.app.start({ ...order, minRounds: 3 });
  expect((await run.result).ended).toBe('paused');
  const { context_files: receipts } = await first.app.get({ session: run.sessionId });
  expect(Object.fromEntries(receipts.map(({ path: file, note }) => [file, note]))).toEqual({
    'AGENTS.md': 'whole',
    '../AGENTS.md': expect.stringMatching(/^refused: .*git does not track it/),
    '../../AGENTS.md': 'whole',
    '../../CLAUDE.md': 'not sent: it only includes ../../AGENTS.md',
  });
  const later = makeApp(root, { onCall: async (request) => void asked.push(request) });
  const resumed = await later.app.resume({ session: run.sessionId });
  expect((await resumed.result).ended).toBe('completed');
  expect(later.notices.filter(({ level }) => level === 'warning')).toEqual([]);
  for (const request of asked)
    expect(JSON.stringify(request.prompt)).toMatch(/API: plain SQL[\s\S]*ALL: small steps/);
  expect(JSON.stringify(asked)).not.toContain('MARKED');
});

test('what a CLAUDE.md imports is not sent with it, and said', async () => {
  const root = await makeFolder({
    '.s2s/config.yaml': 'name: test\n',
    'AGENTS.md': rules['AGENTS.md'],
    'CLAUDE.md': 'Short.\n\n@AGENTS.md\n\nSee @docs/rules.md, @gone.md and @types/node.d.\n',
    'docs/rules.md': 'MARKED\n',
  });
  expect(await readReceipts(root)).toEqual({
    'AGENTS.md': 'whole',
    'CLAUDE.md': 'whole',
    'docs/rules.md': 'not sent: only named in CLAUDE.md; to send it: --context docs/rules.md',
  });
});

test('they have a share of their own, and pass the door of look-ups', async () => {
  const root = await makeRepository({
    '.s2s/config.yaml': 'name: test\n',
    '.gitignore': 'CLAUDE.md\n',
    'AGENTS.md': 'A rule that is long.\n'.repeat(5_000),
    'notes.md': 'short\n',
    '.cursor/rules/keys.md': '-----BEGIN RSA PRIVATE KEY-----\n',
  });
  await writeFile(path.join(root, 'CLAUDE.md'), 'MARKED\n');
  const receipts = await readReceipts(root, { context: ['notes.md'] });
  expect(receipts).toEqual({
    'notes.md': 'whole',
    'AGENTS.md': 'the first 7980 characters; to send it whole: --context AGENTS.md',
    'CLAUDE.md': expect.stringMatching(/^refused: git or \.s2signore ignores it/),
    '.cursor/rules/keys.md': expect.stringMatching(/^refused: it holds a private key/),
  });
});

test('a resume and a replay send what the session sent, and includes only once', async () => {
  const root = await makeFolder({
    '.s2s/config.yaml': 'context: {assistant_files: true}\n',
    '.s2s/CONTEXT.md': '# Shop\n\n@docs/goals.md\n',
    'docs/goals.md': '## Objectives\n\n- Sell tea\n',
    'AGENTS.md': rules['AGENTS.md'],
  });
  const first = makeApp(root, {
    onCall: async ({ key }) => {
      if (key.startsWith('2/')) first.app.pause({ session: run.sessionId }).catch(() => undefined);
    },
  });
  const run = await first.app.start({ ...order, minRounds: 3 });
  expect((await run.result).ended).toBe('paused');
  const later = makeApp(root);
  const resumed = await later.app.resume({ session: run.sessionId });
  expect((await resumed.result).ended).toBe('completed');
  expect(later.notices.filter(({ level }) => level === 'warning')).toEqual([]);
  // Nothing is asked again, although the project's rules for assistants have become more since.
  await writeFile(path.join(root, 'CLAUDE.md'), 'Answer in short sentences.\n');
  const asked: string[] = [];
  const last = makeApp(root, { onCall: async ({ key }) => void asked.push(key) });
  const replay = await last.app.replay({ session: run.sessionId });
  expect((await replay.result).ended).toBe('completed');
  expect(asked).toEqual([]);
  const { context_files: receipts } = await last.app.get({ session: replay.sessionId });
  expect(receipts.map(({ path: file }) => file)).toEqual(['docs/goals.md', 'AGENTS.md']);
});
