import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyTable } from '../../src/config/keys/key-table.ts';
import { buildTree, listFlags } from '../support/command-tree.ts';
import { makeProject, type Project } from '../support/run-binary.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const execute = promisify(execFile);

async function readPages(): Promise<Map<string, string>> {
  const names = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const files = ['README.md', 'CONTRIBUTING.md', ...names.map((name) => `docs/${name}`)];
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
    ),
  );
}

/** Fenced blocks of one language; a longer fence keeps shorter ones inside. */
function findBlocks(page: string, language: string): string[] {
  const blocks: string[] = [];
  const fence = /^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm;
  for (const [, , name, body] of page.matchAll(fence)) if (name === language) blocks.push(body ?? '');
  return blocks;
}

describe('the documentation', () => {
  it('is up to date where it is generated: every code and schema', async () => {
    const check = await execute(process.execPath, [
      path.join(root, 'scripts', 'make-docs.js'),
      '--check',
    ]).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(check).toBe('');
  });

  it('names no flag that does not exist', async () => {
    const known = new Set(buildTree().commands.flatMap(listFlags));
    // Flags of other programs in examples: npm, git's commit, the benchmark, a proxy, pg_restore, a configured command.
    for (const other of [
      '--help',
      '--global',
      '--output-format',
      '--type-aware',
      '--only',
      '--update',
      '--https-address',
      '--tls-cert-file',
      '--tls-key-file',
      '--upstream',
      '--pass-user-headers',
      '--if-exists',
      '--short',
      '--cpu-prof',
      // git and gh in the pipeline
      '--create',
      '--allow-empty',
      '--head',
      '--title',
      '--body-file',
      '--jq',
      // npm run quality
      '--project',
      '--topic',
      '--judge',
      '--judges',
      // gh
      '--body-file',
      '--title',
      '--body',
      '--command',
      '--out',
    ])
      known.add(other);
    const wrong: string[] = [];
    for (const [file, page] of await readPages()) {
      for (const [flag] of page.replace(/^\|[-|\s:]+\|$/gm, '').matchAll(/(?<![\w-])--[a-z][a-z-]*/g))
        if (!known.has(flag)) wrong.push(`${file}: ${flag}`);
    }
    expect(wrong).toEqual([]);
  });

  it('names no key that does not exist', async () => {
    const keys = keyTable.flatMap(({ key, aliases }) => [key, ...aliases]);
    const wrong: string[] = [];
    for (const [file, page] of await readPages()) {
      for (const [, named = ''] of page.matchAll(/`((?:roundtable|docs|providers|prices)\.[a-z_.<>]+)`/g))
        if (!keys.some((key) => key === named || key.startsWith(`${named}.`)))
          wrong.push(`${file}: ${named}`);
    }
    expect(wrong).toEqual([]);
  });

  it('installs the program by a path: its bare name in the registry is another program', async () => {
    for (const [file, text] of await readPages()) {
      const lines = text.split('\n').filter((line) => /npm (i|install|exec) |npx /.test(line));
      for (const line of lines.filter((one) => !one.includes('In a checkout')))
        expect([file, line]).toEqual([file, expect.not.stringMatching(/(npx|npm \w+)( -\S+)* s2s(\s|$)/)]);
    }
  });

  it('has no link that leads nowhere', async () => {
    const pages = await readPages();
    const wrong: string[] = [];
    for (const [file, page] of pages) {
      // What stands in a fence is an example of somebody else's folder.
      const prose = page.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
      for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?:|#)/.test(target)) continue;
        const [name = ''] = target.split('#');
        const found = await readFile(path.join(root, path.dirname(file), name)).catch(() => null);
        if (found === null) wrong.push(`${file}: ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the files that the documentation shows', () => {
  let project: Project;
  let pages: Map<string, string>;
  beforeAll(async () => {
    project = await makeProject('bare');
    pages = await readPages();
    await mkdir(path.join(project.root, '.s2s', 'agents'), { recursive: true });
    for (const folder of ['strategies', 'agendas']) await mkdir(path.join(project.root, '.s2s', folder));
  });

  const write = (file: string, text: string): Promise<void> =>
    writeFile(path.join(project.root, '.s2s', file), text);

  it('leaves to the program what the program prints: it describes every key', async () => {
    const run = await project.run(['config', 'keys', '--json']);
    const described = (run.json() as { keys: { key: string }[] }).keys.map(({ key }) => key);
    expect(described).toEqual(keyTable.filter(({ isRead }) => isRead).map(({ key }) => key));
    const words = [...pages.entries()]
      .filter(([file]) => file !== 'CONTRIBUTING.md')
      .flatMap(([, page]) => page.split(/\s+/).filter((word) => word !== ''));
    expect(words.length).toBeLessThanOrEqual(20_000);
  });

  it('loads every configuration', async () => {
    const configurations = ['docs/configuration.md', 'docs/providers.md'].flatMap((file) =>
      findBlocks(pages.get(file) ?? '', 'yaml'),
    );
    expect(configurations.length).toBeGreaterThanOrEqual(2);
    for (const text of configurations) {
      await write('config.yaml', text);
      const run = await project.run(['config', 'check', '--json']);
      expect([run.code, run.json()], text).toEqual([0, { problems: [], warnings: [] }]);
    }
  });

  it('loads the agent, the strategy and the agenda', async () => {
    await write('config.yaml', 'name: example\n');
    const [agent = ''] = findBlocks(pages.get('docs/agents.md') ?? '', 'yaml');
    const [strategy = ''] = findBlocks(pages.get('docs/strategies.md') ?? '', 'markdown');
    const [agenda = ''] = findBlocks(pages.get('docs/agendas.md') ?? '', 'markdown');
    await write('agents/release-manager.md', `---\n${agent}---\n\nYou answer for what goes out.\n`);
    await write('strategies/pre-mortem.md', strategy);
    await write('agendas/design.md', agenda);
    const agents = (await project.run(['agents', 'check', '--json'])).json();
    const strategies = (await project.run(['strategies', 'check', '--json'])).json();
    expect([agents.problems, strategies.problems]).toEqual([[], []]);
    const run = await project.run([
      'design',
      'A test',
      '--dry-run',
      '--no-input',
      '--json',
      '--seed',
      '1',
      '--strategy',
      'pre-mortem',
      '--participants',
      'release-manager,qa-lead,software-architect',
      '--on-escalation',
      'accept',
    ]);
    expect(run.code).toBe(0);
    const session = await project.session();
    expect(session.agenda.map(({ id }) => id)).toEqual(['failure', 'cost']);
    expect(session.rounds.map(({ phase }) => phase)).toContain('prevention');
  });
});
