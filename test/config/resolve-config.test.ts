import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { readFlags } from '../../src/config/option-layer.ts';
import { applyOptions, type ResolvedConfig, resolveConfig } from '../../src/config/resolve-config.ts';
import { formatProblems, S2sError } from '../../src/session/errors.ts';
import { settingsSchema } from '../../src/session/settings.ts';
import type { WorkflowType } from '../../src/session/vocabulary.ts';
import { makeFolder } from '../support/make-folder.ts';

interface Setup {
  project?: string;
  user?: string;
  env?: Record<string, string>;
  /** The person's yes to the project. */
  trusts?: boolean;
}

async function load(setup: Setup): Promise<LoadedConfig> {
  const folder = await makeFolder({
    ...(setup.project === undefined ? {} : { 'shop/.s2s/config.yaml': setup.project }),
    ...(setup.user === undefined ? {} : { 'home/.config/s2s/config.yaml': setup.user }),
    'shop/src/main.c': '',
  });
  return loadConfig({
    cwd: path.join(folder, 'shop'),
    env: setup.env ?? {},
    home: path.join(folder, 'home'),
    trusts: setup.trusts ?? false,
  });
}

async function resolve(
  setup: Setup,
  flags: Record<string, string | number | boolean> = {},
  workflow: WorkflowType = 'design',
): Promise<ResolvedConfig> {
  return resolveConfig(await load(setup), { workflow, options: readFlags(flags, ['start', 'run', 'own']) });
}

async function catchError(run: () => unknown): Promise<S2sError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof S2sError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('layers', () => {
  const key = 'roundtable: {models: {default: %}}';
  const say = (model: string): string => key.replace('%', model);

  it('lets flags come before the environment, the project, the user and the defaults', async () => {
    const setup: Setup = { user: say('user/m') };
    expect((await resolve({})).models.default).toBeNull();
    expect((await resolve(setup)).models.default).toBe('user/m');
    setup.project = say('project/m');
    expect((await resolve(setup)).models.default).toBe('project/m');
    setup.env = { S2S_MODEL: 'environment/m' };
    expect((await resolve(setup)).models.default).toBe('environment/m');
    expect((await resolve(setup, { model: 'flag/m' })).models.default).toBe('flag/m');
  });

  it('merges key by key, whatever form each file has', async () => {
    const config = await resolve({
      user: 'roundtable: {quorum: 4, limits: {max_rounds: 9, max_cost: 3}}',
      project: 'roundtable: {limits: {max_cost: null, agent_timeout: 60}}',
    });
    expect(config.settings).toMatchObject({
      quorum: 4,
      max_rounds: 9,
      // A project lowers what the person allows, and never raises it.
      max_cost: 3,
      agent_timeout: 60,
      min_rounds: 3,
    });
    expect([...config.setSettings].sort()).toEqual(['agent_timeout', 'max_cost', 'max_rounds', 'quorum']);
  });

  it('finds the user file by S2S_CONFIG_DIR, then XDG_CONFIG_HOME, then the home folder', async () => {
    const folder = await makeFolder({
      'own/config.yaml': 'name: own',
      'xdg/s2s/config.yaml': 'name: xdg',
      'home/.config/s2s/config.yaml': 'name: home',
    });
    const at = async (env: Record<string, string>, home: string | null): Promise<unknown> =>
      resolveConfig(await loadConfig({ cwd: folder, env, home }), { workflow: 'specs' }).projectName;
    const home = path.join(folder, 'home');
    const xdg = { XDG_CONFIG_HOME: path.join(folder, 'xdg') };
    expect(await at({ ...xdg, S2S_CONFIG_DIR: 'own' }, home)).toBe('own');
    expect(await at(xdg, home)).toBe('xdg');
    expect(await at({ XDG_CONFIG_HOME: 'relative' }, home)).toBe('home');
    expect(await at({}, null)).toBe('project');
  });

  it('tells for every value where it came from', async () => {
    const config = await resolve(
      {
        project:
          'name: shop\nroundtable:\n  quorum: 3\nproviders:\n  x: {type: openai, base_url: "http://h/v1", headers: {x-team: blue}}\n',
        env: { S2S_MAX_COST: '2.5' },
        trusts: true,
      },
      { maxRounds: '7' },
    );
    const line = (key: string): unknown => config.sources.find((each) => each.key === key);
    const file = path.join('.s2s', 'config.yaml');
    expect(line('roundtable.quorum')).toEqual({
      key: 'roundtable.quorum',
      value: 3,
      layer: 'project',
      file,
      line: 3,
      origin: null,
    });
    expect(line('roundtable.limits.max_rounds')).toMatchObject({
      value: 7,
      layer: 'flag',
      origin: '--max-rounds',
    });
    expect(line('roundtable.limits.max_cost')).toMatchObject({
      value: 2.5,
      layer: 'environment',
      origin: 'S2S_MAX_COST',
    });
    expect(line('roundtable.limits.min_rounds')).toMatchObject({ value: 3, layer: 'default', file: null });
    expect(line('providers.x.type')).toMatchObject({ value: 'openai', line: 5 });
    expect(JSON.stringify(line('providers.x.headers.x-team'))).not.toContain('blue');
  });

  it('names the project after its folder where nobody named it', async () => {
    expect((await resolve({ project: '' })).projectName).toBe('shop');
    expect((await resolve({ project: 'name: The Shop' })).projectName).toBe('The Shop');
  });
});

describe('strategy, seats and document', () => {
  const project = `
roundtable:
  strategy: {default: standard, by_workflow_type: {design: debate}}
  participants: {default: [a-one, b-two], by_workflow_type: {specs: auto}}
  output_type: {by_workflow_type: {design: architecture}}
`;
  it.each([
    ['design', {}, 'debate', 'config', ['a-one', 'b-two'], 'architecture'],
    ['specs', {}, 'standard', 'config', 'auto', 'requirements'],
    [
      'design',
      { strategy: 'six-hats', participants: 'c-one, roundtable-d-two,c-one', outputType: 'adr' },
      'six-hats',
      'flag',
      ['c-one', 'd-two'],
      'adr',
    ],
    ['specs', { participants: 'a-one,b-two' }, 'standard', 'config', ['a-one', 'b-two'], 'requirements'],
    ['design', { participants: 'auto' }, 'debate', 'config', 'auto', 'architecture'],
  ] as const)('%s with flags %j takes %s from %s', async (workflow, flags, strategy, from, seats, type) => {
    const config = await resolve({ project }, flags, workflow);
    expect(config.strategy).toMatchObject({ id: strategy, from });
    expect(config.participants?.ids).toEqual(seats);
    expect(config.outputType.type).toBe(type);
  });

  it('leaves strategy and seats open where nobody set them', async () => {
    const config = await resolve({ project: '' }, {}, 'roundtable');
    expect([config.strategy, config.participants]).toEqual([null, null]);
    expect(config.outputType).toEqual({ type: 'summary', from: 'workflow' });
  });

  it('lets what the project says come before what the user says, also where that is about the workflow', async () => {
    const config = await resolve({
      user: 'roundtable: {strategy: {by_workflow_type: {design: disney}}}',
      project: 'roundtable: {strategy: standard}',
    });
    expect(config.strategy).toEqual({
      id: 'standard',
      from: 'config',
      reason: `${path.join('.s2s', 'config.yaml')}:1`,
    });
  });

  it('gives the consensus rule of a strategy over the common one', async () => {
    const config = await resolve({
      project:
        'roundtable:\n  consensus: {policy: consent, threshold: 0.8}\n  strategy: {consensus: {debate: {mechanism: none}}}\n',
    });
    expect(config.consensusFor('debate')).toEqual({ mechanism: 'none', threshold: 0.8 });
    expect(config.consensusFor('disney')).toEqual({ mechanism: 'consent', threshold: 0.8 });
    expect((await resolve({ project: '' })).consensusFor('debate')).toBeNull();
  });

  it('reads who leads and writes, as a word or with keys of its own', async () => {
    expect(await resolve({})).toMatchObject({ facilitator: 'facilitator', synthesizer: 'facilitator' });
    expect(await resolve({ project: 'roundtable: {facilitator: chair, synthesizer: scribe}' })).toMatchObject(
      {
        facilitator: 'chair',
        synthesizer: 'scribe',
      },
    );
    const config = await resolve({
      project: 'roundtable: {facilitator: {agent: chair, combined: true, model: a/b}}',
    });
    expect(config).toMatchObject({
      facilitator: 'chair',
      synthesizer: 'chair',
      settings: { combined: true },
    });
    expect(config.models.facilitator).toBe('a/b');
    expect((await resolve({}, { facilitator: 'chair' })).facilitator).toBe('chair');
  });

  it('lays the models of flags over those of the configuration, seat by seat', async () => {
    const config = await resolve(
      {
        project:
          'roundtable: {models: {participants: {qa-lead: a/x, ux-researcher: a/y}, synthesizer: a/s}, seat_timeouts: {qa-lead: 60}}',
      },
      { models: 'qa-lead=ollama/llama3.1,facilitator=openrouter/meta/llama=3' },
    );
    expect(Object.fromEntries(config.models.participants)).toEqual({
      'qa-lead': 'ollama/llama3.1',
      'ux-researcher': 'a/y',
    });
    expect(config.models).toMatchObject({ facilitator: 'openrouter/meta/llama=3', synthesizer: 'a/s' });
    expect(config.settings.seat_timeouts).toEqual([{ seat: 'qa-lead', seconds: 60 }]);
  });
});

describe('rounds', () => {
  it('refuses a fewest above a most, whoever set them', async () => {
    const both = await catchError(() => resolve({}, { minRounds: '5', maxRounds: '3' }));
    expect(both).toMatchObject({ code: 'LIMITS_CONTRADICT', exitCode: 2 });
    expect(both.message).toContain('--min-rounds');
    const above = await catchError(() =>
      resolve({ project: 'roundtable: {limits: {max_rounds: 4}}' }, { minRounds: 5 }),
    );
    expect(above.code).toBe('LIMITS_CONTRADICT');
    expect(above.message).toContain('config.yaml:1');
    expect((await catchError(() => resolve({}, { minRounds: 21 }))).code).toBe('LIMITS_CONTRADICT');
  });

  it('lets a lower most from above lower the fewest, and says so where somebody had set it', async () => {
    const config = await resolve({ project: 'roundtable: {limits: {min_rounds: 3}}' }, { maxRounds: 2 });
    expect(config.settings).toMatchObject({ min_rounds: 2, max_rounds: 2 });
    expect(config.notices).toEqual([expect.stringContaining('config.yaml:1')]);
    expect((await resolve({}, { maxRounds: 1 })).notices).toEqual([]);
  });

  it('makes a fast run one round long, unless told otherwise', async () => {
    const one = { fast: true, min_rounds: 1, max_rounds: 1 };
    expect((await resolve({}, { fast: true })).settings).toMatchObject(one);
    expect((await resolve({ project: 'roundtable: {fast: true}' })).settings).toMatchObject(one);
    expect((await resolve({}, { fast: true, minRounds: 4 })).settings).toMatchObject({
      min_rounds: 4,
      max_rounds: 4,
    });
    expect((await resolve({}, { fast: true, maxRounds: 3 })).settings).toMatchObject({
      min_rounds: 1,
      max_rounds: 3,
    });
  });

  it('never ends with a fewest above a most', async () => {
    const loaded = await load({});
    const rounds = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(rounds, rounds, fc.boolean(), (minRounds, maxRounds, fast) => {
        let settings: ResolvedConfig['settings'];
        try {
          settings = resolveConfig(loaded, {
            workflow: 'specs',
            options: { minRounds, maxRounds, fast },
          }).settings;
        } catch (error) {
          return error instanceof S2sError && (minRounds ?? 0) > (maxRounds ?? 20);
        }
        if (minRounds !== undefined && settings.min_rounds !== minRounds) return false;
        const most = maxRounds ?? (fast ? (minRounds ?? 1) : 20);
        return settings.min_rounds <= settings.max_rounds && settings.max_rounds === most;
      }),
    );
  });

  it('lays flags over the settings of a session that goes on, and over nothing else', () => {
    const settings = settingsSchema.parse({ max_rounds: 5, language: 'Welsh', quorum: 3 });
    const changed = applyOptions(settings, { maxRounds: 12, maxCost: 4.5, onEscalation: 'accept' });
    expect(changed).toEqual({ ...settings, max_rounds: 12, max_cost: 4.5, on_escalation: 'accept' });
    expect(settings.max_rounds).toBe(5);
    expect(applyOptions(settings, {})).toEqual(settings);
    expect(() => applyOptions(settings, { minRounds: 9 })).toThrow(/minimum number of rounds/);
  });
});

describe('flags and variables that cannot be read', () => {
  it.each([
    [{ minRounds: '0' }, 'INVALID_VALUE', '--min-rounds'],
    [{ maxRounds: '1e3' }, 'INVALID_VALUE', '--max-rounds'],
    [{ maxRounds: 'NaN' }, 'INVALID_VALUE', '--max-rounds'],
    [{ maxTokens: '-5' }, 'INVALID_VALUE', '--max-tokens'],
    [{ maxTokens: '99999999999999999999' }, 'INVALID_VALUE', '--max-tokens'],
    [{ agentTimeout: 'Infinity' }, 'INVALID_VALUE', '--agent-timeout'],
    [{ totalTimeout: '' }, 'INVALID_VALUE', '--total-timeout'],
    [{ maxCost: '0' }, 'INVALID_VALUE', '--max-cost'],
    [{ participation: 'paralel' }, 'INVALID_VALUE', 'parallel'],
    [{ onLimit: 'stop' }, 'INVALID_VALUE', '--on-limit'],
    [{ outputType: 'requirement' }, 'UNKNOWN_OUTPUT_TYPE', 'requirements'],
    [{ strategy: '../secrets' }, 'INVALID_ID', '--strategy'],
    [{ participants: 'qa-lead,../x' }, 'INVALID_ID', '--participants'],
    [{ participants: ' , ' }, 'INVALID_VALUE', '--participants'],
    [{ models: 'qa-lead' }, 'INVALID_VALUE', '--models'],
    [{ models: 'qa lead=a/b' }, 'INVALID_ID', '--models'],
    [{ model: 'a b' }, 'INVALID_VALUE', '--model'],
  ])('%j is %s and names %s', async (flags, code, word) => {
    const error = await catchError(() => resolve({}, flags));
    expect(error).toMatchObject({ code, exitCode: 2 });
    expect(`${error.message} ${error.hint}`).toContain(word);
  });

  it('checks options that a program sets, whatever their types say', async () => {
    const loaded = await load({});
    for (const options of [{ minRounds: 0 }, { onLimit: 'stop' }, { models: { 'qa-lead': 'a b' } }]) {
      const error = await catchError(() =>
        resolveConfig(loaded, { workflow: 'specs', options: options as object }),
      );
      expect(error.code).toBe('INVALID_VALUE');
      expect(error.message).toMatch(/^(minRounds|onLimit|models) must be /);
    }
  });

  it('names the variable that is wrong, and the one that was meant', async () => {
    const error = await catchError(() => load({ env: { S2S_MAX_COST: 'lots' } }));
    expect(error.code).toBe('INVALID_VALUE');
    expect(error.message).toContain('S2S_MAX_COST');
    const loaded = await load({ env: { S2S_MODLE: 'a/b', S2S_MODEL: '  ' } });
    expect(loaded.warnings[0]?.message).toContain('S2S_MODEL');
    expect(resolveConfig(loaded, { workflow: 'specs' }).models.default).toBeNull();
  });
});

describe('providers and prices', () => {
  it('builds them from all layers', async () => {
    const config = await resolve({
      user: 'providers: {ollama: {base_url: "http://other:1/v1"}, local: {type: openai, base_url: "http://h/v1", headers: {x-team: blue}}}\n',
      project:
        'providers:\n  ollama: {effort: low}\n  mine: {type: command, command: [run, -p], output: "json:a.b"}\nprices:\n  "mine/x-4.1": {input: 2, output: 10, cache_read: 0.2}\n',
      trusts: true,
    });
    expect({ ...config.providers }).toEqual({
      ollama: { type: 'openai', effort: 'low', base_url: 'http://other:1/v1' },
      local: { type: 'openai', base_url: 'http://h/v1', headers: { 'x-team': 'blue' } },
      mine: {
        ...{ type: 'command', command: ['run', '-p'], output: 'json:a.b' },
        command_folder: config.providers['mine']?.command_folder,
      },
    });
    expect({ ...config.prices }).toEqual({ 'mine/x-4.1': { input: 2, output: 10, cache_read: 0.2 } });
  });

  it.each([
    ['providers: {x: {effort: low}}', 'needs "type"'],
    ['providers: {x: {type: command}}', 'needs "command"'],
    ['providers: {x: {type: openai}}', 'needs "base_url"'],
    ['providers: {x: {type: rehearsal}}', '"rehearsal"'],
    ['prices: {a/b: {input: 1}}', 'needs "output"'],
  ])('says what %j lacks', async (project, message) => {
    const error = await catchError(() => load({ project }));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', exitCode: 5 });
    expect(formatProblems(error.problems)).toContain(message);
  });
});

describe('files that cannot be used', () => {
  it('tells all problems of both files at once, with their warnings', async () => {
    const error = await catchError(() =>
      load({
        user: 'roundtable: {quorum: 0}\n',
        project: 'nmae: x\nroundtable:\n  verbose: 1\n  quorum: 0\n',
      }),
    );
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 12],
      [4, 11],
      [1, 22],
    ]);
    expect(error.data?.['warnings']).toMatchObject([{ line: 1, message: expect.stringContaining('"name"') }]);
  });

  it.each([
    ['a folder in its place', 'FILE_UNREADABLE', (file: string) => mkdir(file)],
    ['too large', 'FILE_TOO_LARGE', (file: string) => writeFile(file, `# ${'x'.repeat(1024 * 1024)}`)],
    ['not UTF-8', 'CONFIG_INVALID', (file: string) => writeFile(file, Buffer.from([0x6e, 0xff, 0xfe]))],
    ['a link to itself', 'FILE_UNREADABLE', (file: string) => symlink(file, file)],
  ])('refuses %s', async (_name, code, make) => {
    const folder = await makeFolder({ '.s2s/state.yaml': '' });
    await make(path.join(folder, '.s2s/config.yaml'));
    const error = await catchError(() => loadConfig({ cwd: folder, env: {}, home: null }));
    expect(error).toMatchObject({ code, exitCode: 5 });
    expect(error.message).toContain('config.yaml');
  });

  it('takes a file that starts with a byte order mark', async () => {
    expect((await resolve({ project: '\uFEFFname: marked\r\nlanguage: Dutch\r\n' })).projectName).toBe(
      'marked',
    );
  });
});
