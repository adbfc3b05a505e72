import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listComments, listFences, listHeadings } from '../../src/text/markdown/markdown-outline.ts';
import { parseMarkdown, sourceOf } from '../../src/text/markdown/markdown-tree.ts';
import { hostileText } from '../support/hostile-text.ts';

const fill = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Forms in which parsers of markdown take the square of the length, or more. */
const forms: Record<string, (length: number) => string> = {
  backticks: (length) => fill('`', length),
  'runs of backticks, each longer': (length) => {
    let text = '';
    for (let run = 1; text.length < length; run += 1) text += `${'`'.repeat(run)} a `;
    return text;
  },
  brackets: (length) => fill('[', length),
  'pairs of brackets': (length) => fill('[a]', length),
  quotes: (length) => fill('>', length),
  'lists in one line': (length) => fill('1. ', length),
  'lists inside lists': (length) => {
    let text = '';
    for (let level = 0; text.length < length; level += 1) text += `${' '.repeat(2 * level)}- a\n`;
    return text;
  },
  emphasis: (length) => fill('**a *b ', length),
  'a wide table': (length) =>
    [fill('|a', length / 3), fill('|-', length / 3), fill('|b', length / 3)].join('\n'),
  'a long table': (length) => `| a | b |\n|---|---|\n${fill('| c | d |\n', length)}`,
  fences: (length) => fill('```\na\n', length),
  comments: (length) => fill('<!-- a\n', length),
  definitions: (length) => fill('[a]: b "\n', length),
};

describe('parseMarkdown', () => {
  it.each(Object.keys(forms))('reads or refuses five million characters of %s', (name) => {
    const text = forms[name]?.(5_000_000) ?? '';
    expect(() => parseMarkdown(text, 'big.md')).toThrow(/^big\.md cannot be read as markdown/);
  });

  // A parser that takes the square of the length needs minutes for these, far beyond the time that a test has.
  it.each(Object.keys(forms))('reads or refuses a text of allowed length made of %s', (name) => {
    const text = (forms[name]?.(400_000) ?? '').slice(0, 400_000);
    try {
      expect(parseMarkdown(text).source).toBe(text);
    } catch (error) {
      expect(error).toMatchObject({ code: 'FILE_TOO_LARGE' });
    }
  });

  it.each([
    ['an image', (data: string) => `![a figure](data:image/png;base64,${data})`],
    ['a definition', (data: string) => `[figure]: data:image/png;base64,${data}`],
    ['HTML', (data: string) => `<img alt="a figure" src="data:image/png;base64,${data}">`],
    ['an address in percent signs', (data: string) => `![a](data:image/svg+xml;utf8,%3Csvg%3E${data})`],
  ])('reads a text around what is embedded as %s', (_, write) => {
    const data = 'iVBORw0KGgo/Aa+9'.repeat(20_000);
    const text = `# One\n\nText ${write(data)} and more.\n\n## Two\n\n- ${write(data)}\n`;
    const tree = parseMarkdown(text);
    expect(tree.source).toBe(text);
    expect(listHeadings(tree).map((heading) => heading.text)).toEqual(['One', 'Two']);
    expect(tree.blocks.map(({ type }) => type).slice(-1)).toEqual(['list']);
  });

  it('keeps every character of any text in its place', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 6 }), (parts) => {
        const text = parts.join('\n');
        const tree = parseMarkdown(text);
        const lines = tree.source.split('\n').length;
        for (const heading of listHeadings(tree)) expect(heading.endLine).toBeLessThanOrEqual(lines);
        for (const { from, to } of listComments(tree))
          expect(tree.source.slice(from, to)).toMatch(/^<!--[\s\S]*-->$/);
        for (const block of tree.blocks) expect(sourceOf(tree, block)).not.toBe('');
      }),
    );
  });

  it('knows where the rule stands that it takes for no underline', () => {
    const tree = parseMarkdown('two\nlines\n  ---\n\nmore');
    expect(tree.blocks.map((block) => [block.type, sourceOf(tree, block)])).toEqual([
      ['paragraph', 'two\nlines'],
      ['thematicBreak', '  ---'],
      ['paragraph', 'more'],
    ]);
  });

  it('counts lines of the file behind a front matter', () => {
    const tree = parseMarkdown('\ufeff---\r\na: 1\r\n---\r\n# Title\r\n\r\nUnder\r\n-----\r\n');
    expect(tree.frontMatter).toMatchObject({ text: 'a: 1', line: 2 });
    expect(listHeadings(tree)).toEqual([
      { level: 1, text: 'Title', line: 4, endLine: 4 },
      { level: 2, text: 'Under', line: 6, endLine: 7 },
    ]);
  });

  it('takes what is never closed for text, so that the rest of the file is read', () => {
    expect(listHeadings(parseMarkdown('<!-- open\n\n# Title'))).toMatchObject([{ text: 'Title' }]);
    expect(listHeadings(parseMarkdown('```\n\n# Title'))).toEqual([]);
    expect(listHeadings(parseMarkdown('```\n\n# Title', 'x', { openFences: 'text' }))).toMatchObject([
      { text: 'Title', line: 3 },
    ]);
  });
});

describe('listHeadings', () => {
  it.each([
    ['# A #', ['1 A']],
    ['### **A** `b` #', ['3 **A** `b`']],
    ['#not one', []],
    ['    # code', []],
    ['A\n===\n\nB\n---', ['1 A', '2 B']],
    ['a\nb\n---\n\n# C', ['1 C']],
    ['> # quoted\n\n- # listed', []],
    ['```\n# A\n```\n<!-- # B -->', []],
  ])('reads %j', (text, expected) => {
    expect(listHeadings(parseMarkdown(text)).map(({ level, text: title }) => `${level} ${title}`)).toEqual(
      expected,
    );
  });
});

describe('listFences', () => {
  it.each([
    ['```yaml\na\n```', [['yaml', 'a', 2]]],
    ['~~~ YML title\na\n~~~~\nb', [['yml', 'a', 2]]],
    ['````\n```yaml\na\n```\n````', [['', '```yaml\na\n```', 2]]],
    ['  ```yaml\n   a\n  b\n c\n  ```', [['yaml', ' a\nb\nc', 2]]],
    ['- item\n\n  ```yaml\n  a\n  ```', [['yaml', 'a', 4]]],
    ['```yaml\nopen', [['yaml', 'open', 2]]],
    ['    ```yaml\n    indented code', []],
    ['``` `inline` ```', []],
    [
      'x\n```\n```\n```js\n```',
      [
        ['', '', 3],
        ['js', '', 5],
      ],
    ],
  ])('finds %j', (text, fences) => {
    expect(
      listFences(parseMarkdown(text)).map(({ language, text: inside, line }) => [language, inside, line]),
    ).toEqual(fences);
  });
});
