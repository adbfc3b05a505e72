import fc from 'fast-check';

/** Pieces of text that mean something to markdown, HTML, YAML, Liquid or a terminal. */
export const hostilePieces = [
  '# Heading', '## Decision Outcome', '\n# x\n', '---', '\n---\n', '***', '===', '\n===\n', '```', '```js\ncode\n```', '~~~', '    indented',
  '<!--', '-->', '<!-- s2s:begin REQ-001 from x/REQ-001 sum 0 -->', '<!-- s2s:end REQ-001 -->', '<script>alert(1)</script>', '<b>', '</div>', '<?php', '<![CDATA[',
  '| a | b |\n|---|---|\n| 1 | 2 |', '|', ':-', '-|-', '[x]: http://evil.example', '[link](javascript:alert(1))', '![image](x.png)', '[^1]', '[ ]', '[x]', '[R9 nobody]',
  '- item', '* item', '+ item', '1. item', '2)', '> quote', '*', '_', '**bold**', '__init__', 'snake_case_name', '`', '``', '`code`', '`a|b`', '\\', '\\`', '\\\\', '\\*',
  'http://a.example/b_c*d', 'https://x.example/(y)', 'https://', 'www.example.com', 'me@example.com', 'mailto:a@b.example', '&lt;', '&#x41;', '&amp', '~5', '~~gone~~',
  '{{ title }}', '{% raw %}', '{% include "/etc/passwd" %}', `$\{x}`, '$$', '"', "'", '---\nstatus: accepted\n---', 'a: b', '%YAML', '@user', '#12', ':::note', '“quoted”',
  '\u202edesrever', '\u200b', '\u0000', '\u001b[31mred', '\u0007', '\r\n', '\n\n', '\t', '  ', '\u2028', '\ud800', 'ﬁ', 'é', '数据库', 'שלום', '👩‍🚀', '\ufeff', '|:-:|', 'shall', 'end',
  '"]; click b1 "javascript:x"', '%%{init: {}}%%', 'subgraph', '🤷', 'x'.repeat(300), 'a  \nb', 'line\nline\nline',
] as const; // biome-ignore format: a table of words

/** Hostile and ordinary text, mixed. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...hostilePieces) },
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(' ', '\n', ' word '),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
