import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allowLookUps } from '../../src/prompts/forms/look-ups.ts';
import { readLookUps } from '../../src/prompts/forms/read-look-ups.ts';
import { readEvidence } from '../../src/prompts/forms/read-places.ts';
import { formatLookUp } from '../../src/session/evidence.ts';

const form = allowLookUps(z.object({ position: z.string() }));
const read = (value: unknown): string[] => readLookUps(value).map(formatLookUp);

describe('look-ups', () => {
  it.each([
    [{ look_up: 'read', path: 'src/a.ts', lines: '1-80', text: null }, 'read src/a.ts:1-80'],
    [{ look_up: 'read', path: 'src/a.ts', lines: null, text: null }, 'read src/a.ts:1'],
    [{ look_up: 'read', path: 'src/a.ts:12-40', lines: null, text: null }, 'read src/a.ts:12-40'],
    [{ look_up: 'read', path: 'src/a.ts#L12', text: 'null' }, 'read src/a.ts:12'],
    [{ kind: 'READ', file: 'src/a.ts', from: 3, to: '9' }, 'read src/a.ts:3-9'],
    [{ type: 'read_file', path: 'src/a.ts', range: [3, 9] }, 'read src/a.ts:3-9'],
    [{ tool: 'cat', filename: 'src/a.ts', lines: 'L3–L9' }, 'read src/a.ts:3-9'],
    [{ read: 'src/a.ts:3-9' }, 'read src/a.ts:3-9'],
    [{ look_up: 'list', path: null }, 'list .'],
    [{ look_up: 'list', path: '.' }, 'list .'],
    [{ look_up: 'ls', path: 'src/**' }, 'list src'],
    [{ look_up: 'search', text: 'retry', path: null }, 'search "retry"'],
    [{ action: 'grep', pattern: 'ret.y', path: 'src' }, 'search "ret.y" in src'],
    [{ look_up: 'search', query: 'retry', path: '.' }, 'search "retry"'],
    [{ look_up: 'log', path: 'src/a.ts' }, 'log src/a.ts'],
    [{ look_up: 'git log', path: 'src/a.ts' }, 'log src/a.ts'],
    [{ look_up: 'decisions', text: 'queue' }, 'decisions "queue"'],
    [{ look_up: 'decisions', words: 'queue' }, 'decisions "queue"'],
    ['read src/a.ts:1-80', 'read src/a.ts:1-80'],
    ['- read src/a.ts lines 1-80', 'read src/a.ts:1-80'],
    ['1. `read src/a.ts:1-80`', 'read src/a.ts:1-80'],
    ['read(src/a.ts:1-80)', 'read src/a.ts:1-80'],
    ['src/a.ts:1-80', 'read src/a.ts:1-80'],
    ['search retry in src', 'search "retry" in src'],
    ['search "two words" in src', 'search "two words" in src'],
    ['grep: retry', 'search "retry"'],
    ['list src', 'list src'],
    ['log src/a.ts', 'log src/a.ts'],
    ['decisions queue and jobs', 'decisions "queue and jobs"'],
  ])('%j is %s', (value, wanted) => {
    expect(read([value])).toEqual([wanted]);
    expect(read(value)).toEqual([wanted]);
    // What is read stays the same in the form that is asked for.
    const { look_ups, reply } = form.parse({ look_ups: [value], reply: null });
    expect(read(look_ups)).toEqual([wanted]);
    expect(reply).toBeNull();
  });

  it.each([
    [null],
    [undefined],
    [[]],
    ['none'],
    ['I need nothing.'],
    [{}],
    [7],
    [{ look_up: 'write', path: 'a' }],
    [{ look_up: 'read', path: '' }],
    [{ look_up: 'search', text: '' }],
  ])('%j is none', (value) => {
    expect(read(value)).toEqual([]);
  });

  it('count once each, and never throw', () => {
    expect(read(['list src', { look_up: 'list', path: 'src' }, 'nonsense'])).toEqual(['list src']);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const first = readLookUps(value);
        const { look_ups } = form.parse({ look_ups: value, reply: { position: 'p' } });
        expect(readLookUps(look_ups)).toEqual(first);
      }),
    );
  });

  it.each([
    ['in its field', { look_ups: [], reply: { position: 'p' } }],
    ['beside it', { look_ups: null, position: 'p' }],
    ['alone', { position: 'p' }],
    ['under another name', { answer: { position: 'p' } }],
  ])('leave a reply %s as it is', (_name, value) => {
    expect(form.parse(value)).toEqual({ look_ups: [], reply: { position: 'p' } });
  });

  it('none of which and no reply is nothing that can be read', () => {
    expect(form.safeParse({ look_ups: [], reply: null }).success).toBe(false);
  });
});

describe('places of a fact', () => {
  const place = { path: 'src/a.ts', line: 12, quote: 'await retry(job)', commit: null, found: null };
  it.each([
    [{ path: 'src/a.ts', line: 12, quote: 'await retry(job)' }, place],
    [{ path: 'src/a.ts', line: '12', quote: 'await retry(job)' }, place],
    [{ file: 'src/a.ts', lines: '12-14', quotation: 'await retry(job)' }, place],
    [{ path: 'src/a.ts:12', quote: 'await retry(job)' }, place],
    [
      { path: 'src/a.ts', quote: 'await retry(job)' },
      { ...place, line: null },
    ],
    ['src/a.ts:12 "await retry(job)"', place],
    ['src/a.ts:12: `await retry(job)`', place],
  ])('%j', (value, wanted) => {
    expect(readEvidence(value)).toEqual([wanted]);
    expect(readEvidence([value, null, 'x', {}])).toEqual([wanted]);
  });

  it.each([[null], ['src/a.ts:12'], [{ path: 'src/a.ts', line: 1 }], [{ quote: 'x' }], [7]])(
    '%j names none',
    (value) => {
      expect(readEvidence(value)).toEqual([]);
    },
  );
});
