/** `s2s init` in folders of several kinds; then a rehearsal works there. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeProject, type Project } from '../support/run-binary.ts';
import { keys, openTerminal } from '../support/terminal.ts';

/** `s2s init` in a terminal that is closed when the test ends. */
function openInit(project: Project, ...args: readonly string[]) {
  const terminal = openTerminal(project, ['init', ...args]);
  onTestFinished(terminal.close);
  return terminal;
}

test.for([
  ['with files', []],
  ['that is empty', ['package.json', 'README.md']],
] as const)('a folder %s', async ([, without]) => {
  const project = await makeProject('bare');
  const name = path.basename(project.root);
  for (const file of without) await rm(path.join(project.root, file));
  const run = await project.run(['init', '--yes', '--json']);
  expect(run.code, run.stderr).toBe(0);
  const config = parse(await project.read('.s2s/config.yaml')) as { name: string };
  expect(config).toMatchObject({ name });
  expect(await project.read('.s2s/CONTEXT.md')).toContain(`# ${name} - Project Context`);
  expect(await project.current()).toBeNull();

  const check = await project.run(['config', 'check']);
  expect([check.code, check.stdout.trim()]).toEqual([0, 'No problems.']);
  const design = await project.run(['design', 'Which store?', '--dry-run', '--fast', '--no-input', '--json']);
  expect(design.code, design.stderr).toBe(0);
  expect((await project.session()).project).toMatchObject({ name: config.name });

  const before = await Promise.all((await project.files()).map((file) => project.read(file)));
  const again = await project.run(['init', '--yes', '--name', 'another']);
  expect(again.code, again.stderr).toBe(0);
  expect(await Promise.all((await project.files()).map((file) => project.read(file)))).toEqual(before);
});

test('what is there already is kept, what is missing is added', async () => {
  const project = await makeProject('bare');
  await mkdir(path.join(project.root, '.s2s'));
  await writeFile(path.join(project.root, '.s2s', 'CONTEXT.md'), '# Mine\n');
  const run = await project.run(['init', '--yes', '--json']);
  expect(run.code, run.stderr).toBe(0);
  expect(await project.read('.s2s/CONTEXT.md')).toBe('# Mine\n');
  expect(await project.files()).toContain('.s2s/config.yaml');
});

test('at a terminal it asks for the name and a description, and for nothing else', async () => {
  const project = await makeProject('bare');
  const terminal = openInit(project);
  await terminal.waitFor('Name of the project');
  expect(terminal.screen()).toContain(path.basename(project.root));
  terminal.type(keys.enter);
  await terminal.waitFor('The project in a sentence');
  terminal.type(`Trades seeds${keys.enter}`);
  expect(await terminal.exit).toBe(0);
  expect(parse(await project.read('.s2s/config.yaml'))).toMatchObject({
    name: path.basename(project.root),
    description: 'Trades seeds',
  });
  expect(await project.read('.s2s/CONTEXT.md')).toContain('## Overview\n\nTrades seeds\n');
});

test('nothing is asked where flags say it, or where everything is there', async () => {
  const project = await makeProject('bare');
  for (const args of [['--name', 'seeds', '--description', 'Trades seeds'], []]) {
    const terminal = openInit(project, ...args);
    expect(await terminal.exit).toBe(0);
    expect(terminal.screen()).not.toContain('?');
  }
  expect(parse(await project.read('.s2s/config.yaml'))).toMatchObject({ name: 'seeds' });
});

test('Ctrl-C in a question writes nothing', async () => {
  const project = await makeProject('bare');
  const terminal = openInit(project);
  await terminal.waitFor('Name of the project');
  terminal.type(keys.interrupt);
  expect(await terminal.exit).toBe(130);
  expect((await project.files()).filter((file) => file.startsWith('.s2s'))).toEqual([]);
});
