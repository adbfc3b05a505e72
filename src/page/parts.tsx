/** Small parts that many views share: what is empty, what loads, what went wrong, and texts with their sources. */
import type { ComponentChildren, VNode } from 'preact';
import type { Shown } from './answer-types.ts';
import type { Refusal } from './client.ts';
import { type Source, splitCitations } from './sources.ts';

/** Why something was not done, and what a person can do about it. */
export function Problem({
  problem,
  onRetry,
}: {
  problem: Refusal | null;
  onRetry?: () => void;
}): VNode | null {
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

/** A part with a heading; nothing where it holds nothing. */
export function Section({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  children: ComponentChildren;
}): VNode {
  return (
    <section aria-labelledby={id} class="section">
      <h2 id={id}>
        {title} {count !== undefined && <span class="count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** How a person looks behind something. */
export type OpenSource = (source: Source) => void;

/** A text in which ids and citations can be opened. Line breaks are kept, unless it is `plain`. */
export function Cited({
  text,
  session,
  onOpen,
  plain = false,
}: {
  text: string;
  session: Shown;
  onOpen: OpenSource;
  plain?: boolean;
}): VNode {
  return (
    <span class={plain ? undefined : 'kept-lines'}>
      {splitCitations(text, session).map(({ text: part, source }) =>
        source === null ? part : <SourceButton source={source} text={part} onOpen={onOpen} />,
      )}
    </span>
  );
}

/** An id or citation that opens what it came from. */
export function SourceButton({
  source,
  text,
  onOpen,
}: {
  source: Source;
  text: string;
  onOpen: OpenSource;
}): VNode {
  return (
    <button type="button" class="source" onClick={() => onOpen(source)}>
      {text}
    </button>
  );
}

/** The name of a seat; the person's seat may be somebody else's than the reader's. */
export function nameSeat({ participants }: Pick<Shown, 'participants'>, seat: string): string {
  const found = participants.find(({ id }) => id === seat);
  if (found === undefined) return seat === 'facilitator' ? 'Facilitator' : seat;
  if (found.kind === 'human') return 'Person at the table';
  return found.side === null ? found.role : `${found.role} (${found.side})`;
}
