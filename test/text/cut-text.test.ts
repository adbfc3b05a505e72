import { describe, expect, it } from 'vitest';
import { cutText } from '../../src/text/cut-text.ts';
import { makeWellFormed } from '../../src/text/well-formed.ts';

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
