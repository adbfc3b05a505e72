/** One discussion: its result, what is missing, the questions to a person, the open round, and everything that the result rests on. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatPlural } from '../wording/format-numbers.ts';
import { sayDocument } from '../wording/outcome.ts';
import { sayStatus } from '../wording/pause.ts';
import { Asked } from './asked.tsx';
import { Chart } from './chart.tsx';
import { DocumentSection } from './document-view.tsx';
import { sayUsage } from './figures.ts';
import type { Connection } from './follow-session.ts';
import { ItemTable } from './item-table.tsx';
import { sayWorkerError, type View } from './live-view.ts';
import { OpenRoundView } from './open-round.tsx';
import { usePage, useTitle } from './page-context.ts';
import { Loading, Problem } from './parts.tsx';
import { Agenda, Contested, Dissent, Missing, People, Questions, Reached } from './results.tsx';
import { Rounds } from './rounds.tsx';
import { writeRoute } from './route.ts';
import { Desk } from './source-panel.tsx';
import { Steering } from './steering.tsx';
import { useSession } from './use-session.ts';

export function Discussion({ id }: { id: string }): VNode {
  const { view, connection, problem, refresh } = useSession(id);
  useAnnouncements(view);
  useTitle(view?.session.topic ?? 'Discussion');
  if (view === null) {
    return (
      <main id="main" tabIndex={-1}>
        {problem === null ? (
          <>
            <h1>Discussion</h1>
            {connection === 'lost' ? <Lost /> : <Loading what="the discussion" />}
          </>
        ) : (
          <>
            <h1>
              {problem.code === 'UNKNOWN_SESSION' ? 'There is no such discussion' : 'It cannot be shown'}
            </h1>
            <Problem problem={problem} />
            <p>
              <a href={writeRoute({ view: 'list' })}>All discussions</a>
            </p>
          </>
        )}
      </main>
    );
  }
  return (
    <Desk session={view.session}>
      <Title view={view} connection={connection} />
      <Problem problem={problem} />
      <Problem problem={sayWorkerError(view.session)} />
      {connection === 'lost' && <Lost />}
      <Reached />
      <Missing />
      <Asked view={view} onDone={refresh} />
      <OpenRoundView view={view} />
      <Steering view={view} onDone={refresh} />
      <Dissent />
      <ItemTable />
      <Contested />
      <Questions />
      <DocumentSection />
      <People />
      <Agenda />
      <Chart />
      <Rounds />
    </Desk>
  );
}

function Lost(): VNode {
  return (
    <p class="problem" role="status">
      The connection to the server is lost. The page tries again by itself; what it shows may be out of date.
    </p>
  );
}

function Title({ view, connection }: { view: View; connection: Connection }): VNode {
  const { session, usage } = view;
  const isRunning = session.runner !== null;
  return (
    <header class="title">
      <h1>{session.topic}</h1>
      <p class="facts">
        <span
          class={`mark ${isRunning ? 'run' : ''}`}
          data-status={session.status}
          data-connection={connection}
        >
          {session.runner === 'waiting'
            ? 'waits for a free place'
            : sayStatus(session.status, session.pause_reason, isRunning)}
        </span>
        {session.rehearsal && <span class="mark">rehearsal: nothing here is an opinion</span>}
        <span class="quiet">{session.strategy}</span>
        <span class="quiet">{formatPlural(session.total_rounds, 'round')}</span>
        <span class="quiet usage">{sayUsage(usage)}</span>
        {session.runner === 'elsewhere' && (
          <span class="quiet">run by another process; each answer appears once it is complete</span>
        )}
      </p>
      {session.total_rounds > 0 && (
        <p>
          <a
            class="button"
            href={writeRoute({ view: 'document', id: session.id, type: session.output_type })}
          >
            {session.status === 'completed' ? 'Read' : 'Preview'} the {sayDocument(session.output_type)}
          </a>
        </p>
      )}
    </header>
  );
}

/** Announces the main changes to screen readers: a new round, a question to the person, the end. */
function useAnnouncements(view: View | null): void {
  const { announce } = usePage();
  const round =
    view?.round?.stage === 'question' || view?.round?.stage === 'answers' ? view.round.round : null;
  const { status, waits_for, runner } = view?.session ?? {};
  const isFirst = useRef(true);
  useEffect(() => {
    if (view === null) return;
    const said =
      waits_for === 'decision'
        ? 'A decision of yours is needed.'
        : waits_for === 'turn'
          ? 'It is your turn.'
          : status === 'completed'
            ? 'The discussion is completed.'
            : status === 'paused' && runner === null
              ? 'The discussion is paused.'
              : round !== null
                ? `Round ${round} has begun.`
                : null;
    if (said !== null && !isFirst.current) announce(said);
    isFirst.current = false;
  }, [round, status, waits_for, view === null]);
}
