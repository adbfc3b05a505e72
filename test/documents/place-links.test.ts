import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inline } from '../../src/documents/markdown/text.ts';
import { createLinks, readLinks } from '../../src/documents/place-links.ts';
import { factSchema } from '../../src/session/records.ts';
import { renderMarkdown } from '../../src/text/markdown/markdown-html.ts';

const place = (path: string, line: number | null = 7, more: Record<string, unknown> = {}) =>
  factSchema.parse({
    ...{ id: 'F-001', claim: '', quote: '', seats: [], round: 1, found: 'yes' },
    ...{ path, line, ...more },
  });
const file = 'docs/decisions/1.md';

describe('places in a document', () => {
  it('are named by the shortest end of their path that no other file has', () => {
    const facts = [place('a/models.py'), place('b/models.py', 9), place('b/views.py', null)];
    const links = createLinks(facts, { file, taken: new Map() });
    expect(facts.map(links.format)).toEqual(['[a/models.py:7]', '[b/models.py:9]', '[views.py]']);
    expect(links.list()).toBe(
      '[a/models.py:7]: ../../a/models.py#L7\n[b/models.py:9]: ../../b/models.py#L9\n[views.py]: ../../b/views.py',
    );
  });

  it('have their whole path where another part of the file uses the short one for another place', () => {
    const taken = readLinks('[main.go:7]: ../x/main.go#L7\n[main.go:7]: ../ignored.go\n');
    const fact = place('a/main.go');
    expect(createLinks([fact], { file, taken }).format(fact)).toBe('[a/main.go:7]');
    const both = new Map([...taken, ['a/main.go:7', '../y/main.go']]);
    expect(createLinks([fact], { file, taken: both }).format(fact)).toBe('[a/main.go:7](../../a/main.go#L7)');
  });

  it('are code where nothing was opened, links of their own outside of a file, and nothing where they were not found', () => {
    const links = createLinks([], { file: undefined, taken: new Map() });
    expect(links.format(place('a.ts', 7, { found: null }))).toBe('`a.ts:7`');
    expect(links.format(place('a.ts', 7, { url: 'https://git.example/a.ts#L7' }))).toBe(
      '[a.ts:7](https://git.example/a.ts#L7)',
    );
    expect(links.format(place('a.ts', 7, { found: 'no' }))).toBe('');
  });

  it.each([
    ['see [[F-1]]: a', 'see [m.py:7]: a'],
    ['[[F-1]]: a', '[m.py:7]\\: a'],
    ['([[F-1]]): a', '([m.py:7]): a'],
  ])('%j is printed as %j: only what begins a line could be a definition', (text, printed) => {
    expect(inline(text, { mark: () => '[m.py:7]', emphasis: true })).toBe(printed);
  });

  it('become no other link by what is written beside them', () => {
    const words = fc.constantFrom(
      '(https://evil.example)',
      '[x]',
      ': https://evil.example',
      '[[F-1]]',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
        const line = inline(`[[F-1]]${parts.join('')}`, { mark: () => '[a.ts:7]', emphasis: true });
        const html = renderMarkdown(
          `${line}\n\n[a.ts:7]: https://good.example\n[x]: https://evil.example\n`,
          'x',
        );
        const count = 1 + parts.filter((part) => part === '[[F-1]]').length;
        expect(html.match(/href="https:\/\/good\.example"[^>]*>a\.ts:7</g)).toHaveLength(count);
        expect(html).not.toMatch(/href="https:\/\/evil\.example"[^>]*>a\.ts/);
      }),
    );
  });
});
