/** A document with its sources, to read, copy or download, in several forms and types. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sayDocument } from '../../wording/outcome.ts';
import { beginSentence } from '../../wording/sentence.ts';
import type { Shown } from '../answer-types.ts';
import { Choice } from '../fields.tsx';
import { useAct, useLoaded, usePage, useTitle } from '../page-context.ts';
import { Loading, Problem } from '../parts.tsx';
import { Rich } from '../rich.tsx';
import { writeRoute } from '../route.ts';
import { Desk } from './source-panel.tsx';

const forms = { md: 'Markdown', html: 'HTML', json: 'JSON' };
const media = { md: 'text/markdown', html: 'text/html', json: 'application/json' };

export function DocumentView({ id, type }: { id: string; type: string }): VNode {
  const { client, announce } = usePage();
  const address = `/api/sessions/${id}/documents/${type}?format=`;
  const session = useLoaded(() => client.get<Shown>(`/api/sessions/${id}`), [id]);
  const markdown = useLoaded(() => client.getText(`${address}md`), [id, type]);
  const { run, busy, problem } = useAct();
  const [copied, setCopied] = useState(false);
  const article = useRef<HTMLElement>(null);
  const [headings, setHeadings] = useState<HTMLElement[]>([]);
  const isShown = markdown.value !== null && session.value !== null;
  useEffect(
    () => setHeadings([...(article.current?.querySelectorAll('h2') ?? [])]),
    [isShown, markdown.value],
  );
  const topic = session.value?.topic;
  // Any other type would print the same text once more.
  const types = new Set([session.value?.output_type ?? type, type, 'record']);
  useTitle(`${topic ?? 'Document'} (${sayDocument(type)})`);
  const copy = (): Promise<void> =>
    run(async () => {
      await copyText(await client.getText(`${address}md`));
      setCopied(true);
      announce('The document is copied as Markdown.');
    });
  const download = (form: keyof typeof forms): Promise<void> =>
    run(async () => {
      const text = await client.getText(`${address}${form}`);
      const url = URL.createObjectURL(new Blob([text], { type: media[form] }));
      const link = document.createElement('a');
      Object.assign(link, { href: url, download: `${id}-${type}.${form}` });
      link.click();
      URL.revokeObjectURL(url);
    });
  return (
    <Desk session={session.value}>
      <section class="rail" aria-label="The document">
        <div class="card">
          <p>
            <span class="quiet wide-only">From the discussion</span>{' '}
            <a class="clamp" href={writeRoute({ view: 'discussion', id })}>
              {topic ?? id}
            </a>
          </p>
          <div class="forms">
            <Choice
              label="Document"
              value={type}
              options={Object.fromEntries([...types].map((one) => [one, beginSentence(sayDocument(one))]))}
              onChange={(chosen) => {
                location.hash = writeRoute({ view: 'document', id, type: chosen });
              }}
            />
            <div class="buttons">
              <button type="button" disabled={busy} onClick={() => void copy()}>
                {copied ? 'Copied' : 'Copy'}
              </button>
              <details>
                <summary>Download</summary>
                <p class="buttons">
                  {Object.entries(forms)
                    .filter(([form]) => type !== 'record' || form !== 'json')
                    .map(([form, name]) => (
                      <button
                        type="button"
                        aria-label={`Download ${name}`}
                        disabled={busy}
                        onClick={() => void download(form as keyof typeof forms)}
                      >
                        {name}
                      </button>
                    ))}
                </p>
              </details>
            </div>
          </div>
        </div>
        {headings.length > 1 && (
          <>
            <nav class="card wide-only" aria-label="Contents">
              <Contents headings={headings} />
            </nav>
            <details class="card narrow-only">
              <summary>Contents</summary>
              <Contents headings={headings} />
            </details>
          </>
        )}
      </section>
      <div class="first">
        <Problem problem={problem ?? markdown.problem ?? session.problem} />
        {!isShown && markdown.problem === null && session.problem === null && <Loading what="the document" />}
        {isShown && (
          <article class="document" ref={article}>
            <Rich text={markdown.value ?? ''} below={0} />
          </article>
        )}
      </div>
    </Desk>
  );
}

/** The headings of the document, to go to. */
function Contents({ headings }: { headings: readonly Element[] }) {
  return (
    <ul class="plain">
      {headings.map((heading) => (
        <li>
          <button type="button" class="source" onClick={() => heading.scrollIntoView()}>
            {heading.textContent}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Browsers offer the clipboard only on secure connections; elsewhere the old method still works. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
