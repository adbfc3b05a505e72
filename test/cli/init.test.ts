/** `s2s init` in folders of several kinds; then a rehearsal works there. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeProject, type Project } from '../support/run-binary.ts';
import { keys, openTerminal } from '../support/terminal.ts';

const cleaners: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaners.splice(0).reverse()) await clean();
});

async function open(): Promise<Project> {
  const project = await makeProject('bare');
  cleaners.push(project.remove);
  return project;
}

const kinds = [
  { kind: 'node', files: {}, name: 'seed-exchange', says: /Swaps vegetable seeds/ },
  {
    kind: 'python',
    files: {
      'package.json': null,
      'pyproject.toml':
        '[project]\nname = "tide-tables"\ndescription = "Prints tide tables"\nrequires-python = ">=3.11"\n',
    },
    name: 'tide-tables',
    says: /Prints tide tables/,
  },
  {
    kind: 'rust',
    files: {
      'package.json': null,
      'README.md': null,
      'Cargo.toml': '[package]\nname = "knot-tyer"\ndescription = "Ties knots"\nversion = "0.1.0"\n',
    },
    name: 'knot-tyer',
    says: /Ties knots/,
  },
  { kind: 'empty', files: { 'package.json': null, 'README.md': null }, name: 'project', says: /./ },
  { kind: 'broken manifest', files: { 'package.json': '{"name": ' }, name: /./, says: /./ },
] as const;

test.for(kinds)('a $kind project', async ({ files, name, says }) => {
  const project = await open();
  for (const [file, text] of Object.entries(files)) {
    if (text === null) await rm(path.join(project.root, file));
    else await writeFile(path.join(project.root, file), text);
  }
  const run = await project.run(['init', '--yes', '--json']);
  expect(run.code, run.stderr).toBe(0);
  const config = parse(await project.read('.s2s/config.yaml')) as { name: string };
  expect(config.name).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
  expect(await project.read('.s2s/CONTEXT.md')).toMatch(says);
  expect(await project.current()).toBeNull();

  const check = await project.run(['config', 'check']);
  expect([check.code, check.stdout.trim()]).toEqual([0, 'No problems.']);
  const design = await project.run(['design', 'Which store do we use?', '--dry-run', '--no-input', '--json']);
  expect(design.code, design.stderr).toBe(0);
  expect((await project.session()).project).toMatchObject({ name: config.name });

  const before = await Promise.all((await project.files()).map((file) => project.read(file)));
  const again = await project.run(['init', '--yes', '--name', 'another']);
  expect(again.code, again.stderr).toBe(0);
  expect(await Promise.all((await project.files()).map((file) => project.read(file)))).toEqual(before);
});

test('what is there already is kept, what is missing is added', async () => {
  const project = await open();
  await mkdir(path.join(project.root, '.s2s'));
  await writeFile(path.join(project.root, '.s2s', 'CONTEXT.md'), '# Mine\n');
  const run = await project.run(['init', '--yes', '--json']);
  expect(run.code, run.stderr).toBe(0);
  expect(await project.read('.s2s/CONTEXT.md')).toBe('# Mine\n');
  expect(await project.files()).toContain('.s2s/config.yaml');
});

test('at a terminal it shows what it found and asks only for the rest', async () => {
  const project = await open();
  await writeFile(path.join(project.root, 'package.json'), '{"name": "seed-exchange"}');
  await rm(path.join(project.root, 'README.md'));
  const terminal = openTerminal(project, ['init']);
  cleaners.push(terminal.close);
  await terminal.waitFor('The project in a sentence');
  expect(terminal.screen()).toContain('Name: seed-exchange (package.json)');
  expect(terminal.screen()).not.toContain('Name of the project');
  terminal.type(`Trades seeds${keys.enter}`);
  await terminal.waitFor('What it has to achieve');
  terminal.type(`Swap within a week; no money${keys.enter}`);
  await terminal.waitFor('What cannot be changed');
  terminal.type(keys.enter);
  await terminal.waitFor('What does not belong to it');
  terminal.type(keys.enter);
  expect(await terminal.exit).toBe(0);
  expect(parse(await project.read('.s2s/config.yaml'))).toMatchObject({
    name: 'seed-exchange',
    description: 'Trades seeds',
  });
  const context = await project.read('.s2s/CONTEXT.md');
  expect(context).toContain('## Project Objectives\n\n- Swap within a week\n- no money\n');
  expect(context.replaceAll(/<!--[\s\S]*?-->/g, '')).not.toContain('Constraints');
});

test('at a terminal nothing is asked where everything was found', async () => {
  const project = await open();
  await writeFile(
    path.join(project.root, 'README.md'),
    '# Seeds\n\n## Goals\n\n- Swap\n\n## Limitations\n\n- No money\n\n## Non-goals\n\n- Plants\n',
  );
  const terminal = openTerminal(project, ['init']);
  cleaners.push(terminal.close);
  expect(await terminal.exit).toBe(0);
  expect(terminal.screen()).not.toContain('?');
  expect(parse(await project.read('.s2s/config.yaml'))).toMatchObject({ name: 'seed-exchange' });
});

test('a project folder that is there already says its name, and nothing is asked for it', async () => {
  const project = await open();
  await mkdir(path.join(project.root, '.s2s'));
  await writeFile(path.join(project.root, '.s2s', 'config.yaml'), 'name: tide-tables\n');
  await writeFile(path.join(project.root, '.s2s', 'CONTEXT.md'), '# Mine\n');
  const terminal = openTerminal(project, ['init']);
  cleaners.push(terminal.close);
  expect(await terminal.exit).toBe(0);
  expect(terminal.screen()).toContain('Name: tide-tables (.s2s/config.yaml)');
  expect(terminal.screen()).not.toContain('The project in a sentence');
});

test('Ctrl-C in a question writes nothing', async () => {
  const project = await open();
  await rm(path.join(project.root, 'package.json'));
  await rm(path.join(project.root, 'README.md'));
  const terminal = openTerminal(project, ['init']);
  cleaners.push(terminal.close);
  await terminal.waitFor('Name of the project');
  terminal.type(keys.interrupt);
  expect(await terminal.exit).toBe(130);
  expect(await project.files()).toEqual([]);
});
