import { symlink } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyContext, parseProjectContext, readProjectContext } from '../../src/project/project-context.ts';
import { removeComments } from '../../src/text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../../src/text/markdown/markdown-tree.ts';
import { fixturePlaces, makeLibrary } from '../support/library-folder.ts';

describe('readProjectContext', () => {
  it('reads a whole file', async () => {
    const context = await readProjectContext(path.join(fixturePlaces.project, 'CONTEXT.md'), 'fallback');
    expect(context).toMatchObject({
      name: 'tide-tables',
      description: '',
      objectives: ['Answer in 50 ms', 'Run on one small machine: without a database server; without root'],
      constraints: [],
      in_scope: ['Tide times for one harbour, read from a file', 'Sunrise'],
      out_of_scope: ['Weather'],
      stack: ['API: Go 1.23', 'Store: SQLite'],
      open_questions: ['Which `<!-- harbour -->` codes?'],
    });
    expect(context.text).not.toContain('Kept by hand');
    expect(context.text).toContain('Last updated');
  });

  it('is empty without a file, and refuses a link that leads out of the project', async () => {
    const { root, places } = await makeLibrary({ 'outside.md': '# Secret' });
    const file = path.join(places.project, 'CONTEXT.md');
    expect(await readProjectContext(file, 'shop')).toEqual(emptyContext('shop'));
    await symlink(path.join(root, 'outside.md'), file);
    await expect(readProjectContext(file, 'shop')).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
  });
});

describe('parseProjectContext', () => {
  it.each([
    ['# shop - Component Context', 'shop'],
    ['# shop — Project Context', 'shop'],
    ['# shop: Context', 'shop'],
    ['# Project Context: `shop`', 'shop'],
    ['# **shop** #', 'shop'],
    ['shop - Project Context\n===', 'shop'],
    ['# Context Broker', 'Context Broker'],
    ['# Project Context', 'fallback'],
    ['# Objectives\n- a', 'fallback'],
    ['## shop', 'fallback'],
    ['```\n# shop\n```', 'fallback'],
    ['<!-- # shop -->\n# real', 'real'],
    ['', 'fallback'],
  ])('finds the name in %j', (text, name) => {
    expect(parseProjectContext(text, 'fallback').name).toBe(name);
  });

  it.each([
    ['## Project Objectives', 'objectives'],
    ['### Component Objectives:', 'objectives'],
    ['# Goals', 'objectives'],
    ['## 3. **Key Goals**', 'objectives'],
    ['## Goals & Objectives', 'objectives'],
    ['###### Constraints', 'constraints'],
    ['## Project Constraints', 'constraints'],
    ['## Technical Stack', 'stack'],
    ['## Tech stack', 'stack'],
    ['Technologies\n---', 'stack'],
    ['## Component Open Questions', 'open_questions'],
    ['## 🎯 In Scope', 'in_scope'],
    ['## Non-goals', 'out_of_scope'],
  ] as const)('finds the section %j', (heading, field) => {
    const text = `# shop\n\n## Notes\n\n- not this\n\n${heading}\n\n- one\n- two\n\n# Other\n- nor this`;
    // A heading of level 1 may also stand in the middle.
    expect(parseProjectContext(text, 'fallback')[field]).toEqual(['one', 'two']);
  });

  it.each([
    ['**In scope**:\n- a\n- b\n\n**Out of scope**:\n- c', ['a', 'b'], ['c']],
    ['**In Scope:**\n- a\n**Out-of-scope:** c', ['a'], ['c']],
    ['### Out of scope\n- c\n### In scope\n- a', ['a'], ['c']],
    ['**Type**: everything\n\n**In scope**:\n- a', ['a'], []],
    ['- a\n- b', ['a', 'b'], []],
    ['One paragraph\nof scope.', ['One paragraph of scope.'], []],
    [
      '**In scope**:\n- **Docker**: images\n- Not in scope of a test',
      ['Docker: images', 'Not in scope of a test'],
      [],
    ],
  ])('reads the scope %j', (scope, inside, outside) => {
    const context = parseProjectContext(`# shop\n## Scope\n${scope}\n## Next\n- x`, 'fallback');
    expect([context.in_scope, context.out_of_scope]).toEqual([inside, outside]);
  });

  it('joins wrapped points, drops what only announces a list, and keeps paragraphs', () => {
    const text =
      '## Goals\n\nWe want:\n\n- [x] first\ngoes on\n- second\n\n  still second\n\nA last one\nin prose.\n';
    expect(parseProjectContext(text, 'shop').objectives).toEqual([
      'first goes on',
      'second still second',
      'A last one in prose.',
    ]);
  });

  it('describes the project by its overview, else by the paragraph below the name', () => {
    expect(parseProjectContext('# shop\n\nSells\nthings.\n\nWell.\n## Goals', 'x').description).toBe(
      'Sells things.\n\nWell.',
    );
    expect(parseProjectContext('# shop\n\nSells.\n## Component Overview\nMore.', 'x').description).toBe(
      'More.',
    );
    expect(parseProjectContext('Sells things.', 'x')).toMatchObject({
      name: 'x',
      description: 'Sells things.',
    });
    expect(parseProjectContext('---\nname: y\n---\n# shop\nSells.', 'x')).toMatchObject({
      name: 'shop',
      description: 'Sells.',
    });
  });

  it('reads any text without failing, and finds a marked point wherever it stands', () => {
    const noise = fc.array(
      fc.constantFrom(
        '# A',
        '## Scope',
        '- x',
        '```',
        '~~~',
        '---',
        '===',
        '| a | b |',
        '|---|---|',
        '<!--',
        '**In scope**',
        '  - y',
        '`',
        '',
      ),
      { maxLength: 15 },
    );
    fc.assert(
      fc.property(noise, (lines) => {
        const text = ['## Goals', '- MARK', '', '## Rest', ...lines].join('\r\n');
        expect(parseProjectContext(text, 'shop').objectives).toContain('MARK');
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        (text) => void parseProjectContext(text, 'shop'),
      ),
    );
  });
});

describe('removeComments', () => {
  it.each([
    ['a <!-- b --> c', 'a  c'],
    ['a\n<!--\nb\n-->\nc', 'a\nc'],
    ['a\n\n<!-- b -->\n\nc', 'a\n\nc'],
    ['<!-- a --> x <!-- b\nc --> y', 'x  y'],
    ['```\n<!-- kept -->\n```', '```\n<!-- kept -->\n```'],
    ['<!--\n```\n-->\na\n```\nb', 'a\n```\nb'],
    ['use `<!-- x -->` so', 'use `<!-- x -->` so'],
    ['never <!-- closed\nkept', 'never <!-- closed\nkept'],
  ])('turns %j into %j', (text, expected) => {
    expect(removeComments(parseMarkdown(text))).toBe(expected);
  });
});
