/** What is written without the library is what the library would have written, to the letter. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeBlock } from '../../src/store/files/yaml-block.ts';
import { readYaml, writeByLibrary, writeYaml } from '../../src/text/yaml-text.ts';

describe('texts of spaces, tabs and line ends', () => {
  const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a'), maxLength: 7 });

  it('come back as they were, wherever they stand', () => {
    const places = (text: string) => [{ a: text }, { a: [text, 'b'] }, { a: [{ b: 'c', d: text }], e: text }];
    fc.assert(
      fc.property(blank, (text) => {
        for (const value of places(text)) expect(readYaml(writeYaml(value), '').value).toEqual(value);
      }),
      { numRuns: 400, examples: [['  \n'], [' \n\n'], ['  \t\n \n']] },
    );
  });
});

/** Texts that YAML could take for something else, in part or as a whole. */
const awkward = [
  ...[
    '',
    ' ',
    '~',
    'null',
    'Null',
    'true',
    'TRUE',
    'False',
    'yes',
    'no',
    'on',
    'y',
    'N',
    'nan',
    '.inf',
    '.nan',
  ],
  ...[
    '0',
    '-0',
    '012',
    '0x1F',
    '0o17',
    '1e3',
    '1.',
    '.5',
    '1_000',
    '12:30',
    '2026-11-27',
    '2026-11-27T10:00:00.000Z',
  ],
  ...[
    'a: b',
    'a:b',
    'a:',
    'a :',
    'a #b',
    'a#b',
    '#a',
    'a ',
    ' a',
    'a\t',
    'a\tb',
    'a:\tb',
    '\ta',
    '- a',
    '-',
    '-a',
    '?',
    '? a',
  ],
  ...[
    '[a]',
    '{a}',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"a"',
    "'a'",
    `it's`,
    `say "a"`,
    `it's "a"`,
    '---',
    '...',
    'a, b',
  ],
  ...[
    'a\nb',
    'a\n',
    '\na',
    'a\n\n\nb\n\n',
    ' a\nb',
    'a \nb',
    'a\n b',
    'a\n ',
    '\n',
    '\r',
    'a\rb',
    'a\r\nb',
    'a\n---\nb',
    'a\n# b',
  ],
  ...[
    '\u0000',
    'a\u0007b',
    'a\u0085b',
    'a\u00a0b',
    'a\u2028b',
    '\ufeffa',
    'a\ufeff',
    'a\ud800',
    '\udc00a',
    'a😀b',
    'naïve',
    'é',
    '日本',
  ],
  'a "quoted" line with a bell \u0007\nand another that is long enough to be broken\n\n  and indented',
  'x'.repeat(2_000),
];
const texts = fc.oneof(
  fc.constantFrom(...awkward),
  fc.tuple(fc.constantFrom(...awkward), fc.constantFrom(...awkward)).map(([one, two]) => `a${one}${two}`),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);
const keys = fc.oneof(
  fc.constantFrom(
    'seat',
    'position',
    'duration_ms',
    'null',
    'true',
    'y',
    '__proto__',
    '1',
    'a b',
    'A',
    '',
    'x'.repeat(1_100),
  ),
  texts,
);
const numbers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 7e-7, 0.00007, -1.5, 1e300),
);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.constant(undefined)),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('any')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).any;

describe('writing YAML', () => {
  it('writes what the library writes, whatever the data', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(writeYaml(value)).toBe(writeByLibrary(value));
        expect(writeYaml({ rounds: [value], ['seat']: value })).toBe(
          writeByLibrary({ rounds: [value], ['seat']: value }),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(awkward.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'writes %s as the library does',
    (_, text) => {
      for (const value of [
        { position: text },
        { answers: [text] },
        { answers: [{ seat: text, position: { why: text, also: [text, [text]] } }] },
        { [text]: text },
      ]) {
        expect(writeYaml(value)).toBe(writeByLibrary(value));
        expect(readYaml(writeYaml({ value }), 'x').value).toEqual({ value });
      }
    },
  );

  it('leaves to the library what is no map, and needs it for no simple value', () => {
    const library = (): string => {
      throw new Error('the library was asked');
    };
    for (const value of [null, 1, 'a', [], [1], {}, { a: undefined }, new Date(0), new Map([['a', 1]])])
      expect(writeBlock(value, library)).toBeNull();
    const simple = {
      seat: 'software-architect',
      position: 'Keep the jobs in a table, (for now) at 5% of the cost; see https://example.org/x-1 "as is"',
      confidence: 0.8,
      usage: { calls: 2, cost_usd: 0.00014, none: null, left: -3 },
      started_at: '2026-11-28T04:31:32.868Z',
      lists: [[] as string[], ['a'], [{ seat: 'a', passed: false }]].flat(),
      empty: [],
      nothing: {},
    };
    expect(writeBlock(simple, library)).toBe(writeByLibrary(simple));
  });
});
