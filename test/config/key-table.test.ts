import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkValue } from '../../src/config/check-value.ts';
import { defaultSettings } from '../../src/config/key-spec.ts';
import { describeKeys, keyTable } from '../../src/config/key-table.ts';
import { getKeyTree, stepDown } from '../../src/config/key-tree.ts';
import { settingsSchema } from '../../src/domain/settings.ts';

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
    const keys = keyTable.flatMap((spec) => (spec.setting === null ? [] : [spec.setting]));
    expect([...keys].sort()).toEqual(settings.sort());
  });

  it('takes its defaults from the settings', () => {
    const described = new Map(describeKeys().map((key) => [key.key, key]));
    expect(described.get('roundtable.limits.max_rounds')).toMatchObject({
      default: 20,
      type: 'a whole number of at least 1',
    });
    expect(described.get('roundtable.limits.max_cost')).toMatchObject({ default: null });
    expect(described.get('roundtable.escalation.triggers.critical_keywords')?.default).toEqual(
      settingsSchema.parse({}).escalation.critical_keywords,
    );
  });

  it.each(keyTable.map((spec) => [spec.key, spec] as const))(
    '%s has an example and a default that it accepts, and says what it is',
    (_key, spec) => {
      expect(checkValue(spec, spec.example, ['x-team', 'x-team'])).toHaveProperty('value');
      if (spec.default !== undefined) expect(checkValue(spec, spec.default)).toHaveProperty('value');
      expect(spec.description).toMatch(/^[A-Z].*[.]$/);
      expect(spec.type.length).toBeGreaterThan(3);
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
});
