/** Many discussions in one process: what is looked at once for all of them, and that nothing old is taken for new because of it. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shareWork } from '../../src/app/run/share-work.ts';
import { createFileRepository } from '../../src/store/files/file-repository.ts';
import { createHost, createSession } from '../store/sample-session.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';

const hasGit = process.platform !== 'win32' && spawnSync('git', ['--version']).status === 0;

test.runIf(hasGit)('git is asked for the files of the project once for a discussion', async () => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', 'docs/plan.md': '# A plan\n' });
  execFileSync('git', ['init', '-q', root]);
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const log = path.join(await makeFolder(), 'asked');
  const tools = await makeFolder();
  const script = `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`;
  await writeFile(path.join(tools, 'git'), script, { mode: 0o755 });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${tools}${path.delimiter}${process.env['PATH']}`);
  const { app } = makeApp(root);
  const run = await app.start({ topic: 'Which queue?', rehearsal: true, maxRounds: 1 });
  expect((await run.result).ended).toBe('completed');
  const asked = (await readFile(log, 'utf8')).trim().split('\n');
  // What git tracks, and, as that is nothing yet, what else lies there: asked for once, from the start to the documents.
  expect(asked.map((line) => / ls-files .*/.exec(line)?.[0])).toEqual([
    ' ls-files -z --cached',
    ' ls-files -z --others --exclude-standard',
  ]);
});

test('whoever asks meanwhile shares an answer, and whoever asks later gets a new one', async () => {
  const answers: ((word: string | Error) => void)[] = [];
  const ask = shareWork(
    () =>
      new Promise<string>((resolve, reject) => {
        answers.push((word) => (typeof word === 'string' ? resolve(word) : reject(word)));
      }),
  );
  const first = [ask(), ask()];
  answers[0]?.('old');
  expect(await Promise.all(first)).toEqual(['old', 'old']);
  const second = [ask(), ask()];
  answers[1]?.(new Error('gone'));
  for (const each of second) await expect(each).rejects.toThrow('gone');
  const third = ask();
  answers[2]?.('new');
  expect(await third).toBe('new');
  expect(answers.length).toBe(3);
});

test('a session is read as its file stands, and what a reader does to it reaches no other', async () => {
  const root = await makeFolder({ '.s2s/config.yaml': '' });
  const parts = { root, s2sDir: '.s2s', clock: { now: () => new Date() }, host: createHost(1) };
  const repository = createFileRepository(parts);
  const session = createSession(2);
  await repository.create(session);
  const first = await repository.load(session.id);
  first.session.rounds.length = 0;
  const second = await repository.load(session.id);
  expect(second.session.rounds.length).toBe(session.rounds.length);
  const changed = { ...second.session, topic: 'Another?' };
  await createFileRepository(parts).save(changed, second.version);
  expect((await repository.load(session.id)).session.topic).toBe('Another?');
});
