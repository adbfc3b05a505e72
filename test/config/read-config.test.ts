import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadConfig, readConfig } from '../../src/config/read-config.ts';

const fixtures = path.join(import.meta.dirname, '../fixtures/config');

function read(text: string): ReadConfig {
  return readConfig(text, 'config.yaml');
}

function values(config: ReadConfig): Record<string, unknown> {
  return Object.fromEntries([...config.entries].map(([key, entry]) => [key, entry.value]));
}

describe('the two public forms', () => {
  it('reads the flat form', async () => {
    const config = read(await readFile(path.join(fixtures, 'flat.yaml'), 'utf8'));
    expect(config.problems).toEqual([]);
    expect(config.warnings).toEqual([]);
    expect(values(config)).toEqual({
      'roundtable.verbose': true,
      'roundtable.interactive': false,
      'roundtable.strategy.default': 'standard',
      'roundtable.limits.min_rounds': 2,
      'roundtable.limits.max_rounds': 9,
      'roundtable.escalation.triggers.max_rounds_per_conflict': 4,
      'roundtable.escalation.triggers.confidence_below': 0.4,
      'roundtable.escalation.triggers.critical_keywords': ['privacy', 'legal'],
      'roundtable.participants.by_workflow_type.specs': ['product-manager', 'qa-lead'],
      'roundtable.participants.by_workflow_type.design': [
        'software-architect',
        'technical-lead',
        'devops-engineer',
      ],
    });
  });

  it('reads the nested form, with the keys that only other tools use', async () => {
    const config = read(await readFile(path.join(fixtures, 'nested.yaml'), 'utf8'));
    expect(config.problems).toEqual([]);
    expect(config.warnings).toEqual([]);
    const found = values(config);
    expect(found['roundtable.strategy.by_workflow_type.design']).toBe('debate');
    expect(found['roundtable.strategy.consensus.consensus-driven.mechanism']).toBe('consent');
    expect(found['roundtable.strategy.consensus.debate.mechanism']).toBe('facilitator_decides');
    expect(found['roundtable.strategy.consensus.debate.threshold']).toBeNull();
    expect(found['naming.slug_max_length']).toBe(50);
  });

  it('takes an empty file, and keys with nothing under them, as nothing set', () => {
    for (const text of [
      '',
      '\n# only a comment\n',
      '---\n',
      'roundtable:\n',
      'roundtable:\n  limits:\n  quorum:\nproviders:\n',
      '{}',
    ]) {
      expect(read(text)).toEqual({ entries: new Map(), problems: [], warnings: [] });
    }
  });

  it('keeps an explicit null where null means something', () => {
    expect(values(read('roundtable: {limits: {max_cost: null, min_rounds: null}}'))).toEqual({
      'roundtable.limits.max_cost': null,
    });
  });

  it('lets the canonical place win over another spelling of the same key, and says so', () => {
    const config = read('language: Dutch\nroundtable:\n  language: Welsh\n');
    expect(values(config)).toEqual({ 'roundtable.language': 'Welsh' });
    expect(config.warnings).toMatchObject([{ line: 3, message: expect.stringContaining('line 1') }]);
    expect(values(read('roundtable:\n  language: Welsh\nlanguage: Dutch\n'))).toEqual({
      'roundtable.language': 'Welsh',
    });
  });

  it('follows aliases within the file', () => {
    const config = read(
      'roundtable:\n  participants:\n    specs: &seats [qa-lead, ux-researcher]\n    design: *seats\n',
    );
    expect(values(config)['roundtable.participants.by_workflow_type.design']).toEqual([
      'qa-lead',
      'ux-researcher',
    ]);
  });
});

describe('unknown keys', () => {
  it.each([
    ['roundtable:\n  limits:\n    max_round: 4\n', 3, 5, 'roundtable.limits.max_round', 'max_rounds'],
    ['roundtable:\n  max_rounds: 4\n', 2, 3, 'roundtable.max_rounds', 'roundtable.limits.max_rounds'],
    ['default_participants: [a]\n', 1, 1, 'default_participants', 'roundtable.participants.default'],
    ['roundtable:\n  default_strategy: x\n', 2, 3, 'default_strategy', 'roundtable.strategy.default'],
    ['roundtabel:\n  verbose: true\n', 1, 1, 'roundtabel', 'roundtable'],
    ['roundtable:\n  participants:\n    spec: [qa-lead]\n', 3, 5, 'roundtable.participants.spec', 'specs'],
    [
      'providers:\n  ollama:\n    base-url: "http://localhost:1/v1"\n',
      3,
      5,
      'providers.ollama.base-url',
      'base_url',
    ],
    [
      'roundtable:\n  escalation:\n    triggers:\n      confidence_bellow: 0.2\n',
      4,
      7,
      'confidence_bellow',
      'confidence_below',
    ],
  ])('reports %j with its place and the nearest known key', (text, line, column, key, nearest) => {
    const config = read(text);
    expect(config.problems).toEqual([]);
    expect(config.entries.size).toBe(0);
    expect(config.warnings).toHaveLength(1);
    expect(config.warnings[0]).toMatchObject({ file: 'config.yaml', line, column });
    expect(config.warnings[0]?.message).toContain(key);
    expect(config.warnings[0]?.message).toContain(`did you mean "${nearest}"`);
  });

  it('suggests nothing when nothing is near, and reads the rest', () => {
    const config = read('zzqqxx: 1\nname: kept\n');
    expect(config.warnings[0]?.message).toBe('unknown key "zzqqxx" is ignored');
    expect(values(config)).toEqual({ name: 'kept' });
  });
});

describe('wrong values', () => {
  it.each([
    ['roundtable: {limits: {min_rounds: 0}}', 'a whole number of at least 1, not 0'],
    ['roundtable: {limits: {min_rounds: -3}}', 'not -3'],
    ['roundtable: {limits: {min_rounds: 2.5}}', 'not 2.5'],
    ['roundtable: {limits: {min_rounds: "3"}}', 'not "3"'],
    ['roundtable: {limits: {max_rounds: .nan}}', 'not NaN'],
    ['roundtable: {limits: {agent_timeout: .inf}}', 'a number above 0, not Infinity'],
    ['roundtable: {limits: {max_cost: 0}}', 'a number above 0, or null, not 0'],
    ['roundtable: {quorum: 0}', 'a whole number of at least 1, not 0'],
    ['roundtable: {verbose: yes please}', 'true or false, not "yes please"'],
    ['roundtable: {participation: together}', 'one of parallel, sequential, targeted, not "together"'],
    ['roundtable: {strategy: Not An Id}', 'lowercase words joined by hyphens, not "Not An Id"'],
    ['roundtable: {participants: qa-lead}', 'a list of agent ids'],
    ['roundtable: {participants: []}', 'a list of agent ids'],
    ['roundtable: {limits: [1, 2]}', 'must hold keys of its own, not a list'],
    ['roundtable: {models: {default: "claude sonnet"}}', 'a model reference'],
    ['roundtable: {escalation: {confidence_below: 1.5}}', 'a number from 0 to 1, not 1.5'],
    ['roundtable: {consensus: {mechanism: vote}}', 'one of majority'],
    ['docs: {decisions: ../elsewhere}', 'a folder inside the project'],
    ['docs: {decisions: /tmp}', 'a folder inside the project'],
    ['docs: {decisions: "docs/../../x"}', 'a folder inside the project'],
    ['naming: {slug_max_length: 100000}', 'a whole number from 5 to 120'],
    ['prices: {a/b: {input: -1, output: 2}}', 'a number of at least 0, not -1'],
    ['- a\n- list', 'must hold keys and values'],
  ])('refuses %j', (text, message) => {
    const config = read(text);
    expect(config.problems).toHaveLength(1);
    expect(config.problems[0]?.message).toContain(message);
    expect(config.problems[0]).toMatchObject({
      file: 'config.yaml',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it('refuses a fewest above a most in the same file, and accepts them equal', () => {
    const config = read('roundtable:\n  limits:\n    min_rounds: 9\n    max_rounds: 4\n');
    expect(config.problems).toMatchObject([{ line: 3, message: expect.stringContaining('above') }]);
    expect(read('roundtable: {limits: {min_rounds: 4, max_rounds: 4}}').problems).toEqual([]);
  });
});

describe('keys and secrets', () => {
  const secret = 'sk-test-4f9a8b7c6d5e4f3a2b1c';
  it.each([
    [`providers: {anthropic: {api_key: ${secret}}}`, 'api_key_env'],
    [`providers: {anthropic: {apiKey: ${secret}}}`, 'api_key_env'],
    [`providers: {anthropic: {token: abc}}`, 'api_key_env'],
    [`api_key: ${secret}`, 'api_key_env'],
    [`roundtable: {anthropic_api_key: ${secret}}`, 'api_key_env'],
    [`providers: {anthropic: {api_key_env: ${secret}}}`, 'looks like a key'],
    [`providers: {anthropic: {api_key_env: "q1w2 e3r4"}}`, 'the name of an environment variable'],
    [`providers: {anthropic: {base_url: "https://me:q1w2e3r4@host/v1"}}`, 'without a user name'],
    [`providers: {x: {headers: {Authorization: "Bearer q1w2e3r4"}}}`, 'api_key_env'],
    [`providers: {x: {headers: {X-Api-Key: q1w2e3r4}}}`, 'api_key_env'],
    [`providers: {x: {type: command, command: [run, --key, ${secret}]}}`, 'looks like a key'],
    [`name: ${secret}`, 'looks like a key'],
  ])('refuses %j without showing the value', (text, message) => {
    const config = read(text);
    expect(config.problems).toHaveLength(1);
    expect(config.problems[0]?.message).toContain(message);
    const told = JSON.stringify([config.problems, config.warnings]);
    for (const part of [secret, 'q1w2']) expect(told).not.toContain(part);
  });

  it('accepts names that only sound like one', () => {
    const config = read(
      'name: risk-assessment-of-the-media-service\ndescription: "A task-runner for sk-oriented teams"\n',
    );
    expect(config.problems).toEqual([]);
  });
});

describe('hostile files', () => {
  it.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, i) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
        .join('\n')}\n`,
    ],
    ['deep brackets', '['.repeat(200_000)],
    ['deep maps', '{a: '.repeat(50_000)],
    ['deep dashes', '- '.repeat(50_000)],
    ['a hundred thousand keys', Array.from({ length: 100_000 }, (_, index) => `key${index}: 1\n`).join('')],
    ['three thousand keys', Array.from({ length: 3000 }, (_, index) => `key${index}: 1\n`).join('')],
    ['a mistake in every line', 'a: b: c\n'.repeat(2000)],
    ['deep indentation', Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('ends on %s with a problem or a warning, and soon', (_name, text) => {
    const config = read(text);
    expect(config.problems.length + config.warnings.length).toBeGreaterThan(0);
    expect(config.problems.length + config.warnings.length).toBeLessThanOrEqual(100);
  });

  it('is not moved by names that objects have already', () => {
    const config = read(
      '__proto__: {verbose: true}\nconstructor: 1\nproviders: {__proto__: {type: openai}}\nprices: {__proto__: {input: 1}}\n',
    );
    expect(Object.getPrototypeOf({})).not.toHaveProperty('verbose');
    expect(config.warnings.length + config.problems.length).toBe(3);
  });

  it('never throws, whatever the text, and places every problem', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'roundtable:',
        '\n',
        '  ',
        'limits:',
        '- ',
        '{',
        '}',
        '[',
        ']',
        ': ',
        '&a ',
        '*a',
        '"',
        "'",
        '|',
        '>',
        '#',
        '\t',
        '!!js ',
        '? ',
        'min_rounds: 3',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const config = read(pieces.join(''));
        for (const { line, column } of [...config.problems, ...config.warnings]) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 750 },
    );
  });
});
