/** All discussions, those that wait for a person first; or what a search finds, decisions first. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sayMatter } from '../wording/escalation.ts';
import { formatCost, formatPlural } from '../wording/format-numbers.ts';
import { needsPerson } from '../wording/state.ts';
import type { Agents, Found, Hit, Listed, ListedSession, Shown } from './answer-types.ts';
import { Choice } from './fields.tsx';
import { sayInstant } from './figures.ts';
import { useLoaded, usePage, useTitle } from './page-context.ts';
import { Loading, Problem, StateMark } from './parts.tsx';
import { Line } from './rich.tsx';
import { writeRoute } from './route.ts';

const pageSize = 20;
const everyMs = 4_000;

const statuses = { '': 'All', active: 'Active', paused: 'Paused', completed: 'Completed', closed: 'Closed' };

export function SessionList({ words }: { words: string }): VNode {
  const { client, wait } = usePage();
  const [status, setStatus] = useState('');
  const [query, setQuery] = useState(words);
  const [limit, setLimit] = useState(pageSize);
  useTitle('Discussions');
  useEffect(() => {
    const gone = new AbortController();
    void wait(200, gone.signal).then(() => {
      if (!gone.signal.aborted) setQuery(words);
    });
    return () => gone.abort();
  }, [words]);
  const read = (state: string, most: number): Promise<Listed> =>
    client.get(`/api/sessions?${new URLSearchParams({ status: state, q: query, limit: String(most) })}`);
  const { value, problem, reload } = useLoaded(
    // What waits comes first, however old it is.
    async () => ({
      ...(await read(status, limit)),
      paused: query + status === '' ? await read('paused', 50) : null,
    }),
    [status, query, limit],
    { everyMs },
  );
  const { sessions = [], paused = null } = value ?? {};
  // What asks something of a person stands before what only has to be continued.
  const waiting = (paused?.sessions ?? [])
    .filter((session) => needsPerson(session, session.runner))
    .toSorted((one, other) => Number(one.waits_for === null) - Number(other.waits_for === null));
  const others = sessions.filter(({ id }) => !waiting.some((one) => one.id === id));
  return (
    <main id="main" tabIndex={-1}>
      <div class="head">
        <h1>{query === '' ? 'Discussions' : `“${query}”`}</h1>
        {query === '' && <Choice label="Show" value={status} options={statuses} onChange={setStatus} />}
      </div>
      <Problem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Loading what="the discussions" />}
      {query !== '' && <Hits query={query} />}
      {value !== null && (
        <>
          {query === '' && sessions.length === 0 && <Nothing isFiltered={status !== ''} />}
          <Group title="Waiting for you" sessions={waiting} />
          <Group
            title={query !== '' ? 'Discussions with these words' : waiting.length > 0 ? 'All others' : ''}
            sessions={others}
          />
          {value.total > sessions.length && (
            <p>
              <button type="button" onClick={() => setLimit((before) => Math.min(200, before + pageSize))}>
                Show more
              </button>{' '}
              <span class="quiet">
                {sessions.length} of {value.total}
              </span>
            </p>
          )}
          {value.damaged.length > 0 && (
            <details>
              <summary>{formatPlural(value.damaged.length, 'file')} not read</summary>
              <ul>
                {value.damaged.map(({ file, reason }) => (
                  <li key={file}>
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
  if (isFiltered) return <p>None of the discussions is in this state.</p>;
  return (
    <p>
      No discussion yet. <a href={writeRoute({ view: 'new' })}>Begin the first</a>; a rehearsal needs no model
      and costs nothing.
    </p>
  );
}

function Group({ title, sessions }: { title: string; sessions: readonly ListedSession[] }): VNode | null {
  if (sessions.length === 0) return null;
  return (
    <>
      {title !== '' && <h2>{title}</h2>}
      <ul class="sessions">
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
    </>
  );
}

function Row({ session }: { session: ListedSession }): VNode {
  const { now } = usePage();
  const { id, topic, decision, rehearsal, cost_usd: cost, updated_at: at, running, runner } = session;
  const { waits_for: waits } = session;
  return (
    <li>
      <a class="topic" href={writeRoute({ view: 'discussion', id })}>
        {topic}
      </a>
      {decision != null && (
        <p class="clamp">
          <Line text={decision} />
        </p>
      )}
      {waits === 'decision' && runner === null && <Matter id={id} at={at} />}
      <p class="facts">
        <StateMark session={{ ...session, runner: runner ?? (running ? 'elsewhere' : null) }} />
        {session.degraded === true && <span class="mark ask">degraded</span>}
        {rehearsal === true && <span class="quiet">rehearsal</span>}
        <span class="quiet">{sayInstant(at, now())}</span>
        {typeof cost === 'number' && cost > 0 && <span class="quiet">{formatCost(cost)}</span>}
      </p>
    </li>
  );
}

/** What is to be decided, which no list has. */
function Matter({ id, at }: { id: string; at: string }): VNode | null {
  const { client } = usePage();
  const { value } = useLoaded(() => client.get<Shown>(`/api/sessions/${id}`), [id, at]);
  const asked = value?.escalations.find(({ status }) => status === 'pending');
  if (value === null || asked === undefined) return null;
  return (
    <p class="clamp">
      <Line text={sayMatter(asked, value)} />
    </p>
  );
}

/** What is decided stands before what was said on the way. */
function Hits({ query }: { query: string }): VNode {
  const { client } = usePage();
  const { value, problem } = useLoaded(
    () => client.get<Found>(`/api/search?${new URLSearchParams({ q: query, limit: '40' })}`),
    [query],
  );
  const agents = useLoaded(() => client.get<{ agents: Agents }>('/api/agents'), []);
  const hits = value?.hits ?? [];
  const said = hits.filter(({ kind }) => kind === 'position');
  const decided = hits.filter(({ kind }) => kind !== 'position' && kind !== 'session');
  return (
    <>
      {/* A word that is too short to search for is no fault of whoever is still typing. */}
      <Problem problem={problem?.code === 'NEEDS_INPUT' ? null : problem} />
      {value === null && problem === null && <Loading what="the results" />}
      {value !== null && hits.length === 0 && (
        <p>
          Nothing has these words. <a href={writeRoute({ view: 'list' })}>All discussions</a>
        </p>
      )}
      {[['Decided and written', decided] as const, ['Said', said] as const].map(([title, list]) =>
        list.length === 0 ? null : (
          <>
            <h2>{title}</h2>
            <ul class="sessions">
              {list.map((hit) => (
                <HitRow hit={hit} agents={agents.value?.agents ?? []} />
              ))}
            </ul>
          </>
        ),
      )}
    </>
  );
}

function HitRow({ hit, agents }: { hit: Hit; agents: Agents }): VNode {
  const { kind, id, title, excerpt, session, topic, round, status, file, replaced_by: by } = hit;
  const open =
    kind === 'item' || kind === 'requirement'
      ? { open: { kind: 'item' as const, id } }
      : kind === 'position' && round !== null
        ? { open: { kind: 'said' as const, round, seat: id } }
        : {};
  const role = agents.find((agent) => agent.id === id)?.role ?? id;
  const name = kind === 'item' || kind === 'requirement' ? `${id} ${title}` : title || role;
  return (
    <li>
      {session === null ? (
        <span class="topic">
          <Line text={name} />
        </span>
      ) : (
        <a class="topic" href={writeRoute({ view: 'discussion', id: session, ...open })}>
          <Line text={name} />
        </a>
      )}
      <p class="clamp">
        <Line text={excerpt} />
      </p>
      <p class="facts quiet">
        {round !== null && <span>round {round}</span>}
        {status !== '' && <span>{status}</span>}
        {by !== null && <span class="mark ask">replaced by {by}</span>}
        {topic !== name && <span class="clamp">{topic ?? session ?? file}</span>}
      </p>
    </li>
  );
}
