import { describe, expect, it } from 'vitest';
import { cutText } from '../../src/session/rules/cut-text.ts';
import { makeJsonWellFormed, makeWellFormed } from '../../src/text/well-formed.ts';

describe('cutText', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['too long', 5, 'too …'],
    ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
    ['ab👨‍👩‍👧cd', 8, 'ab…'],
    ['👨‍👩‍👧', 3, '…'],
  ])('%j to %i is %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
    expect(cut.length).toBeLessThanOrEqual(most);
  });
});

describe('makeWellFormed', () => {
  it.each([
    ['a 🧵 whole', 'a 🧵 whole'],
    ['half \ud83e', 'half \ufffd'],
    ['\udf77 half', '\ufffd half'],
    ['\ud83e\ud83e\uddf5', '\ufffd🧵'],
    ['a\0b', 'a\ufffdb'],
  ])('%j is %j', (text, whole) => {
    expect(makeWellFormed(text)).toBe(whole);
  });
});

describe('makeJsonWellFormed', () => {
  it.each([
    ['a NUL', String.raw`"a\u0000b"`, 'a\ufffdb'],
    ['a half', String.raw`"\ud83d"`, '\ufffd'],
    ['the other half', String.raw`"\uDC00x"`, '\ufffdx'],
    ['two first halves', String.raw`"\ud83e\ud83e\uddf5"`, '\ufffd🧵'],
    ['a whole', String.raw`"\uD83E\uDDF5"`, '🧵'],
    ['an escaped backslash before it', String.raw`"\\u0000 \\ud83d"`, String.raw`\u0000 \ud83d`],
    ['an escaped backslash and a NUL', String.raw`"\\\u0000"`, '\\\ufffd'],
  ])('knows %s', (_, json, value) => {
    expect(JSON.parse(makeJsonWellFormed(json))).toBe(value);
  });
});
