import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkValue } from '../../src/config/check-value.ts';
import { readEnvironment } from '../../src/config/environment-layer.ts';
import { defaultSettings, findSpec, findWords, keyTable } from '../../src/config/keys/key-table.ts';
import { getKeyTree, stepDown } from '../../src/config/keys/key-tree.ts';
import { findOptionKey, layOptions, readFlags } from '../../src/config/option-layer.ts';
import { listOptions, nameOption } from '../../src/config/option-table.ts';
import { settingsSchema } from '../../src/session/settings.ts';

function listLeaves(value: object, place: string[] = []): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? listLeaves(inner as object, [...place, name])
      : [[...place, name].join('.')],
  );
}

describe('the key table', () => {
  it('has one key for every setting of a session', () => {
    // The rule comes from the strategy, the time of a seat has a key for each seat.
    const settings = listLeaves(defaultSettings).filter(
      (each) => !/^(consensus\.|seat_timeouts$)/.test(each),
    );
    const keys = keyTable.flatMap((spec) => spec.setting ?? []);
    expect([...keys].sort()).toEqual(settings.sort());
  });

  it('takes its defaults from the settings', () => {
    expect(findSpec('roundtable.limits.max_rounds')).toMatchObject({
      default: 20,
      words: 'a whole number of at least 1',
    });
    expect(findSpec('roundtable.limits.max_cost')).toMatchObject({ default: null });
    expect(findSpec('roundtable.escalation.triggers.critical_keywords').default).toEqual(
      settingsSchema.parse({}).escalation.critical_keywords,
    );
  });

  it.each(keyTable.map((spec) => [spec.key, spec] as const))(
    '%s has an example and a default that it accepts, and says what it is',
    (_key, spec) => {
      expect(checkValue(spec, spec.example, ['x-team', 'x-team'])).toHaveProperty('value');
      if (spec.default !== undefined) expect(checkValue(spec, spec.default)).toHaveProperty('value');
      expect(spec.description).toMatch(/^[A-Z].*[.]$/);
      expect(spec.words.length).toBeGreaterThan(3);
      expect(spec.schema).toBeInstanceOf(z.ZodType);
    },
  );

  it('finds every key and every alias, each meaning one thing', () => {
    const written = keyTable.flatMap((spec) =>
      [spec.key, ...spec.aliases].map((key) => [key, spec] as const),
    );
    expect(new Set(written.map(([key]) => key)).size).toBe(written.length);
    for (const [key, spec] of written) {
      let node = getKeyTree();
      for (const segment of key.split('.')) {
        const step = stepDown(node, segment.startsWith('<') ? 'design' : segment);
        if (step.found !== 'key') throw new Error(`${key} is not found at ${segment}`);
        node = step.node;
      }
      expect(node.spec?.key).toBe(spec.key);
    }
  });

  /** An example as a person would type it. */
  const typed = (example: unknown): string => (Array.isArray(example) ? example.join(',') : String(example));

  const groups = ['start', 'run', 'own'] as const;
  it.each(
    listOptions(groups).flatMap((line) => {
      const spec = findOptionKey(line);
      return spec === null ? [] : [[line.flag ?? '', spec] as const];
    }),
  )('%s sets its key', (usage, spec) => {
    const [flag = '', value] = usage.split(' ');
    const given = value === undefined ? true : typed(spec.example);
    const seat = spec.key.includes('<seat>') ? 'qa-lead=' : '';
    const options = readFlags({ [nameOption(flag)]: given === true ? true : `${seat}${given}` }, groups);
    const entries = layOptions(options);
    expect([...entries.values()]).toMatchObject([
      {
        key: spec.key.replace('<seat>', 'qa-lead'),
        spec: { key: spec.key },
        value: spec.example,
        origin: flag,
      },
    ]);
  });

  it.each(keyTable.flatMap((spec) => (spec.variable === undefined ? [] : [[spec.variable, spec] as const])))(
    '%s sets its key',
    (variable, spec) => {
      const entries = readEnvironment({ [variable]: typed(spec.example) });
      expect([...entries.values()]).toMatchObject([{ key: spec.key, value: spec.example, origin: variable }]);
    },
  );

  it('knows the words of a key with few, or where they are found', () => {
    expect(findWords(findSpec('roundtable.participation'))).toEqual(['parallel', 'sequential', 'targeted']);
    expect(findWords(findSpec('providers.<provider>.effort'))).toContain('medium');
    expect(findWords(findSpec('roundtable.participants.default'))).toBe('agent-list');
    expect(findWords(findSpec('roundtable.strategy.default'))).toBe('strategies');
    expect(findWords(findSpec('roundtable.synthesizer.agent'))).toBe('agents');
    expect(findWords(findSpec('roundtable.limits.max_rounds'))).toBeNull();
  });
});
