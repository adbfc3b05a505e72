/** The panel beside a discussion: the sources of an item or a citation, and the calls behind an answer. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatDuration, sayConfidence } from '../terminal/format-numbers.ts';
import { sayFailure, sayStance } from '../terminal/wording.ts';
import type { Calls, Shown } from './answer-types.ts';
import { sayUsage } from './figures.ts';
import { SessionProvider, useLoaded, usePage, useShown } from './page-context.ts';
import { Cited, Loading, nameSeat, Problem, SourceButton } from './parts.tsx';
import { listStances, type Source, type Trace, traceSource } from './sources.ts';

/** A view of a session, with the panel beside it when a source is open. */
export function Desk({ session, children }: { session: Shown | null; children: ComponentChildren }): VNode {
  const [sources, setSources] = useState<Source[]>([]);
  const opener = useRef<Element | null>(null);
  const open = (source: Source): void => {
    if (sources.length === 0) opener.current = document.activeElement;
    setSources((before) => [...before, source]);
  };
  const close = (): void => {
    setSources([]);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const source = sources.at(-1);
  return (
    <SessionProvider value={session && { session, open }}>
      <div class={source === undefined ? 'desk' : 'desk with-panel'}>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {source !== undefined && (
          <SourcePanel
            key={`${sources.length} ${JSON.stringify(source)}`}
            source={source}
            onBack={sources.length > 1 ? () => setSources((before) => before.slice(0, -1)) : undefined}
            onClose={close}
          />
        )}
      </div>
    </SessionProvider>
  );
}

function SourcePanel(props: {
  source: Source;
  onBack: (() => void) | undefined;
  onClose: () => void;
}): VNode {
  const { source, onBack, onClose } = props;
  const { session } = useShown();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // Works wherever the focus is, because on a narrow screen the panel covers the rest.
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
  const trace = traceSource(session, source);
  const title =
    source.kind === 'said' || source.kind === 'call'
      ? `${nameSeat(session, source.seat)}, round ${source.round}`
      : (trace?.title ?? source.id);
  return (
    <aside class="panel" aria-labelledby="panel-title">
      <p class="buttons">
        {onBack !== undefined && (
          <button type="button" onClick={onBack}>
            Back
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
      <h2 id="panel-title" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {trace === null ? (
        <p class="empty">It is no longer part of this discussion.</p>
      ) : (
        <TraceView trace={trace} />
      )}
      {source.kind === 'call' && <CallList round={source.round} seat={source.seat} />}
      {source.kind === 'said' && <CallToggle round={source.round} seat={source.seat} />}
    </aside>
  );
}

function TraceView({ trace }: { trace: Trace }): VNode {
  const { session } = useShown();
  const { item, conflict, statements, answers } = trace;
  return (
    <>
      {item !== null && (
        <>
          <p class="lead kept-lines">{item.text}</p>
          {item.rationale !== '' && (
            <p>
              <span class="quiet">Because:</span> <Cited text={item.rationale} />
            </p>
          )}
          {item.stances.length > 0 && <h3>Stances</h3>}
          <ul class="plain">
            {[...listStances(item).values()].map(({ seat, stance, reason, round, presumed }) => (
              <li key={seat}>
                <span class={`stance ${stance}`}>{sayStance(stance)}</span> {nameSeat(session, seat)}{' '}
                <span class="quiet">
                  round {round}
                  {presumed === true ? ', presumed' : ''}
                </span>
                {reason !== '' && <div class="kept-lines">{reason}</div>}
              </li>
            ))}
          </ul>
        </>
      )}
      {conflict !== null && <p class="lead kept-lines">{conflict.description}</p>}
      {statements.length > 0 && <h3>Statements</h3>}
      <ul class="plain">
        {statements.map(({ id, seat, round, text, why, evidence }) => (
          <li key={id}>
            <SourceButton source={{ kind: 'statement', id }} text={id} /> {nameSeat(session, seat)},{' '}
            <SourceButton source={{ kind: 'said', round, seat }} text={`round ${round}`} />
            <div class="kept-lines">{text}</div>
            {why !== '' && <div class="quiet kept-lines">{why}</div>}
            {evidence.map(({ path, line, quote }) => (
              <div class="small">
                <code>
                  {path}
                  {line === null ? '' : `:${line}`}
                </code>{' '}
                <q>{quote}</q>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {answers.length > 0 && <h3>Answers</h3>}
      {answers.map(({ round, answer }) => (
        <article class="answer" key={`${round} ${answer.seat}`}>
          <h4>
            <SourceButton
              source={{ kind: 'said', round, seat: answer.seat }}
              text={`${nameSeat(session, answer.seat)}, round ${round}`}
            />{' '}
            <span class="quiet">{sayConfidence(answer.confidence)}</span>
          </h4>
          <p class="kept-lines">{answer.position}</p>
          {answer.concerns.length > 0 && (
            <ul class="quiet">
              {answer.concerns.map((concern) => (
                <li class="kept-lines">{concern}</li>
              ))}
            </ul>
          )}
        </article>
      ))}
    </>
  );
}

interface CallsProps {
  round: number;
  seat: string;
}

function CallToggle(props: CallsProps): VNode {
  const [isShown, setShown] = useState(false);
  if (isShown) return <CallList {...props} />;
  return (
    <button type="button" onClick={() => setShown(true)}>
      Show the calls behind it
    </button>
  );
}

/** The replies as they came; the journal does not keep the prompts. */
function CallList({ round, seat }: CallsProps): VNode {
  const { client } = usePage();
  const { session } = useShown();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus has disappeared.
  useEffect(() => heading.current?.focus(), []);
  const { value, problem, reload } = useLoaded(
    () => client.get<{ calls: Calls }>(`/api/sessions/${session.id}/calls?round=${round}&seat=${seat}`),
    [session.id, round, seat],
  );
  return (
    <>
      <h3 tabIndex={-1} ref={heading}>
        Calls
      </h3>
      <Problem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Loading what="the calls" />}
      {value?.calls.length === 0 && <p class="empty">No call is recorded for it.</p>}
      {value?.calls.map((call) => (
        <article class="call" key={`${call.kind} ${call.key}`}>
          <h4>{sayStep(call.key)}</h4>
          {call.kind === 'call' && (
            <>
              <p class="quiet small">
                {call.provider}/{call.model}, {formatDuration(call.duration_ms)}, {sayUsage(call.usage)}
              </p>
              {call.ok ? (
                <pre>{call.text}</pre>
              ) : (
                <p>
                  Failed ({sayFailure(call.error.kind)}): {call.error.message}
                </p>
              )}
            </>
          )}
          {call.kind !== 'call' && (
            <pre>{JSON.stringify(call.kind === 'input' ? call.value : call.gave, null, 2)}</pre>
          )}
        </article>
      ))}
    </>
  );
}

/** `2/answer/qa-lead/1` as `answer`, with the attempt unless it is the first. */
function sayStep(key: string): string {
  const [, step = key, , attempt] = key.split('/');
  return attempt === undefined || attempt === '1' ? step : `${step}, attempt ${attempt}`;
}
