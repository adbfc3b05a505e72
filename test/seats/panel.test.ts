/** Who sits at the table: the choice from a topic, the ranking, models that cannot be used, and the seats of a targeted round. */
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { scoreSpecialties } from '../../src/library/score-specialties.ts';
import { findUnusable } from '../../src/models/find-unusable.ts';
import {
  choosePanel,
  occasionalThreshold,
  type PanelCandidate,
  weighAgent,
} from '../../src/roundtable/seats/panel.ts';
import { chooseTargets } from '../../src/roundtable/seats/targets.ts';
import { makeFolder } from '../support/make-folder.ts';
import {
  createAgent,
  createParticipant,
  createSession,
  createTable,
} from '../support/roundtable-fixtures.ts';

const candidate = (id: string, level: 1 | 2 | 3, score: number, record = 0.5): PanelCandidate => ({
  id,
  level,
  score,
  record,
});

describe('the panel', () => {
  test.for([
    {
      name: 'the best of level 1 comes first, also without any match; the others of level 1 do not',
      given: [candidate('lead', 1, 0), candidate('chair', 1, 0.2), candidate('qa', 2, 0.5)],
      most: 5,
      chosen: ['chair', 'qa'],
    },
    {
      name: 'level 2 needs a match, any',
      given: [candidate('chair', 1, 0), candidate('qa', 2, 0.001), candidate('ux', 2, 0)],
      most: 5,
      chosen: ['chair', 'qa'],
    },
    {
      name: 'level 3 needs more than 0.4, and comes after every match of level 2',
      given: [
        candidate('a', 3, 0.4),
        candidate('b', 3, 0.41),
        candidate('c', 3, 0.9),
        candidate('d', 2, 0.1),
      ],
      most: 5,
      chosen: ['d', 'c', 'b'],
    },
    {
      name: 'a full table has no room for level 3, however well it fits',
      given: [candidate('a', 2, 0.3), candidate('b', 2, 0.2), candidate('c', 3, 1)],
      most: 2,
      chosen: ['a', 'b'],
    },
    {
      name: 'equal fits go by track record, then by name',
      given: [candidate('a', 2, 0.5, 0.4), candidate('c', 2, 0.5, 0.9), candidate('b', 2, 0.5, 0.9)],
      most: 2,
      chosen: ['b', 'c'],
    },
    {
      name: 'a track record never beats a better fit',
      given: [candidate('reliable', 2, 0.5, 1), candidate('fitting', 2, 0.501, 0)],
      most: 1,
      chosen: ['fitting'],
    },
  ])('$name', ({ given, most, chosen }) => {
    expect(choosePanel(given, most).map(({ id }) => id)).toEqual(chosen);
  });

  it('keeps its rules whoever may be seated, in whatever order they are listed', () => {
    const anybody = fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z]{1,4}$/),
        level: fc.constantFrom(1 as const, 2 as const, 3 as const),
        score: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
        record: fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    fc.assert(
      fc.property(anybody, fc.integer({ min: 1, max: 6 }), (given, most) => {
        const chosen = choosePanel(given, most);
        expect(chosen.length).toBeLessThanOrEqual(most);
        expect(chosen.filter(({ level }) => level === 1)).toHaveLength(
          given.some(({ level }) => level === 1) ? 1 : 0,
        );
        for (const { level, score } of chosen) {
          if (level === 2) expect(score).toBeGreaterThan(0);
          if (level === 3) expect(score).toBeGreaterThan(occasionalThreshold);
        }
        const free = given.filter(
          ({ id, level, score }) => level === 2 && score > 0 && !chosen.some((seat) => seat.id === id),
        );
        if (free.length > 0) expect(chosen).toHaveLength(most);
        if (chosen.some(({ level }) => level === 3)) expect(free).toEqual([]);
        expect(choosePanel(given.toReversed(), most)).toEqual(chosen);
      }),
    );
  });
});

describe('the ranking', () => {
  test.for([
    { record: 0.5, match: 0, weight: 0.5 },
    { record: 0.5, match: 1, weight: 0.65 },
    { record: 0.8, match: 0.5, weight: 0.92 },
    { record: 0, match: 1, weight: 0 },
  ])('record $record × match $match = $weight', ({ record, match, weight }) => {
    expect(weighAgent(record, match)).toBeCloseTo(weight, 10);
  });
});

describe('a model that cannot be used', () => {
  const check = async (reference: string, env: Record<string, string> = {}, config = {}) => {
    const PATH = await makeFolder({ codex: '' });
    await chmod(path.join(PATH, 'codex'), 0o755);
    return findUnusable(reference, { config, env: { ...env, PATH } });
  };

  test.for([
    { reference: 'nobody/model', env: {}, reason: /no provider "nobody"/ },
    { reference: 'anthropic/claude-x', env: {}, reason: /ANTHROPIC_API_KEY is not set/ },
    { reference: 'anthropic/claude-x', env: { ANTHROPIC_API_KEY: ' ' }, reason: /is not set/ },
    { reference: 'openrouter/a/b', env: {}, reason: /OPENROUTER_API_KEY is not set/ },
    { reference: 'gemini', env: {}, reason: /"gemini" is not on the PATH/ },
    { reference: 'no reference', env: {}, reason: /not a model reference/ },
  ])('$reference', async ({ reference, env, reason }) => {
    expect(await check(reference, env)).toMatch(reason);
  });

  test.for([
    { reference: 'anthropic/claude-x', env: { ANTHROPIC_API_KEY: 'k' } },
    { reference: 'anthropic/claude-x', env: { ANTHROPIC_AUTH_TOKEN: 'k' } },
    { reference: 'ollama/llama3.1', env: {} },
    { reference: 'codex', env: {} },
    { reference: 'rehearsal/panel', env: {} },
  ])('$reference may well be used', async ({ reference, env }) => {
    expect(await check(reference, env as Record<string, string>)).toBeNull();
  });

  it('looks at what the configuration names', async () => {
    const config = {
      house: { type: 'openai' as const, base_url: 'http://127.0.0.1:1/v1', api_key_env: 'HOUSE_KEY' },
      mine: { type: 'command' as const, command: ['my-model'] },
      local: { type: 'command' as const, command: ['./bin/my-model'] },
    };
    expect(await check('house/m', {}, config)).toMatch(/HOUSE_KEY is not set/);
    expect(await check('house/m', { HOUSE_KEY: 'k' }, config)).toBeNull();
    expect(await check('mine', {}, config)).toMatch(/"my-model" is not on the PATH/);
    expect(await check('local', {}, config)).toBeNull();
  });
});

describe('the seats of a targeted round', () => {
  const specialties: Record<string, string[]> = { a: ['queue'], b: ['cost'], c: ['latency'], d: [] };
  const ids = ['a', 'b', 'c', 'd'];
  const table = {
    agents: new Map(ids.map((id) => [id, createAgent(id, { specialties: specialties[id] ?? [] })])),
    scoreFit: scoreSpecialties,
  };
  const session = (records: { id: string; score: number }[] = [], quorum = 2) =>
    createSession(createTable({ seats: ids }), {
      settings: { quorum },
      panel: { chosen_by: 'topic', scores: [], records },
    });
  const choose = (text: string, at = session()) => chooseTargets(at, table, { text, candidates: ids });

  it('are those whose field the question is', () => {
    expect(choose('What does the queue do to the latency?')).toEqual(['a', 'c']);
  });

  it('are filled up to the quorum by track record, then by their place', () => {
    expect(choose('What does the queue need?')).toEqual(['a', 'b']);
    expect(choose('What does the queue need?', session([{ id: 'd', score: 0.9 }]))).toEqual(['a', 'd']);
    expect(choose('What does the queue need?', session([{ id: 'b', score: 0.1 }], 3))).toEqual([
      'a',
      'c',
      'd',
    ]);
  });

  it('are all where the question is in nobody’s field', () => {
    expect(choose('What shall we do?')).toEqual(ids);
  });

  it('hold the person, who took a seat to be heard', () => {
    const at = {
      ...session(),
      participants: [
        createParticipant('a'),
        createParticipant('human', { kind: 'human', model: null }),
        createParticipant('b'),
      ],
    };
    const seats = chooseTargets(at, table, {
      text: 'queue and latency',
      candidates: ['a', 'human', 'b', 'c'],
    });
    expect(seats).toEqual(['a', 'human', 'c']);
  });
});
