/** Sessions in the interface's answers: the output of `show --json` and `list --json`, plus what is happening now. */
import { buildResult } from '../app/result.ts';
import type { ListedSession, ListedSessions, SessionView } from '../app/results.ts';
import type { PersonMessage } from '../session/person-message.ts';
import type { Session } from '../session/session.ts';
import { findWait, type Wait } from '../session/session-head.ts';

/** Who runs a session: this server (now, or once a place is free), another process, or nobody. */
type Runner = 'here' | 'waiting' | 'elsewhere' | null;

/** The fields added to a stored session. */
export interface Now {
  runner: Runner;
  waits_for: Wait;
  next_speaker: string | null;
  last_event: number;
  /** What people sent that the run takes after its round. */
  heard: PersonMessage[];
}

/** What this server is doing with a session. */
export interface Doing {
  isRunning: boolean;
  isWaiting: boolean;
}

/** The session, with its open round and what is happening now. */
export function showSession(
  view: SessionView,
  doing: Doing,
): Session & Now & { open_round: unknown; worker_error: unknown } {
  return {
    ...view.session,
    ...readStatus(view.session, doing),
    open_round: view.openRound,
    worker_error: doing.isRunning || doing.isWaiting ? null : view.workerError,
    ...readNow(view, doing),
  };
}

/** The state after a command. */
export function showState(view: SessionView, doing: Doing): Record<string, unknown> {
  const { session } = view;
  return {
    session_id: session.id,
    ...readStatus(session, doing),
    total_rounds: session.total_rounds,
    max_rounds: session.settings.max_rounds,
    pending_escalations: session.escalations.filter(({ status }) => status === 'pending').map(({ id }) => id),
    usage: session.usage,
    ...readNow(view, doing),
  };
}

/** A run begins before its first save, so until then the stored status still says `paused`. */
function readStatus(
  { status, pause_reason }: Pick<Session, 'status' | 'pause_reason'>,
  { isRunning }: Doing,
): Pick<Session, 'status' | 'pause_reason'> {
  return isRunning && status === 'paused'
    ? { status: 'active', pause_reason: null }
    : { status, pause_reason };
}

function readNow({ session, runner, lastEvent, waiting }: SessionView, { isRunning, isWaiting }: Doing): Now {
  return {
    runner: isWaiting ? 'waiting' : isRunning ? 'here' : runner,
    waits_for: isRunning ? null : findWait(session),
    next_speaker: buildResult(session, { full: false, duration: 0 }).next_speaker,
    last_event: lastEvent,
    heard: waiting,
  };
}

/** A list, with what is happening now. */
export async function describeList(
  listed: ListedSessions,
  look: (id: string) => Promise<Doing>,
): Promise<Omit<ListedSessions, 'sessions'> & { sessions: (ListedSession & { runner: Runner })[] }> {
  return {
    ...listed,
    sessions: await Promise.all(
      listed.sessions.map(async (session) => {
        const { isRunning, isWaiting } = await look(session.id);
        const runner = isWaiting ? 'waiting' : isRunning ? 'here' : null;
        const waits = isRunning ? { waits_for: null } : {};
        return { ...session, ...readStatus(session, { isRunning, isWaiting }), ...waits, runner };
      }),
    ),
  };
}
