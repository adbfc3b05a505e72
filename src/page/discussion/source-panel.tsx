/** The panel beside a discussion: the sources of an item or a citation. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readVotes } from '../../session/rules/votes.ts';
import { sayConfidence } from '../../wording/format-numbers.ts';
import { sayFound } from '../../wording/record-words.ts';
import { sayItem, voteWords } from '../../wording/votes.ts';
import type { Shown } from '../answer-types.ts';
import { SessionProvider, useShown } from '../page-context.ts';
import { AnswerText, nameSeat } from '../parts.tsx';
import { Line, Rich, SourceButton } from '../rich.tsx';
import { type Source, type Trace, traceSource } from '../sources.ts';

/** A view of a session, with the panel beside it when a source is open. */
export function Desk(props: {
  session: Shown | null;
  /** The source that the address names. */
  first?: Source | null;
  children: ComponentChildren;
}): VNode {
  const { session, first = null, children } = props;
  const [sources, setSources] = useState<Source[]>(first === null ? [] : [first]);
  const named = JSON.stringify(first);
  useEffect(() => setSources(first === null ? [] : [first]), [named]);
  const opener = useRef<Element | null>(null);
  const open = (source: Source): void => {
    if (sources.length === 0) opener.current = document.activeElement;
    setSources((before) => [...before, source]);
  };
  const close = (): void => {
    setSources([]);
    // Where the address named the source, nothing opened it.
    const back = opener.current instanceof HTMLElement ? opener.current : document.getElementById('main');
    back?.focus();
  };
  const source = sources.at(-1);
  return (
    <SessionProvider value={session && { session, open }}>
      <main id="main" class="desk" tabIndex={-1}>
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
    source.kind === 'said'
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
        <p class="quiet">It is no longer part of this discussion.</p>
      ) : (
        <TraceView trace={trace} isSaid={source.kind === 'said'} />
      )}
    </aside>
  );
}

/** `isSaid`: it is the answer of one seat in one round, which the title names: the answer comes first, and nothing names it again. */
function TraceView({ trace, isSaid }: { trace: Trace; isSaid: boolean }): VNode {
  const { session } = useShown();
  const { item, conflict, facts, statements, answers } = trace;
  const said = (
    <>
      {answers.length > 0 && !isSaid && <h3>Answers</h3>}
      {answers.map(({ round, answer }) => (
        <article class="answer" key={`${round} ${answer.seat}`}>
          <h4>
            {!isSaid && (
              <>
                {' '}
                <SourceButton
                  source={{ kind: 'said', round, seat: answer.seat }}
                  text={`${nameSeat(session, answer.seat)}, round ${round}`}
                />{' '}
              </>
            )}
            <span class="quiet">{sayConfidence(answer.confidence)}</span>
          </h4>
          <AnswerText answer={answer} />
          {answer.concerns.length > 0 && (
            <>
              <p class="quiet">Concerns:</p>
              <ul class="quiet">
                {answer.concerns.map((concern) => (
                  <li>
                    <Line text={concern} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </article>
      ))}
    </>
  );
  return (
    <>
      {isSaid && said}
      {item !== null && (
        <>
          <Rich text={item.text} />
          <p class="quiet">{sayItem(item)}</p>
          {item.why !== '' && (
            <p>
              <span class="quiet">Why:</span> <Line text={item.why} />
            </p>
          )}
          {item.check !== '' && (
            <p>
              <span class="quiet">Check:</span> <Line text={item.check} />
            </p>
          )}
          {item.votes.length > 0 && <h3>Votes</h3>}
          <ul class="plain">
            {[...readVotes(item).values()].map(({ seat, vote, reason, lifted_by: lifted }) => (
              <li key={seat}>
                <span class={`stance ${vote}`}>{voteWords[vote]}</span> {nameSeat(session, seat)}
                {reason !== '' && (
                  <div>
                    <Line text={reason} />
                  </div>
                )}
                {lifted !== '' && (
                  <div class="quiet">
                    What would change this: <Line text={lifted} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {conflict !== null && <Rich text={conflict.description} />}
      {facts.length > 0 && <h3>Facts</h3>}
      <ul class="plain">
        {facts.map(({ id, claim, path, line, quote, url, found }) => (
          <li key={id}>
            <Line text={claim} />
            {quote !== '' && <pre>{quote}</pre>}
            <div class="quiet small">
              {url !== undefined && /^https?:\/\//i.test(url) ? (
                <a href={url} target="_blank" rel="noreferrer noopener">
                  {sayPlace(path, line)}
                </a>
              ) : (
                <code>{sayPlace(path, line)}</code>
              )}
              , {sayFound(found)}
            </div>
          </li>
        ))}
      </ul>
      {statements.length > 0 && <h3>Statements</h3>}
      <ul class="plain">
        {statements.map(({ id, seat, round, text, not_taken }) => (
          <li key={id}>
            <SourceButton source={{ kind: 'statement', id }} text={id} />
            {!isSaid && (
              <>
                {' '}
                {nameSeat(session, seat)},{' '}
                <SourceButton source={{ kind: 'said', round, seat }} text={`round ${round}`} />
              </>
            )}
            <Rich text={text} />
            {not_taken !== null && (
              <div class="quiet">
                Not taken: <Line text={not_taken} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isSaid && said}
    </>
  );
}

function sayPlace(path: string, line: number | null): string {
  return line === null ? path : `${path}:${line}`;
}
