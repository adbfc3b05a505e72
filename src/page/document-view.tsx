/** A document: rendered, with its sources, and to be taken along in another form or as another type. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sayDocument } from '../terminal/wording.ts';
import type { Shown } from './answer-types.ts';
import { useAct, useLoaded, usePage } from './page-context.ts';
import { Loading, Problem } from './parts.tsx';
import { renderDocument } from './render-document.tsx';
import { writeRoute } from './route.ts';
import { Choice } from './session-list.tsx';
import { SourcePanel } from './source-panel.tsx';
import type { Source } from './sources.ts';

const types = ['summary', 'adr', 'requirements', 'architecture', 'record'];
const forms = { md: 'Markdown', html: 'HTML', json: 'JSON' };
const media = { md: 'text/markdown', html: 'text/html', json: 'application/json' };

export function DocumentView({ id, type }: { id: string; type: string }): VNode {
  const { client, announce } = usePage();
  const [sources, setSources] = useState<Source[]>([]);
  const opener = useRef<Element | null>(null);
  const address = `/api/sessions/${id}/documents/${type}?format=`;
  const session = useLoaded(() => client.get<Shown>(`/api/sessions/${id}`), [id]);
  const html = useLoaded(() => client.getText(`${address}html`), [id, type]);
  const { run, busy, problem } = useAct();
  const topic = session.value?.topic;
  useEffect(() => {
    document.title = `${topic ?? 'Document'} (${sayDocument(type)}) · s2s`;
  }, [topic, type]);
  const open = (source: Source): void => {
    if (sources.length === 0) opener.current = document.activeElement;
    setSources((before) => [...before, source]);
  };
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
  const source = sources.at(-1);
  const shown = session.value;
  return (
    <div class={source === undefined ? 'desk' : 'desk with-panel'}>
      <main id="main" tabIndex={-1}>
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
        {html.value !== null && shown !== null && (
          <article class="document">{renderDocument(html.value, { session: shown, onOpen: open })}</article>
        )}
      </main>
      {source !== undefined && shown !== null && (
        <SourcePanel
          key={`${sources.length} ${JSON.stringify(source)}`}
          session={shown}
          source={source}
          onOpen={open}
          onBack={sources.length > 1 ? () => setSources((before) => before.slice(0, -1)) : undefined}
          onClose={() => {
            setSources([]);
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        />
      )}
    </div>
  );
}

/** The clipboard of the browser is there only where the line is safe; elsewhere the old way still works. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
