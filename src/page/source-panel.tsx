/** Beside the discussion: what an item or a citation came from, and the calls behind an answer. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatDuration, sayConfidence } from '../terminal/format-numbers.ts';
import { sayFailure, sayStance } from '../terminal/wording.ts';
import type { Calls, Shown } from './answer-types.ts';
import { sayUsage } from './figures.ts';
import { useLoaded, usePage } from './page-context.ts';
import { Cited, Loading, nameSeat, type OpenSource, Problem, SourceButton } from './parts.tsx';
import { listStances, type Source, type Trace, traceSource } from './sources.ts';

interface Props {
  session: Shown;
  source: Source;
  onOpen: OpenSource;
  onBack: (() => void) | undefined;
  onClose: () => void;
}

export function SourcePanel({ session, source, onOpen, onBack, onClose }: Props): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // Wherever the focus is: on a narrow screen the panel covers what is below.
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
        <p class="empty">It is not part of this discussion any more.</p>
      ) : (
        <TraceView trace={trace} session={session} onOpen={onOpen} />
      )}
      {source.kind === 'call' && <CallList round={source.round} seat={source.seat} session={session} />}
      {source.kind === 'said' && <CallToggle round={source.round} seat={source.seat} session={session} />}
    </aside>
  );
}

function TraceView({ trace, session, onOpen }: { trace: Trace; session: Shown; onOpen: OpenSource }): VNode {
  const { item, conflict, statements, answers } = trace;
  return (
    <>
      {item !== null && (
        <>
          <p class="lead kept-lines">{item.text}</p>
          {item.rationale !== '' && (
            <p>
              <span class="quiet">Because:</span>{' '}
              <Cited text={item.rationale} session={session} onOpen={onOpen} />
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
            <SourceButton source={{ kind: 'statement', id }} text={id} onOpen={onOpen} />{' '}
            {nameSeat(session, seat)},{' '}
            <SourceButton source={{ kind: 'said', round, seat }} text={`round ${round}`} onOpen={onOpen} />
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
              onOpen={onOpen}
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
  session: Shown;
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

/** The replies as they came; what was sent is not kept in the journal. */
function CallList({ session, round, seat }: CallsProps): VNode {
  const { client } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that asked for it is gone.
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
      {value?.calls.length === 0 && <p class="empty">No call is kept for it.</p>}
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

/** `2/answer/qa-lead/1` as `answer`, with the attempt where it is not the first. */
function sayStep(key: string): string {
  const [, step = key, , attempt] = key.split('/');
  return attempt === undefined || attempt === '1' ? step : `${step}, attempt ${attempt}`;
}
