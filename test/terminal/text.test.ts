/* oxlint-disable no-control-regex -- control characters are what is looked for */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { truncateText, wrapText } from '../../src/terminal/wrap-text.ts';
import { cleanLine, cleanText } from '../../src/text/clean-text.ts';

const pieces = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u001b[31m',
    '\u001b]0;title\u0007',
    '\u001b]8;;http://x\u001b\\',
    '\u009b2J',
    '\u202e',
    '\u200b',
    '\r',
    '\n',
    '\t',
  ),
  fc.constantFrom(
    '日本語の長い文',
    '👩‍👩‍👧',
    '🇩🇪🇫🇷',
    'e\u0301',
    'word',
    'a-long-hyphenated-word',
    ' ',
    'ประเทศไทย',
    'नमस्ते',
    '한국어',
    '❤️',
    '1️⃣',
  ),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

describe('cleanText', () => {
  it.each([
    ['a colour', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a title', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a link', '\u001b]8;;http://evil\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a clipboard write in 8 bit form', 'a\u009d52;c;ZXZpbA==\u009cb', 'ab'],
    ['a device control string', 'a\u001bPq#0\u001b\\b', 'ab'],
    ['a reset', 'a\u001bcb', 'ab'],
    ['a character set', 'a\u001b(Bb', 'ab'],
    ['a cursor jump in 8 bit form', 'a\u009b2Jb', 'ab'],
    ['an overwritten line', 'safe\rEVIL', 'safe EVIL'],
    ['backspaces', 'ab\b\bcd', 'abcd'],
    ['reordered text', 'abc\u202edef\u2066g', 'abcdefg'],
    ['hidden tags', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['an unfinished sequence', 'a\u001b]0;b', 'a]0;b'],
    ['a sequence made by removing another', 'a\u001b\u001b[31m[31mb', 'a[31mb'],
  ])('takes away %s', (_, given, expected) => {
    expect(cleanText(given)).toBe(expected);
  });

  it('keeps line breaks and tabs only where asked, and joiners always', () => {
    expect(cleanText('a\r\nb\tc')).toBe('a b c');
    expect(cleanText('a\r\nb\tc', { newlines: true, tabs: true })).toBe('a\nb\tc');
    expect(cleanText('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم');
  });

  it('leaves nothing that a terminal obeys, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = cleanText(text, { newlines: true, tabs: true });
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(cleanText(clean, { newlines: true, tabs: true })).toBe(clean);
        expect(cleanLine(text)).not.toMatch(/[\n\t]|^ | $| {2}/);
      }),
    );
  });
});

describe('wrapText', () => {
  it('never gives a line wider than the width, and loses no letter', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 4, max: 100 }), fc.nat(12), (text, width, indent) => {
        const lines = wrapText(text, width, {
          indent: ' '.repeat(indent),
          hangingIndent: ' '.repeat(indent + 2),
        });
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        const letters = (all: string): string => all.normalize().replace(/\s/g, '');
        expect(letters(lines.join(''))).toBe(letters(cleanText(text)));
      }),
    );
  });

  it('puts the hanging indent before further lines and keeps the breaks of the text', () => {
    expect(wrapText('one two three\nfour', 12, { indent: '- ', hangingIndent: '  ' })).toEqual([
      '- one two',
      '  three',
      '  four',
    ]);
  });

  it('keeps the indentation of a list inside a text where there is room', () => {
    expect(wrapText('a\n  - b', 40)).toEqual(['a', '  - b']);
  });

  it.each([
    [
      'Look into /home/ada/work/library/.s2s/config.yaml, line 5.',
      ['Look into', '/home/ada/work/library/.s2s/config.yaml,', 'line 5.'],
    ],
    [
      's2s roundtable show 20261128-210916-which-queue-should',
      ['s2s roundtable show', '20261128-210916-which-queue-should'],
    ],
    ['(https://example.org/a/very/long/address)', ['(https://example.org/a/very/long/address)']],
    ['請求書の番号は今年のものに続けて数える', ['請求書の番号は今年のもの', 'に続けて数える']],
    ['a/b c/d short names break as words do', ['a/b c/d short names break', 'as words do']],
  ])('keeps a path, an address or an id whole where a text is to be copied from: %s', (text, lines) => {
    expect(wrapText(text, 25, { keepsNames: true })).toEqual(lines);
    for (const line of wrapText(text, 25)) expect(line.length).toBeLessThanOrEqual(25);
  });

  it('counts wide characters twice', () => {
    expect(wrapText('日本語日本語', 8)).toEqual(['日本語日', '本語']);
  });
});

describe('truncateText', () => {
  it('fits the width and cuts between characters', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 40 }), (text, width) => {
        expect(stringWidth(truncateText(text, width))).toBeLessThanOrEqual(width);
      }),
    );
    expect(truncateText('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
    expect(truncateText('short', 5)).toBe('short');
    expect(truncateText('a longer text', 8, '...')).toBe('a lon...');
  });
});
