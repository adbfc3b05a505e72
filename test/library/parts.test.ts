import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { hashInputs } from '../../src/library/hash-inputs.ts';
import { cleanRole, nameRole } from '../../src/library/roles.ts';
import { splitFrontMatter } from '../../src/text/front-matter.ts';
import { parseYamlBlock } from '../../src/text/parse-yaml.ts';

describe('nameRole', () => {
  it('is the id in words', () => {
    expect(nameRole('software-architect')).toBe('Software Architect');
  });

  it('cleans any text to one line of at most 60 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const role = cleanRole(text);
        expect(Array.from(role).length).toBeLessThanOrEqual(60);
        expect(role).not.toMatch(/[\n\r\t\u2028\u2029\p{Cc}]/u);
        expect(cleanRole(role)).toBe(role);
      }),
    );
  });
});

describe('splitFrontMatter', () => {
  it('keeps every line of the body at its place', () => {
    const line = fc.constantFrom('a', '', '- b', '```', '# c');
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (front, body) => {
        const text = ['---', ...front, '---', ...body].join('\n');
        const parts = splitFrontMatter(text);
        expect(parts.frontMatter?.text).toBe(front.join('\n'));
        expect(
          text
            .split('\n')
            .slice(parts.body.line - 1)
            .join('\n'),
        ).toBe(parts.body.text);
      }),
    );
  });
});

describe('parseYamlBlock', () => {
  it('gives back what was written, for any data', () => {
    const data = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__' && key !== '<<'),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(data, (value) => {
        const source = parseYamlBlock({ text: stringify(value), line: 1, indent: 0 }, 'f');
        expect(source.problems).toEqual([]);
        expect(source.value ?? {}).toEqual({ ...value });
      }),
    );
  });

  it('locates keys and values in the file, through aliases too', () => {
    const text = 'a: &x\n  b: [1, two]\nc: *x';
    const source = parseYamlBlock({ text, line: 10, indent: 2 }, 'f');
    expect(source.locate(['a', 'b', 1], 'value')).toEqual({ line: 11, column: 12 });
    expect(source.locate(['a', 'b'], 'key')).toEqual({ line: 11, column: 5 });
    expect(source.locate(['c', 'b', 0], 'value')).toEqual({ line: 11, column: 9 });
    expect(source.locate(['a', 'nothing'], 'value')).toEqual({ line: 11, column: 5 });
    expect(source.locate([], 'value')).toEqual({ line: 10, column: 3 });
  });
});

describe('hashInputs', () => {
  it('depends on the content, not on the order of keys or where a file stood', () => {
    const one = hashInputs([{ id: 'a', body: 'b', file: '/x/a.md', origin: 'project' }]);
    expect(one).toMatch(/^[0-9a-f]{12}$/);
    expect(hashInputs([{ file: '/y/a.md', body: 'b', origin: 'shipped', id: 'a' }])).toBe(one);
    expect(hashInputs([{ id: 'a', body: 'b ' }])).not.toBe(one);
    expect(hashInputs(['a', 'b'])).not.toBe(hashInputs(['b', 'a']));
    expect(hashInputs(new Map([['a', 1]]))).toBe(hashInputs({ a: 1 }));
    expect(new Set([null, undefined, {}, [], ''].map(hashInputs)).size).toBeGreaterThan(3);
  });
});
