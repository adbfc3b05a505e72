/** Renders a document and the record of its discussion as one HTML file: no scripts, no network, light and dark, for screen and print. */

import { S2sError } from '../session/errors.ts';
import { cutText } from '../session/rules/cut-text.ts';
import type { Session } from '../session/session.ts';
import { documentNames, type ExportType } from '../session/vocabulary.ts';
import { cleanLine } from '../text/clean-text.ts';
import { splitFrontMatter } from '../text/front-matter.ts';
import { escapeHtml, renderMarkdown } from '../text/markdown/markdown-html.ts';

/** The parts of the page, as markdown. */
export interface HtmlParts {
  type: ExportType;
  /** The document; for type `record`, the record itself. */
  text: string;
  /** The record of the whole discussion; null if `text` already is the record. */
  record: string | null;
}

export function renderHtmlPage(session: Session, { type, text, record }: HtmlParts): string {
  const name = type === 'record' ? 'record' : documentNames[type];
  const title = cutText(cleanLine(session.text?.title ?? session.topic), 200);
  const language = /^[A-Za-z0-9-]+$/.exec(session.language ?? '')?.[0] ?? 'en';
  const ids = new Set<string>();
  const parts = [
    `<article>${render(text, ids)}</article>`,
    ...(record === null ? [] : [`<article class="record" lang="en">${render(record, ids)}</article>`]),
  ];
  return `<!doctype html>
<html lang="${type === 'record' ? 'en' : language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${title} (${name})`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** Front matter is for other programs; a reader does not see it. Text that is too large for the parser is shown as written. */
function render(text: string, ids: Set<string>): string {
  const body = splitFrontMatter(text).body.text;
  try {
    return renderMarkdown(body, 'The document', ids);
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return `<pre>${escapeHtml(body)}</pre>`;
  }
}

const style = `
:root{--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--tint:#f6f8fa;--link:#0a58ca}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a3adb8;--line:#3d444d;--paper:#15181c;--tint:#1f242a;--link:#7ab7ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:56rem;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.8em 0 .5em}
h1{font-size:1.75rem}h2{font-size:1.35rem;border-bottom:1px solid var(--line);padding-bottom:.2em}h3{font-size:1.1rem}
a{color:var(--link)}
:target{background:var(--tint);outline:2px solid var(--link)}
table{display:block;overflow-x:auto;border-collapse:collapse;margin:1em 0}
th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top;overflow-wrap:normal}
th{background:var(--tint)}
pre{background:var(--tint);border:1px solid var(--line);padding:.75rem;white-space:pre-wrap}
code{font-family:ui-monospace,monospace;font-size:.9em}
blockquote{margin:1em 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.record{margin-top:4rem;border-top:3px double var(--line)}
@media print{
:root{--ink:#000;--soft:#333;--line:#999;--paper:#fff;--tint:#fff;--link:#000}
@page{margin:2cm}
body{max-width:none;padding:0;font-size:10.5pt}
h1,h2,h3,h4{break-after:avoid}table,pre,blockquote,li{break-inside:avoid}table{display:table;width:100%}
.record{break-before:page;margin-top:0;border-top:0}
a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em}
}`;
