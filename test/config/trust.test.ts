/** What a project's configuration may do, and where the search for a project ends. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findForeignKeys } from '../../src/config/bind-keys.ts';
import { findProject } from '../../src/config/find-project.ts';
import { keyTable } from '../../src/config/keys/key-table.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { buildProviders } from '../../src/config/provider-config.ts';
import { dropTrust, hashProject, keepTrust, listTrust, readTrust } from '../../src/config/trust-records.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';

const load = async (
  project: string,
  {
    user = '',
    env = {},
    trusts = false,
  }: { user?: string; env?: Record<string, string>; trusts?: boolean } = {},
): Promise<LoadedConfig> => {
  const folder = await makeFolder({ 'shop/.s2s/config.yaml': project, 'own/config.yaml': user });
  const own = { S2S_CONFIG_DIR: path.join(folder, 'own') };
  return loadConfig({ cwd: path.join(folder, 'shop'), env: { ...env, ...own }, home: null, trusts });
};
const listKeys = ({ layers }: LoadedConfig): string[] =>
  layers.flatMap(({ name, entries }) => (name === 'project' ? [...entries.keys()] : []));

describe('what a key can do', () => {
  it.each([
    [/^providers\..*\.(base_url|headers|type)/, 'host'],
    [/_env$/, 'variable'],
    [/\.command$/, 'runs'],
    [/^prices\./, 'price'],
    [/(^|\.)(max_|[a-z]*_?timeout$)|seat_timeouts|grace_seconds|answer_retries/, 'limit'],
    [/^roundtable\.models\./, 'model'],
  ])('%s: %s', (pattern, power) => {
    const harmless = ['max_finishes', 'max_characters', 'max_rounds_per_conflict', 'slug_max_length'];
    const found = keyTable.filter(
      ({ key }) =>
        pattern.test(key) &&
        !harmless.some((name) => key.endsWith(name)) &&
        // What a provider's model can write only lowers what a call asks for.
        (power !== 'limit' || !key.startsWith('providers.')),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { key, can } of found) expect(can, key).toBe(power);
  });
});

describe('what counts of a project', () => {
  it.each([
    ['a program', 'providers: {x: {type: command, command: [a]}}'],
    ['a server', 'providers: {x: {type: openai, base_url: "http://h/v1"}}'],
    ['a variable', 'providers: {lmstudio: {api_key_env: HOME}}'],
    ['another address of a shipped one', 'providers: {ollama: {base_url: "http://far/v1", effort: low}}'],
    ['a header', 'providers: {anthropic: {headers: {x-a: b}}}'],
    ['a price', 'prices: {a/b: {input: 0, output: 0}}'],
    ['more rounds than usual', 'roundtable: {limits: {max_rounds: 21}}'],
    ['more time for one seat', 'roundtable: {seat_timeouts: {qa-lead: 181}}'],
    ['more time for the draft', 'roundtable: {limits: {synthesizer_timeout: 361}}'],
  ])('%s only with a yes', async (_what, project) => {
    expect(listKeys(await load(project))).toEqual([]);
    expect(listKeys(await load(project, { trusts: true })).length).toBeGreaterThan(0);
  });

  it.each([
    [
      'what a shipped provider says anyway',
      'providers: {ollama: {type: openai, base_url: "http://localhost:11434/v1"}}',
    ],
    ['how hard a model thinks', 'providers: {anthropic: {effort: low}}'],
    ['a model', 'roundtable: {models: {default: anthropic/claude-opus-5-5}}'],
    ['fewer rounds', 'roundtable: {limits: {max_rounds: 5, min_rounds: 1}}'],
    ['a limit where there was none', 'roundtable: {limits: {max_cost: 2, total_timeout: 60}}'],
    ['less time for the draft', 'roundtable: {limits: {synthesizer_timeout: null}}'],
  ])('%s without one', async (_what, project) => {
    const loaded = await load(project);
    expect(listKeys(loaded).length).toBeGreaterThan(0);
    expect(loaded).toMatchObject({ withheld: [], capped: [] });
  });

  it.each([
    ['max_cost: 1', 'max_cost: 2'],
    ['max_cost: 1', 'max_cost: null'],
    ['max_rounds: 4', 'max_rounds: 5'],
    ['agent_timeout: 10', 'agent_timeout: 11'],
    ['total_timeout: 10', 'total_timeout: null'],
    ['answer_retries: 0', 'answer_retries: 1'],
    ['max_turns: 2', 'max_turns: 3'],
  ])('a limit of the person (%s) is not raised (%s), whatever they said yes to', async (mine, theirs) => {
    const user = `roundtable: {limits: {${mine}}}`;
    for (const trusts of [false, true]) {
      const loaded = await load(`roundtable: {limits: {${theirs}}}`, { user, trusts });
      expect(listKeys(loaded)).toEqual([]);
      expect(loaded.capped).toMatchObject([{ needsTrust: false }]);
    }
    const lower = await load(`roundtable: {limits: {${mine}}}`, {
      user: `roundtable: {limits: {${theirs}}}`,
    });
    expect(listKeys(lower)).toHaveLength(1);
  });

  it('a limit that nobody may pass lowers the fewest rounds too', async () => {
    const loaded = await load('roundtable: {limits: {min_rounds: 9}}', {
      user: 'roundtable: {limits: {max_rounds: 4}}',
    });
    const [entry] = loaded.layers.flatMap(({ name, entries }) =>
      name === 'project' ? [...entries.values()] : [],
    );
    expect(entry?.value).toBe(4);
  });
});

// The first half leads to where other programs act on files.
it.each([
  ['.github/workflows', true],
  ['docs/../.Claude', true],
  ['./.cursor/rules', true],
  ['packages/a/Node_Modules.', true],
  ['GITHUB~1', true],
  ['docs\\..\\.husky', true],
  ['\u200c.vscode', true],
  ['.s2s/agents', true],
  ['CLAUDE.md', true],
  ['docs/Agents.local.md', true],
  ['docs/decisions', false],
  ['.s2s/decisions', false],
  ['docs/v1.2/claude-models.md', false],
  ['.', false],
])('a folder for documents: %s needs a yes: %s', async (folder, needsYes) => {
  const text = `docs: {decisions: ${JSON.stringify(folder)}}`;
  expect((await load(text)).withheld.map(({ entry }) => entry.key)).toEqual(
    needsYes ? ['docs.decisions'] : [],
  );
  expect((await load(text, { trusts: true })).withheld).toEqual([]);
});

describe('where a key belongs', () => {
  const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b', TEAM_KEY: 'c', ANTHROPIC_AUTH_TOKEN: 'd' };
  const team = { type: 'openai', base_url: 'https://team.example/v1', api_key_env: 'TEAM_KEY' };
  it.each([
    [
      'another host',
      { type: 'openai', base_url: 'https://evil.example/v1', api_key_env: 'OPENAI_API_KEY' },
      ['OPENAI_API_KEY'],
    ],
    [
      'another port',
      { type: 'openai', base_url: 'https://api.openai.com:8443/v1', api_key_env: 'OPENAI_API_KEY' },
      ['OPENAI_API_KEY'],
    ],
    [
      'no encryption',
      { type: 'openai', base_url: 'http://api.openai.com/v1', api_key_env: 'OPENAI_API_KEY' },
      ['OPENAI_API_KEY'],
    ],
    [
      'a host that begins alike',
      { type: 'openai', base_url: 'https://api.openai.com.evil.example/v1', api_key_env: 'OPENAI_API_KEY' },
      ['OPENAI_API_KEY'],
    ],
    [
      'the client of the vendor',
      { type: 'anthropic', base_url: 'https://evil.example', api_key_env: 'OTHER' },
      ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    ],
    [
      'a key of the person',
      { type: 'openai', base_url: 'https://evil.example/v1', api_key_env: 'TEAM_KEY' },
      ['TEAM_KEY'],
    ],
    [
      'another path of the same host',
      { type: 'openai', base_url: 'https://api.openai.com/v2', api_key_env: 'OPENAI_API_KEY' },
      [],
    ],
    [
      'a variable that nobody claims',
      { type: 'openai', base_url: 'https://new.example/v1', api_key_env: 'NEW_KEY' },
      [],
    ],
    ['the person’s own pair', team, []],
  ])('%s', (_what, config, expected) => {
    const foreign = findForeignKeys('x', { own: { team }, wanted: { team, x: config }, env });
    expect(foreign.map(({ variable }) => variable)).toEqual(expected);
  });

  it('a variable without a value sends nothing', () => {
    const x = { type: 'openai', base_url: 'https://evil.example/v1', api_key_env: 'OPENAI_API_KEY' };
    expect(findForeignKeys('x', { own: {}, wanted: { x }, env: {} })).toEqual([]);
  });
});

describe('the search for a project', () => {
  const search = async (cwd: string, home: string | null = null): Promise<string | null> =>
    (await findProject(cwd, { home }))?.root ?? null;

  it('ends at the root of the repository, a worktree and a submodule included', async () => {
    const root = await makeFolder({
      '.s2s/config.yaml': '',
      'a/.git/HEAD': '',
      'a/b/x': '',
      'c/.git': 'gitdir: x',
      'c/d/x': '',
    });
    expect(await search(path.join(root, 'a/b'))).toBeNull();
    expect(await search(path.join(root, 'c/d'))).toBeNull();
    await mkdir(path.join(root, 'a/.s2s'));
    expect(await search(path.join(root, 'a/b'))).toBe(path.join(root, 'a'));
  });

  it('ends at the home folder, which is still looked at', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': '', 'home/ada/work/x': '' });
    const home = path.join(root, 'home/ada');
    expect(await search(path.join(home, 'work'), home)).toBeNull();
    await mkdir(path.join(home, '.s2s'));
    expect(await search(path.join(home, 'work'), home)).toBe(home);
  });

  it('uses no folder of somebody else without a yes', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: theirs', 'own/x': '' });
    const env = { S2S_CONFIG_DIR: path.join(root, 'own') };
    const theirs = makeApp(root, { env, isOwn: async () => false });
    await expect(theirs.app.list()).rejects.toMatchObject({ code: 'NOT_TRUSTED', exitCode: 2 });
    await theirs.app.trust();
    expect(await theirs.app.list()).toMatchObject({ total: 0 });
    await writeFile(path.join(root, '.s2s/config.yaml'), 'name: changed');
    await expect(makeApp(root, { env, isOwn: async () => false }).app.list()).rejects.toMatchObject({
      code: 'NOT_TRUSTED',
    });
  });
});

describe('a yes', () => {
  it('holds for this content in this place, until it is taken back', async () => {
    const root = await makeFolder({
      'one/.s2s/config.yaml': 'name: x',
      'one/.s2s/CONTEXT.md': 'a',
      'two/.s2s/config.yaml': 'name: x',
    });
    const own = path.join(root, 'own');
    const place = (name: string) => ({ root: path.join(root, name), s2sDir: path.join(root, name, '.s2s') });
    expect(await readTrust(own, place('one'), await hashProject(place('one')))).toBe('unknown');
    await keepTrust(own, place('one'), { hash: await hashProject(place('one')), now: new Date(0) });
    expect(await readTrust(own, place('one'), await hashProject(place('one')))).toBe('trusted');
    // The same content elsewhere is another folder.
    expect(await readTrust(own, place('two'), await hashProject(place('two')))).toBe('unknown');
    // Text for prompts can do nothing.
    await writeFile(path.join(root, 'one/.s2s/CONTEXT.md'), 'b');
    expect(await readTrust(own, place('one'), await hashProject(place('one')))).toBe('trusted');
    for (const file of ['agents/a.md', 'agents/roundtable/b.md', 'config.yaml']) {
      await mkdir(path.dirname(path.join(root, 'one/.s2s', file)), { recursive: true });
      await writeFile(path.join(root, 'one/.s2s', file), `name: ${file}`);
      expect(await readTrust(own, place('one'), await hashProject(place('one'))), file).toBe('changed');
      await keepTrust(own, place('one'), { hash: await hashProject(place('one')), now: new Date(0) });
    }
    expect(await listTrust(own)).toMatchObject([
      { state: 'trusted', trusted_at: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(await dropTrust(own, place('one').root)).toBe(true);
    expect(await dropTrust(own, place('one').root)).toBe(false);
    expect(await readTrust(own, place('one'), await hashProject(place('one')))).toBe('unknown');
  });

  it.each([
    ['a program', 'command: [./seat.sh]', './seat.sh'],
    ['what a program is given', 'command: [node, tools/seat.js]', 'tools/seat.js'],
    ['a file behind a flag', 'command: [node, --import=tools/seat.js]', 'tools/seat.js'],
    ['a folder that a program is given', 'command: [node, ./seat]', 'seat/index.js'],
    ['a file in a line for a shell', 'command: [sh, -c, "exec ./seat.sh"]', 'seat.sh'],
    ['what reads the project', 'command: [x], reading_command: [x, ./seat.sh]', 'seat.sh'],
  ])('is for %s in the project too', async (_, command, file) => {
    // A script in an argument is too long for a path, and a zero is not part of one.
    const odd = `tools/tell, "\\0", "list('.')", ${'x'.repeat(5000)}`;
    const config = `providers: {x: {type: command, ${command}}}\nnotify: {command: [${odd}]}\n`;
    const root = await makeFolder({ '.s2s/config.yaml': config, [file]: 'one', 'tools/tell': 'one' });
    const own = path.join(root, 'own');
    const project = { root, s2sDir: path.join(root, '.s2s') };
    await keepTrust(own, project, { hash: await hashProject(project), now: new Date(0) });
    const read = async () => readTrust(own, project, await hashProject(project));
    for (const changed of [file, 'tools/tell']) {
      expect(await read()).toBe('trusted');
      await writeFile(path.join(root, changed), 'two');
      expect(await read()).toBe('changed');
      await writeFile(path.join(root, changed), 'one');
    }
    // What nothing names can be changed, and what a script does with folders is not what runs.
    await writeFile(path.join(root, 'tools/other.js'), 'two');
    await writeFile(path.join(root, 'README.md'), 'two');
    expect(await read()).toBe('trusted');
  });

  it('is for what was shown: what was changed since is neither approved nor run', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: x' });
    const own = path.join(root, 'own');
    const project = { root, s2sDir: path.join(root, '.s2s') };
    const hash = await hashProject(project);
    await writeFile(path.join(root, '.s2s/config.yaml'), 'name: y');
    await expect(keepTrust(own, project, { hash, now: new Date(0) })).rejects.toMatchObject({
      code: 'NOT_TRUSTED',
    });
    expect(await listTrust(own)).toEqual([]);
  });

  it('is for the agents and the configuration that it was compared with, not for what stands in their place later', async () => {
    const agent = (model: string) => `---\nname: a\ndescription: Looks.\nmodel: ${model}\n---\nLook.\n`;
    const file = '.s2s/agents/a.md';
    const config = 'roundtable: {participants: [a, a-two]}\n';
    const root = await makeFolder({
      '.s2s/config.yaml': config,
      [file]: agent('ollama/x'),
      '.s2s/agents/a-two.md': agent('ollama/x'),
    });
    const env = { S2S_CONFIG_DIR: path.join(root, 'own'), PATH: '' };
    const { app } = makeApp(root, { env });
    await app.trust();
    await app.list();
    const start = () => app.estimate({ topic: 'x', model: 'ollama/x' });
    await start();
    await writeFile(path.join(root, file), agent('claude/x'));
    await writeFile(path.join(root, '.s2s/config.yaml'), `${config}nonsense: {`);
    await expect(start()).rejects.toMatchObject({ code: 'NOT_TRUSTED', data: { trust: 'changed' } });
    await writeFile(path.join(root, file), agent('ollama/x').replaceAll('\n', '\r\n'));
    await start();
  });

  it.each(['', '{', '[]', '{"path": 1}', 'null'])('that is damaged (%j) is none', async (text) => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: x' });
    const own = path.join(root, 'own');
    const project = { root, s2sDir: path.join(root, '.s2s') };
    await keepTrust(own, project, { hash: await hashProject(project), now: new Date(0) });
    const [record] = await listTrust(own);
    expect(record?.state).toBe('trusted');
    const { readdir } = await import('node:fs/promises');
    const [name = ''] = await readdir(path.join(own, 'trusted'));
    await writeFile(path.join(own, 'trusted', name), text);
    expect(await readTrust(own, project, await hashProject(project))).toBe('unknown');
    expect(await listTrust(own)).toEqual([]);
  });
});

it('a program is looked for in the folder of whoever named it, never in a project that did not', async () => {
  const user = 'providers: {mine: {type: command, command: [./seat.sh]}}\n';
  const project = 'providers: {theirs: {type: command, command: [tools/seat.sh]}}\n';
  const { layers, userFolder, project: found } = await load(project, { user, trusts: true });
  expect(buildProviders(layers)).toMatchObject({
    mine: { command_folder: userFolder },
    theirs: { command_folder: found?.root },
  });
});
