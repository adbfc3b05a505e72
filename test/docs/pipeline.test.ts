/** The recipe for a pipeline: its own steps, in a real repository, as a rehearsal. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '../support/make-folder.ts';

const execute = promisify(execFile);
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

interface Recipe {
  jobs: { roundtable: { steps: { name?: string; run?: string }[] } };
}

/** The steps that the recipe runs, rehearsed. */
async function readSteps(flags: string): Promise<string[]> {
  const page = await readFile(path.join(root, 'docs', 'ci.md'), 'utf8');
  const [, text = ''] = /```yaml\n(name: decision[\s\S]*?)\n```\n\n/.exec(page) ?? [];
  const recipe = parse(text) as Recipe;
  return recipe.jobs.roundtable.steps
    .flatMap(({ name, run }) => (name === undefined || run === undefined ? [] : [run]))
    .map((run) => run.replace('s2s design -', `s2s design - --dry-run ${flags}`));
}

/** Runs the steps as the pipeline does; returns what `gh` was given and the files of the branch that was pushed. */
async function runRecipe(flags: string) {
  const folder = await makeFolder({ 'work/README.md': '# Shop\n' });
  const [work, tools, remote] = ['work', 'tools', 'remote.git'].map((name) => path.join(folder, name));
  if (work === undefined || tools === undefined || remote === undefined) throw new Error('no folder');
  await mkdir(tools);
  const binary = path.join(root, 'bin', 's2s.js');
  await writeFile(path.join(tools, 's2s'), `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
  await writeFile(path.join(tools, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > ../gh.txt\n');
  for (const name of ['s2s', 'gh']) await chmod(path.join(tools, name), 0o755);
  const env = {
    ...{ PATH: `${tools}:${process.env['PATH'] ?? ''}`, HOME: folder, CI: 'true', GITHUB_RUN_ID: '7' },
    TOPIC: 'Which queue should carry the download jobs?',
  };
  const shell = (run: string) => execute('/bin/bash', ['-eo', 'pipefail', '-c', run], { cwd: work, env });
  await shell(`git init -q --bare "${remote}" && git init -q . && git remote add origin "${remote}"
    s2s init --yes --quiet && git add . && git -c user.name=a -c user.email=a@example.org commit -qm begin`);
  for (const run of await readSteps(flags)) await shell(run);
  const { stdout: files } = await shell('git ls-tree -r --name-only decision/7');
  return {
    request: await readFile(path.join(folder, 'gh.txt'), 'utf8'),
    description: await readFile(path.join(work, 'description.md'), 'utf8'),
    files,
  };
}

test('opens a pull request with the document, and says what waits', async () => {
  const { request, description, files } = await runRecipe('--fast');
  expect(request).toMatch(/^pr\ncreate\n[\s\S]*Which queue should carry the download jobs\?/);
  expect(files).toMatch(/adr\.md/);
  expect(description).toMatch(/Decision +Agreed by the panel/);
  expect(description).toContain('Open questions: who answers, and by when');
});

test('opens one with the question when a person has to decide', async () => {
  const { description, files } = await runRecipe('--seed 5');
  expect(files).not.toContain('adr.md');
  expect(description).toMatch(/s2s roundtable answer \d{8}-\d{6} --accept/);
});
