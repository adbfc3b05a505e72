/** Renders a document and the record of its discussion as one HTML file: no scripts, no network, light and dark, for screen and print. */
import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import { documentNames, type ExportType } from '../domain/vocabulary.ts';
import { escapeHtml, renderMarkdown } from '../text/markdown-html.ts';

/** The parts of the page, as markdown. */
export interface HtmlParts {
  type: ExportType;
  /** The document; for type `record`, the record itself. */
  text: string;
  /** The record of the whole discussion; null if `text` already is the record. */
  record: string | null;
}

export function renderHtmlPage(session: Session, { type, text, record }: HtmlParts): string {
  const name = type === 'record' ? 'record of the discussion' : documentNames[type];
  const title = escapeHtml(`${session.topic.replace(/\s+/g, ' ').slice(0, 200)} (${name})`);
  const state = session.outcome === null ? session.status : session.outcome.result.replaceAll('-', ' ');
  const facts = [
    ['Session', session.id],
    ['Result', state],
    ['Degraded', session.outcome?.degraded === true ? session.outcome.degradation.join('; ') : null],
    ['Rounds', String(session.total_rounds)],
    ['At the table', session.participants.map(({ id }) => id).join(', ')],
    ['Rehearsal', session.rehearsal ? 'yes: the built-in panel spoke, so this is nobody’s opinion' : null],
    ['Last change', session.updated_at],
  ].flatMap(([label, value]) =>
    value === null || value === undefined ? [] : [`<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`],
  );
  const parts = [
    `<article>${render(text)}</article>`,
    ...(record === null ? [] : [`<article class="record">${render(record)}</article>`]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header><dl>${facts.join('')}</dl></header>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** Text that is too large for the parser is shown as written. */
function render(text: string): string {
  try {
    return renderMarkdown(text, 'The document');
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return `<pre>${escapeHtml(text)}</pre>`;
  }
}

const style = `
:root{--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--tint:#f6f8fa;--link:#0a58ca}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a3adb8;--line:#3d444d;--paper:#15181c;--tint:#1f242a;--link:#7ab7ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:56rem;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header{border-bottom:1px solid var(--line);color:var(--soft);font-size:.875rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0 0 1rem}
dt{font-weight:600}dd{margin:0}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.8em 0 .5em}
h1{font-size:1.75rem}h2{font-size:1.35rem;border-bottom:1px solid var(--line);padding-bottom:.2em}h3{font-size:1.1rem}
a{color:var(--link)}
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
