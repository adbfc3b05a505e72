/** All discussions with their status and result, and which of them wait for a person. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sayForeign } from '../wording/foreign.ts';
import { formatCost, formatPlural } from '../wording/format-numbers.ts';
import { resultWords } from '../wording/outcome.ts';
import { sayStatus } from '../wording/pause.ts';
import type { Listed, ListedSession } from './answer-types.ts';
import { Choice } from './fields.tsx';
import { sayInstant } from './figures.ts';
import { useLoaded, usePage, useTitle } from './page-context.ts';
import { Loading, Problem } from './parts.tsx';
import { writeRoute } from './route.ts';

const pageSize = 20;
const everyMs = 4_000;

const statuses = {
  '': 'any status',
  active: 'running',
  paused: 'paused',
  completed: 'completed',
  closed: 'closed',
};
const kinds = {
  ...{ '': 'any kind', roundtable: 'roundtable', specs: 'requirements' },
  ...{ design: 'design', brainstorm: 'brainstorm' },
};

export function SessionList(): VNode {
  const { client, wait } = usePage();
  const [status, setStatus] = useState('');
  const [workflow, setWorkflow] = useState('');
  const [words, setWords] = useState('');
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(pageSize);
  useTitle('Discussions');
  useEffect(() => {
    const gone = new AbortController();
    void wait(200, gone.signal).then(() => {
      if (!gone.signal.aborted) setQuery(words.trim());
    });
    return () => gone.abort();
  }, [words]);
  const search = new URLSearchParams({ status, workflow, q: query, limit: String(limit) });
  const { value, problem, reload } = useLoaded(
    () => client.get<Listed>(`/api/sessions?${search}`),
    [String(search)],
    { everyMs },
  );
  const isFiltered = status !== '' || workflow !== '' || query !== '';
  return (
    <main id="main" tabIndex={-1}>
      <h1>Discussions</h1>
      <search>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <label class="grow">
            Search
            <input
              type="search"
              name="q"
              placeholder="words of the topic"
              value={words}
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
          </label>
          <Choice label="Status" value={status} options={statuses} onChange={setStatus} />
          <Choice label="Kind" value={workflow} options={kinds} onChange={setWorkflow} />
        </form>
      </search>
      <Problem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Loading what="the discussions" />}
      {value !== null && (
        <>
          {value.sessions.length === 0 && <Nothing isFiltered={isFiltered} />}
          <ul class="sessions">
            {value.sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
          {value.total > value.sessions.length && (
            <p>
              <button type="button" onClick={() => setLimit((before) => Math.min(200, before + pageSize))}>
                Show more
              </button>{' '}
              <span class="quiet">
                {value.sessions.length} of {value.total}
              </span>
            </p>
          )}
          {value.foreign.length > 0 && (
            <section aria-labelledby="foreign">
              <h2 id="foreign">Not read, and left as they are</h2>
              <ul>
                {value.foreign.map((session) => (
                  <li key={session.file}>
                    {sayForeign(session)} <code class="quiet small">{session.file}</code>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {value.damaged.length > 0 && (
            <details>
              <summary>{formatPlural(value.damaged.length, 'file')} could not be read</summary>
              <ul>
                {value.damaged.map(({ file, reason }) => (
                  <li>
                    <code>{file}</code>: {reason}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </main>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }): VNode {
  if (isFiltered) return <p class="empty">No discussion matches. Change the words or the filters.</p>;
  return (
    <p class="empty">
      No discussion yet. <a href={writeRoute({ view: 'new' })}>Begin the first</a>; a rehearsal needs no model
      and costs nothing.
    </p>
  );
}

function Row({ session }: { session: ListedSession }): VNode {
  const { now } = usePage();
  const isRunning = session.runner !== null || session.status === 'active';
  const result = session.result ?? null;
  const facts = [
    formatPlural(session.rounds, 'round'),
    session.cost_usd === undefined ? '' : formatCost(session.cost_usd),
    sayInstant(session.updated_at, now()),
  ].filter((fact) => fact !== '');
  return (
    <li>
      <a class="topic" href={writeRoute({ view: 'discussion', id: session.id })}>
        {session.topic}
      </a>
      <p class="facts">
        <Mark session={session} />
        {result !== null && <span>{resultWords[result]}</span>}
        {session.degraded === true && <span class="mark warn">degraded</span>}
        {session.rehearsal === true && <span class="mark">rehearsal</span>}
        {facts.map((fact) => (
          <span class="quiet">{fact}</span>
        ))}
        {isRunning && session.runner === 'waiting' && <span class="quiet">waits for a free place</span>}
      </p>
    </li>
  );
}

function Mark({ session }: { session: ListedSession }): VNode {
  const { waits_for, status, pause_reason, runner } = session;
  if (waits_for === 'decision') return <span class="mark ask">a decision is needed</span>;
  if (waits_for === 'turn') return <span class="mark ask">your turn</span>;
  const isRunning = runner !== null || session['running'] === true;
  return <span class={`mark ${isRunning ? 'run' : ''}`}>{sayStatus(status, pause_reason, isRunning)}</span>;
}
