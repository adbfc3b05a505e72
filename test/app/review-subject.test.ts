/** What of a change is shown to the panel that reviews it. */
import { rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTypedFile } from '../../src/files/read-named-file.ts';
import { refuseTyped } from '../../src/project/open-door.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { git } from '../support/make-repository.ts';

test('a change shows no file that a rule hides, that is a session, or that had the name of a secret', async () => {
  const names = ['a.md', 'hidden.md', 'own.md', '.s2s/sessions/x.yaml', 'id_rsa', 'q\n".md'];
  const root = await makeFolder({
    '.s2s/config.yaml': 'name: x\n',
    '.gitignore': 'hidden.md\nq*\n',
    '.s2signore': 'own.md\n',
    ...Object.fromEntries(names.map((name) => [name, `${'line\n'.repeat(9)}old\n`])),
  });
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.');
  git(root, 'commit', '-qm', 'a');
  await rename(path.join(root, 'id_rsa'), path.join(root, 'moved.md'));
  for (const name of [...names.filter((each) => each !== 'id_rsa'), 'moved.md'])
    await writeFile(path.join(root, name), `${'line\n'.repeat(9)}new of ${JSON.stringify(name)}\n`);
  git(root, 'add', '-f', '.');
  const { subject } = await makeApp(root).app.readSubject({});
  expect(subject.text.match(/new of .*/g)).toEqual(['new of "a.md"']);
  expect(subject.left_out.toSorted()).toEqual(
    ['.s2s/sessions/x.yaml', 'hidden.md', 'moved.md', 'own.md', 'q\n".md'].toSorted(),
  );
  await expect(makeApp(root).app.readSubject({ of: '.git/config' })).rejects.toMatchObject({
    code: 'FILE_REFUSED',
  });
});

test('a plan takes no document of the project that a rule hides', async () => {
  const record = (word: string) =>
    `# Use ${word}\n\n- Status: accepted\n\n## Context and Problem Statement\n\nc\n\n## Decision Outcome\n\nChosen option: x.\n`;
  const root = await makeFolder({
    ...{ '.s2s/config.yaml': 'name: x\n', '.s2signore': 'docs/decisions/0001*\n' },
    ...{ 'docs/decisions/0001-one.md': record('one'), 'docs/decisions/0002-two.md': record('two') },
  });
  const { demands } = await makeApp(root).app.readDemands([]);
  expect(demands.map((demand) => demand.path)).toEqual(['docs/decisions/0002-two.md']);
});

test.each(['.git/config', '.env', 'innocent.md', 'id_rsa'])(
  'a person who names %s as a file to send is refused',
  async (name) => {
    const root = await makeFolder({ '.git/config': 'x', '.git/HEAD': 'x', '.env': 'A=1', id_rsa: 'x' });
    await symlink('.env', path.join(root, 'innocent.md'));
    const place = { cwd: root, root, maxBytes: 1000, refuse: refuseTyped(root) };
    await expect(readTypedFile(name, place)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  },
);
