/** What people bring from elsewhere: honoured where it means something here, else named with what does it. */
import { expect, it } from 'vitest';
import { readEnvironment } from '../../src/config/environment-layer.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { makeFolder } from '../support/make-folder.ts';

const read = (text: string) => readConfig(text, 'config.yaml');

it.each([
  [
    'roundtable: {strategy: standard, strategy_by_workflow: {design: debate}}',
    'roundtable.strategy.by_workflow_type.design',
    'debate',
  ],
  [
    'strategy_by_workflow: {specs: consensus-driven}',
    'roundtable.strategy.by_workflow_type.specs',
    'consensus-driven',
  ],
  ['roundtable: {overrides: {participation: sequential}}', 'roundtable.participation', 'sequential'],
])('%s is honoured', (text, key, value) => {
  const { entries, problems, warnings } = read(text);
  expect([problems, warnings]).toEqual([[], []]);
  expect(entries.get(key)?.value).toBe(value);
});

it.each([
  ['specs: {format: volere}', '.s2s/templates/'],
  ['format: {specs: srs-lite}', '.s2s/templates/'],
  ['format: srs-lite', '.s2s/templates/'],
  ['design: {format: arc42-full}', 'roundtable.strategy.by_workflow_type.design'],
  ['default_participants: [qa-lead]', 'roundtable.participants.default'],
  ['roundtable: {default_participants: [qa-lead]}', 'roundtable.participants.default'],
  ['roundtable: {default_strategy: debate}', 'roundtable.strategy.default'],
  ['execution: {engine: some-cli, some_cli: {enabled: true}}', 'roundtable.models'],
  ['roundtable: {diagnostic: true}', 's2s roundtable show --calls'],
  ['components: []', 'folder of the component'],
  ['roundtable: {overrides: {quorum: 3}}', 'roundtable.quorum'],
])('%s is named with what does it', (text, words) => {
  const { problems, warnings } = read(text);
  expect(problems).toEqual([]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.message).toContain(words);
});

it('keys of the templates that other tools read are no reason to warn', () => {
  const text = 'docs: {specifications: docs/specifications, guides: docs/guides/, decisions: docs/decisions}';
  expect(read(text)).toMatchObject({ problems: [], warnings: [] });
});

it('says what a workspace means here, and says nothing of other types', () => {
  expect(read('type: workspace').warnings).toMatchObject([
    { line: 1, message: expect.stringContaining('--context') },
  ]);
  for (const type of ['standalone', 'component']) expect(read(`type: ${type}`).warnings).toEqual([]);
});

it('names files of the folder that are not read', async () => {
  const cwd = await makeFolder({
    '.s2s/config.yaml': 'name: x\n',
    '.s2s/config.yml': 'name: y\n',
    '.s2s/workspace.yaml': 'components: []\n',
  });
  const { warnings } = await loadConfig({ cwd, env: {}, home: null, isOwn: () => Promise.resolve(true) });
  expect(warnings.map(({ file }) => file)).toEqual(['.s2s/config.yml', '.s2s/workspace.yaml']);
});

it.each([
  ['1', true],
  ['true', true],
  ['Yes', true],
  ['on', true],
  ['0', false],
  ['false', false],
  ['no', false],
])('S2S_VERBOSE and S2S_INTERACTIVE: %s is %s', (text, value) => {
  const entries = readEnvironment({ S2S_VERBOSE: text, S2S_INTERACTIVE: text });
  expect(entries.get('roundtable.verbose')?.value).toBe(value);
  expect(entries.get('roundtable.interactive')?.value).toBe(value);
});

it('a switch that is neither on nor off is refused by its name', () => {
  expect(() => readEnvironment({ S2S_INTERACTIVE: 'perhaps' })).toThrow(
    expect.objectContaining({ code: 'INVALID_VALUE', message: expect.stringContaining('S2S_INTERACTIVE') }),
  );
  expect(readEnvironment({ S2S_VERBOSE: ' ' }).size).toBe(0);
});
