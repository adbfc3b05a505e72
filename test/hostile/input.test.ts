/** What people hand in, and what streams get. */
import { expect, test } from 'vitest';
import { cleanOutput } from '../../src/terminal/output-guard.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const key = 'zk-Zq7Xw2Lk9Vb4Nc8MTf5Hd3Gs6Jp1Ry0Ua';
const plain = { redact: (text: string) => text, keepsColor: false, isTerminal: false };

test.each([
  ['a topic', [`Is ${key} good?`], 'The topic holds the value of the variable MY_KEY'],
  [
    'a context file',
    ['Which queue?', '--context', 'notes.md'],
    'notes.md holds the value of the variable MY_KEY',
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
