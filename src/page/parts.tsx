/** Small parts that many views share: loading, errors, sections, and texts with their sources. */
import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import type { Shown } from './answer-types.ts';
import type { Refusal } from './client.ts';
import { useShown } from './page-context.ts';
import { type Source, splitCitations } from './sources.ts';

/** Shows why something was not done, and what a person can do about it. */
export function Problem(props: { problem: Refusal | null; onRetry?: () => void }): VNode | null {
  const { problem, onRetry } = props;
  if (problem === null) return null;
  return (
    <div class="problem" role="alert">
      <p class="strong">{problem.message}</p>
      {problem.hint !== '' && <p class="kept-lines">{problem.hint}</p>}
      {problem.problems.length > 0 && (
        <ul>
          {problem.problems.map(({ file, message }) => (
            <li>
              <code>{file}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem.code === 'NOT_TRUSTED' && (
        <p>
          Type <code>s2s trust</code> in a terminal, in the folder of the project. No page can give this
          consent.
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Loading({ what }: { what: string }): VNode {
  return <p class="quiet loading">Loading {what} …</p>;
}

/** A section with a heading. */
export function Section(props: {
  id: string;
  title: string;
  count?: number;
  children: ComponentChildren;
}): VNode {
  const { id, title, count, children } = props;
  return (
    <section aria-labelledby={id} class="section">
      <h2 id={id}>
        {title} {count !== undefined && <span class="count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** A text in which ids and citations can be opened. Line breaks are kept, unless it is `plain`. */
export function Cited({ text, plain = false }: { text: string; plain?: boolean }): VNode {
  const { session } = useShown();
  // A plain text must not add an element, because not every parent allows one.
  const parts = splitCitations(text, session).map(({ text: part, source }) =>
    source === null ? part : <SourceButton source={source} text={part} />,
  );
  return plain ? h(Fragment, null, parts) : <span class="kept-lines">{parts}</span>;
}

/** An id or citation that opens what it came from. */
export function SourceButton({ source, text }: { source: Source; text: string }): VNode {
  const { open } = useShown();
  return (
    <button type="button" class="source" onClick={() => open(source)}>
      {text}
    </button>
  );
}

/** The positions of seats, each under the seat's name. */
export function Voices({ positions }: { positions: readonly { seat: string; text: string }[] }): VNode {
  const { session } = useShown();
  return (
    <dl class="voices">
      {positions.map(({ seat, text }) => (
        <>
          <dt>{nameSeat(session, seat)}</dt>
          <dd class="kept-lines">{text}</dd>
        </>
      ))}
    </dl>
  );
}

/** The name of a seat; for a person the name that they gave, because it may not be the reader. */
export function nameSeat(
  { participants, rounds }: Pick<Shown, 'participants' | 'rounds'>,
  seat: string,
): string {
  const found = participants.find(({ id }) => id === seat);
  if (found === undefined) return seat === 'facilitator' ? 'Facilitator' : seat;
  if (found.kind === 'human') {
    const given = rounds.flatMap(({ answers }) => answers).findLast((one) => one.seat === seat)?.name;
    return given === undefined ? 'Person at the table' : `${given} (person)`;
  }
  return found.side === null ? found.role : `${found.role} (${found.side})`;
}
