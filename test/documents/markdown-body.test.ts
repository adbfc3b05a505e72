import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBody } from '../../src/documents/markdown/body.ts';
import { inline, type Rich } from '../../src/documents/markdown/text.ts';
import { hostileText } from '../support/hostile-text.ts';
import { listNodes, parseMarkdown, showText } from '../support/markdown-tree.ts';

const rich: Rich = { mark: (id) => `<${id}>`, emphasis: true };
const format = (text: string) => formatBody(text, rich, { level: 2 });

describe('one line', () => {
  it.each([
    ['**bold** and *slanted*', '**bold** and *slanted*'],
    ['**A `.gitignore` of `*` first,** so', '**A `.gitignore` of `*` first,** so'],
    ['*see `a*b`* and **`*`**', '*see `a*b`* and **`*`**'],
    ['**a ` b** c', '**a \\` b** c'],
    ['see [the page](https://a.example/x)', 'see [the page](https://a.example/x)'],
    ['see [the page](javascript:x)', 'see \\[the page\\](javascript:x)'],
    ['an [[REQ-001]] and `[[F-2]]`', 'an <REQ-001> and <F-2>'],
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['**open', '\\*\\*open'],
    ['`**code**`', '`**code**`'],
    ['\\_\\_init\\_\\_.py', '\\_\\_init\\_\\_.py'],
    ['__init__.py', '\\_\\_init\\_\\_.py'],
    ['send `{"a": [1]}` or `a | b`', 'send `{"a": [1]}` or `a | b`'],
    ['![picture](https://a.example/x.png)', '!\\[picture\\](<https://a.example/x.png>)'],
  ])('%j becomes %j', (given, expected) => {
    expect(inline(given, rich)).toBe(expected);
  });

  it('loses its emphasis where it is emphasized as a whole', () => {
    expect(inline('**a** *b* `c`', { ...rich, emphasis: false })).toBe('a b `c`');
  });
});

describe('a body', () => {
  it.each([
    ['its headings go below the section', '# A\n\ntext\n\n### B\n\n# C', '### A\n\ntext\n\n#### B\n\n### C'],
    ['an underlined heading is one', 'A\n===\n\nB\n---', '### A\n\n#### B'],
    ['a table stays', '|a|b|\n|-|-|\n|1 \\| 2|`x`|', '| a | b |\n| --- | --- |\n| 1 \\| 2 | `x` |'],
    ['code stays', '```go\nx := a[1] & <b>\n```', '```go\nx := a[1] & <b>\n```'],
    ['code in a list stays', '* a\n\n  ```sh\n  x[1]\n    y\n  ```', '* a\n\n  ```sh\n  x[1]\n    y\n  ```'],
    ['a pipe in code stays in its cell', '|a|\n|-|\n|`x \\| y`|', '| a |\n| --- |\n| `x \\| y` |'],
    ['an open fence ends', '```\nx', '```text\nx\n```'],
    ['braces in code stay', '```json\n{"a": {"b": 1}}\n```', '```json\n{"a": {"b": 1}}\n```'],
    ['blank lines in code stay', '```py\na\n\n\nb\n```', '```py\na\n\n\nb\n```'],
    ['a comment in code stays', '```html\n<!-- a -->\n```', '```html\n<!-- a -->\n```'],
    ['a mark of ours in code is none', '```\n<!-- s2s:end x -->\n```', '```text\n<! -- s2s:end x -->\n```'],
    [
      'a template in code stays, and builders of pages do not run it',
      '```yaml\nname: {{ .Values.name }}\n```',
      '<!-- {% raw %} -->\n```yaml\nname: {{ .Values.name }}\n```\n<!-- {% endraw %} -->',
    ],
    [
      'what would run all the same is taken apart',
      '```\n{{< x >}}\n{% endraw %}\n```',
      '```text\n{ {< x >}}\n{ % endraw %}\n```',
    ],
    ['a fence in code cannot end it', '````\n```\nx\n````', '````text\n```\nx\n````'],
    ['lists and what is in them stay', '1. a\n   - b\n   - c\n2. d', '1. a\n   * b\n   * c\n2. d'],
    ['an open comment is text', 'a\n\n<!-- b', 'a\n\n\\<\\!-- b'],
    ['HTML is text', '<details>\nx\n</details>', '\\<details>\nx\n\\</details>'],
    ['a rule goes', 'a\n\n---\n\nb', 'a\n\nb'],
    ['nothing becomes front matter', '---\na: b\n---\nc', 'a: b\n\nc'],
  ])('%s', (_, given, expected) => {
    expect(format(given).replace(/^### (a: b)$/m, '$1')).toBe(expected);
  });

  it('has bold lines for headings where there is no room for them', () => {
    expect(formatBody('# A\n\ntext', rich)).toBe('**A**\n\ntext');
    expect(format('> # A')).toBe('> **A**');
  });

  it('stays within its section, whatever is in it, and is formed again as it is', () => {
    fc.assert(
      fc.property(hostileText, (given) => {
        const body = format(given);
        const nodes = listNodes(parseMarkdown(`## Before\n\n${body}\n\n## After\n`));
        const headings = nodes.filter(({ type }) => type === 'heading');
        expect([headings[0], headings.at(-1)].map((node) => node && showText(node))).toEqual([
          'Before',
          'After',
        ]);
        for (const { depth } of headings.slice(1, -1)) expect(depth).toBeGreaterThan(2);
        for (const { type, url, value } of nodes) {
          if (/^<!-- \{% (?:end)?raw %\} -->$/.test(value ?? '')) continue;
          expect(['html', 'definition', 'image', 'footnoteDefinition']).not.toContain(type);
          if (type === 'link') expect(url).toMatch(/^(?:https?|mailto):/i);
        }
        const run = body.replace(/<!-- \{% raw %\} -->(?:(?!\{% endraw)[\s\S])*\{% endraw %\} -->/g, '');
        expect(run).not.toMatch(/\{\{|\{%|<!--(?![\s\S]*-->)|<!--\s*s2s|\u202e/);
      }),
      { numRuns: 200 },
    );
  });
});
