/** A discussion as one page: it loads nothing, runs nothing, and text of models is text in it. */
import { expect, test } from 'vitest';
import { renderHtmlPage } from '../../src/documents/html-page.ts';
import { renderRecord } from '../../src/documents/record/render-record.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { renderMarkdown } from '../../src/text/markdown/markdown-html.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';
import { buildDesign, buildText } from '../support/text-session.ts';

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><style>*{display:none}</style></svg>',
  'text <b onclick="alert(1)">in a line</b>',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](data:text/html,<script>alert(1)</script>)',
  '[click](//evil.example)',
  '[click](vbscript:x "title\\" onmouseover=\\"alert(1)")',
  '![picture](https://evil.example/pixel.png)',
  '<https://evil.example/>',
  '<javascript:alert(1)>',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>`',
  '| a | b |\n|---|---|\n| <script>alert(1)</script> | <iframe src=//evil.example> |',
  '<!-- hidden --><script>alert(1)</script>',
  '<!--><script>alert(1)</script>',
  '</article></main><script>alert(1)</script>',
  '# <style>body{display:none}</style>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<a href="javascript:alert(1)">x</a>',
  '[x]: javascript:alert(1)\n\n[x]',
  '---\ntitle: <script>alert(1)</script>\n---\ntext',
];

/** Tags that text of a document may become. */
const plain =
  /^<\/?(?:p|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|em|strong|a|span|blockquote|hr|br)(?: (?:href="(?:https?:\/\/|mailto:|#)[^"<>]*"|rel="noopener noreferrer"|title="[^"<>]*"|class="language-[^"<>]*"|align="[a-z]+"|start="\d+"|style="text-align: ?[a-z]+"))*>$/;

test.for(hostile)('nothing of this becomes more than text: %j', (text) => {
  const html = renderMarkdown(text, 'The text');
  for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag, html).toMatch(plain);
  expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/<|(?<!&#x?\w*);>/);
});

test('an id leads to where it is introduced, in this part or the one above; code and unknown ids stay text', () => {
  const ids = new Set<string>();
  expect(
    renderMarkdown('**REQ-001 · A name**: see REQ-002, XX-999 and `REQ-002`.\n\n### REQ-002', '', ids),
  ).toBe(
    '<p><strong id="REQ-001">REQ-001 · A name</strong>: see <a href="#REQ-002">REQ-002</a>, XX-999 and <code>REQ-002</code>.</p>\n<h3 id="REQ-002">REQ-002</h3>',
  );
  expect(renderMarkdown('* S-001 A seat (REQ-001)\n* REQ-001', '', ids)).toBe(
    '<ul>\n<li id="S-001">S-001 A seat (<a href="#REQ-001">REQ-001</a>)</li>\n<li><a href="#REQ-001">REQ-001</a></li>\n</ul>',
  );
});

test('what is meant as text is still there to be read', () => {
  expect(renderMarkdown('a <script>x</script> b', '')).toContain('&#x3C;script>x&#x3C;/script>');
  expect(renderMarkdown('[site](https://example.org/a?b=c&d)', '')).toContain(
    'href="https://example.org/a?b=c&#x26;d"',
  );
  expect(renderMarkdown('**bold** and `code`', '')).toBe(
    '<p><strong>bold</strong> and <code>code</code></p>',
  );
  expect(renderMarkdown('a [note] in [brackets](x) & `<code>`', '')).toBe(
    '<p>a [note] in <span>brackets</span> &#x26; <code>&#x3C;code></code></p>',
  );
  expect(renderMarkdown('<!-- a mark of the program -->\n\ntext', '')).not.toContain('mark of the program');
});

test.for([
  ['stars', '*'.repeat(100_000)],
  ['open bold', '**a **'.repeat(20_000)],
  ['links', '[a]('.repeat(20_000)],
  ['emphasis', '_a_ '.repeat(20_000)],
  ['code', '`'.repeat(50_000)],
  ['tags', '<a '.repeat(20_000)],
  ['quotes', '> '.repeat(10_000)],
  ['cells', '| a '.repeat(20_000)],
] as const)('a text that keeps parsers busy still becomes a page: %s', ([, text]) => {
  expect(renderHtmlPage(buildDesign(), { type: 'summary', text, record: null })).toContain('</html>');
});

test('an export is one page with the document and the whole discussion, and nothing from elsewhere', () => {
  const title = 'Which <script>alert(1)</script> queue?';
  const sections = [
    { id: 'context', title: '', body: 'Jobs are kept in memory ([[F-001]], [[F-003]]).', from: [] },
  ];
  const session = buildDesign({ language: 'de', text: buildText({ title, sections }) });
  const record = renderRecord(session);
  const text = renderDocument({ session, type: 'adr', templates });
  const page = renderHtmlPage(session, { type: 'adr', text, record });
  expect(page).toMatch(/^<!doctype html>\n<html lang="de">/);
  expect(page).not.toMatch(/<script|<img|<link|<iframe|@import|url\(| src=| on\w+=/i);
  expect(page).toContain('prefers-color-scheme:dark');
  expect(page).toContain('@media print');
  expect(page).toContain("default-src 'none'");
  expect(page.match(/<article/g)).toHaveLength(2);
  // Front matter and the marks of the program are not for readers; places lead to the file.
  expect(page).not.toMatch(/decision-makers|s2s:document/);
  expect(page).toContain('href="https://example.org/blob/abc/src/queue.ts#L12"');
  expect(page).toContain('<code>compose.yaml:4</code>');
  const alone = renderHtmlPage(session, { type: 'record', text: record, record: null });
  expect(alone.match(/<article/g)).toHaveLength(1);
});
