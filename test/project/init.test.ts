import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyTable } from '../../src/config/key-table.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { applyInit } from '../../src/project/apply-init.ts';
import { detectProject } from '../../src/project/detect-project.ts';
import type { FoundProject } from '../../src/project/found-project.ts';
import { planInit } from '../../src/project/plan-init.ts';
import { makeFolder } from '../support/make-folder.ts';

const nothing: FoundProject = {
  name: null,
  description: null,
  languages: [],
  stack: [],
  license: null,
  opening: null,
  objectives: [],
  constraints: [],
  inScope: [],
  outOfScope: [],
  defaultBranch: null,
  decisions: null,
  broken: [],
};

function contentOf(file: string, found: FoundProject, answers = {}): string {
  const plan = planInit(found, answers, { folderName: 'folder' });
  return plan.files.find((each) => each.path === file)?.content ?? '';
}

describe('what is found', () => {
  it.each<
    [
      string,
      Record<string, string>,
      Partial<Record<'name' | 'description' | 'license', string>>,
      string[],
      string[],
    ]
  >([
    [
      'package.json',
      {
        'package.json':
          '{"name": "@shop/api", "description": "Sells\\nthings", "license": "MIT", "engines": {"node": ">=20"}, "dependencies": {"express": "5", "pg": "8"}, "devDependencies": {"typescript": "7"}}',
      },
      { name: '@shop/api', description: 'Sells things', license: 'MIT' },
      ['TypeScript'],
      ['Node.js >=20', 'Express', 'PostgreSQL'],
    ],
    [
      'pyproject.toml',
      {
        'pyproject.toml':
          '[project]\nname = "parcel"\ndescription = "Tracks parcels"\nrequires-python = ">=3.11"\ndependencies = ["fastapi[standard]>=0.1", "SQLAlchemy ~= 2.0"]\n[project.optional-dependencies]\ndev = ["pytest"]\n',
      },
      { name: 'parcel', description: 'Tracks parcels' },
      ['Python'],
      ['Python >=3.11', 'FastAPI', 'SQLAlchemy', 'pytest'],
    ],
    [
      'pyproject.toml of Poetry',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "parcel"\nlicense = "MIT"\n[tool.poetry.dependencies]\npython = "^3.12"\ndjango = {version = "5"}\n',
      },
      { name: 'parcel', license: 'MIT' },
      ['Python'],
      ['Python ^3.12', 'Django'],
    ],
    [
      'setup.cfg',
      {
        'setup.cfg':
          '[options]\nname = wrong\n[metadata]\nname = parcel\ndescription = Tracks\n\n[x]\nname = wrong\n',
      },
      { name: 'parcel', description: 'Tracks' },
      ['Python'],
      [],
    ],
    [
      'setup.py, which is a program',
      {
        'setup.py':
          "# name='wrong',\nfrom setuptools import setup\nsetup(\n    name='parcel', version=VERSION,\n    description=\"Tracks a customer's parcels\",\n    long_description=open('README').read(),\n    license='MIT',\n    python_requires='>=3.9',\n    install_requires=['flask>=2', \"redis\"],\n)\n",
      },
      { name: 'parcel', description: "Tracks a customer's parcels", license: 'MIT' },
      ['Python'],
      ['Python >=3.9', 'Flask', 'Redis'],
    ],
    [
      'requirements.txt',
      { 'requirements.txt': '# comment\nflask==3\nredis\n' },
      {},
      ['Python'],
      ['Flask', 'Redis'],
    ],
    [
      'Cargo.toml',
      {
        'Cargo.toml':
          '[package]\nname = "fast"\ndescription = "Is fast"\nlicense = "Apache-2.0"\n[dependencies]\ntokio = "1"\naxum = { version = "0.8" }\n',
      },
      { name: 'fast', description: 'Is fast', license: 'Apache-2.0' },
      ['Rust'],
      ['Tokio', 'Axum'],
    ],
    [
      'go.mod',
      {
        'go.mod':
          'module example.com/team/queue/v2\n\ngo 1.24\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.0\n)\n',
      },
      { name: 'queue' },
      ['Go'],
      ['Go 1.24', 'Gin'],
    ],
    [
      'pom.xml',
      {
        'pom.xml':
          '<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><artifactId>orders</artifactId><description>Takes orders</description><dependencies><dependency><artifactId>wrong</artifactId></dependency></dependencies></project>',
      },
      { name: 'orders', description: 'Takes orders' },
      ['Java'],
      ['Maven', 'Spring Boot'],
    ],
    [
      'build.gradle.kts',
      {
        'build.gradle.kts': 'plugins { kotlin("jvm") }\ndescription = "An app"\n',
        'settings.gradle.kts': 'rootProject.name = "app"',
      },
      { name: 'app', description: 'An app' },
      ['Kotlin'],
      ['Gradle'],
    ],
    [
      '*.csproj',
      {
        'Billing.csproj':
          '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup></Project>',
      },
      { name: 'Billing' },
      ['C#'],
      ['.NET (net9.0)', 'ASP.NET Core'],
    ],
    [
      'composer.json',
      {
        'composer.json':
          '{"name": "team/site", "license": ["GPL-3.0"], "require": {"laravel/framework": "11"}}',
      },
      { name: 'site', license: 'GPL-3.0' },
      ['PHP'],
      ['Laravel'],
    ],
    [
      'Gemfile',
      { Gemfile: "gem 'rails', '~> 8'\n  gem \"sidekiq\"\n" },
      {},
      ['Ruby'],
      ['Ruby on Rails', 'Sidekiq'],
    ],
    [
      'mix.exs',
      {
        'mix.exs': 'def project do\n [app: :chat, description: "Talks",\n deps: [{:phoenix, "~> 1.7"}]]\nend',
      },
      { name: 'chat', description: 'Talks' },
      ['Elixir'],
      ['Phoenix'],
    ],
    [
      'CMakeLists.txt',
      {
        'CMakeLists.txt':
          'cmake_minimum_required(VERSION 3.2)\nproject(engine VERSION 1 DESCRIPTION "Runs" LANGUAGES C CXX)\n',
      },
      { name: 'engine', description: 'Runs' },
      ['C', 'C++'],
      ['CMake'],
    ],
    [
      'Docker',
      {
        Dockerfile: 'FROM node:20 AS build\nFROM --platform=linux/amd64 debian:12-slim\n',
        'compose.yaml':
          'services:\n  db: {image: "docker.io/library/postgres:16"}\n  cache: {image: redis}\n  own: {build: .}\n',
      },
      {},
      [],
      ['Docker (debian:12-slim)', 'Docker Compose', 'PostgreSQL', 'Redis'],
    ],
    [
      'README.md',
      {
        'README.md':
          '<!-- hi -->\n[![build](x)](y)\n\n# The *Shop*\n\n![logo](l.png)\n\nSells [things](http://x) to\n**people** everywhere.\n\nMore.\n',
      },
      { name: 'The *Shop*', description: 'Sells things to people everywhere.' },
      [],
      [],
    ],
    [
      'README.md with a quotation and code',
      {
        'README.md':
          '```sh\n# not this\n```\n\nShop\n====\n\n<p align="center">\nNo prose\n</p>\n\n- a list is not prose either\n\n> Sells things to\n> people everywhere.\n',
      },
      { name: 'Shop', description: 'Sells things to people everywhere.' },
      [],
      [],
    ],
    ['LICENSE', { LICENSE: 'MIT License\n\nCopyright' }, { license: 'MIT' }, [], []],
  ])('%s says name, description, languages and stack', async (_file, files, facts, languages, stack) => {
    const found = await detectProject(await makeFolder(files));
    expect(found.broken).toEqual([]);
    expect({
      name: found.name?.value,
      description: found.description?.value,
      license: found.license?.value,
    }).toEqual({
      name: facts.name,
      description: facts.description,
      license: facts.license,
    });
    expect(found.languages.map((each) => each.value)).toEqual(languages);
    expect(found.stack.map((each) => each.value)).toEqual(stack);
    for (const finding of [...found.languages, ...found.stack])
      expect(Object.keys(files)).toContain(finding.file);
  });

  it('takes a manifest before the README, and each fact from the first file that has it', async () => {
    const root = await makeFolder({
      'package.json': '{"name": "short"}',
      'README.md': '# Long title\n\nWhat this project is for, in words.\n',
      'tsconfig.json': '{}',
    });
    const found = await detectProject(root);
    expect(found.name).toEqual({ value: 'short', file: 'package.json' });
    expect(found.description).toEqual({ value: 'What this project is for, in words.', file: 'README.md' });
    expect(found.languages).toEqual([{ value: 'TypeScript', file: 'tsconfig.json' }]);
  });

  it('finds the default branch and the folder of decision records', async () => {
    const root = await makeFolder({
      '.git/config': '[branch "topic"]\n[branch "main"]\n',
      'docs/adr/0001-x.md': '# x',
    });
    const found = await detectProject(root);
    expect(found.defaultBranch).toEqual({ value: 'main', file: '.git/config' });
    expect(found.decisions?.value).toBe('docs/adr');
    expect(contentOf('.s2s/config.yaml', found)).toMatch(/^ {2}decisions: docs\/adr$/m);
  });

  it('goes on past broken files and says which they are', async () => {
    const root = await makeFolder({
      'package.json': '{"name": ',
      'Cargo.toml': '[[[',
      'compose.yaml': 'a: [',
      'go.mod': 'module ok\n',
      'pom.xml': '<a',
    });
    await symlink('/etc/hostname', path.join(root, 'README.md'));
    await mkdir(path.join(root, 'LICENSE'));
    const found = await detectProject(root);
    expect(found.name?.value).toBe('ok');
    expect(found.broken.map((each) => each.file)).toEqual([
      'package.json',
      'Cargo.toml',
      'compose.yaml',
      'README.md',
    ]);
    for (const { reason } of found.broken) expect(reason).not.toContain('\n');
  });

  it('never throws, whatever is in the files', async () => {
    const names = [
      'package.json',
      'pyproject.toml',
      'setup.cfg',
      'setup.py',
      'Cargo.toml',
      'go.mod',
      'pom.xml',
      'Gemfile',
      'mix.exs',
      'CMakeLists.txt',
      'compose.yaml',
      'README.md',
      'a.csproj',
    ];
    const json = fc.json();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.oneof(
          fc.string(),
          json,
          fc.json().map((text) => `{"name": ${text}, "dependencies": ${text}, "engines": ${text}}`),
        ),
        async (name, text) => {
          const found = await detectProject(await makeFolderOnce(name, text));
          expect(typeof (found.name?.value ?? '')).toBe('string');
          const config = readConfig(contentOf('.s2s/config.yaml', found), 'config.yaml');
          expect(config.problems).toEqual([]);
          expect(config.warnings).toEqual([]);
        },
      ),
      { numRuns: 120 },
    );
  });
});

const folders: string[] = [];
/** One folder for many runs of a property, emptied each time. */
async function makeFolderOnce(name: string, text: string): Promise<string> {
  const folder = folders[0] ?? (await makeFolder());
  folders[0] = folder;
  for (const file of await readdir(folder)) await writeFile(path.join(folder, file), '');
  await writeFile(path.join(folder, name), text);
  return folder;
}

describe('what is planned', () => {
  it('loads without a warning, and means what the defaults mean', async () => {
    const root = await makeFolder({
      'package.json': '{"name": "shop", "description": "Sells: # things \\"and\\" more"}',
    });
    await applyInit(root, planInit(await detectProject(root), {}, { folderName: 'x' }));
    const loaded = await loadConfig({ cwd: root, env: {}, home: null });
    expect(loaded.warnings).toEqual([]);
    const config = resolveConfig(loaded, { workflow: 'design' });
    const bare = resolveConfig({ project: null, layers: [] }, { workflow: 'design' });
    expect(config.settings).toEqual(bare.settings);
    expect(config.docs).toEqual(bare.docs);
    expect(config).toMatchObject({
      projectName: 'shop',
      projectDescription: 'Sells: # things "and" more',
      // The topic decides: a debate only where it names alternatives.
      strategy: null,
    });
  });

  it('explains every key, and every example that is switched on loads without a warning', () => {
    const text = contentOf('.s2s/config.yaml', nothing).replaceAll(/^(\s*)#(?=[^\s#])/gm, '$1');
    const config = readConfig(text, 'config.yaml');
    expect(config.problems).toEqual([]);
    expect(config.warnings).toEqual([]);
    const explained = new Set([...config.entries.values()].map((entry) => entry.spec.key));
    const used = keyTable.filter(({ isRead }) => isRead).map(({ key }) => key);
    expect([...explained].filter((key) => key !== 'description' && !used.includes(key))).toEqual([]);
    expect(used.filter((key) => !explained.has(key))).toEqual([]);
  });

  it('puts what was found under the headings, and leaves out what was not', () => {
    const context = contentOf(
      '.s2s/CONTEXT.md',
      {
        ...nothing,
        license: { value: 'MIT', file: 'LICENSE' },
        languages: [{ value: 'Go', file: 'go.mod' }],
      },
      { name: 'Shop', description: 'Sells.' },
    );
    expect(context).toContain('# Shop - Project Context');
    expect(context).toMatch(/## Overview\n\nSells\.\n/);
    expect(context).toMatch(/## Technical Stack\n\n- Go /);
    const told = context.replaceAll(/<!--[\s\S]*?-->/g, '');
    for (const heading of ['Business Domain', 'Project Objectives', 'Scope', 'Open Questions']) {
      expect(told).not.toContain(heading);
      expect(context).toContain(`## ${heading}: `);
    }
    expect(told).not.toMatch(/^## .*\s*(?:##|$(?![\s\S]))/m);
  });

  it('is not broken by what stands in files', () => {
    const evil = 'x --> \n# Own heading\n```\n<!-- \u202E\u001B[31m';
    const finding = { value: evil.replaceAll('\n', ' '), file: 'a-->b' };
    const context = contentOf(
      '.s2s/CONTEXT.md',
      { ...nothing, languages: [finding] },
      { name: evil, description: `# ${evil}` },
    );
    const told = context.replaceAll(/<!--[\s\S]*?-->/g, '');
    expect(told.match(/^#+ .*$/gm)?.map((line) => line.replace(/ x .*/, ''))).toEqual([
      '#',
      '## Overview',
      '## Technical Stack',
    ]);
    for (const character of ['\u202E', '\u001B']) expect(context).not.toContain(character);
    expect(context.match(/<!--/g)?.length).toBe(context.match(/-->/g)?.length);
    expect(readConfig(contentOf('.s2s/config.yaml', nothing, { name: evil }), 'c').problems).toEqual([]);
  });
});

describe('what is written', () => {
  const plan = planInit(nothing, { name: 'Shop' }, { folderName: 'x' });
  const all = ['.s2s/config.yaml', '.s2s/CONTEXT.md', '.s2s/state.yaml', '.s2s/.gitignore'];

  it('writes all files, and nothing else', async () => {
    const root = await makeFolder();
    expect(await applyInit(root, plan)).toEqual({ written: all, kept: [] });
    expect((await readdir(path.join(root, '.s2s'))).sort()).toEqual([
      '.gitignore',
      'CONTEXT.md',
      'config.yaml',
      'state.yaml',
    ]);
    expect(await readFile(path.join(root, '.s2s/state.yaml'), 'utf8')).toBe('current_session: null\n');
  });

  it('adds only what is missing, and changes nothing that is there', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: mine\n', '.s2s/sessions/x.yaml': 'kept' });
    await symlink('nowhere', path.join(root, '.s2s/state.yaml'));
    expect(await applyInit(root, plan)).toEqual({ written: [all[1], all[3]], kept: [all[0], all[2]] });
    expect(await readFile(path.join(root, '.s2s/config.yaml'), 'utf8')).toBe('name: mine\n');
    expect((await lstat(path.join(root, '.s2s/state.yaml'))).isSymbolicLink()).toBe(true);
    expect(await applyInit(root, plan)).toEqual({ written: [], kept: all });
  });

  it('lets many at once agree on one file each', async () => {
    const root = await makeFolder();
    await mkdir(path.join(root, '.s2s'));
    const results = await Promise.all(Array.from({ length: 8 }, () => applyInit(root, plan)));
    for (const file of all) expect(results.filter((result) => result.written.includes(file))).toHaveLength(1);
    expect(await readdir(path.join(root, '.s2s'))).toHaveLength(4);
  });

  it.each([
    [
      'a file in the place of the folder',
      'FILE_UNWRITABLE',
      (root: string) => writeFile(path.join(root, '.s2s'), 'x'),
    ],
    [
      'a link that leads out',
      'FILE_OUTSIDE_PROJECT',
      async (root: string) => symlink(await makeFolder(), path.join(root, '.s2s')),
    ],
    [
      'a link that leads nowhere',
      'FILE_OUTSIDE_PROJECT',
      (root: string) => symlink('nowhere', path.join(root, '.s2s')),
    ],
  ])('refuses %s', async (_name, code, make) => {
    const root = await makeFolder();
    await make(root);
    await expect(applyInit(root, plan)).rejects.toMatchObject({ code, exitCode: 5 });
  });

  it.skipIf(process.getuid?.() === 0)('says where it may not write', async () => {
    const root = await makeFolder();
    await chmod(root, 0o500);
    await expect(applyInit(root, plan)).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining(root),
    });
  });

  it('says so where the project is not a folder', async () => {
    const root = await makeFolder({ file: '' });
    await expect(applyInit(path.join(root, 'file'), plan)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });
});
