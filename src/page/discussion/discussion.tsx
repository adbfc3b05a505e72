/** One discussion: what came out or what is asked, the open round, and behind folds everything that it rests on. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { beginSentence } from '../../wording/sentence.ts';
import { sayState } from '../../wording/state.ts';
import { sayInstant } from '../figures.ts';
import { sayWorkerError, type View } from '../live-view.ts';
import { usePage, useShown, useTitle } from '../page-context.ts';
import { Loading, Problem, StateMark } from '../parts.tsx';
import { writeRoute } from '../route.ts';
import type { Source } from '../sources.ts';
import { useSession } from '../use-session.ts';
import { Asked, Notices } from './asked.tsx';
import { Items } from './items.tsx';
import { OpenRoundView } from './open-round.tsx';
import { Rail } from './rail.tsx';
import { Contested, Dissent, Missing, People, Questions, Reached } from './results.tsx';
import { Rounds } from './rounds.tsx';
import { Desk } from './source-panel.tsx';

export function Discussion({ id, source }: { id: string; source: Source | null }): VNode {
  const { view, connection, problem, refresh } = useSession(id);
  useAnnouncements(view);
  useTitle(view?.session.topic ?? 'Discussion');
  useEffect(() => {
    // What had the focus while the discussion was loading is gone.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [view === null]);
  if (view === null) {
    return (
      <main id="main" tabIndex={-1}>
        {problem === null ? (
          <>
            <h1>Discussion</h1>
            {connection === 'lost' ? <Lost isShown={false} /> : <Loading what="the discussion" />}
          </>
        ) : (
          <>
            <h1>
              {problem.code === 'UNKNOWN_SESSION' ? 'There is no such discussion' : 'It cannot be shown'}
            </h1>
            {problem.code === 'UNKNOWN_SESSION' ? (
              <p class="problem" role="alert">
                {problem.message}
              </p>
            ) : (
              <Problem problem={problem} />
            )}
            <p>
              <a href={writeRoute({ view: 'list' })}>All discussions</a>
            </p>
          </>
        )}
      </main>
    );
  }
  return (
    <Desk session={view.session} first={source}>
      <div class="first">
        <h1>{view.session.topic}</h1>
        <State />
        <Notices notices={usePage().told.get(id) ?? []} />
        <Problem problem={problem} />
        <Problem problem={sayWorkerError(view.session)} />
        {connection === 'lost' && <Lost isShown />}
        <Asked view={view} onDone={refresh} />
        <OpenRoundView view={view} />
        <Reached />
        <Dissent />
      </div>
      <div class="rest">
        <Questions />
        <Items />
        <Contested />
        <Missing />
        <People />
        <Rounds />
      </div>
      <Rail view={view} onDone={refresh} />
    </Desk>
  );
}

function State(): VNode {
  const { session } = useShown();
  const { now } = usePage();
  const { status, rehearsal, runner, updated_at: at } = session;
  return (
    <p class="facts quiet">
      {/* Of all others the next heading says it. */}
      {(runner !== null || status === 'closed') && <StateMark session={session} />}
      <span>{sayInstant(at, now())}</span>
      {rehearsal && <span>Rehearsal: nothing here is an opinion.</span>}
      {runner === 'elsewhere' && (
        <span>Another process runs it; each answer appears once it is complete.</span>
      )}
    </p>
  );
}

/** `isShown`: whether the page shows the discussion as it was. */
function Lost({ isShown }: { isShown: boolean }): VNode {
  return (
    <p class="problem" role="status">
      The connection to the server is lost. The page tries again by itself
      {isShown ? '; what it shows may be out of date.' : '.'}
    </p>
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
    const isOver = status === 'completed' || (status === 'paused' && runner === null);
    const said = isOver
      ? `${beginSentence(sayState(view.session, null))}.`
      : round !== null
        ? `Round ${round} has begun.`
        : null;
    if (said !== null && !isFirst.current) announce(said);
    isFirst.current = false;
  }, [round, status, waits_for, view === null]);
}
