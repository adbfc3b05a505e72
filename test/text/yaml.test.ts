/** Any data comes back from YAML as it was written; what is wrong with a text is said with its place. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';

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

describe('long texts with blanks, line ends and signs that have to be escaped', () => {
  // Longer than what the library writes on one line by itself; a control character makes it choose double quotes.
  const long = fc
    .array(
      fc.constantFrom(
        ' ',
        '  ',
        '\n',
        ' \n',
        '\n ',
        '\n  \n',
        '\t',
        '\u0007',
        '"',
        '\\',
        'word',
        'a long line. ',
      ),
      {
        minLength: 8,
        maxLength: 40,
      },
    )
    .map((parts) => `\u0001${parts.join('')}`);

  it('come back as they were, as a value and as a key', () => {
    fc.assert(
      fc.property(long, (text) => {
        for (const value of [{ a: text }, { a: [{ b: text, c: 'd' }] }, { [text]: 'a' }])
          expect(readYaml(writeYaml(value), '').value).toEqual(value);
      }),
      {
        numRuns: 400,
        examples: [[`\u0001${'word '.repeat(12)}\n  \n  words`], [`\u0001${'w'.repeat(50)}\n \n`]],
      },
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
  /** Without the keys whose value is undefined, which no file holds. */
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
  };

  it('loses nothing, whatever the data', () => {
    fc.assert(
      fc.property(values, (value) => {
        const data = { rounds: [value], seat: value };
        expect(readYaml(writeYaml(data), '').value).toEqual(plain(data));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(awkward.map((text) => [JSON.stringify(text).slice(0, 40), text]))('carries %s', (_, text) => {
    for (const value of [
      { position: text },
      { answers: [text] },
      { answers: [{ seat: text, position: { why: text, also: [text, [text]] } }] },
      { [text]: text },
    ]) {
      // Wrapped: a byte order mark at the very beginning of a file is no part of its first key.
      expect(readYaml(writeYaml({ value }), '').value).toEqual({ value });
    }
  });

  it('writes texts of several lines as blocks that a person can read', () => {
    expect(writeYaml({ a: 'one\n\ntwo\n', b: 'c: d' })).toBe('a: |\n  one\n\n  two\nb: "c: d"\n');
  });
});

describe('reading YAML', () => {
  const read = (text: string) => readYaml(text, 'x.yaml').problems;

  it.each([
    ['a key that is there twice', 'a: 1\nb: 2\na: 3\n', 3, 1, 'this key appears twice'],
    ['an alias that stands for nothing', 'a: 1\nb: *c\n', 2, 5, '*c refers to nothing'],
    ['a second colon', 'a: b: c\n', 1, 5, 'a second ": "'],
    ['brackets without end', `a: 1\nb: ${'['.repeat(100)}`, 2, 67, 'nested too deeply'],
  ])('says where %s stands', (_, text, line, column, message) => {
    expect(read(text)[0]).toMatchObject({
      file: 'x.yaml',
      line,
      column,
      message: expect.stringContaining(message),
    });
  });

  it('takes a hundred aliases, and no bomb', () => {
    const aliases = (count: number): string => `a: &a [1]\nb: [${Array(count).fill('*a').join(', ')}]\n`;
    expect(read(aliases(90))).toEqual([]);
    const lines = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
    );
    expect(read(['l0: &l0 [x, x]', ...lines].join('\n'))[0]?.message).toContain('too many aliases');
  });

  it('refuses a text that is longer than its kind may be', () => {
    expect(readYaml('a: 1', 'x.yaml', { maxCharacters: 3 }).problems[0]?.message).toContain('at most 3');
  });

  it('looks for no place in a text that would take minutes, and reads it', () => {
    const { value, problems, locate } = readYaml(`a: [${'b,'.repeat(600_000)}]\nlast: 1`, 'x.yaml');
    expect([problems, locate(['last'])]).toEqual([[], { line: 1, column: 1 }]);
    expect(value).toHaveProperty('last', 1);
  });

  it('reads as many levels as anybody writes, and refuses complex keys within each other at once', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(read(nested(60))).toEqual([]);
    expect(read(nested(70))).not.toEqual([]);
    expect(read(`${'? '.repeat(300)}x`)).not.toEqual([]);
  });
});
