import { describe, expect, it } from 'vitest';
import { completeRule, readMechanism } from '../../src/library/consensus-rule.ts';
import { checkStrategies, listStrategies, loadStrategy } from '../../src/library/load-library.ts';
import { S2sError } from '../../src/session/errors.ts';
import { mechanisms } from '../../src/session/vocabulary.ts';
import { findProblems, fixturePlaces, makeLibrary } from '../support/library-folder.ts';

const file = 'project/.s2s/strategies/own.md';

async function load(text: string) {
  const { places } = await makeLibrary({ [file]: text });
  return loadStrategy(places, 'own');
}

const problemsOf = (text: string) => findProblems(checkStrategies, file, text);

describe('loadStrategy', () => {
  it('reads settings from the front matter', async () => {
    const strategy = await loadStrategy(fixturePlaces, 'pre-mortem');
    expect(strategy).toMatchObject({
      id: 'pre-mortem',
      name: 'Pre-mortem',
      description: 'Assume that it failed: then find out why.',
      participation: 'sequential',
      keywords: ['risk', 'what could go wrong', 'failure'],
      sides: false,
      max_attempts_per_conflict: null,
      guidance: 'Begin from the end: the project is over and it failed.',
      origin: 'project',
    });
    expect(strategy.consensus).toEqual({
      mechanism: 'consent',
      threshold: 0.67,
      block_prevents_terminal: true,
      stand_aside_allowed: true,
    });
    expect(strategy.phases).toEqual([
      {
        name: 'imagine',
        goal: 'Collect ways in which this could have failed',
        prompt_suffix: '',
        participants: null,
        context: 'synthesis',
        min_rounds: 1,
        votes: false,
      },
      {
        name: 'prevent',
        goal: '',
        prompt_suffix: 'Say what prevents the most likely failure.',
        participants: ['qa-lead', 'software-architect'],
        context: 'full',
        min_rounds: 2,
        votes: true,
      },
    ]);
  });

  it('reads settings from the fenced block of a public file, and the rest as guidance', async () => {
    const strategy = await loadStrategy(fixturePlaces, 'hats');
    expect(strategy).toMatchObject({
      name: 'Hats',
      description: 'Everyone thinks in the same direction at the same time.',
      participation: 'sequential',
      // A phase speaks of assigned sides.
      sides: true,
      max_attempts_per_conflict: 1,
      consensus: { mechanism: 'facilitator_decides', threshold: null, block_prevents_terminal: false },
    });
    expect(strategy.phases.map(({ name, participants, context }) => [name, participants, context])).toEqual([
      ['blue-opening', null, 'full'],
      ['white', null, 'synthesis'],
      ['black', null, 'full'],
    ]);
    expect(strategy.guidance).toContain('The facilitator names the hat.');
    expect(strategy.guidance).not.toContain('defaults:');
    expect(strategy.guidance).not.toContain('## Configuration');
  });

  it('says what it understood differently: a phase with the facilitator alone, a text without quotes', async () => {
    const { problems } = await checkStrategies(fixturePlaces);
    expect(problems.map(({ line, severity, message }) => [line, severity, message])).toEqual([
      [14, 'warning', expect.stringContaining('"blue-opening"')],
      [3, 'warning', 'text without quotes was read as written'],
    ]);
  });

  it('takes the name from the front matter and the settings from the block', async () => {
    const text =
      '---\nname: Own way\nsides: yes\nkeywords: a, b\n---\n# Title\n\n~~~yml\ndefaults:\n  phases: [one, two]\n~~~\n';
    expect(await load(text)).toMatchObject({
      name: 'Own way',
      sides: true,
      keywords: ['a', 'b'],
      phases: [{ name: 'one' }, { name: 'two' }],
    });
  });

  it('has one phase where none is named', async () => {
    expect(await load('---\ndescription: Just talk.\n---\nTalk.')).toMatchObject({
      name: 'Own',
      participation: 'parallel',
      phases: [{ name: 'discussion', participants: null, context: 'full', min_rounds: 1, votes: true }],
      consensus: { mechanism: 'majority', threshold: 0.6 },
      sides: false,
    });
  });

  it.each([
    ['consensus: consent', { mechanism: 'consent', threshold: null }],
    ['consensus: {policy: weighted_majority, threshold: 0.67}', { mechanism: 'weighted_majority' }],
    ['consensus: {mechanism: majority, threshold: null}', { mechanism: 'majority', threshold: 0.6 }],
    ['consensus: {policy: consensus}', { mechanism: 'unanimous', stand_aside_allowed: false }],
    ['consensus: {mechanism: none}', { mechanism: 'none', block_prevents_terminal: false }],
    ['consensus: {mechanism: null}', { mechanism: 'none' }],
    ['consensus: {threshold: 1}', { mechanism: 'majority', threshold: 1 }],
    [
      'consensus: {mechanism: consent, stand_aside_allowed: no, block_prevents_terminal: false}',
      { mechanism: 'consent', stand_aside_allowed: false, block_prevents_terminal: false },
    ],
  ])('reads %s', async (line, expected) => {
    expect((await load(`---\n${line}\n---\n`)).consensus).toMatchObject(expected);
  });

  it('has no votes in the phases of a strategy that takes none', async () => {
    const { phases } = await load('---\nconsensus: none\nphases: [a, {name: b, votes: true}]\n---\n');
    expect(phases.map(({ votes }) => votes)).toEqual([false, true]);
  });

  it('asks for whole proposals in the phases that say so', async () => {
    const { phases } = await load('---\nphases: [a, {name: b, proposals: true}]\n---\n');
    expect(phases.map(({ proposals }) => proposals)).toEqual([undefined, true]);
  });

  it.each([
    ['participation: paralel', '2:16', /did you mean "parallel"/],
    ['consensus: {mechanism: majorty}', '2:24', /did you mean "majority"/],
    ['consensus: {mechanism: dictator}', '2:24', /known are majority/],
    ['consensus: {threshold: 67}', '2:24', /0 to 1/],
    ['consensus: {max_attempts_per_conflict: 0}', '2:40', /at least 1/],
    ['consensus: [consent]', '2:12', /.+/],
    ['phases: {a: 1}', '2:9', /list/],
    ['phases: [a, a]', '2:13', /two phases/],
    ['phases: [{goal: x}]', '2:10', /needs a name/],
    ['phases: [{name: a, min_rounds: 0}]', '2:32', /min_rounds/],
    ['phases: [{name: a, context: everything}]', '2:29', /context/],
    ['sides: perhaps', '2:8', /true or false/],
    ['defaults: 3', '2:11', /key: value/],
  ])('refuses %s with its place', async (line, at, message) => {
    const problems = (await problemsOf(`---\n${line}\n---\n`)).filter(({ severity }) => severity === 'error');
    expect(problems[0]).toEqual({ at, severity: 'error', message: expect.stringMatching(message) });
  });

  it('warns of unknown keys at every depth with the nearest known one', async () => {
    const text =
      '# Own\n\n  ```yaml\n  defaults:\n    partcipation: parallel\n    phases:\n      - name: a\n        gaol: x\n    consensus: {treshold: 0.5}\n  validation:\n    min_partcipants: 2\n    phase_order: [b]\n  zzz: 1\n  ```\n';
    expect(await problemsOf(text)).toEqual([
      { at: '5:5', severity: 'warning', message: expect.stringContaining('"participation"') },
      { at: '8:9', severity: 'warning', message: expect.stringContaining('"goal"') },
      { at: '9:17', severity: 'warning', message: expect.stringContaining('"threshold"') },
      { at: '12:18', severity: 'warning', message: expect.stringContaining('order') },
    ]);
  });

  it('refuses a file without settings, with an open front matter, or with a broken block', async () => {
    expect(await problemsOf('# Own\n\nText.')).toEqual([
      { at: '1:1', severity: 'error', message: expect.stringContaining('no settings') },
    ]);
    expect(await problemsOf('---\nname: a')).toMatchObject([{ at: '1:1', severity: 'error' }]);
    expect(await problemsOf('# Own\n\n```yaml\ndefaults:\n  phases: [a\n```\n')).toMatchObject([
      { at: expect.stringMatching(/^5:/), severity: 'error' },
    ]);
  });

  it('names the nearest strategy for a wrong name', async () => {
    const error: unknown = await loadStrategy(fixturePlaces, 'premortem').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(S2sError);
    expect(error).toMatchObject({ code: 'UNKNOWN_STRATEGY', hint: expect.stringContaining('"pre-mortem"') });
    const { strategies } = await listStrategies(fixturePlaces);
    expect(strategies.map(({ id }) => id)).toEqual(['hats', 'pre-mortem']);
  });
});

describe('names', () => {
  it('reads every mechanism by its name, and those of the public plugin', () => {
    for (const mechanism of mechanisms) expect(readMechanism(mechanism)).toBe(mechanism);
    expect(readMechanism('facilitator_synthesis')).toBe('facilitator_decides');
    expect(readMechanism('vote')).toBeNull();
  });

  it('gives a threshold to majorities only', () => {
    const filled = mechanisms.filter(
      (mechanism) => completeRule(mechanism, { threshold: null }).threshold !== null,
    );
    expect(filled).toEqual(['majority', 'weighted_majority']);
  });
});
