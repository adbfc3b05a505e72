/** Small parts that many views share: loading, errors, sections, and sources. */
import type { ComponentChildren, VNode } from 'preact';
import type { Answer } from '../session/round.ts';
import { groupPositions } from '../wording/group-positions.ts';
import { beginSentence } from '../wording/sentence.ts';
import { needsPerson, type Standing, sayState } from '../wording/state.ts';
import type { Shown } from './answer-types.ts';
import type { Refusal } from './client.ts';
import { useShown } from './page-context.ts';
import { Rich } from './rich.tsx';

/** Shows why something was not done, and what a person can do about it. */
export function Problem(props: { problem: Refusal | null; onRetry?: () => void }): VNode | null {
  const { problem, onRetry } = props;
  if (problem === null) return null;
  return (
    <div class={`problem ${problem.code === 'NO_MODEL' ? 'ask' : ''}`} role="alert">
      <p class="strong">{problem.message}</p>
      {problem.code === 'NO_MODEL' ? (
        <p>
          Whoever runs <code>s2s serve</code> can set one. Or rehearse: the built-in panel needs no model and
          costs nothing.
        </p>
      ) : (
        problem.hint !== '' && <p class="kept-lines">{problem.hint}</p>
      )}
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
  return <p class="quiet">Loading {what} …</p>;
}

/** The state of a session; of what has ended its result, in plain words. */
export function StateMark({ session }: { session: Standing & { runner: string | null } }): VNode {
  const { status, runner } = session;
  const runs = runner === null ? null : runner === 'waiting' ? 'queued' : 'running';
  const look = needsPerson(session, runs) ? 'mark ask' : runs === 'running' ? 'mark run' : 'mark';
  return (
    <span class={status === 'completed' ? '' : look} data-status={status}>
      {sayState(session, runs)}
    </span>
  );
}

interface SectionProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A section with a heading. */
export function Section({ id, title, children }: SectionProps): VNode {
  return (
    <section aria-labelledby={id} class="section">
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A section that a reader opens, with a few words beside its title. */
export function Fold({ id, title, hint, children }: SectionProps & { hint: string | number }): VNode {
  return (
    <details class="fold">
      <summary>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>{' '}
        <span class="quiet">{hint}</span>
      </summary>
      {children}
    </details>
  );
}

/** Opens a fold and goes there. */
export function openFold(id: string): void {
  const heading = document.getElementById(id);
  const fold = heading?.closest('details');
  if (fold) fold.open = true;
  heading?.focus();
  heading?.scrollIntoView();
}

/** What a seat answered: its position, with the whole answer folded. */
export function AnswerText({ answer }: { answer: Pick<Answer, 'position' | 'proposal'> }): VNode {
  return (
    <>
      <Rich text={answer.position} />
      {answer.proposal !== '' && (
        <details>
          <summary>The whole answer</summary>
          <Rich text={answer.proposal} below={3} />
        </details>
      )}
    </>
  );
}

/** The positions of seats, each under the names of those who hold it. */
export function Voices({ positions }: { positions: readonly { seat: string; text: string }[] }): VNode {
  const { session } = useShown();
  return (
    <dl class="voices">
      {groupPositions(positions).map(({ text, seats }) => (
        <>
          <dt>{seats.map((seat) => nameSeat(session, seat)).join(', ')}</dt>
          <dd>
            <Rich text={text} />
          </dd>
        </>
      ))}
    </dl>
  );
}

/** The name of a seat, or what the facilitator and the synthesizer are called; for a person the name that they gave, because it may not be the reader. */
export function nameSeat(
  { participants, rounds }: Pick<Shown, 'participants' | 'rounds'>,
  seat: string,
): string {
  const found = participants.find(({ id }) => id === seat);
  if (found === undefined) return beginSentence(seat);
  if (found.kind === 'human') {
    const given = rounds.flatMap(({ answers }) => answers).findLast((one) => one.seat === seat)?.name;
    return given === undefined ? 'Person at the table' : `${given} (person)`;
  }
  return found.side === null ? found.role : `${found.role} (${found.side})`;
}
