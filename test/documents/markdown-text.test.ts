import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBody } from '../../src/documents/markdown/body.ts';
import { formatTable } from '../../src/documents/markdown/table.ts';
import { cleanText, heading, inline } from '../../src/documents/markdown/text.ts';
import { hostileText } from '../support/hostile-text.ts';
import { listNodes, type MarkdownNode, parseMarkdown, showText } from '../support/markdown-tree.ts';

const squeeze = (text: string) => cleanText(text).replace(/\s+/gu, ' ').trim();
/** What a reader sees, compared without spaces: a code span loses those at its ends. */
const seen = (text: string) => text.replace(/\s+/gu, '').replaceAll('%7C', '|');

/** Only text, code spans and plain addresses. */
function expectPlainLine(nodes: MarkdownNode[]): void {
  for (const node of nodes) {
    expect(['text', 'inlineCode', 'link']).toContain(node.type);
    if (node.type === 'link') expect(node.url).toMatch(/^(?:https?|mailto):/i);
  }
}

describe('inline', () => {
  it.each([
    ['plain words', 'plain words'],
    ['  two\n lines ', 'two lines'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['use `npm ci` here', 'use `npm ci` here'],
    ['ask `== 7` or `() => x`, and `=> x`', 'ask `== 7` or `() => x`, and `=> x`'],
    ['begins with `Error: `, ends', 'begins with `Error: `, ends'],
    ['# not a heading', '\\# not a heading'],
    ['2. second', '2\\. second'],
    ['a < b && c > d', 'a < b && c > d'],
    ['<script>', '\\<script>'],
    ['see https://a.example/x_y.', 'see <https://a.example/x_y>.'],
    ['[a](b)', '\\[a\\](b)'],
    ['red\u001b[31m\u202e', 'red\\[31m'],
    ['C:\\temp', 'C:\\temp'],
    ['---', '\\---'],
  ])('%j becomes %j', (given, expected) => {
    expect(inline(given)).toBe(expected);
  });

  it('is one line that shows the same text and nothing else, wherever it stands', () => {
    fc.assert(
      fc.property(hostileText, (given) => {
        const line = inline(given);
        expect(line).not.toMatch(/\n/);
        if (line === '') {
          expect(squeeze(given)).toBe('');
          return;
        }
        for (const [before, after] of [
          ['', '\n'],
          ['before\n', '\nafter\n'],
          ['* ', '\n'],
          ['> ', '\n'],
        ] as const) {
          const tree = parseMarkdown(before + line + after);
          const kinds = listNodes(tree)
            .filter((node) => ['list', 'blockquote', 'heading', 'paragraph'].includes(node.type))
            .map((node) => node.type);
          expect(kinds).toEqual(
            before === '* '
              ? ['list', 'paragraph']
              : before === '> '
                ? ['blockquote', 'paragraph']
                : ['paragraph'],
          );
          const paragraph = listNodes(tree).find((node) => node.type === 'paragraph');
          expectPlainLine(listNodes({ type: 'root', children: paragraph?.children ?? [] }).slice(1));
          const shown = showText(tree)
            .replace(/^before\n/, '')
            .replace(/\nafter$/, '');
          expect(seen(shown)).toBe(seen(squeeze(given)));
        }
      }),
      { numRuns: 120 },
    );
  });

  it('stays one cell of a table', () => {
    fc.assert(
      fc.property(hostileText, (given) => {
        const rich = { mark: (id: string) => id, emphasis: true };
        const table = formatTable([
          ['a', 'b', 'c'],
          [inline(given), inline(given, rich), 'last'],
        ]);
        const tree = parseMarkdown(`${table}\n`);
        const rows = listNodes(tree).filter((node) => node.type === 'tableRow');
        expect(rows).toHaveLength(2);
        expect(rows[1]?.children?.map(showText).at(2)).toBe('last');
      }),
      { numRuns: 60 },
    );
  });
});

/** What builders of pages run, by builder; none of it may be left, neither in the text nor in what is rendered from it. */
const builders: [name: string, text: string, runs: RegExp][] = [
  ['Liquid and Vue', 'It says {{ site.secret }} here', /\{\{/],
  ['Liquid tags', '{% include secret.md %}', /\{%|%\}/],
  ['Nunjucks comments', 'a {# b #} c', /\{#|#\}/],
  ['Hugo', '{{< readfile "x" >}} {{% x %}}', /\{\{/],
  ['three braces', '{{{ raw }}}', /\{\{/],
  ['templates in code', 'use `{{ secrets.KEY }}` there', /\{\{/],
  ['tags in code', 'use `{% raw %}`', /\{%|%\}/],
  ['knitr', 'now `r system("id")`', /(?<!\\)`r /],
  ['Quarto', 'now `{python} 1`', /(?<!\\)`\{/],
  ['Obsidian', 'now `$= dv.current()` and `= this.x`', /(?<!\\)`\$?=/],
  ['Gatsby', '`embed:../secret.js`', /(?<!\\)`embed/],
  ['MDX expressions', 'a {process.env.KEY} b', /(?<!\\)[{}]/],
  ['commands in comments on GitLab', '/merge now', /^\/merge/],
  ['snippets of MkDocs', '--8<-- "secret.md"', /^-+8</],
  ['MDX imports', "import x from './secret.js'", /^import/],
  ['MDX exports', 'export const x = 1', /^export/],
  ['MDX and Vue components', 'a <Component/> b <script setup> <_x> <$y> <>', /(?<!\\)<(?! )/],
  ['containers', ':::danger', /^:::/],
  ['containers behind blanks', '   :::: raw', /^\s*:::/],
  ['VitePress snippets', '<<< @/../secret.js', /^<<</],
  ['VitePress includes', '<!--@include: ./secret.md-->', /(?<!\\)<!--/],
  ['MkDocs snippets', '--8<-- "secret.md"', /^-/],
  ['MkDocs snippets, short', '-8<- "secret.md"', /^-/],
  ['admonitions', '!!! danger', /^!!!/],
  ['kramdown', '{::options auto_ids="false" /}', /(?<!\\)\{/],
  ['logs of Azure', 'a ##vso[task.setvariable]x', /##\w*\\?\[/],
  ['logs of Azure in code', 'a `##[command]x`', /##\w*\\?\[/],
];

it.each(builders)('%s runs nothing', (_, given, runs) => {
  const rich = { mark: (id: string) => id, emphasis: true };
  for (const text of [
    inline(given),
    inline(given, rich),
    formatBody(given, rich),
    formatBody(`first\n${given}`, rich),
    heading(given, ''),
  ]) {
    expect(text.split('\n').at(-1)).not.toMatch(runs);
    expect(
      seen(showText(parseMarkdown(`${text}\n`)))
        .replace('first', '')
        .replaceAll('`', ''),
    ).toBe(seen(squeeze(given)).replaceAll('`', ''));
  }
  const rendered = showText(parseMarkdown(`${inline(given)}\n`));
  // Vue looks at the page, not at the markdown.
  expect(rendered).not.toMatch(/\{\{/);
});

describe('heading', () => {
  it('is one heading of the wanted depth', () => {
    fc.assert(
      fc.property(hostileText, (given) => {
        const nodes = parseMarkdown(`### ${heading(given, 'Untitled')}\n`).children ?? [];
        expect(nodes.map((node) => [node.type, node.depth])).toEqual([['heading', 3]]);
        expectPlainLine(listNodes(nodes[0] as MarkdownNode).slice(1));
        expect(showText(nodes[0] as MarkdownNode).trim()).not.toBe('');
      }),
      { numRuns: 80 },
    );
  });
});
