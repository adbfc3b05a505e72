/** A document with its sources, to read, copy or download, in several forms and types. */
import type { VNode } from 'preact';
import { sayDocument } from '../wording/outcome.ts';
import { beginSentence } from '../wording/sentence.ts';
import type { Shown } from './answer-types.ts';
import { Choice } from './fields.tsx';
import { useAct, useLoaded, usePage, useShown, useTitle } from './page-context.ts';
import { Loading, Problem, Section } from './parts.tsx';
import { renderDocument } from './render-document.tsx';
import { writeRoute } from './route.ts';
import { Desk } from './source-panel.tsx';

const types = ['summary', 'adr', 'requirements', 'architecture', 'record'];
const forms = { md: 'Markdown', html: 'HTML', json: 'JSON' };
const media = { md: 'text/markdown', html: 'text/html', json: 'application/json' };

export function DocumentView({ id, type }: { id: string; type: string }): VNode {
  const { client, announce } = usePage();
  const address = `/api/sessions/${id}/documents/${type}?format=`;
  const session = useLoaded(() => client.get<Shown>(`/api/sessions/${id}`), [id]);
  const html = useLoaded(() => client.getText(`${address}html`), [id, type]);
  const { run, busy, problem } = useAct();
  const topic = session.value?.topic;
  useTitle(`${topic ?? 'Document'} (${sayDocument(type)})`);
  const copy = (): Promise<void> =>
    run(async () => {
      await copyText(await client.getText(`${address}md`));
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
      <header class="title">
        <p>
          <a href={writeRoute({ view: 'discussion', id })}>{topic ?? 'The discussion'}</a>
        </p>
        <div class="filters">
          <Choice
            label="Type"
            value={type}
            options={Object.fromEntries(types.map((one) => [one, sayDocument(one)]))}
            onChange={(chosen) => {
              location.hash = writeRoute({ view: 'document', id, type: chosen });
            }}
          />
          <p class="buttons">
            <button type="button" disabled={busy} onClick={() => void copy()}>
              Copy
            </button>
            {Object.entries(forms)
              .filter(([form]) => type !== 'record' || form !== 'json')
              .map(([form, name]) => (
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => void download(form as keyof typeof forms)}
                >
                  Download {name}
                </button>
              ))}
          </p>
        </div>
      </header>
      <Problem problem={problem ?? html.problem ?? session.problem} />
      {html.value === null && html.problem === null && <Loading what="the document" />}
      {html.value !== null && session.value !== null && (
        <article class="document">{renderDocument(html.value)}</article>
      )}
    </Desk>
  );
}

/** The document inside a discussion; it is read again whenever the text has a new version or a new state. */
export function DocumentSection(): VNode | null {
  const { client } = usePage();
  const { session } = useShown();
  const { id, output_type: type, text, status, outcome } = session;
  const html = useLoaded(
    () =>
      text === null
        ? Promise.resolve(null)
        : client.getText(`/api/sessions/${id}/documents/${type}?format=html`),
    [id, type, text?.version ?? 0, text?.step ?? '', status, outcome?.decided_at ?? ''],
  );
  if (text === null) return null;
  return (
    <Section id="document" title={beginSentence(sayDocument(type))}>
      <Problem problem={html.problem} onRetry={html.reload} />
      {html.value === null && html.problem === null && <Loading what="the document" />}
      {html.value !== null && <div class="document">{renderDocument(html.value)}</div>}
    </Section>
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
