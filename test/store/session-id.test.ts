import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertId } from '../../src/session/rules/session-id.ts';
import { idPattern } from '../../src/session/vocabulary.ts';
import { createSessionId } from '../../src/store/session/create-session-id.ts';
import { noon } from './sample-session.ts';

const slugOf = (topic: string, slugMaxLength?: number): string =>
  createSessionId(topic, noon, { taken: [], slugMaxLength }).slice('20261127-120000-'.length);

describe('createSessionId', () => {
  it.each([
    ['Which queue should carry the download jobs?', 'which-queue-should-carry-the'],
    ["Don't repeat the user's e-mail", 'dont-repeat-the-users-e-mail'],
    ['Größe & Überblick', 'grosse-uberblick'],
    ['Какую очередь взять?', 'kakuyu-ochered-vzyat'],
    ['选择消息队列', 'xuan-ze-xiao-xi-dui-lie'],
    ['GraphQL', 'graphql'],
    ['../../etc/passwd', 'etc-passwd'],
    ['   ', 'session'],
    ['?!', 'session'],
    ['Donaudampfschifffahrtsgesellschaftskapitän', 'donaudampfschifffahrtsgesellsc'],
  ])('makes a readable slug of %j', (topic, slug) => {
    expect(slugOf(topic)).toBe(slug);
  });

  it('keeps a word that ends exactly at the limit', () => {
    expect(slugOf('one two three', 7)).toBe('one-two');
    expect(slugOf('one two three', 6)).toBe('one');
  });

  it('writes the time in UTC and takes the next free second', () => {
    const at = new Date('2026-12-31T23:59:59.900Z');
    expect(createSessionId('x', at, { taken: [] })).toBe('20261231-235959-x');
    const taken = ['20261231-235959-x', '20270101-000000-other'];
    expect(createSessionId('y', at, { taken })).toBe('20270101-000001-y');
  });

  it('gives an id that may stand in a path, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 1, max: 300 }),
        (topic, length) => {
          const id = createSessionId(topic, noon, { taken: [], slugMaxLength: length });
          expect(id).toMatch(idPattern);
          expect(() => assertId(id)).not.toThrow();
          const slug = id.slice('20261127-120000-'.length);
          expect(slug.length).toBeLessThanOrEqual(slug === 'session' ? 7 : length);
          expect(slug).not.toMatch(/-$|^-|--/);
        },
      ),
    );
  });
});

describe('assertId', () => {
  it.each(['..', '../x', 'a/b', 'A', '', '-a', 'a.b', 'a\0', 'a\n', 'x'.repeat(121)])('refuses %j', (id) => {
    expect(() => assertId(id)).toThrow(expect.objectContaining({ code: 'INVALID_ID' }));
  });
});
