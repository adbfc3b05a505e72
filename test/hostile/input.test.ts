/** What people hand in, and what streams get. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cleanOutput } from '../../src/terminal/output-guard.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const key = 'zk-Zq7Xw2Lk9Vb4Nc8MTf5Hd3Gs6Jp1Ry0Ua';
/** What the sessions of a project hold, by file. */
async function readSessions(cwd: string): Promise<Map<string, string>> {
  const folder = path.join(cwd, '.s2s', 'sessions');
  const texts = new Map<string, string>();
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) texts.set(name, await readFile(file, 'utf8'));
  }
  return texts;
}

const plain = { redact: (text: string) => text, keepsColor: false, isTerminal: false };

test.each([
  ['a topic', [`Is ${key} good?`], 'The topic contains the value of the variable MY_KEY'],
  [
    'a context file',
    ['Which queue?', '--context', 'notes.md'],
    'notes.md contains the value of the variable MY_KEY',
  ],
])('%s that holds a key is refused', async (_, args, message) => {
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: x\n', 'notes.md': `Use ${key}.\n` });
  const run = await runInProcess(['roundtable', 'start', ...args, '--dry-run', '--no-input'], {
    cwd,
    home: cwd,
    env: { LANG: 'C.UTF-8', MY_KEY: key },
  });
  expect(run.code).toBe(2);
  expect(run.stderr.replace(/\s+/g, ' ')).toContain(message);
  expect(run.stderr).not.toContain(key);
});

test.each([
  ['advice', ['guide', `Leave ${key} out.`], 'The guidance'],
  ['a decision', ['answer', '--decision', `Use ${key}.`], 'The decision'],
  ['what a person says', ['say', `I use ${key}.`], 'What you say'],
])('%s that holds a key is refused, and nothing of it is kept', async (_, args, what) => {
  const cwd = await makeFolder({ '.s2s/config.yaml': 'name: x\n' });
  const place = { cwd, home: cwd, env: { LANG: 'C.UTF-8', MY_KEY: key } };
  // It waits for a person's turn, or for their decision.
  const person = args[0] === 'say' ? ['--with-me'] : ['--seed', '2'];
  const waiting = await runInProcess(['design', 'Which queue?', '--dry-run', '--no-input', ...person], place);
  expect(waiting.code).toBe(4);
  const before = await readSessions(cwd);
  const run = await runInProcess(['roundtable', ...args, '--json'], place);
  expect(run.code).toBe(2);
  const { error } = JSON.parse(run.stdout);
  expect(error.code).toBe('INVALID_VALUE');
  expect(error.message).toBe(`${what} contains the value of the variable MY_KEY. Nothing was sent.`);
  expect(`${run.stdout}${run.stderr}`).not.toContain(key);
  expect(await readSessions(cwd)).toEqual(before);
  // Without the key the same command is taken.
  const clean = args.map((arg) => arg.replace(key, 'the old queue'));
  expect((await runInProcess(['roundtable', ...clean, '--json'], place)).code).not.toBe(2);
});

test.each([
  ['::add-mask::x', ': :add-mask::x'],
  ['a\n \t\u2003::error::x', 'a\n \t\u2003: :error::x'],
  ['a\r::error::x', 'a\n: :error::x'],
  ['\u001b[31m::error::x', ': :error::x'],
  ['std::vector and ::: note', 'std::vector and ::: note'],
  ['a ##vso[x] ##[y] ##teamcity[z]', 'a # #vso[x] # #[y] # #teamcity[z]'],
  ['section_start:1:a\r\u001b[0K', 'section_start :1:a\n'],
  ['a\u202eb\u200bc\u001b]0;t\u0007d', 'abcd'],
])('%j is written to a log as %j', (given, written) => {
  expect(cleanOutput(given, plain)).toBe(written);
});
