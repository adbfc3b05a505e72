import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readValues } from '../../src/store/session/foreign-session.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';

it('reads the values of a head as the YAML parser does', () => {
  const source = fc.oneof(
    fc.stringMatching(/^[\w ,.?/-]{0,12}$/),
    fc.stringMatching(/^[0-9TZ:.-]{0,24}$/),
    fc.stringMatching(/^"[^"\\]{0,8}"$/),
    fc.constantFrom('NULL', 'True', '.inf', '0x1f', '007', '1e5', 'a  b', 'a - b', '- a', '? a', '"a #b: c"'),
    fc.constantFrom(
      '2026-11-27T10:00:00.000Z',
      '20261127-100000-a',
      '"\u0085"',
      '"\u2028"',
      '|-\n  a\n\n  b',
    ),
  );
  fc.assert(
    fc.property(source, (text) => {
      const { value, problems } = readYaml(`key: ${text}\n`, '');
      fc.pre(problems.length === 0);
      expect(readValues(`other: [\nkey: ${text}\nlast: 1\n`, ['key'])).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});
