/** A discussion as one page: it loads nothing, runs nothing, and text of models is text in it. */
import { expect, test } from 'vitest';
import { renderHtmlPage } from '../../src/documents/html-page.ts';
import type { Session } from '../../src/domain/session.ts';
import { renderMarkdown } from '../../src/text/markdown-html.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';

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
] as const)('a text that keeps parsers busy still becomes a page: %s', async ([, text]) => {
  session ??= await record();
  expect(renderHtmlPage(session, { type: 'summary', text, record: null })).toContain('</html>');
});

let session: Session | null = null;

async function record() {
  const { app } = makeApp(await makeProjectFolder());
  const run = await app.start({
    workflow: 'design',
    rehearsal: true,
    topic: 'Which <b>queue</b> & "cache"?',
  });
  return (await run.result).session;
}

test('an export is one page with the document and the whole discussion, and nothing from elsewhere', async () => {
  const { app } = makeApp(await makeProjectFolder());
  const topic = 'Which <script>alert(1)</script> queue?';
  const run = await app.start({ workflow: 'design', rehearsal: true, topic });
  const { session } = await run.result;
  const { text, format, data } = await app.export({ format: 'html' });
  expect([format, data]).toEqual(['html', null]);
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).not.toMatch(/<script|<img|<link|<iframe|@import|url\(| src=| on\w+=/i);
  expect(text).toContain('prefers-color-scheme:dark');
  expect(text).toContain('@media print');
  expect(text).toContain("default-src 'none'");
  expect(text.match(/<article/g)).toHaveLength(2);
  const readable = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  for (const { question } of session.rounds)
    expect(readable).toContain(question.slice(0, 40).replace(/[<&].*/, ''));
  for (const { id } of session.participants) expect(readable).toContain(id);
  for (const { id } of session.artifacts) expect(readable).toContain(id);
  const { text: alone } = await app.export({ format: 'html', type: 'record' });
  expect(alone.match(/<article/g)).toHaveLength(1);
});
